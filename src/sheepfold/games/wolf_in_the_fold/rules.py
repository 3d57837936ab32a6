"""The rules: the start, whose turn it is, what may be laid where, what a tile does, how it ends."""

from __future__ import annotations

import re
from dataclasses import replace

from sheepfold.core.contract import NATURE, NOTHING, Ahead, Legal, Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.games.wolf_in_the_fold import board as map_
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, KINDS, Cell
from sheepfold.games.wolf_in_the_fold.score import Flock, fold_points, weigh
from sheepfold.games.wolf_in_the_fold.state import Enclosure, State
from sheepfold.games.wolf_in_the_fold.terms import (
    NAMES,
    ONLY_WOLVES,
    STACK_EMPTY,
    TOGETHER,
    Closed,
    Drew,
    Laid,
    Options,
    Turned,
    WentBack,
    cell_part,
    turn_parts,
)

ORIGIN: Cell = (0, 0)


def start(options: Options, seats: int) -> State:
    return State(options, seats)


def to_move(state: State) -> frozenset[Seat]:
    if state.ended is not None:
        return frozenset()
    return frozenset({NATURE if state.hand is None else state.seat})


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    """NATURE: the kind drawn. A seat: the cell, then the turn of a fence."""
    if seat not in to_move(state):
        return NOTHING
    if seat == NATURE:
        left = {kind: left for kind, left in zip(KINDS, state.bag, strict=True) if left}
        return Ahead((), True) if so_far else Ahead(tuple(left), False, tuple(left.values()))
    if not so_far:
        return Ahead(tuple(map(cell_part, state.legal)), False)
    facing = turn_parts(state.hand or "")
    if len(so_far) == 1 and facing:
        return Ahead(facing, False) if so_far[0] in map(cell_part, state.legal) else NOTHING
    return Ahead((), True)


# -- where a tile may go -----------------------------------------------------------------------


def targets(state: State, kind: str) -> tuple[Cell, ...]:
    """The cells where a tile of this kind may be laid, in reading order."""
    if kind == "wolf":
        cells = _beside(state, [flock for flock in flocks(state) if flock.herd and not flock.wolf])
    elif kind == "shepherd":
        cells = _beside_open_herds(state) or _beside_fences(state) or state.open
    else:
        cells = state.open
    return tuple(sorted(cells, key=map_.reading))


def _beside(state: State, herds: list[Flock]) -> frozenset[Cell]:
    return frozenset(near for herd in herds for cell in herd.cells for near in map_.around(cell)) & state.open


def _beside_open_herds(state: State) -> frozenset[Cell]:
    return _beside(state, [flock for flock in flocks(state) if flock.herd and flock.enclosure is None])


def _beside_fences(state: State) -> frozenset[Cell]:
    return frozenset(near for cell, face in state.laid if face.lines for near in map_.around(cell)) & state.open


def flocks(state: State) -> tuple[Flock, ...]:
    """Every flock on the map with its points."""
    enclosures = [enclosure.patches for enclosure in state.enclosures]
    return weigh(state.board, enclosures, state.options.mode, state.options.min_herd)


# -- playing -----------------------------------------------------------------------------------


