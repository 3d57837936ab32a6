"""Compiled play: random games of Wolf in the Fold on flat arrays, by the very luck that the rules would play by.

Only whoever plays many games loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile.
Cells and faces are numbered as in ``board``, whose tables these are; what is worked out with sets there is worked out
here with marks on the tiles, each known by its number in the order of laying. A test holds every game against the
rules. What is compiled is few functions without wrappers of their own, which is what compiling costs most for.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import NATURE, Outcome
from sheepfold.core.records import luck
from sheepfold.core.records.luck import HASHED, Luck, SaidMove
from sheepfold.core.scores import Scores
from sheepfold.games.wolf_in_the_fold import board
from sheepfold.games.wolf_in_the_fold.board import FACE, HERE_AND_AROUND, KINDS, NUMBER, SHEPHERD, SIDE, START, WOLF
from sheepfold.games.wolf_in_the_fold.rules import judged
from sheepfold.games.wolf_in_the_fold.score import PREY, WORTH
from sheepfold.games.wolf_in_the_fold.terms import (
    ONLY_WOLVES,
    STACK_EMPTY,
    TOGETHER,
    VERSUS,
    Options,
    part_of,
)

Array: TypeAlias = "np.ndarray[Any, Any]"

inner: Any = partial(
    njit, cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", forceinline=True
)()
"""For what nobody calls from outside: it is compiled in half the time."""
below, drawn, wander = inner(luck.below), inner(luck.drawn), inner(luck.wander)

MOST: Final = sum(board.TILES.values())
TILES: Final = np.array(list(board.TILES.values()))
FENCES, SHEPHERD_KIND, WOLF_KIND = 3, 6, 7
"""Kinds by their place in ``KINDS``: sheep come before the fences, then the shepherd and the wolf."""
assert KINDS[:3] == board.SHEEP
assert KINDS[6:] == ("shepherd", "wolf")

STEP: Final = np.array(HERE_AND_AROUND)
"""To the cell itself, then through edges 0 to 5."""
TURNS: Final = np.array([board.turns(kind) for kind in KINDS])
FIRST_FACE: Final = np.array([NUMBER[kind, 0] for kind in KINDS])
KIND: Final = np.array([KINDS.index(kind) if kind else len(KINDS) for kind in board.KIND])
LINES: Final = np.array(board.LINES)
FILLABLE: Final = np.array(board.FILLABLE, np.int64)
SECTOR: Final = np.array(board.SECTOR)
SECTORS: Final = np.array([len(ways) for ways in board.WAYS_OUT])
WAYS_OUT: Final = np.full((len(board.WAYS_OUT), 6, 12, 2), -1)
"""By face and sector: steps and the neighbour's names for its halves, as many as ``WAYS``."""
WAYS: Final = np.zeros((len(board.WAYS_OUT), 6), np.int64)
for face, sectors in enumerate(board.WAYS_OUT):
    for sector, ways in enumerate(sectors):
        WAYS_OUT[face, sector, : len(ways)], WAYS[face, sector] = ways, len(ways)
VALUES: Final = np.array([[WORTH[mode][kind] for kind in board.SHEEP] for mode in (TOGETHER, VERSUS)])
PREYED: Final = np.array([PREY[kind] for kind in board.SHEEP])

CAUSES: Final = ("", STACK_EMPTY, ONLY_WOLVES)
WORDS: Final = 256
PLIES: Final = 176
"""Luck for one game; the few that need more are played again with more."""

