"""Both scorings, herd by herd."""

from __future__ import annotations

import pytest

from games.wolf_in_the_fold.positions import drawn, long_ring, patches_of, play_on, played, ring, small_ring, with_bag
from sheepfold.core.contract import Outcome
from sheepfold.core.records.progress import resigned
from sheepfold.core.scores import Scores
from sheepfold.games.wolf_in_the_fold import GAME, board
from sheepfold.games.wolf_in_the_fold.score import Flock, weigh
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Closed


def weighed(*tiles: str, mode: str = "together", min_herd: int = 2) -> tuple[Flock, ...]:
    found = drawn(*tiles)
    fences = [cell for cell, face in found.laid if board.LINES[face]]
    inside = {patches for cell in fences for patches in board.closed_at(found.grid, cell)}
    enclosures = sorted(map(sorted, inside), key=patches_of)
    return tuple(weigh(found.grid, [cell for cell, _ in found.laid], enclosures, mode, min_herd))


def points(*tiles: str, mode: str = "together", min_herd: int = 2) -> tuple[int, int]:
    found = weighed(*tiles, mode=mode, min_herd=min_herd)
    return sum(flock.players for flock in found), sum(flock.wolves for flock in found)


def folded(*inside: str) -> list[str]:
    """Up to seven tiles, fenced in by twelve."""
    return [*inside, *ring(2)]


CELLS = ("0,0", "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")


def fold_of(*kinds: str) -> list[str]:
    """The kinds laid from the middle outwards, the rest of the fold filled with fences that lead nowhere."""
    filled = [*kinds, *["straight"] * (7 - len(kinds))]
    return folded(*(f"{kind} {cell}" for kind, cell in zip(filled, CELLS, strict=True)))


# -- together ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "worth"), [("sheep", 1), ("lambs", 2), ("black", 0)])
def test_every_enclosed_sheep_gives_the_players_its_worth(kind: str, worth: int) -> None:
    assert points(f"{kind} 0,0", *small_ring()) == (worth, 0)


def test_sheep_in_the_open_give_the_players_nothing() -> None:
    assert points("sheep 0,0", "lambs 1,0", *long_ring()[1:]) == (0, 0)


def test_an_enclosed_herd_counts_in_full() -> None:
    assert points(*fold_of("sheep", "lambs", "black", "lambs")) == (5, 0)


def test_an_enclosed_herd_that_a_wolf_touches_gives_the_players_nothing() -> None:
    assert points(*fold_of("sheep", "lambs", "wolf")) == (0, 3)


def test_with_a_shepherd_in_the_same_enclosure_players_get_half_rounded_up_and_wolves_half_rounded_down() -> None:
    assert points(*fold_of("sheep", "lambs", "wolf", "shepherd")) == (2, 1)
    assert points(*fold_of("sheep", "lambs", "wolf", "black", "shepherd")) == (2, 2)


def test_the_shepherd_may_stand_anywhere_in_the_enclosure() -> None:
    tiles = folded("wolf 0,0", "sheep 1,0", "lambs 1,-1", "straight 0,-1", "shepherd -1,0", "straight -1,1", "tri 0,1")
    assert points(*tiles) == (2, 1)


def test_a_lone_sheep_beside_a_wolf_is_no_herd_and_keeps_its_worth() -> None:
    tiles = folded("wolf 0,0", "lambs 1,0", "star 1,-1", "tri 0,-1", "star -1,0", "tri -1,1", "tri 0,1")
    assert points(*tiles) == (2, 0)
    assert points(*tiles, min_herd=1) == (0, 2)


@pytest.mark.parametrize(("kind", "worth"), [("sheep", 2), ("lambs", 3), ("black", 2)])
def test_every_herd_that_a_wolf_touches_gives_the_wolves_its_worth(kind: str, worth: int) -> None:
    assert points("sheep 0,0", f"{kind} 1,0", "wolf 2,0") == (0, worth)


