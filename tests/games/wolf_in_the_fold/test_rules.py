"""Set-up, turns, wolves, shepherds, endings: the rules sentence by sentence."""

from __future__ import annotations

import pytest

from games.wolf_in_the_fold.positions import around, long_ring, play_on, played, small_ring, with_bag
from sheepfold.core.contract import NATURE, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.games.wolf_in_the_fold import GAME, rules
from sheepfold.games.wolf_in_the_fold.board import KIND, KINDS, START, TILES, TURN, Cell, place_of
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Closed, Drew, Laid, Options, Turned, WentBack


def targets(state: State, kind: str) -> tuple[Cell, ...]:
    """Where a tile of this kind may be laid."""
    return tuple(map(place_of, rules.targets(state, kind)))


def cells(state: State) -> set[str]:
    return set(GAME.parts(state, state.seat, ()))


def facts(told: tuple[Told, ...]) -> list[object]:
    return [t.fact for t in told]


# -- set-up and turn ---------------------------------------------------------------------------


def test_one_to_four_may_play() -> None:
    assert list(GAME.seats) == [1, 2, 3, 4]


def test_together_is_the_default() -> None:
    assert Options() == Options(mode="together", min_herd=2)


def test_the_top_tile_is_turned_over_at_the_origin() -> None:
    state = GAME.start(Options(), 2)
    assert GAME.to_move(state) == {NATURE}
    state, told = GAME.apply(state, NATURE, ("lambs",))
    assert [cell for cell, _ in state.laid] == [START]
    assert facts(told) == [Turned("lambs")]


def test_a_wolf_turned_first_goes_back_and_another_tile_is_turned() -> None:
    before = GAME.start(Options(), 2)
    state, told = GAME.apply(before, NATURE, ("wolf",))
    assert facts(told) == [WentBack(None, "wolf")]
    assert state.bag == before.bag
    assert GAME.to_move(state) == {NATURE}
    assert not state.laid


def test_a_starting_fence_lies_at_turn_0() -> None:
    ((_, face),) = played("straight").laid
    assert (KIND[face], TURN[face]) == ("straight", 0)


def test_players_draw_and_lay_in_turn() -> None:
    state = played("sheep", "tri", seats=3)
    assert GAME.to_move(state) == {1}
    assert GAME.parts(state, 2, ()) == ()
    state = play_on(played("sheep", "tri 1,0/0", "tri 2,0/0", seats=3), "star")
    assert GAME.to_move(state) == {3}
    state = play_on(played("sheep", "tri 1,0/0", "tri 2,0/0", "tri 3,0/0", seats=3), "star")
    assert GAME.to_move(state) == {1}


def test_the_odds_of_a_draw_are_the_numbers_left() -> None:
    state = played("sheep", "sheep 1,0")
    kinds, _, left, _ = GAME.ahead(state, NATURE, ())
    assert dict(zip(kinds, left or (), strict=True)) == TILES | {"sheep": 16}


def test_a_kind_that_is_used_up_is_drawn_no_more() -> None:
    state = with_bag(played("sheep"), star=1, wolf=2)
    assert GAME.parts(state, NATURE, ()) == ("star", "wolf")
    with pytest.raises(IllegalNow, match="no such tile"):
        GAME.apply(state, NATURE, ("tri",))


def test_the_order_of_the_stack_does_not_exist() -> None:
    assert played("sheep", "tri 1,0/0", "star 0,1/0") != played("sheep", "star 0,1/0", "tri 1,0/0")
    assert played("sheep", "tri 1,0/0", "star 0,1/0").bag == played("sheep", "star 0,1/0", "tri 1,0/0").bag


def test_a_tile_goes_on_an_empty_cell_touching_another() -> None:
    assert cells(played("sheep", "lambs")) == {"1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"}


def test_a_tile_may_not_cut_off_empty_ground() -> None:
    state = played("tri", "tri 1,-1/0", "sheep 2,-1", "sheep 2,0", "sheep 1,1", "lambs")
    assert "0,1" not in cells(state)
    assert "1,0" in cells(state)
    with pytest.raises(IllegalNow, match="cut off an empty patch"):
        GAME.apply(state, 1, ("0,1",))


def test_a_fence_may_lie_in_any_turn_wherever_it_may_lie() -> None:
    state = played("straight", "straight")
    assert all(GAME.parts(state, 1, (cell,)) == ("/0", "/1", "/2") for cell in cells(state))
    assert GAME.parts(played("straight", "tri"), 1, ("1,0",)) == ("/0", "/1")
    assert GAME.parts(played("straight", "star"), 1, ("1,0",)) == ("/0",)


def test_fence_lines_need_not_meet() -> None:
    assert GAME.apply(played("straight", "straight"), 1, ("1,0", "/1"))[0].enclosures == ()


def test_laying_is_told_to_everybody() -> None:
    _, told = GAME.apply(played("straight", "tri"), 1, ("1,0", "/1"))
    assert told == (Told(Laid(1, "tri", "1,0/1")),)


