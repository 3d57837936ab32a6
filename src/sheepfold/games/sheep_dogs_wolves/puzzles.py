"""Puzzles of the ending: with two tiles to lay, one place is better than all others. The answers are searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.contract.daily import Ghost, PuzzleKind, Solution, only_best
from sheepfold.core.duel import DuelView
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.bot import Scratch
from sheepfold.games.sheep_dogs_wolves.terms import ROLES, SHEEP, Options, part_of, tiles_of
from sheepfold.games.sheep_dogs_wolves.view import View

TILES_LEFT: Final = 2


def best_place(view: DuelView[Options, View]) -> Solution | None:
    """The tile that is worth most when the other side answers with the best last tile."""
    now = view.now
    if now is None or now.turn is None or view.role != now.turn or now.left != TILES_LEFT:
        return None
    tiles = tiles_of(now.tiles)
    sign = 1 if now.turn == SHEEP else -1
    values = [(sign * worth, part_of(tile)) for tile, worth in last_two(tiles, sign).items()]
    found = only_best(values, 1, _apart)
    if found is None:
        return None
    answer, choices = found
    (most, _), (second, _) = sorted(values, reverse=True)[:2]
    saved, other = round(sign * most), round(sign * second)
    reason = (
        f"After this tile {saved} of {len(tiles) + TILES_LEFT} sheep live, however well the last one is laid. After "
        f"any other tile the {ROLES[2 - now.turn]} can make it {other}."
    )
    return Solution(answer, choices, reason, min(10, len(values) // 14))


def _apart(one: str, other: str) -> float:
    """How far two tiles lie from each other, by their sheep."""
    (x, y), (u, v) = (board.place_of(tile >> 2) for tile in tiles_of((one, other)))
    return abs(x - u) + abs(y - v)


def last_two(tiles: Sequence[int], sign: int) -> dict[int, float]:
    """For each tile that may be laid, the sheep that live after the best answer of the other side."""
    field = Scratch(tiles, TILES_LEFT)
    return {tile: sign * field.end_after(tile, sign) for tile in field.choices}


def ghosts(view: DuelView[Options, View], choice: str) -> Sequence[Ghost]:
    """The tile as a choice would lay it."""
    from sheepfold.games.sheep_dogs_wolves.picture import lone_tile

    return [lone_tile(choice)]


KINDS: Final = (
    PuzzleKind("plank", "Two tiles are left, and you lay the first of them. Where?", best_place, ghosts=ghosts),
)
SHIPPED: Final = {"plank": 60}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final = (
    ({"mode": "single", "tiles": 7}, ("terrier", "collie")),
    ({"mode": "single", "tiles": 15}, ("terrier", "collie")),
)
"""options, and the bots that play."""
