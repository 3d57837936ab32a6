"""The sleuth: legal, sensible, and better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.bots import bot, bot_names
from sheepfold.core import chance
from sheepfold.core.contract import NATURE
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.bot import Sleuth, best_hunch
from sheepfold.games.woolf.state import State


def finished(names: list[str], seed: int, **options: Any) -> State:
    """A game between these bots."""
    bots = [bot(GAME, name) for name in names]
    rng = Random(seed)
    state = GAME.start(GAME.options(**options), len(names))
    ply = 0
    while movers := GAME.to_move(state):
        seat = rng.choice(sorted(movers))
        if seat == NATURE:
            move = chance.draw(GAME, state, chance.seed_from(seed), ply)
        else:
            move = bots[seat - 1].choose(GAME.view(state, seat), rng)
        state, _ = GAME.apply(state, seat, move)
        ply += 1
    return state


def test_the_sleuth_is_the_bot_to_offer() -> None:
    assert bot_names(GAME) == ("sleuth", "random")


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("options", [{}, {"advanced": True}, {"shuffle": False}], ids=["basic", "advanced", "places"])
def test_sleuths_play_to_the_end(players: int, options: dict[str, bool]) -> None:
    assert GAME.outcome(finished(["sleuth"] * players, players, **options)) is not None


def test_the_sleuth_gathers_more_points_than_random_players() -> None:
    points = {"sleuth": 0, "random": 0}
    for seed in range(12):
        names = ["sleuth", "random"] * 2 if seed % 2 else ["random", "sleuth"] * 2
        for name, gained in zip(names, finished(names, seed).points, strict=True):
            points[name] += gained
    assert points["sleuth"] > 3 * points["random"]


def test_the_sleuth_points_when_it_knows() -> None:
    state = table(*FIVE)
    for seen in ("0 0", "0 1", "0 0"):
        state = played(state, "1 peek 4", seen, *(m for n in (2, 3, 4, 5) for m in (f"{n} peek 1", "0 0")))
    view = GAME.view(state, 1)
    assert Belief(view).plays(4, "sheep") > 0.5
    assert Sleuth().choose(view, Random(1)) == ("suspect", "4", "x")


def test_the_sleuth_declines_when_it_knows_little() -> None:
    state = played(table(*FIVE, turn_limit=1), "1 peek 2", "0 0")
    state = played(state, *(move for seat in (2, 3, 4, 5) for move in (f"{seat} peek 1", "0 1")))
    view = GAME.view(state, 4)
    assert best_hunch(view, Belief(view), 0.4) is None
    assert Sleuth().choose(view, Random(1)) == ("decline",)


def test_the_best_hunch_is_the_likeliest_pair_of_pointers() -> None:
    state = turns(turns(table(*FIVE)))
    view = GAME.view(state, 4)
    belief = Belief(view)
    pointers = [str(n) for n in (0, 1, 2, 3, 5)]
    odds = {
        (one, two): belief.chance(*belief.pointed("dog", one), *belief.pointed("hunter", two))
        for one in pointers
        for two in pointers
    }
    hunch = best_hunch(view, belief, 0.0)
    assert hunch is not None
    assert hunch.chance == pytest.approx(max(odds.values()))
    assert odds[hunch.pointers] == pytest.approx(hunch.chance)
    assert best_hunch(view, belief, hunch.chance + 0.001) is None
