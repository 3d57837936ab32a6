"""How many ways there are to play on: numbers that move if any rule of placement does."""

from __future__ import annotations

import pytest

from games.wolf_in_the_fold.positions import played
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.terms import Options
from sheepfold.lab import perft

# By hand: any of 8 kinds is turned over, then any of 8 drawn. If the first was a wolf it went back, so the
# second was the starting tile or went back too, and a third is drawn: 8 times 8. Else five kinds have 6
# places beside the starting tile, a straight 18, a tri-corner 12, and a wolf goes back for 8 other draws.


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 8 * 8), (3, 7 * (5 * 6 + 18 + 12 + 8) + 64)])
def test_sequences_of_moves_from_the_start(depth: int, count: int) -> None:
    assert perft.moves(GAME, GAME.start(Options(), 1), depth) == count


# Round a herd of two lie 8 cells: six kinds of one way, straights of three, tri-corners of two.


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 8 * (6 + 3 + 2)), (3, 8 * (6 + 3 + 2) * 8)])
def test_sequences_of_moves_round_a_herd(depth: int, count: int) -> None:
    assert perft.moves(GAME, played("sheep", "lambs 1,0"), depth) == count


@pytest.mark.parametrize(("min_herd", "count"), [(1, 16_732), (2, 16_858)])
def test_sequences_of_five_parts(min_herd: int, count: int) -> None:
    assert perft.parts(GAME, GAME.start(Options(min_herd=min_herd), 1), 5) == count
