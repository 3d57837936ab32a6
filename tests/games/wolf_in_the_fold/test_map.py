"""Tiles, the hole rule, herds and enclosures on small drawn maps."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.wolf_in_the_fold.positions import Drawn, around, drawn, hexagon_ring, long_ring, patches_of, ring, small_ring
from sheepfold.games.wolf_in_the_fold import board
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, FILLABLE, HEX_WAYS, NUMBER, START, TILES, Cell, turns
from sheepfold.games.wolf_in_the_fold.plans import plans

# -- tiles -------------------------------------------------------------------------------------


def test_there_are_77_tiles() -> None:
    assert sum(TILES.values()) == 77
    assert list(TILES.values()) == [18, 10, 6, 18, 12, 4, 3, 6]


def test_a_straight_fence_runs_to_two_opposite_edges_in_three_turns() -> None:
    assert turns("straight") == 3
    assert all(b - a == 3 for a, b in ARMS["straight"])


def test_a_tri_corner_runs_to_three_alternate_edges_in_two_turns() -> None:
    assert ARMS["tri"] == ((0, 2, 4), (1, 3, 5))


def test_a_star_runs_to_all_six_edges_in_one_turn() -> None:
    assert ARMS["star"] == ((0, 1, 2, 3, 4, 5),)


def test_the_turn_is_the_lowest_edge_that_has_a_line() -> None:
    for (_, turn), lines in FACES.items():
        if lines:
            assert (lines & -lines).bit_length() - 1 == turn


def test_other_tiles_have_no_turn() -> None:
    assert [kind for kind in TILES if not turns(kind)] == ["sheep", "lambs", "black", "shepherd", "wolf"]


def test_edges_are_numbered_counter_clockwise_from_east() -> None:
    assert around((0, 0)) == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


# -- numbers -----------------------------------------------------------------------------------


def test_cells_in_the_order_of_their_numbers_are_in_reading_order() -> None:
    cells = [(q, r) for q in range(-5, 6) for r in range(-5, 6)]
    assert sorted(cells, key=lambda cell: (cell[1], cell[0])) == sorted(cells, key=lambda cell: board.cell_at(*cell))
    assert [board.place_of(board.cell_at(*cell)) for cell in cells] == cells


@pytest.mark.parametrize("way", HEX_WAYS)
def test_no_row_of_tiles_and_no_plan_around_its_end_leaves_the_grid(way: Cell) -> None:
    q, r = (76 * step for step in way)
    reach = max(abs(n) for plan in plans() for step, _ in plan.ring for n in board.place_of(START + step)) + 1
    assert max(abs(q), abs(r)) <= board.REACH
    assert max(abs(q), abs(r)) + 2 * reach < board.MIDDLE


def test_a_tile_that_is_taken_away_leaves_no_trace() -> None:
    tiles = drawn("sheep 0,0", *small_ring()[:5], "wolf 3,0")
    before = bytes(tiles.grid)
    for q, r in ((0, 1), (1, 1), (2, 0)):
        board.lay(tiles.grid, board.cell_at(q, r), NUMBER["star", 0])
        assert bytes(tiles.grid) != before
        board.lift(tiles.grid, board.cell_at(q, r))
        assert bytes(tiles.grid) == before


# -- the hole rule -----------------------------------------------------------------------------


def test_a_cell_may_be_filled_if_its_filled_neighbours_form_one_unbroken_run_or_all_six_are_filled() -> None:
    for bits in product((0, 1), repeat=6):
        runs = sum(bits[i] and not bits[i - 1] for i in range(6))
        filled = sum(bit << i for i, bit in enumerate(bits))
        assert FILLABLE[filled] == (runs == 1 or all(bits))


def test_a_tile_must_touch_another() -> None:
    assert drawn("sheep 0,0").fillable((1, 0))
    assert not drawn("sheep 0,0").fillable((2, 0))


def test_a_taken_cell_cannot_be_filled() -> None:
    assert not drawn("sheep 0,0", "sheep 1,0").fillable((1, 0))


def test_no_empty_cell_becomes_cut_off() -> None:
    ring = drawn(*small_ring(leave_out=[5]))
    assert not ring.fillable(HEX_WAYS[5])
    assert ring.fillable((0, 0))


def test_no_group_of_empty_cells_becomes_cut_off() -> None:
    ring = drawn(*long_ring()[1:])
    assert not ring.fillable((2, 0))
    assert ring.fillable((1, 0)) is False, "the way in to 0,0 leads through 1,0"
    assert ring.fillable((0, 0))


def _no_holes(tiles: set[Cell]) -> bool:
    """By flooding the empty ground from afar, the slow way."""
    span = range(-9, 10)
    todo: list[Cell] = [(-9, -9)]
    seen = set(todo)
    while todo:
        for near in around(todo.pop()):
            if near[0] in span and near[1] in span and near not in tiles and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) + len(tiles) == len(span) ** 2


def test_the_local_hole_rule_agrees_with_flooding_the_map() -> None:
    rng, laid = Random(7), [(board.START, NUMBER["sheep", 0])]
    free: tuple[int, ...] = board.open_cells(board.grid_of(laid), [board.START])
    for _ in range(25):
        tiles = Drawn(laid)
        edge_cells = {near for cell in tiles.cells for near in around(cell)} - set(tiles.cells)
        for cell in edge_cells:
            assert (board.cell_at(*cell) in free) == tiles.fillable(cell) == _no_holes({*tiles.cells, cell})
        laid.append((rng.choice(free), NUMBER["sheep", 0]))
        free = board.open_after(board.grid_of(laid), free, laid[-1][0])
        assert free == board.open_cells(board.grid_of(laid), [cell for cell, _ in laid])


# -- herds -------------------------------------------------------------------------------------


def test_flocks_are_sheep_of_any_kind_connected_by_touching_edges() -> None:
    tiles = drawn("sheep 0,0", "lambs 1,0", "black 1,-1", "sheep 3,0", "wolf 2,0")
    assert tiles.flocks() == [((1, -1), (0, 0), (1, 0)), ((3, 0),)]


def test_sheep_on_two_sides_of_a_fence_tile_are_two_flocks() -> None:
    assert drawn("sheep 0,0", "straight 1,0/1", "sheep 2,0").flocks() == [((0, 0),), ((2, 0),)]


# -- enclosures --------------------------------------------------------------------------------


def _enclosed(*tiles: str) -> list[tuple[Cell, ...]]:
    """The whole tiles in every enclosure that the last tile closes."""
    found = drawn(*tiles)
    return [found.whole_tiles(inside) for inside in found.closed_at(found.cells[-1])]


def test_six_tri_corners_enclose_the_tile_in_their_middle() -> None:
    assert _enclosed("sheep 0,0", *small_ring()) == [((0, 0),)]


def test_straights_and_tri_corners_enclose_two_tiles() -> None:
    assert _enclosed("sheep 0,0", "lambs 1,0", *long_ring()) == [((0, 0), (1, 0))]


def test_a_fence_is_made_by_lines_that_meet_across_an_edge() -> None:
    assert drawn("straight 0,0/0", "straight 1,0/0").met((0, 0)) == 0b000001
    assert drawn("straight 0,0/0", "straight 1,0/1").met((0, 0)) == 0
    assert drawn("straight 0,0/0", "sheep 1,0").met((0, 0)) == 0


@pytest.mark.parametrize("turned", range(6))
def test_a_line_that_meets_no_line_leaves_a_gap(turned: int) -> None:
    ring = small_ring()
    ring[turned] = ring[turned][:-1] + str((turned + 1) % 2)
    assert _enclosed("sheep 0,0", *ring) == []


def test_a_missing_tile_leaves_a_gap() -> None:
    assert _enclosed("sheep 0,0", *small_ring(leave_out=[3])) == []


def test_a_straight_fence_cannot_turn_the_corner_of_a_tri() -> None:
    ring = small_ring()
    for turn in range(3):
        assert _enclosed("sheep 0,0", *ring[:5], f"straight 0,1/{turn}") == []


def test_a_star_takes_the_place_of_any_fence() -> None:
    ring = long_ring()
    ring[1] = ring[1].replace("tri 2,-1/1", "star 2,-1/0")
    ring[2] = ring[2].replace("straight", "star")
    tiles = drawn("sheep 0,0", "lambs 1,0", *ring)
    assert ((0, 0), (1, 0)) in [tiles.whole_tiles(inside) for inside in tiles.closed_at((1, 1))]


def test_three_stars_around_a_corner_enclose_no_whole_tile() -> None:
    tiles = drawn("star 0,0/0", "star 1,0/0", "star 1,-1/0")
    (inside,) = tiles.closed_at((1, -1))
    assert len(inside) == 3
    assert tiles.whole_tiles(inside) == ()


def test_fence_tiles_lie_on_both_sides() -> None:
    tiles = drawn("sheep 0,0", *small_ring())
    (inside,) = tiles.closed_at((0, 1))
    for edge, cell in enumerate(HEX_WAYS):
        mine = [sector for q, r, sector in patches_of(inside) if (q, r) == cell]
        assert len(mine) == 1, "one of three sectors faces the middle"
        assert [tiles.ground(cell, sector) is None for sector in range(3)].count(True) == 2, edge


def test_one_tile_can_close_several_enclosures() -> None:
    two = ["sheep 0,0", "sheep 2,-1", *small_ring(), *small_ring((2, -1))]
    shared = "tri 1,0/0"
    tiles = drawn(*dict.fromkeys(tile for tile in two if tile != shared), shared)
    assert {tiles.whole_tiles(inside) for inside in tiles.closed_at((1, 0))} == {((0, 0),), ((2, -1),)}


def test_a_fold_within_a_fold_keeps_its_own_ground() -> None:
    outer = ring(3)
    between_them = [cell for cell, _ in hexagon_ring(2)]
    tiles = drawn("sheep 0,0", *small_ring(), *(f"sheep {q},{r}" for q, r in between_them), *outer)
    inner = tiles.closed_at((0, 1))
    assert [tiles.whole_tiles(inside) for inside in inner if (0, 0, 0) in patches_of(inside)] == [((0, 0),)]
    (between,) = [inside for inside in tiles.closed_at(tiles.cells[-1]) if (2, 0, 0) in patches_of(inside)]
    assert set(tiles.whole_tiles(between)) == set(between_them)


def test_edges_count_counter_clockwise_and_face_each_other() -> None:
    for edge, (q, r) in enumerate(HEX_WAYS):
        assert HEX_WAYS[(edge + 3) % 6] == (-q, -r)
