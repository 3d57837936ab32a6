"""The rules: the start, whose turn it is, what may be laid where and why not elsewhere, what a tile does, the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import compress

from sheepfold.core.contract import NATURE, NOTHING, Ahead, Legal, Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import Scores
from sheepfold.games.wolf_in_the_fold import board
from sheepfold.games.wolf_in_the_fold.board import (
    ARMS,
    FACE,
    IS_SHEEP,
    KIND,
    KINDS,
    LINES,
    NUMBER,
    REACH,
    WOLF,
    cell_at,
)
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
    cell_of,
    cell_part,
    part_of,
    turn_parts,
)


def start(options: Options, seats: int) -> State:
    return State(options, seats)


def mover(state: State) -> Seat | None:
    """Who draws or lays the next tile; None when none follows."""
    return None if state.ended is not None else NATURE if state.hand is None else state.seat


def to_move(state: State) -> frozenset[Seat]:
    seat = mover(state)
    return frozenset() if seat is None else frozenset({seat})


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    """NATURE: the kind drawn. A seat: the cell, then the turn of a fence."""
    if seat != mover(state):
        return NOTHING
    if seat == NATURE:
        return Ahead((), True) if so_far else _drawable(state.bag)
    if not so_far:
        return Ahead(tuple(map(part_of, state.legal)), False)
    if len(so_far) > 1:
        return Ahead((), True)
    if before is None and cell_of(so_far[0]) not in state.legal:
        return NOTHING
    facing = turn_parts(state.hand or "")
    return Ahead(facing, not facing)


def _drawable(bag: tuple[int, ...]) -> Ahead:
    """The kinds left in the bag, as likely as there are tiles of them."""
    return Ahead(tuple(compress(KINDS, bag)), False, tuple(filter(None, bag)))


# -- where a tile may go -----------------------------------------------------------------------


def targets(state: State, kind: str) -> tuple[int, ...]:
    """The cells where a tile of this kind may be laid, in reading order."""
    if kind == "wolf":
        hunted = {cell + step for cell, face in state.laid if face == WOLF for step in board.STEPS}
        return _beside(state, [herd for herd in _herds(state) if hunted.isdisjoint(herd)])
    if kind == "shepherd":
        return beside_open_herds(state) or _beside_fences(state) or state.open
    return state.open


def _herds(state: State) -> list[list[int]]:
    """The flocks that wolves can hunt."""
    sheep = [cell for cell, face in state.laid if IS_SHEEP[face]]
    return [flock for flock in board.flocks(sheep) if len(flock) >= state.options.min_herd]


def _beside(state: State, groups: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """The open cells next to one of these tiles."""
    near = {cell + step for group in groups for cell in group for step in board.STEPS}
    return tuple([cell for cell in state.open if cell in near])


def beside_open_herds(state: State) -> tuple[int, ...]:
    """The open cells next to a herd that is not fenced in."""
    enclosed = {patch // 6 for enclosure in state.enclosures for patch in enclosure.patches}
    return _beside(state, [herd for herd in _herds(state) if herd[0] not in enclosed])


def _beside_fences(state: State) -> tuple[int, ...]:
    return _beside(state, [[cell for cell, face in state.laid if LINES[face]]])


def flocks(state: State) -> list[Flock]:
    """Every flock on the map with its points."""
    enclosures = [enclosure.patches for enclosure in state.enclosures]
    laid = [cell for cell, _ in state.laid]
    return weigh(state.grid, laid, enclosures, state.options.mode, state.options.min_herd)


# -- whether a move may be played, and what to say to whoever tries one that may not ----------


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


# -- playing -----------------------------------------------------------------------------------


def play(legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
    """What a legal move leads to."""
    state, seat, move = legal.state, legal.seat, legal.move
    if seat == NATURE:
        return _draw(state, move[0])
    kind = state.hand or ""
    after = _lay(state, state.bag, legal.found, kind, int(move[1][1:]) if len(move) == 2 else 0)
    told = (Told(Laid(seat, kind, "".join(move))),)
    if len(after.enclosures) == len(state.enclosures):
        return after, told
    mode, min_herd = state.options.mode, state.options.min_herd
    folds = [
        fold_points(after.grid, fold.patches, mode, min_herd) for fold in after.enclosures[len(state.enclosures) :]
    ]
    return after, (*told, *(Told(Closed(seat, sheep, points)) for sheep, points in folds))


def _draw(state: State, kind: str) -> tuple[State, tuple[Told, ...]]:
    index = KINDS.index(kind)
    left = list(state.bag)
    left[index] -= 1
    rest = tuple(left)
    if not state.laid and kind != "wolf":
        return _lay(state, rest, board.START, kind, 0), (Told(Turned(kind)),)
    legal = targets(state, kind) if state.laid else ()
    if not legal:
        seat = state.seat if state.laid else None
        return replace(state, returned=state.returned + 1), (Told(WentBack(seat, kind)),)
    return replace(state, bag=rest, hand=kind, legal=legal), (Told(Drew(state.seat, kind)),)


def _lay(state: State, bag: tuple[int, ...], cell: int, kind: str, turn: int) -> State:
    face = NUMBER[kind, turn]
    grid = bytearray(state.grid)
    board.lay(grid, cell, face)
    enclosures = state.enclosures
    if LINES[face] and (closed := board.closed_at(grid, cell)):
        enclosures += tuple(Enclosure(tuple(sorted(ground)), state.seat, len(state.laid)) for ground in closed)
    after = State(
        state.options,
        state.seats,
        bag,
        (*state.laid, (cell, face)),
        enclosures=enclosures,
        grid=bytes(grid),
        open=board.open_after(grid, state.open, cell),
    )
    return after if any(bag[:-1]) else replace(after, ended=_ended(after))


def _ended(state: State) -> str | None:
    """Why no tile follows, if none does, once nothing but wolves is left in the bag."""
    if not state.left("wolf"):
        return STACK_EMPTY
    return None if targets(state, "wolf") else ONLY_WOLVES


# -- the end -----------------------------------------------------------------------------------


def scores(state: State, weighed: Sequence[Flock] | None = None) -> Scores:
    """The points as the map stands: players and wolves, or every seat. ``weighed``: its flocks, if they are known."""
    found = flocks(state) if weighed is None else weighed
    if state.options.mode == TOGETHER:
        return Scores(
            {"players": sum(flock.players for flock in found), "wolves": sum(flock.wolves for flock in found)}
        )
    points = dict.fromkeys(range(1, state.seats + 1), 0)
    for flock in found:
        if flock.enclosure is not None:
            points[state.enclosures[flock.enclosure].by] += flock.players
    return Scores(points)


def outcome(state: State) -> Outcome | None:
    if state.ended is None:
        return None
    return judged(state.options, state.seats, scores(state), state.ended)


def judged(options: Options, seats: int, points: Scores, cause: str) -> Outcome:
    """Who won, by the points at the end and why no tile follows."""
    everybody = tuple(range(1, seats + 1))
    if options.mode == TOGETHER:
        ours, theirs = points["players"], points["wolves"]
        winners = everybody if ours >= theirs else ()
        result = "players won" if ours > theirs else "draw" if ours == theirs else "wolves won"
    else:
        best = max(points.values())
        winners = tuple(seat for seat in everybody if points[seat] == best)
        result = "won" if len(winners) == 1 else "shared"
    return Outcome(winners, points, f"{result}, {cause}")