# A game lies on one flat array, part after part: what is compiled of many arrays takes longer to compile and to run.
# By cell: what ``board`` has in its grid; which tile lies there; whether it may be filled; when it was last looked at.
GRID, NUMBERS, OPEN, MARK = (part * SIDE * SIDE for part in range(4))
# By tile: where it lies; the fold that it lies in as a whole, from 1; for a sheep, one that joined its flock later, or
# itself if none did. What is known of a flock is kept with its last sheep: how many they are, their points to the
# players and to the wolves, how often a wolf and a shepherd touches them, the fold around them.
CELLS, FOLD_OF, FLOCK, SIZE, WORTHY, TASTY, HUNTED, GUARDED, FOLD = (4 * SIDE * SIDE + part * MOST for part in range(9))
# By fold: whose tile closed it. By tile and sector: when it was last looked at. What is to be looked at.
BY, SEEN, AHEAD = (FOLD + MOST + 6 * part * MOST for part in range(3))
# Where the last tile could go. By row: how many of its cells may be filled.
LEGAL, ROWS = AHEAD + 6 * MOST, AHEAD + 14 * MOST
# What is left of each kind. Points of the wolves, then of the seats; together, the players' are those of seat 1.
BAG, POINTS = ROWS + SIDE, ROWS + SIDE + 8
# How many: tiles, cells that may be filled, choices, folds, looks so far. Why no tile follows, by ``CAUSES``. No
# cell that may be filled lies above the top row or left of the leftmost column. The kind that was drawn last.
LAID, OPENS, CHOICES, FOLDS, STAMP, ENDED, TOP, LEFT, HAND = range(POINTS + 8, POINTS + 17)
WHOLE: Final = HAND + 1


# -- herds -------------------------------------------------------------------------------------


@inner
def herd_of(t: Array, sheep: int) -> Any:
    """The last sheep to join a sheep's flock: what is known of the flock is kept with it."""
    while t[FLOCK + sheep] != sheep:
        sheep = t[FLOCK + sheep]
    return sheep


@inner
def gather(t: Array, tile: int, cell: int, versus: int) -> None:
    """Join the sheep just laid with those beside it, or tell them who has come: ``board.flocks``, ``board.touches``."""
    kind = KIND[t[GRID + cell]]
    if kind < FENCES:
        t[FLOCK + tile] = tile
        t[SIZE + tile], t[WORTHY + tile], t[TASTY + tile] = 1, VALUES[versus, kind], PREYED[kind]
        t[HUNTED + tile], t[GUARDED + tile], t[FOLD + tile] = 0, 0, 0
    for way in range(1, 7):
        face = t[GRID + cell + STEP[way]]
        if KIND[face] < FENCES:
            herd = herd_of(t, t[NUMBERS + cell + STEP[way]])
            if kind < FENCES and herd != tile:
                t[FLOCK + herd] = tile
                for fact in (SIZE, WORTHY, TASTY, HUNTED, GUARDED):
                    t[fact + tile] += t[fact + herd]
            elif kind == WOLF_KIND:
                t[HUNTED + herd] = 1
            elif kind == SHEPHERD_KIND:
                t[GUARDED + herd] = 1
        elif kind < FENCES and face == WOLF:
            t[HUNTED + tile] = 1
        elif kind < FENCES and face == SHEPHERD:
            t[GUARDED + tile] = 1


# -- tiles -------------------------------------------------------------------------------------


