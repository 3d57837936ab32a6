"""The players of Mutton: always legal, well informed, each better than the one below."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from games.mutton.positions import CROWD, play
from sheepfold.bots import bot, bot_names, levels
from sheepfold.core.contract.bot import Bot, Explaining
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


def aim(state: State, name: str = "canny") -> tuple[str, ...]:
    """What a bot does as the Farmer here."""
    duel = DuelState(state.options, scorers=(1,), rounds=(state,))
    return bot(GAME, name).choose(GAME.view(duel, 2), Random(1))


def test_canny_is_the_bot_to_offer_on_a_ladder_of_five() -> None:
    assert bot_names(GAME) == ("canny", "novice", "farmhand", "wily", "grey", "random")
    assert [level.name for level in levels(GAME)] == ["novice", "farmhand", "canny", "wily", "grey"]


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
@pytest.mark.parametrize("name", ["novice", "farmhand", "canny"])
def test_who_does_few_sums_plays_every_variant_to_its_end(words: str, name: str) -> None:
    player = bot(GAME, name)
    assert GAME.outcome(game(Options.read(words.split()), player, player, Random(4))) is not None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("grey", "-quick"),
        ("grey", "-shotgun -escape -size=5 -quick"),
        ("wily", "-no_reveal -quick"),
        ("grey", "-bid -dictionary"),
        ("wily", "-huddle -remove -no_berserk -quick"),
        ("grey", "-size=2 -num_sheep=7 -num_wolves=3"),
        ("wily", "-size=8 -num_sheep=2 -num_wolves=1 -escape"),
        ("grey", "-no_reveal -num_wolves=8 -num_sheep=23 -quick=1"),  # too many sets to list
    ],
)
def test_who_thinks_plays_every_variant_to_its_end(words: str, name: str) -> None:
    player = bot(GAME, name)
    assert GAME.outcome(game(Options.read(words.split()), player, player, Random(4))) is not None


def test_canny_beats_chance_in_both_roles() -> None:
    canny, chance = bot(GAME, "canny"), bot(GAME, "random")
    for seed in range(3):
        outcome = GAME.outcome(game(Options(), canny, chance, Random(seed)))
        assert outcome is not None
        assert outcome.winners == (1,)


@pytest.mark.parametrize("name", ["canny", "wily", "grey"])
def test_who_knows_the_odds_shoots_a_wolf_without_doubt(name: str) -> None:
    assert aim(play(CROWD, "B", "A:B-a3"), name) == ("B",)


TWO_COUPLES = """
    A B .
   . . . .
  F . . . E
   . . . .
    C D .
"""


@pytest.mark.parametrize("name", ["canny", "grey"])
def test_who_knows_every_wolf_goes_berserk(name: str) -> None:
    assert aim(play(TWO_COUPLES, "BD", "A:B-c3", "pass", "C:D-a3"), name) == ("B", "D")


def test_a_thinker_loads_its_arrays_at_its_first_move_only() -> None:
    code = "import sys; from sheepfold.bots import bot; from sheepfold.games import game; bot(game('mutton'), 'grey')"
    subprocess.run([sys.executable, "-c", code + "; assert 'numpy' not in sys.modules"], check=True, timeout=120)


def test_who_shot_a_wolf_without_doubt_says_so() -> None:
    state = play(CROWD, "B", "A:B-a3")
    duel = DuelState(state.options, scorers=(1,), rounds=(state,))
    player = bot(GAME, "grey")
    assert isinstance(player, Explaining)
    assert player.explain(GAME.view(duel, 2), ("B",)) == "B must be a wolf: nothing else explains who ran."
