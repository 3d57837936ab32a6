"""Games to print: every game of the shelf, on both papers, to scale."""

from __future__ import annotations

import re

import pytest

from sheepfold.core.errors import SheepfoldError
from sheepfold.games import SHELF
from sheepfold.games.wolf_in_the_fold.board import TILES
from sheepfold.paper.sheets import MARGIN, game_sheet


@pytest.mark.parametrize("name", SHELF)
def test_every_game_can_be_printed_to_scale(name: str) -> None:
    printed = SHELF.room(name, "printed").PRINTED  # type: ignore[union-attr]
    for piece in printed.pieces():
        assert piece.copies > 0
        assert piece.millimetres <= 210 - 2 * MARGIN
    assert game_sheet(name).startswith(b"%PDF-")


def test_a_page_is_as_large_as_the_paper() -> None:
    boxes = {
        paper: re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", game_sheet("dogs", paper))
        for paper in ("a4", "letter")
    }
    assert {tuple(round(float(side)) for side in box) for box in boxes["a4"]} == {(595, 842)}
    assert {tuple(round(float(side)) for side in box) for box in boxes["letter"]} == {(612, 792)}


def test_there_are_as_many_tiles_as_in_the_bag() -> None:
    printed = SHELF.room("fold", "printed").PRINTED  # type: ignore[union-attr]
    assert sum(piece.copies for piece in printed.pieces()) == sum(TILES.values()) == 77


def test_another_paper_or_game_is_refused_in_a_sentence() -> None:
    with pytest.raises(SheepfoldError, match="a4 or letter"):
        game_sheet("dogs", "a3")


def test_a_sheet_links_to_where_the_designers_tell_of_their_game() -> None:
    assert b"(http://www.cameronius.com/games/mutton/)" in game_sheet("mutton")
