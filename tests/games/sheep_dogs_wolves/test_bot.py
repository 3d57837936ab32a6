"""Collie: always legal, the same for the same luck, and far from random."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sheepfold.bots import RandomBot
from sheepfold.core.contract.bot import Explaining, Means
from sheepfold.games.sheep_dogs_wolves import GAME, board, rules
from sheepfold.games.sheep_dogs_wolves.bot import BOTS, HALF, Collie, Searcher, auction, matters, why_laid
from sheepfold.games.sheep_dogs_wolves.terms import Options


def play(options: Options, bots: tuple[Any, Any], seed: int) -> Any:
    """The final state of a game between these two."""
    rng, state = Random(seed), GAME.start(options, 2)
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        move = bots[seat - 1].choose(GAME.view(state, seat), rng)
        assert move[0] in GAME.parts(state, seat, ())
        state, _ = GAME.apply(state, seat, move)
    return state


def points(options: Options, bots: tuple[Any, Any], seed: int) -> int:
    state = play(options, bots, seed)
    return GAME.inner.points(state.rounds[0])


@pytest.mark.parametrize(("effort", "asked"), [(0.3, (6, 450)), (1.0, (6, 1500)), (4.0, (8, 6000))])
def test_who_may_think_longer_looks_further_and_never_beyond_its_work(effort: float, asked: tuple[int, int]) -> None:
    given = []

    class SearchField:
        def __init__(self, tiles: Any) -> None:
            pass

        def look_ahead(self, left: int, depth: int, width: int, work: int, *matters: Any) -> list[tuple[float, int]]:
            given.append((depth, work))
            return [(0.0, sorted(board.grown([board.FIRST])[1])[0])]

    player = Searcher(6, 10, 1500, HALF)
    player.equip(Means(SimpleNamespace(SearchField=SearchField, ANY_SCORE=(-1, 70)), effort))
    player.choose(GAME.view(GAME.start(Options(tiles=9, mode="single"), 2), 1), Random(1))
    assert given == [asked]


@pytest.mark.parametrize(
    ("options", "target", "between"),
    [
        (Options(mode="duel"), None, (-1, 70)),
        (Options(mode="duel"), 12, (11, 13)),
        (Options(mode="bid"), 12, (11, 12)),
    ],
)
def test_against_a_target_only_the_scores_about_it_matter(
    options: Options, target: int | None, between: tuple[int, int]
) -> None:
    assert matters(GAME.inner.view(rules.begin(options, target), 1), (-1, 70)) == between


def test_collie_is_on_the_list() -> None:
    assert isinstance(BOTS["collie"](), Collie)


@pytest.mark.parametrize("seed", range(3))
def test_collie_saves_and_eats_far_more_than_a_random_player(seed: int) -> None:
    options, random = Options(tiles=15, mode="single"), RandomBot(GAME)
    assert points(options, (Collie(), random), seed) >= 12
    assert points(options, (random, Collie()), seed) <= 5


@pytest.mark.parametrize("mode", ["duel", "bid", "single"])
def test_collie_plays_every_mode(mode: str) -> None:
    assert GAME.outcome(play(Options(tiles=5, mode=mode), (Collie(), Collie()), 1)) is not None


def test_collie_bids_no_more_than_a_flock_it_can_keep() -> None:
    for seed in range(5):
        state = play(Options(tiles=7, mode="bid"), (Collie(), Collie()), seed)
        assert 2 <= state.bids[-1] <= 4


def test_collie_passes_when_the_bid_is_too_high() -> None:
    state = GAME.start(Options(mode="bid"), 2)
    state, _ = GAME.apply(state, 1, ("bid 20",))
    assert Collie().choose(GAME.view(state, 2), Random(1)) == ("pass",)


def test_collie_finds_the_best_last_tile() -> None:
    for seed in range(3):
        rng, state = Random(seed), GAME.start(Options(tiles=9, mode="single"), 2)
        for seat in (1, 2, 1, 2, 1, 2, 1):
            state, _ = GAME.apply(state, seat, RandomBot(GAME).choose(GAME.view(state, seat), rng))
        ends = {part: GAME.apply(state, 2, (part,))[0] for part in GAME.parts(state, 2, ())}
        lowest = min(GAME.inner.points(end.rounds[0]) for end in ends.values())
        (chosen,) = Collie().choose(GAME.view(state, 2), rng)
        assert GAME.inner.points(ends[chosen].rounds[0]) == lowest


def test_the_same_luck_gives_the_same_move() -> None:
    view = GAME.view(GAME.start(Options(), 2), 1)
    assert Collie().choose(view, Random(5)) == Collie().choose(view, Random(5))


@pytest.mark.parametrize(("tiles", "saved"), [(3, 2), (5, 3), (8, 4.8), (9, 5.6), (13, 8.2), (23, 12.9), (69, 35.9)])
def test_a_level_bids_by_what_it_saves_in_games_of_that_length(tiles: int, saved: float) -> None:
    """Between the lengths that were measured in a straight line, beyond them half of what is more."""
    assert BOTS["sheepdog"]().expected(Options(tiles=tiles)) == pytest.approx(saved)


def test_bids_leave_the_other_side_no_better_answer() -> None:
    weighed = dict(auction((), 23, 11.9).moves)
    assert auction((), 23, 11.9).best == ("bid 12",)
    assert weighed["bid 12",] > 0.5 > weighed["bid 13",]
    assert auction((12,), 23, 11.9).best == ("pass",)
    assert auction((23,), 23, 11.9).moves == ((("pass",), pytest.approx(1.0)),)


@pytest.mark.parametrize("name", BOTS)
def test_every_level_says_why(name: str) -> None:
    rng, state, player = Random(2), GAME.start(Options(tiles=9, mode="single"), 2), BOTS[name]()
    assert isinstance(player, Explaining)
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        view = GAME.view(state, seat)
        move = player.choose(view, rng)
        said = player.explain(view, move)
        assert said.startswith("This tile ")
        assert said.count(".") == 2
        state, _ = GAME.apply(state, seat, move)


def test_a_reason_counts_what_the_tile_did() -> None:
    """A dog beside the first tile's wolf: two dogs there now."""
    said = why_laid([board.FIRST], board.tile_at(2, 1, 3), 2)
    assert said == "This tile scares a wolf. 2 of 2 sheep would live if the game ended now."
