"""Whether a move may be played, and what to say to whoever tries one that may not."""

from __future__ import annotations

import re

from sheepfold.core.contract import NATURE, Legal, Move, Part, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACE, KIND, KINDS, REACH, cell_at
from sheepfold.games.wolf_in_the_fold.rules import beside_open_herds, mover
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import NAMES, cell_of, cell_part, turn_parts


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move, and the cell that it fills. Raises IllegalNow, in words for the seat, unless it is whole and legal."""
    if seat != mover(state):
        if state.ended is not None:
            raise IllegalNow("The game is over; no tile follows.")
        raise IllegalNow("It is not your turn." if seat != NATURE else "No tile is to be drawn now.")
    if seat == NATURE:
        if len(move) != 1 or move[0] not in KINDS or not state.left(move[0]):
            raise IllegalNow("The bag holds no such tile.")
        return Legal(state, seat, move)
    cell = cell_of(move[0]) if move else None
    if cell is None or cell not in state.legal:
        raise IllegalNow(_why_not(state, move[0] if move else ""))
    kind = state.hand or ""
    if len(move) != (2 if kind in ARMS else 1) or (kind in ARMS and move[1] not in turn_parts(kind)):
        raise IllegalNow(_turn_advice(kind, move[0]))
    return Legal(state, seat, move, cell)


def _turn_advice(kind: str, cell: Part) -> str:
    """How to write a move whose cell is right and whose turn is not."""
    allowed = [cell + part for part in turn_parts(kind)]
    if not allowed:
        return f"{NAMES[kind].capitalize()} is written without a turn: {cell}."
    return f"{NAMES[kind].capitalize()} is written with its turn: {' or '.join(allowed)}."


def _why_not(state: State, part: Part) -> str:
    """Why the tile in hand may not be laid on this cell."""
    if not re.fullmatch(r"-?[0-9]{1,3},-?[0-9]{1,3}", part):
        return "A move starts with a cell such as 1,-2."
    q, r = map(int, part.split(","))
    name, cell = cell_part((q, r)), cell_at(q, r)
    within = max(abs(q), abs(r)) <= REACH
    if within and cell in state.legal:
        return f"Write the cell as {name}."
    if within and state.grid[cell] >= FACE:
        return f"{name} is taken by {NAMES[KIND[state.grid[cell]]]}. Pick an empty cell."
    if not within or not state.grid[cell]:
        return f"A tile on {name} touches nothing. Lay it edge to edge with another."
    if cell not in state.open:
        return f"{name} would cut off an empty patch. Lay the tile where the open ground stays in one piece."
    if state.hand == "wolf":
        return f"No herd without a wolf lies next to {name}. A wolf goes next to a herd that no wolf touches yet."
    want = "a herd that is not fenced in" if beside_open_herds(state) else "a fence, since no herd in reach is open"
    return f"The shepherd may not stand on {name}. He goes next to {want}."