def play(legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
    """What a legal move leads to."""
    state, seat, move = legal.state, legal.seat, legal.move
    if seat == NATURE:
        return _draw(state, move[0])
    q, r = map(int, move[0].split(","))
    kind = state.hand or ""
    after = _lay(state, (q, r), kind, int(move[1][1:]) if len(move) == 2 else 0)
    told = [Told(Laid(seat, kind, "".join(move)))]
    for enclosure in after.enclosures[len(state.enclosures) :]:
        options = state.options
        told.append(Told(Closed(seat, *fold_points(after.board, enclosure.patches, options.mode, options.min_herd))))
    return after, tuple(told)


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move. Raises IllegalNow, in words for the seat, unless it is whole and legal."""
    if seat not in to_move(state):
        if state.ended is not None:
            raise IllegalNow("The game is over; no tile follows.")
        raise IllegalNow("It is not your turn." if seat != NATURE else "No tile is to be drawn now.")
    if seat == NATURE:
        if len(move) != 1 or move[0] not in KINDS or not state.left(move[0]):
            raise IllegalNow("The stack holds no such tile.")
        return Legal(state, seat, move)
    if not move or move[0] not in map(cell_part, state.legal):
        raise IllegalNow(why_not(state, move[0] if move else ""))
    kind = state.hand or ""
    if len(move) != (2 if kind in ARMS else 1) or (kind in ARMS and move[1] not in turn_parts(kind)):
        raise IllegalNow(turn_advice(kind, move[0]))
    return Legal(state, seat, move)


def turn_advice(kind: str, cell: Part) -> str:
    """How to write a move whose cell is right and whose turn is not."""
    allowed = [cell + part for part in turn_parts(kind)]
    if not allowed:
        return f"{NAMES[kind].capitalize()} has no turn. Write {cell}."
    return f"{NAMES[kind].capitalize()} is written with its turn: {' or '.join(allowed)}."


def why_not(state: State, part: Part) -> str:
    """Why the tile in hand may not be laid on this cell."""
    kind = state.hand or ""
    if not re.fullmatch(r"-?[0-9]{1,3},-?[0-9]{1,3}", part):
        return "A move starts with a cell such as 1,-2."
    q, r = map(int, part.split(","))
    cell = (q, r)
    if cell in state.legal:
        return f"Write the cell as {cell_part(cell)}."
    if cell in state.board:
        return f"{cell_part(cell)} is taken by {NAMES[state.board[cell].kind]}. Pick an empty cell."
    if not map_.filled_around(state.board, cell):
        return f"A tile on {cell_part(cell)} touches nothing. Lay it edge to edge with another."
    if cell not in state.open:
        return f"{cell_part(cell)} would cut off an empty patch. Set the tile where the open ground stays in one piece."
    if kind == "wolf":
        return f"No unhunted herd lies next to {cell_part(cell)}. A wolf goes beside a herd that no wolf touches yet."
    want = "a herd that is not enclosed" if _beside_open_herds(state) else "a fence, since he can reach no open herd"
    return f"The shepherd may not stand on {cell_part(cell)}. He goes next to {want}."


def _draw(state: State, kind: str) -> tuple[State, tuple[Told, ...]]:
    index = KINDS.index(kind)
    rest = (*state.bag[:index], state.bag[index] - 1, *state.bag[index + 1 :])
    if not state.laid:
        if kind == "wolf":
            return replace(state, returned=state.returned + 1), (Told(WentBack(None, kind)),)
        return _lay(replace(state, bag=rest), ORIGIN, kind, 0), (Told(Turned(kind)),)
    legal = targets(state, kind)
    if not legal:
        return replace(state, returned=state.returned + 1), (Told(WentBack(state.seat, kind)),)
    return replace(state, bag=rest, hand=kind, legal=legal), (Told(Drew(state.seat, kind)),)


def _lay(state: State, cell: Cell, kind: str, turn: int) -> State:
    face = FACES[kind, turn]
    board = {**state.board, cell: face}
    closed = map_.closed_at(board, cell) if face.lines else []
    enclosures = tuple(Enclosure(tuple(sorted(ground)), state.seat, len(state.laid)) for ground in closed)
    after = replace(
        state,
        laid=(*state.laid, (cell, face)),
        hand=None,
        returned=0,
        enclosures=state.enclosures + enclosures,
        board=board,
        open=map_.open_after(board, state.open, cell),
        legal=(),
    )
    return replace(after, ended=_ended(after))


def _ended(state: State) -> str | None:
    """Why no tile follows, if none does: asked before each draw."""
    if not any(state.bag):
        return STACK_EMPTY
    if sum(state.bag) == state.left("wolf") and not targets(state, "wolf"):
        return ONLY_WOLVES
    return None


# -- the end -----------------------------------------------------------------------------------


def scores(state: State) -> tuple[tuple[str, int], ...]:
    """The points as the map stands: players and wolves, or every seat."""
    found = flocks(state)
    if state.options.mode == TOGETHER:
        return ("players", sum(flock.players for flock in found)), ("wolves", sum(flock.wolves for flock in found))
    points = dict.fromkeys(range(1, state.seats + 1), 0)
    for flock in found:
        if flock.enclosure is not None:
            points[state.enclosures[flock.enclosure].by] += flock.players
    return tuple((str(seat), n) for seat, n in points.items())


def outcome(state: State) -> Outcome | None:
    if state.ended is None:
        return None
    points = scores(state)
    everybody = tuple(range(1, state.seats + 1))
    if state.options.mode == TOGETHER:
        (_, ours), (_, theirs) = points
        winners = everybody if ours >= theirs else ()
        result = "players won" if ours > theirs else "draw" if ours == theirs else "wolves won"
    else:
        best = max(n for _, n in points)
        winners = tuple(seat for seat, (_, n) in zip(everybody, points, strict=True) if n == best)
        result = "won" if len(winners) == 1 else "shared"
    return Outcome(winners, points, f"{result}, {state.ended}")
