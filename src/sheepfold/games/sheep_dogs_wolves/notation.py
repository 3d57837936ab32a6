"""Text to move and back: ``0,-3N`` is the sheep's cell and the way from sheep to wolf."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.contract import Legal, Seat
from sheepfold.core.errors import Ambiguous, IllegalNow, Malformed
from sheepfold.core.words.paragraphs import in_columns
from sheepfold.core.words.prose import listed, shown
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.rules import fitting, wait_for
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import part_of

FORMS: Final = in_columns(
    (
        ("0,-3N", "lay a tile with its sheep at 0,-3 and its wolf to the north of it (N, E, S or W);"),
        ("", "x grows east, y grows north; the first tile's dog stands at 0,0"),
    ),
    10,
)

_TILE: Final = re.compile(
    r"\(?\s*([+-]?)\s*([0-9]{1,9})\s*[,;]\s*([+-]?)\s*([0-9]{1,9})\s*\)?\s*,?\s*(n|e|s|w|north|east|south|west)?",
    re.IGNORECASE,
)


def parse(state: State, role: Seat, text: str) -> Legal[State]:
    """The move in a text; blanks, case, plus signs and a missing direction that can only be one are forgiven."""
    found = tile_in(text)
    wait_for(state, role)
    x, y = int(found[1] + found[2]), int(found[3] + found[4])
    if max(abs(x), abs(y)) > board.REACH:
        raise IllegalNow("That is far out and touches nothing. Lay it edge to edge with another.")
    way = found[5]
    tile = _only_way(state, x, y) if way is None else board.tile_at(x, y, board.COMPASS.index(way[0].upper()))
    return fitting(state, role, tile)


def tile_in(text: str) -> re.Match[str]:
    """Signs, cell and way as written. Raises Malformed."""
    found = _TILE.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-")) if len(text) <= 80 else None
    if found is None:
        raise Malformed(
            f"{shown(text)!r} is not a tile. Write the sheep's cell and the way to its wolf, such as 0,-3N."
        )
    return found


def _only_way(state: State, x: int, y: int) -> int:
    """The one tile that fits with its sheep there."""
    tiles = [board.tile_at(x, y, way) for way in range(4)]
    open_ways = [tile for tile in tiles if tile in state.choices]
    if not open_ways:
        raise IllegalNow(f"No tile fits with its sheep at {x},{y}. Lay it on empty ground, edge to edge with another.")
    if len(open_ways) > 1:
        either = listed(map(part_of, open_ways), "or")
        raise Ambiguous(f"Which way shall the tile at {x},{y} point? It could be {either}.")
    return open_ways[0]


def notate(legal: Legal[State]) -> str:
    """The canonical text of a move: its only part."""
    return legal.move[0]
