"""Many games of Wolf in the Fold side by side in arrays, for programs that learn, by the kernel's functions.

A game lies on one row, as the kernel has it; only the part around its tiles is ever touched, which is all that takes
memory. Parts and kinds are counted as ``numbers`` counts them, seats from 0 within.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome
from sheepfold.core.contract.numbers import NumberedGame
from sheepfold.games.wolf_in_the_fold.board import FACE, MIDDLE, REACH, SIDE
from sheepfold.games.wolf_in_the_fold.kernel import (
    BAG,
    BY,
    CELLS,
    CHOICES,
    ENDED,
    FOLD_OF,
    GRID,
    HAND,
    LAID,
    LEGAL,
    OPEN,
    POINTS,
    TILES,
    TURNS,
    WHOLE,
    clear,
    draw_tile,
    ended,
    inner,
    put,
    score,
)
from sheepfold.games.wolf_in_the_fold.terms import VERSUS, Options

Array: TypeAlias = "np.ndarray[Any, Any]"

ROOM: Final = 512
"""More than is ever said and drawn in one step."""


class LaneMaps(NamedTuple):
    """How a batch is played, and its games."""

    seats: int
    versus: int
    min_herd: int
    window: int
    best: float
    """The points that count as 1."""
    maps: Array
    """By game: everything, as the kernel has it."""
    cells: Array
    """By game: where the fence will lie whose turn is still to be said, or -1."""
    history: Array
    known: Array
    """By game: the numbers of all that was said since it began, chance included, and how many these are."""
    draw: Array
    """Room for the luck of one tile."""


class MapPlanes(NamedTuple):
    """Planes of an observation, by game."""

    faces: Array
    folds: Array
    hand: Array
    bag: Array
    turn: Array
    me: Array
    scores: Array
    so_far: Array


@inner
def note(b: LaneMaps, lane: int, number: int) -> None:
    """Something was said. That draws fill ``ROOM`` in one step has a chance of less than one in 10**30."""
    if b.known[lane] < b.history.shape[1]:
        b.history[lane, b.known[lane]] = number
        b.known[lane] += 1


@inner
def settle(t: Array, b: LaneMaps, lane: int, rng: Any) -> None:
    """Draw until a seat can lay what was drawn. At the end the points are counted."""
    choices = 0
    while t[ENDED] == 0 and choices == 0:
        b.draw[0] = rng.integers(0, 1 << 32)
        choices = draw_tile(t, b.draw, b.seats, b.versus, b.min_herd)
        note(b, lane, t[HAND])
    score(t, b.versus, b.min_herd)


@njit(cache=True, error_model="numpy")
def begin(b: LaneMaps, lanes: Array, rng: Any) -> None:
    """Begin these games anew."""
    for lane in lanes:
        clear(b.maps[lane])
        b.cells[lane], b.known[lane] = -1, 0
        settle(b.maps[lane], b, lane, rng)


@njit(cache=True, error_model="numpy")
def say(b: LaneMaps, parts: Array, over: Array, rng: Any) -> None:
    """Say one legal part in every game, and settle chance."""
    side = 2 * b.window + 1
    for lane in range(len(parts)):
        t, part = b.maps[lane], parts[lane]
        note(b, lane, part)
        cell, turn = b.cells[lane], 0
        if cell >= 0:
            turn, b.cells[lane] = part - side * side, -1
        else:
            cell = (part // side - b.window + MIDDLE) * SIDE + part % side - b.window + MIDDLE
            if TURNS[t[HAND]]:
                b.cells[lane] = cell
                continue
        put(t, cell, turn, b.seats, b.versus, b.min_herd)
        settle(t, b, lane, rng)
        over[lane] = t[ENDED] > 0


@inner
def within(cell: int, window: int) -> Any:
    """The number of a cell, or -1 beyond the window."""
    row, column = cell // SIDE - MIDDLE + window, cell % SIDE - MIDDLE + window
    side = 2 * window + 1
    return row * side + column if 0 <= row < side and 0 <= column < side else -1


@njit(cache=True, error_model="numpy")
def look(b: LaneMaps, planes: MapPlanes, mask: Array, seats: Array) -> None:
    """Fill zeros with what the seat sees that is to move, and with what it may say."""
    side = 2 * b.window + 1
    for lane in range(len(seats)):
        t = b.maps[lane]
        seat, hand = (t[LAID] - 1) % b.seats, t[HAND]
        seats[lane] = seat + 1
        planes.turn[lane, seat] = planes.me[lane, seat] = planes.hand[lane, hand] = 1
        for kind in range(len(TILES)):
            planes.bag[lane, kind] = (t[BAG + kind] - (kind == hand)) / TILES[kind]
        for place in range(planes.scores.shape[1]):
            points = t[POINTS + 1 + place] if b.versus else t[POINTS + 1 - place]
            planes.scores[lane, place] = points / b.best
        for tile in range(t[LAID]):
            cell, fold = t[CELLS + tile], t[FOLD_OF + tile]
            at = within(cell, b.window)
            if at >= 0:
                planes.faces[lane, t[GRID + cell] - FACE, at // side, at % side] = 1
                if fold:
                    planes.folds[lane, t[BY + fold - 1] - 1, at // side, at % side] = 1
        if b.cells[lane] >= 0:
            planes.so_far[lane, within(b.cells[lane], b.window)] = 1
            mask[lane, side * side : side * side + TURNS[hand]] = True
        elif t[CHOICES]:
            for choice in range(t[CHOICES]):
                at = within(t[LEGAL + choice], b.window)
                if at >= 0:
                    mask[lane, at] = True
        else:
            for at in range(side * side):
                cell = (at // side - b.window + MIDDLE) * SIDE + at % side - b.window + MIDDLE
                mask[lane, at] = t[OPEN + cell] > 0


class LaneGames:
    """So many games at once."""

    def __init__(self, options: Options, seats: int, numbers: NumberedGame, window: int, n: int, seed: int) -> None:
        self._options, self._numbers, self._rng = options, numbers, np.random.default_rng(seed)
        self._lanes = LaneMaps(
            seats=seats,
            versus=int(options.mode == VERSUS),
            min_herd=options.min_herd,
            window=window,
            best=numbers.points.high,
            maps=np.zeros((n, WHOLE), np.int64),
            cells=np.zeros(n, np.int64),
            history=np.zeros((n, 2 * ROOM), np.int16),
            known=np.zeros(n, np.int64),
            draw=np.zeros(1, np.int64),
        )

    @classmethod
    def made(cls, options: Options, seats: int, numbers: NumberedGame, window: int, n: int, seed: int) -> Self | None:
        """None where they are played by the rules alone: with a window that reaches beyond the kernel's map."""
        return None if window >= REACH else cls(options, seats, numbers, window, n, seed)

    def begin(self, lanes: Array) -> None:
        """Begin these anew."""
        begin(self._lanes, lanes, self._rng)

    def say(self, parts: Array, over: Array) -> None:
        """Say one legal part in every game, and settle chance; mark those that are over."""
        room = self._lanes.history.shape[1]
        if self._lanes.known.max() + ROOM > room:
            self._lanes = self._lanes._replace(history=np.pad(self._lanes.history, ((0, 0), (0, room))))
        say(self._lanes, parts, over, self._rng)

    def outcome(self, lane: int) -> Outcome:
        """How a game that is over ended."""
        return ended(self._lanes.maps[lane], self._options, self._lanes.seats)

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        """Fill zeros."""
        planes = self._numbers.cut(observation)
        look(self._lanes, MapPlanes(*map(planes.__getitem__, MapPlanes._fields)), mask, seat)

    def truth(self) -> Array:
        """Nobody knows what is in the bag: nothing is hidden from one seat alone."""
        return np.zeros((len(self._lanes.cells), 0), np.int64)

    def history(self, lane: int) -> list[int]:
        """The numbers of all that was said in a game since it began, chance included."""
        found: list[int] = self._lanes.history[lane, : self._lanes.known[lane]].tolist()
        return found