def test_wolves_get_nothing_for_a_lone_sheep() -> None:
    assert points("sheep 0,0", "wolf 1,0") == (0, 0)
    assert points("sheep 0,0", "wolf 1,0", min_herd=1) == (0, 1)


def test_a_shepherd_next_to_a_hunted_herd_halves_it_for_the_wolves_rounded_down() -> None:
    assert points("sheep 0,0", "lambs 1,0", "wolf 2,0", "shepherd -1,0") == (0, 1)
    assert points("sheep 0,0", "sheep 1,0", "wolf 2,0", "shepherd -1,0") == (0, 1)


def test_a_shepherd_elsewhere_protects_nobody() -> None:
    assert points("sheep 0,0", "lambs 1,0", "wolf 2,0", "shepherd 3,0") == (0, 3)


def test_a_shepherd_beside_an_enclosed_herd_is_inside_and_one_behind_the_fence_protects_nobody() -> None:
    beside = fold_of("sheep", "lambs", "wolf", "shepherd")
    assert points(*beside) == (2, 1)
    assert points(*fold_of("sheep", "lambs", "wolf"), "shepherd 3,0") == (0, 3)


def test_a_shepherd_in_another_enclosure_protects_nobody() -> None:
    other = ["shepherd 5,0", *(tile for tile in small_ring((5, 0)))]
    assert points(*fold_of("sheep", "lambs", "wolf"), *other) == (0, 3)


def test_a_herd_without_a_wolf_beside_it_keeps_its_worth_though_a_wolf_stands_in_the_same_enclosure() -> None:
    tiles = folded("straight 0,0", "sheep 1,0", "lambs 1,-1", "straight 0,-1", "wolf -1,0", "tri -1,1", "tri 0,1")
    assert points(*tiles) == (3, 0)


def test_a_shepherd_in_the_enclosure_guards_every_herd_in_it() -> None:
    tiles = folded("shepherd 0,0", "sheep 1,0", "lambs 1,-1", "wolf 0,-1", "sheep -1,0", "sheep -1,1", "straight 0,1/1")
    assert points(*tiles) == (2 + 1, 1 + 1)


def test_a_wolf_beside_a_lone_sheep_hunts_the_herd_that_grows_from_it() -> None:
    assert points("sheep 0,0", "wolf 1,0", "lambs -1,0") == (0, 3)


def test_half_of_nothing_is_nothing() -> None:
    assert points(*fold_of("black", "black", "wolf", "shepherd")) == (0, 1)


def test_with_min_herd_1_a_shepherd_gives_half_of_a_lone_sheep() -> None:
    assert points("sheep 0,0", "wolf 1,0", "shepherd -1,0", min_herd=1) == (0, 0)
    enclosed = folded("wolf 0,0", "lambs 1,0", "shepherd 1,-1", "tri 0,-1", "star -1,0", "tri -1,1", "tri 0,1")
    assert points(*enclosed) == (2, 0)
    assert points(*enclosed, min_herd=1) == (1, 1)


def test_two_wolves_at_one_herd_count_once() -> None:
    assert points("sheep 0,0", "lambs 1,0", "wolf 2,0", "wolf -1,0") == (0, 3)


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_more_points_win() -> None:
    state = play_on(with_bag(played("sheep", *small_ring(), seats=3), star=1), "star 2,0/0")
    assert ended(state) == Outcome((1, 2, 3), Scores({"players": 1, "wolves": 0}), "players won, stack empty")
    state = play_on(with_bag(played("sheep", "sheep 1,0", seats=2), wolf=1), "wolf 2,0")
    assert ended(state) == Outcome((), Scores({"players": 0, "wolves": 2}), "wolves won, stack empty")


def test_equal_is_a_draw() -> None:
    state = play_on(with_bag(played("sheep", seats=2), star=1), "star 1,0/0")
    assert ended(state) == Outcome((1, 2), Scores({"players": 0, "wolves": 0}), "draw, stack empty")


# -- against each other ------------------------------------------------------------------------