def test_a_move_is_refused_out_of_turn_and_when_it_is_not_whole() -> None:
    state = played("straight", "tri", seats=2)
    for seat, move in [(2, ("1,0", "/0")), (1, ()), (1, ("1,0",)), (1, ("1,0", "/2")), (1, ("1,0", "/0", "/0"))]:
        with pytest.raises(IllegalNow):
            GAME.apply(state, seat, move)
    with pytest.raises(IllegalNow, match="is written without a turn"):
        GAME.apply(played("straight", "sheep"), 1, ("1,0", "/0"))


# -- herds and enclosures ----------------------------------------------------------------------


def test_two_touching_sheep_are_a_herd_and_one_is_not() -> None:
    one, two = GAME.view(played("sheep"), None), GAME.view(played("sheep", "black 1,0"), None)
    assert [flock.herd for flock in one.flocks] == [False]
    assert [flock.herd for flock in two.flocks] == [True]


def test_min_herd_1_makes_every_sheep_a_herd() -> None:
    assert [flock.herd for flock in GAME.view(played("sheep", min_herd=1), None).flocks] == [True]


def test_the_last_tile_of_a_ring_closes_it() -> None:
    open_ring = played("sheep", *small_ring(leave_out=[5]))
    assert open_ring.enclosures == ()
    closed, told = GAME.apply(play_on(open_ring, "tri"), 1, ("0,1", "/1"))
    assert len(closed.enclosures) == 1
    assert facts(told)[1:] == [Closed(1, sheep=1, points=1)]


def test_an_enclosure_never_changes_again() -> None:
    state = played("sheep", *small_ring())
    later = play_on(state, "sheep 2,0", "sheep 2,-1", "wolf 3,-1", "tri 1,1/0")
    assert later.enclosures == state.enclosures
    assert GAME.view(later, None).scores["players"] == 1


# -- wolves ------------------------------------------------------------------------------------


def test_a_wolf_goes_next_to_a_herd_that_no_wolf_touches() -> None:
    state = played("sheep", "sheep 1,0", "tri -1,0/0", "wolf")
    assert cells(state) == {"2,0", "2,-1", "1,-1", "0,-1", "-1,1", "0,1", "1,1"}


def test_a_wolf_beside_a_lone_sheep_is_not_beside_a_herd() -> None:
    state, told = GAME.apply(played("sheep", "tri 1,0/0"), NATURE, ("wolf",))
    assert facts(told) == [WentBack(1, "wolf")]
    assert GAME.to_move(state) == {NATURE}


def test_a_wolf_that_goes_back_is_in_the_stack_again() -> None:
    before = played("sheep", "tri 1,0/0")
    after, _ = GAME.apply(before, NATURE, ("wolf",))
    assert after.bag == before.bag
    assert play_on(after, "star").seat == before.seat


def test_a_second_wolf_needs_another_herd() -> None:
    hunted = played("sheep", "sheep 1,0", "wolf 2,0")
    assert targets(hunted, "wolf") == ()


def test_a_wolf_may_touch_hunted_herds_too_if_it_touches_one_that_is_not() -> None:
    state = played("sheep", "sheep 1,0", "wolf 2,0", "tri 0,-1/0", "tri 1,-2/0", "sheep 2,-2", "sheep 3,-2")
    state = play_on(state, "wolf")
    assert "1,-1" in cells(state), "next to 1,0 of the hunted herd and 2,-2 of the other"
    assert "0,1" not in cells(state), "next to the hunted herd alone"


def test_a_wolf_cannot_reach_an_enclosed_herd() -> None:
    assert targets(played("sheep", "lambs 1,0", *long_ring()), "wolf") == ()


def test_a_wolf_cannot_reach_a_herd_that_is_walled_in() -> None:
    ring = [tile[:-1] + "0" for tile in long_ring()]
    state = played("sheep", "lambs 1,0", *ring)
    assert not state.enclosures
    assert targets(state, "wolf") == ()


def test_with_min_herd_1_a_wolf_goes_next_to_a_lone_sheep() -> None:
    state = played("sheep", "tri 1,0/0", "wolf", min_herd=1)
    assert cells(state) == {"1,-1", "0,-1", "-1,0", "-1,1", "0,1"}
    assert targets(played("sheep", "wolf 1,0", min_herd=1), "wolf") == ()


def test_a_wolf_already_beside_sheep_that_become_a_herd_touches_that_herd() -> None:
    joined = played("sheep", "sheep 1,0", "wolf 2,0", "black 3,0", "black 3,-1")
    assert targets(joined, "wolf") == (), "both herds touch the wolf at 2,0"


def test_two_herds_that_grow_together_are_hunted_if_either_was() -> None:
    apart = played("sheep", "sheep 1,0", "wolf 2,0", "tri 0,1/0", "sheep -1,2", "sheep -2,2")
    assert targets(apart, "wolf")
    assert targets(play_on(apart, "sheep -1,1"), "wolf") == ()


