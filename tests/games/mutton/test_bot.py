"""Canny: always legal, well informed, and clearly better than chance in both roles."""

from __future__ import annotations

from random import Random

import pytest

from games.mutton.positions import CROWD, play
from sheepfold.bots import bot, bot_names
from sheepfold.core.bot import Bot
from sheepfold.core.duel import DuelState
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import Options


def game(options: Options, first: Bot, second: Bot, rng: Random) -> DuelState[Options, State]:
    state = GAME.start(options, 2)
    while movers := GAME.to_move(state):
        (seat,) = movers
        state, _ = GAME.apply(state, seat, (first, second)[seat - 1].choose(GAME.view(state, seat), rng))
    return state


def aim(state: State) -> tuple[str, ...]:
    """What Canny does as the Farmer here."""
    duel = DuelState(state.options, scorers=(1,), rounds=(state,))
    return bot(GAME, "canny").choose(GAME.view(duel, 2), Random(1))


def test_canny_is_the_bot_to_offer() -> None:
    assert bot_names(GAME) == ("canny", "random")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "-no_reveal",
        "-shotgun -escape -size=5",
        "-bid -dictionary",
        "-huddle -remove -no_berserk -quick",
        "-size=2 -num_sheep=7 -num_wolves=3",
        "-size=8 -num_sheep=2 -num_wolves=1 -escape",
        "-no_reveal -num_wolves=13 -no_berserk -quick=1",
    ],
)
def test_canny_plays_every_variant_to_its_end(words: str) -> None:
    canny = bot(GAME, "canny")
    assert GAME.outcome(game(Options.read(words.split()), canny, canny, Random(4))) is not None


def test_canny_beats_chance_in_both_roles() -> None:
    canny, chance = bot(GAME, "canny"), bot(GAME, "random")
    for seed in range(3):
        outcome = GAME.outcome(game(Options(), canny, chance, Random(seed)))
        assert outcome is not None
        assert outcome.winners == (1,)


def test_canny_shoots_a_wolf_it_is_sure_of() -> None:
    assert aim(play(CROWD, "B", "A:B-a3")) == ("B",)


TWO_COUPLES = """
    A B .
   . . . .
  F . . . E
   . . . .
    C D .
"""


def test_canny_goes_berserk_when_it_knows_every_wolf() -> None:
    assert aim(play(TWO_COUPLES, "BD", "A:B-c3", "pass", "C:D-a3")) == ("B", "D")