@inner
def lay(t: Array, cell: int, face: int, versus: int) -> None:
    """``board.lay`` and ``board.open_after``."""
    tile = t[LAID]
    t[LAID] = tile + 1
    t[CELLS + tile], t[NUMBERS + cell], t[FOLD_OF + tile] = cell, tile, 0
    t[GRID + cell] = face
    for edge in range(6):
        beside = cell + STEP[edge + 1]
        if t[GRID + beside] < FACE:
            t[GRID + beside] |= 1 << (edge + 3) % 6
    if LINES[face] == 0:
        gather(t, tile, cell, versus)
    row, column = cell // SIDE, cell % SIDE
    t[TOP], t[LEFT] = min(t[TOP], row - 1), min(t[LEFT], column - 1)
    for way in range(7):
        at = cell + STEP[way]
        more = FILLABLE[t[GRID + at]] - t[OPEN + at]
        t[OPEN + at] += more
        t[ROWS + at // SIDE] += more
        t[OPENS] += more


@inner
def open_cell(t: Array, which: int) -> Any:
    """The open cell of this number, in reading order."""
    row = t[TOP]
    while which >= t[ROWS + row]:
        which -= t[ROWS + row]
        row += 1
    cell = row * SIDE + t[LEFT]
    which -= t[OPEN + cell]
    while which >= 0:
        cell += 1
        which -= t[OPEN + cell]
    return cell


@inner
def enclose(t: Array, cell: int, seat: int) -> None:
    """Note the folds that the fence just laid completed: ``board.closed_at``."""
    meeting = 0
    for edge in range(6):
        if LINES[t[GRID + cell]] >> edge & 1 and LINES[t[GRID + cell + STEP[edge + 1]]] >> (edge + 3) % 6 & 1:
            meeting += 1
    if meeting < 2:
        return
    first = t[STAMP] + 1
    for sector in range(SECTORS[t[GRID + cell]]):
        start = 6 * t[NUMBERS + cell] + sector
        if t[SEEN + start] >= first:
            continue  # it lies in a fold that was found a moment ago, or in the open
        t[STAMP] += 1
        t[SEEN + start] = t[STAMP]
        t[AHEAD] = start
        number, shut = 1, True
        while shut and number:
            number -= 1
            at, own = t[CELLS + t[AHEAD + number] // 6], t[AHEAD + number] % 6
            face = t[GRID + at]
            for way in range(WAYS[face, own]):
                beside = at + WAYS_OUT[face, own, way, 0]
                if t[GRID + beside] < FACE:
                    shut = False
                    break
                patch = 6 * t[NUMBERS + beside] + SECTOR[t[GRID + beside], WAYS_OUT[face, own, way, 1]]
                if t[SEEN + patch] < first:
                    t[SEEN + patch] = t[STAMP]
                    t[AHEAD + number] = patch
                    number += 1
                elif t[SEEN + patch] < t[STAMP]:
                    shut = False  # a moment ago this was found to be open
                    break
        if shut:
            t[BY + t[FOLDS]] = seat
            t[FOLDS] += 1
            for tile in range(t[LAID]):
                if t[SEEN + 6 * tile] == t[STAMP] and LINES[t[GRID + t[CELLS + tile]]] == 0:
                    t[FOLD_OF + tile] = t[FOLDS]
                    if KIND[t[GRID + t[CELLS + tile]]] < FENCES:
                        t[FOLD + herd_of(t, tile)] = t[FOLDS]


@inner
def targets(t: Array, kind: int, min_herd: int) -> Any:
    """At how many places a tile of this kind may be laid: ``rules.targets``. They are written down, unless they are all
    that are open: then ``CHOICES`` is 0."""
    t[CHOICES] = 0
    if kind < SHEPHERD_KIND:
        return t[OPENS]
    for fences in range(2 if kind == SHEPHERD_KIND else 1):
        number = 0
        t[STAMP] += 1
        for tile in range(t[LAID]):
            face, wanted = t[GRID + t[CELLS + tile]], False
            if fences:
                wanted = LINES[face] != 0
            elif KIND[face] < FENCES:
                herd = herd_of(t, tile)
                wanted = t[SIZE + herd] >= min_herd and t[(HUNTED if kind == WOLF_KIND else FOLD) + herd] == 0
            for way in range(1, 7 if wanted else 1):
                cell = t[CELLS + tile] + STEP[way]
                if t[OPEN + cell] and t[MARK + cell] != t[STAMP]:
                    t[MARK + cell] = t[STAMP]
                    place = number
                    while place > 0 and t[LEGAL + place - 1] > cell:
                        t[LEGAL + place] = t[LEGAL + place - 1]
                        place -= 1
                    t[LEGAL + place] = cell
                    number += 1
        t[CHOICES] = number
        if number or kind == WOLF_KIND:
            return number
    return t[OPENS]


@inner
def score(t: Array, versus: int, min_herd: int) -> None:
    """Write down the points: ``score.weigh``."""
    t[POINTS : POINTS + 8] = 0
    for fold in range(t[FOLDS]):
        t[AHEAD + fold + 1] = 0
    for tile in range(t[LAID]):
        if t[GRID + t[CELLS + tile]] == SHEPHERD:
            t[AHEAD + t[FOLD_OF + tile]] = 1
    for tile in range(t[LAID]):
        if KIND[t[GRID + t[CELLS + tile]]] >= FENCES or t[FLOCK + tile] != tile:
            continue
        fold = t[FOLD + tile]
        ours = t[WORTHY + tile] if fold else 0
        if t[HUNTED + tile] and t[SIZE + tile] >= min_herd:
            guarded = t[GUARDED + tile] or (fold and t[AHEAD + fold])
            ours = (ours + 1) // 2 if guarded else 0
            if not versus:
                t[POINTS] += t[TASTY + tile] // 2 if guarded else t[TASTY + tile]
        if fold:
            t[POINTS + (t[BY + fold - 1] if versus else 1)] += ours


# -- games -------------------------------------------------------------------------------------


@inner
def clear(t: Array) -> None:
    """Take all tiles away."""
    for tile in range(t[LAID]):
        for way in range(7):
            t[GRID + t[CELLS + tile] + STEP[way]] = 0
            t[OPEN + t[CELLS + tile] + STEP[way]] = 0
    t[ROWS : ROWS + SIDE] = 0
    t[LAID], t[OPENS], t[FOLDS], t[ENDED] = 0, 0, 0, 0
    t[TOP], t[LEFT] = SIDE, SIDE
    for kind in range(len(TILES)):
        t[BAG + kind] = TILES[kind]


@inner
def put(t: Array, cell: int, turn: int, seats: int, versus: int, min_herd: int) -> None:
    """Lay the tile that was drawn, and find out whether any follows: ``rules._lay``."""
    kind, seat = t[HAND], (t[LAID] - 1) % seats
    lay(t, cell, FIRST_FACE[kind] + turn, versus)
    if TURNS[kind]:
        enclose(t, cell, seat + 1)
    t[BAG + kind] -= 1
    if t[LAID] + t[BAG + WOLF_KIND] == MOST:
        if t[BAG + WOLF_KIND] == 0:
            t[ENDED] = 1
        elif targets(t, WOLF_KIND, min_herd) == 0:
            t[ENDED] = 2


@inner
def draw_tile(t: Array, draw: Array, seats: int, versus: int, min_herd: int) -> Any:
    """Draw a tile; at how many places it may be laid. The first one lies then, others go back if there is none."""
    t[HAND] = drawn(t[BAG : BAG + len(TILES)], draw)
    if t[LAID]:
        return targets(t, t[HAND], min_herd)
    if t[HAND] != WOLF_KIND:
        put(t, START, 0, seats, versus, min_herd)
    return 0


@njit(cache=True, error_model="numpy")
def play(
    t: Array,
    seats: int,
    versus: int,
    min_herd: int,
    words: Array,
    draws: Array,
    used: Array,
    log: Array,
    games: int,
    seed: Array,
) -> Any:
    """One game by the luck that is given (``games`` 0): how many moves it had, which are in ``log``; -1 if that was too
    little luck. Or many by luck of its own: by how many points all first seats, or all players, are ahead of the
    wolves."""
    total, ply = 0, 0
    for _ in range(max(1, games)):
        if games:
            wander(words, seed)
            wander(draws, seed)
        clear(t)
        used[:] = 0
        ply = 0
        while t[ENDED] == 0 and ply < len(draws):
            choices = draw_tile(t, draws[ply], seats, versus, min_herd)
            log[ply] = t[HAND] << 3
            ply += 1
            if choices:
                seat, turns = (t[LAID] - 1) % seats, TURNS[t[HAND]]
                which = below(words, used, seat, choices)
                cell = t[LEGAL + which] if t[CHOICES] else open_cell(t, which)
                turn = below(words, used, seat, turns) if turns else -1
                log[ply] = (4 * cell + turn + 1) << 3 | seat + 1
                ply += 1
                put(t, cell, max(turn, 0), seats, versus, min_herd)
        score(t, versus, min_herd)
        total += t[POINTS + 1] - t[POINTS]
    for seat in range(seats):
        if used[seat] > words.shape[1]:
            t[ENDED] = 0
    return total if games else ply if t[ENDED] else -1


# -- for whoever does not count in arrays ------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def written(word: int) -> SaidMove:
    """A move of a log: in three bits the seat, above them the kind drawn, or four times the cell and the turn of a
    fence, from 1. Kept: finding a move takes a sixth of writing it."""
    seat, rest = word & 7, word >> 3
    if seat == NATURE:
        return SaidMove(NATURE, KINDS[rest], (KINDS[rest],))
    parts = (part_of(rest >> 2), *((f"/{(rest & 3) - 1}",) if rest & 3 else ()))
    return SaidMove(seat, "".join(parts), parts)


def luck_in_rows(given: Luck, seats: int, times: int) -> tuple[Array, Array, Array]:
    """Luck for a game in arrays, so many times as much as most need, and room for its log."""
    words = np.frombuffer(given.words(times * WORDS), "<u4").astype(np.int64).reshape(seats, -1)
    draws = np.frombuffer(given.draws((ply, 0) for ply in range(times * PLIES)), ">u4").astype(np.int64)
    return words, draws.reshape(-1, HASHED), np.empty(times * PLIES + 1, np.int64)


def ended(t: Array, options: Options, seats: int) -> Outcome:
    """How a game that is over ended; its points are written down."""
    wolves, *points = t[POINTS : POINTS + 1 + seats].tolist()
    if options.mode == TOGETHER:
        return judged(options, seats, Scores({"players": points[0], "wolves": wolves}), CAUSES[t[ENDED]])
    return judged(options, seats, Scores(enumerate(points, 1)), CAUSES[t[ENDED]])


class RandomGames:
    """Room for random games, one after the other."""

    def __init__(self, seed: int = 0) -> None:
        self._map, self._seed = np.zeros(WHOLE, np.int64), np.array([seed])

    def play(self, options: Options, seats: int, given: Luck, longest: int) -> tuple[list[SaidMove], Outcome | None]:
        """The moves of a game, as random players play it by this luck, and how it ended; None: it
        was not over after ``longest`` moves."""
        size, moves = 1, -1
        while moves < 0:
            words, draws, log = luck_in_rows(given, seats, size)
            moves = self.run(options, words, draws, log)
            size *= 2
        told = list(map(written, log[: min(moves, longest)].tolist()))
        return told, None if moves > longest else ended(self._map, options, seats)

    def run(self, options: Options, words: Array, draws: Array, log: Array, games: int = 0) -> int:
        """As ``play`` of arrays."""
        versus, used = int(options.mode == VERSUS), np.zeros(len(words), np.int64)
        found = play(self._map, len(words), versus, options.min_herd, words, draws, used, log, games, self._seed)
        return int(found)

    def open(self) -> list[int]:
        """The cells that may be filled, in reading order."""
        found: list[int] = np.flatnonzero(self._map[OPEN : OPEN + SIDE * SIDE]).tolist()
        return found

    def legal(self) -> tuple[int, ...]:
        """Where the last tile could go, in reading order, if it was a wolf or a shepherd; nothing if anywhere."""
        return tuple(self._map[LEGAL : LEGAL + self._map[CHOICES]].tolist())


def playouts(games: int, seed: int, options: Options | None = None) -> int:
    """Play random games alone; by how many points all players together are ahead of the wolves."""
    words, draws, log = np.zeros((1, WORDS), np.int64), np.zeros((PLIES, 1), np.int64), np.zeros(2 * PLIES, np.int64)
    return RandomGames(seed).run(options or Options(), words, draws, log, games)


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1)
