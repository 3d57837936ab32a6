"""Hexagon boards: cell names and neighbours at every size."""

from __future__ import annotations

import pytest

from sheepfold.games.mutton.board import hexagon


@pytest.mark.parametrize("size", range(1, 9))
def test_a_hexagon_has_3n_n_minus_1_plus_1_cells(size: int) -> None:
    assert len(hexagon(size).names) == 3 * size * (size - 1) + 1


def test_rows_are_letters_and_columns_diagonals_from_the_left() -> None:
    board = hexagon(4)
    rows = [[board.names[cell] for cell in row] for row in board.rows()]
    assert (rows[0][0], rows[0][-1]) == ("a1", "a4")
    assert (rows[3][0], rows[3][-1]) == ("d1", "d7")
    assert (rows[4][0], rows[4][-1]) == ("e2", "e7")
    assert (rows[6][0], rows[6][-1]) == ("g4", "g7")


@pytest.mark.parametrize("size", range(1, 9))
def test_neighbours_are_mutual_and_follow_the_rule(size: int) -> None:
    board = hexagon(size)
    for cell, near in enumerate(board.near):
        row, column = board.places[cell]
        touching = {(row, column - 1), (row, column + 1), (row + 1, column), (row + 1, column + 1),
                    (row - 1, column), (row - 1, column - 1)}  # fmt: skip
        assert {board.places[other] for other in near} == touching & set(board.places)
        assert all(cell in board.near[other] for other in near)


def test_the_centre_has_six_neighbours_and_a_corner_three() -> None:
    board = hexagon(4)
    assert len(board.near[board.index["d4"]]) == 6
    assert len(board.near[board.index["a1"]]) == 3