def test_in_versus_a_black_sheep_is_worth_10() -> None:
    assert points("black 0,0", *small_ring(), mode="versus") == (10, 0)


def test_in_versus_wolves_score_nothing_but_still_spoil_a_herd() -> None:
    assert points(*fold_of("sheep", "black", "wolf"), mode="versus") == (0, 0)
    assert points(*fold_of("sheep", "black", "wolf", "shepherd"), mode="versus") == (6, 0)


def test_the_player_whose_tile_completes_the_enclosure_scores() -> None:
    fence = small_ring()
    state = played("lambs", *fence[:5], "star 2,0/0", fence[5], mode="versus", seats=3)
    assert GAME.view(state, None).scores == Scores({1: 2, 2: 0, 3: 0})
    state = played("lambs", *fence, mode="versus", seats=4)
    assert GAME.view(state, None).scores == Scores({1: 0, 2: 2, 3: 0, 4: 0})


def test_most_points_win() -> None:
    state = play_on(with_bag(played("lambs", *small_ring(), mode="versus", seats=4), star=1), "star 2,0/0")
    assert ended(state) == Outcome((2,), Scores({1: 0, 2: 2, 3: 0, 4: 0}), "won, stack empty")


def test_equal_is_shared() -> None:
    state = play_on(with_bag(played("lambs", mode="versus", seats=2), star=1), "star 1,0/0")
    assert ended(state) == Outcome((1, 2), Scores({1: 0, 2: 0}), "shared, stack empty")


BOTH_BUT_ONE = (
    "tri 1,-1/1", "black 2,-1", "tri 0,-1/0", "tri -1,0/1", "tri -1,1/0", "tri 0,1/1",
    "tri 2,-2/0", "tri 3,-2/1", "tri 3,-1/0", "tri 2,0/1",
)  # fmt: skip
"""Two small rings side by side, round 0,0 and 2,-1, of which the shared tile at 1,0 is missing."""


def test_a_tile_that_closes_several_enclosures_scores_them_all() -> None:
    state = played("lambs", *BOTH_BUT_ONE, mode="versus", seats=2)
    assert state.seat == 1
    assert GAME.view(state, None).scores == Scores({1: 0, 2: 0})
    state = play_on(state, "tri")
    state, told = GAME.apply(state, 1, ("1,0", "/0"))
    closed = [t.fact for t in told if isinstance(t.fact, Closed)]
    assert sorted((fact.seat, fact.sheep, fact.points) for fact in closed) == [(1, 1, 2), (1, 1, 10)]
    folds = GAME.view(state, None).folds
    assert sorted((fold.by, fold.sheep, fold.points) for fold in folds) == [(1, 1, 2), (1, 1, 10)]
    assert GAME.view(state, None).scores == Scores({1: 12, 2: 0})


def test_what_was_scored_in_versus_is_not_changed_by_later_tiles() -> None:
    state = played("lambs", *small_ring(), mode="versus", seats=2)
    later = play_on(state, "sheep 2,0", "sheep 2,-1", "wolf 3,-1")
    assert GAME.view(later, None).scores == GAME.view(state, None).scores == Scores({1: 0, 2: 2})


def test_sheep_in_the_open_score_nothing_in_versus_hunted_or_not() -> None:
    assert points("black 0,0", "lambs 1,0", mode="versus") == (0, 0)
    assert points("black 0,0", "lambs 1,0", "wolf 2,0", "shepherd -1,0", mode="versus") == (0, 0)


def test_who_gives_up_together_gives_up_for_all() -> None:
    state = played("sheep", seats=3)
    assert resigned(GAME, state, 3, by=2) == Outcome((), Scores(), "resigned", by=2)


def test_who_gives_up_against_each_other_leaves_the_win_to_the_rest() -> None:
    state = played("sheep", seats=3, mode="versus")
    assert resigned(GAME, state, 3, by=2) == Outcome((1, 3), Scores(), "resigned", by=2)