def test_a_wolf_is_drawn_again_after_it_went_back_once_there_is_a_herd() -> None:
    state = play_on(played("sheep"), "wolf", "wolf", "sheep 1,0", "wolf")
    assert state.hand == "wolf"


def test_only_wolves_ever_go_back() -> None:
    for state in (played("sheep"), played("sheep", "lambs 1,0", *long_ring()), played("black", "wolf", "black 1,0")):
        assert all(targets(state, kind) for kind in KINDS if kind != "wolf")


def test_the_game_ends_when_the_stack_holds_only_wolves_that_cannot_be_placed() -> None:
    state = with_bag(played("sheep", "tri 1,0/0"), star=1, wolf=3)
    state = play_on(state, "star 2,0/0")
    assert GAME.to_move(state) == frozenset()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "draw, only wolves left"


def test_the_game_goes_on_while_a_wolf_can_be_placed() -> None:
    state = play_on(with_bag(played("sheep"), sheep=1, wolf=2), "sheep 1,0")
    assert GAME.to_move(state) == {NATURE}
    state = play_on(state, "wolf 2,0")
    assert GAME.to_move(state) == frozenset(), "the herd is hunted, so the last wolf has nowhere to go"


# -- shepherds ---------------------------------------------------------------------------------


def near(cell: Cell, *others: Cell) -> bool:
    return any(cell in around(other) for other in others)


def test_a_shepherd_goes_next_to_a_herd_that_is_not_enclosed() -> None:
    state = played("sheep", "sheep 1,0", "tri -1,0/0")
    assert all(near(cell, (0, 0), (1, 0)) for cell in targets(state, "shepherd"))
    assert len(targets(state, "shepherd")) == 7


def test_a_hunted_herd_may_have_a_shepherd() -> None:
    assert targets(played("sheep", "sheep 1,0", "wolf 2,0"), "shepherd")


def test_a_lone_sheep_is_no_herd_for_a_shepherd_unless_min_herd_is_1() -> None:
    herd = played("sheep", "tri 1,0/0", "tri 2,0/0", min_herd=1)
    assert all(near(cell, (0, 0)) for cell in targets(herd, "shepherd"))
    lone = played("sheep", "tri 1,0/0", "tri 2,0/0")
    assert not all(near(cell, (0, 0)) for cell in targets(lone, "shepherd"))


def test_without_an_open_herd_a_shepherd_goes_next_to_a_fence() -> None:
    state = played("sheep", "tri 1,0/0")
    assert targets(state, "shepherd")
    assert all(near(cell, (1, 0)) for cell in targets(state, "shepherd"))
    assert (-1, 0) not in targets(state, "shepherd")


def test_a_shepherd_goes_next_to_a_fence_if_every_herd_is_enclosed() -> None:
    state = play_on(played("sheep", "lambs 1,0", *long_ring()), "sheep 3,0", "shepherd")
    assert "4,0" not in cells(state)
    assert "3,-1" in cells(state)


def test_a_shepherd_goes_next_to_a_fence_if_no_open_herd_can_be_reached() -> None:
    ring = [tile[:-1] + "0" for tile in long_ring()]
    state = play_on(played("sheep", "lambs 1,0", *ring), "sheep 3,0", "shepherd")
    assert "4,0" not in cells(state)
    assert "3,-1" in cells(state)


def test_without_herd_or_fence_a_shepherd_goes_anywhere() -> None:
    assert cells(played("sheep", "shepherd")) == cells(played("sheep", "lambs"))


def test_a_shepherd_is_told_where_he_may_stand() -> None:
    herd = played("sheep", "sheep 1,0", "tri -1,0/0", "shepherd")
    with pytest.raises(IllegalNow, match="next to a herd that is not fenced in"):
        GAME.apply(herd, 1, ("-2,0",))
    fence = played("sheep", "tri 1,0/0", "shepherd")
    with pytest.raises(IllegalNow, match="next to a fence"):
        GAME.apply(fence, 1, ("-1,0",))


# -- the end -----------------------------------------------------------------------------------


def test_the_game_ends_when_the_stack_is_empty() -> None:
    state = play_on(with_bag(played("sheep"), star=1), "star 1,0/0")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "draw, stack empty"
    with pytest.raises(IllegalNow, match="over"):
        GAME.apply(state, 1, ("2,0",))


def test_a_draw_is_told_to_everybody() -> None:
    _, told = GAME.apply(played("sheep", seats=2), NATURE, ("tri",))
    assert told == (Told(Drew(1, "tri")),)


def test_a_draw_of_chance_is_never_taken_back() -> None:
    assert not GAME.reversible(played("sheep"), NATURE, ("tri",))
    assert GAME.reversible(played("sheep", "tri"), 1, ("1,0", "/0"))
