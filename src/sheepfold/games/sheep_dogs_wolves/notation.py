"""Text to move and back: ``0,-3N`` is the sheep's cell and the way from sheep to wolf."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.contract import Move, Seat
from sheepfold.core.errors import Ambiguous, IllegalNow, Malformed
from sheepfold.core.options import shown
from sheepfold.core.prose import listed
from sheepfold.games.sheep_dogs_wolves import board, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import part_of

HELP: Final = (
    "0,-3N     lay a tile with its sheep at 0,-3 and its wolf to the north of it (N, E, S or W);\n"
    "          x grows east, y grows north; the first tile's dog stands at 0,0\n"
)

_TILE: Final = re.compile(
    r"\(?\s*([+-]?)\s*([0-9]{1,9})\s*[,;]\s*([+-]?)\s*([0-9]{1,9})\s*\)?\s*,?\s*(n|e|s|w|north|east|south|west)?",
    re.IGNORECASE,
)


def read(state: State, role: Seat, text: str) -> Move:
    """The move in a text; blanks, case, plus signs and a missing direction that can only be one are forgiven."""
    found = tile_in(text)
    if role != rules.turn(state):
        raise IllegalNow("It is not your turn." if state.left else "All tiles are laid.")
    x, y = int(found[1] + found[2]), int(found[3] + found[4])
    if max(abs(x), abs(y)) > board.REACH:
        raise IllegalNow("That is far out and touches nothing. Lay it edge to edge with another.")
    if found[5] is None:
        return (_only_way(state, x, y),)
    tile = board.tile_at(x, y, board.COMPASS.index(found[5][0].upper()))
    if tile not in state.choices:
        raise rules.refusal(state, tile)
    return (part_of(tile),)


def tile_in(text: str) -> re.Match[str]:
    """Signs, cell and way as written. Raises Malformed."""
    found = _TILE.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-")) if len(text) <= 80 else None
    if found is None:
        raise Malformed(f"{shown(text)!r} is no tile. Write the sheep's cell and the way to its wolf, such as 0,-3N.")
    return found


def _only_way(state: State, x: int, y: int) -> str:
    """The one tile that fits with its sheep there."""
    tiles = [board.tile_at(x, y, way) for way in range(4)]
    fitting = [part_of(tile) for tile in tiles if tile in state.choices]
    if not fitting:
        raise IllegalNow(f"No tile fits with its sheep at {x},{y}. Lay it on empty ground, edge to edge with another.")
    if len(fitting) > 1:
        raise Ambiguous(f"Which way shall the tile at {x},{y} point? It could be {listed(fitting, 'or')}.")
    return fitting[0]


def write(move: Move) -> str:
    """The canonical text of a move: its only part."""
    return move[0]
