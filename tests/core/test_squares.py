"""Square geometry: x grows east, y grows north."""

from __future__ import annotations

import pytest

from sheepfold.core.geometry import SQUARE_WAYS, ahead, neighbours


def test_the_compass_runs_east_north_west_south() -> None:
    assert list(SQUARE_WAYS) == ["E", "N", "W", "S"]
    assert SQUARE_WAYS["E"] == (1, 0)
    assert SQUARE_WAYS["N"] == (0, 1)


def test_a_cell_has_four_neighbours_in_the_order_of_the_compass() -> None:
    assert neighbours((2, -1)) == ((3, -1), (2, 0), (1, -1), (2, -2))
    assert neighbours((2, -1)) == tuple(ahead((2, -1), way) for way in SQUARE_WAYS)


def test_being_a_neighbour_is_mutual() -> None:
    assert all((0, 0) in neighbours(cell) for cell in neighbours((0, 0)))


@pytest.mark.parametrize(("way", "back"), ["EW", "NS", "WE", "SN"])
def test_so_many_steps_ahead_and_back(way: str, back: str) -> None:
    assert ahead(ahead((3, 4), way, 5), back, 5) == (3, 4)
    assert ahead((3, 4), way, 0) == (3, 4)
    assert ahead((3, 4), way, -1) == ahead((3, 4), back)


def test_three_steps_north() -> None:
    assert ahead((0, 0), "N", 3) == (0, 3)
