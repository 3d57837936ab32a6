"""Many games side by side in arrays, for programs that learn: compiled from ``board``, as the kernel is.

A game has its tiles, round by round, and how many lie; everything else is found out on one grid that all share.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome
from sheepfold.core.contract.numbers import NumberedGame
from sheepfold.core.scores import Scores
from sheepfold.games.sheep_dogs_wolves import GAME, board
from sheepfold.games.sheep_dogs_wolves.board import MIDDLE, SIDE, STEPS
from sheepfold.games.sheep_dogs_wolves.numbers import REACH
from sheepfold.games.sheep_dogs_wolves.playouts import MOST, WIDEST, compiled_board, lay, legal, lift, score
from sheepfold.games.sheep_dogs_wolves.terms import Options

Array: TypeAlias = "np.ndarray[Any, Any]"

_BOARD: Final = compiled_board(
    "dogs_beside", "is_scared", "may_be_dog", "may_be_wolf", "is_safe", "wolf_sign", "sheep_sign", "cell_at", "tile_at"
)
wolf_sign: Final = _BOARD["wolf_sign"]
sheep_sign: Final = _BOARD["sheep_sign"]
tile_at: Final = _BOARD["tile_at"]


class FieldPlanes(NamedTuple):
    """Planes of an observation, by game."""

    role: Array
    animals: Array
    signs: Array
    left: Array
    target: Array


@njit(cache=True)
def tile_of_action(action: int, window: int) -> Any:
    """The tile that a number stands for: ``numbers.numbers`` counts them so."""
    place, side = action >> 2, 2 * window + 1
    return tile_at(place % side - window, place // side - window, action & 3)


@njit(cache=True)
def action_of_tile(tile: int, window: int) -> Any:
    """The number that stands for a tile; -1: it lies outside the window."""
    x, y = (tile >> 2) % SIDE - MIDDLE, (tile >> 2) // SIDE - MIDDLE
    if max(abs(x), abs(y)) > window:
        return -1
    return 4 * ((y + window) * (2 * window + 1) + x + window) + (tile & 3)


@njit(cache=True)
def lay_all(
    tiles: Array, rounds: Array, counts: Array, points: Array, actions: Array, total: int, last: int, window: int,
    grid: Array, ended: Array,
) -> None:  # fmt: skip
    """Lay a tile in every game, and count where it was the last one of a round."""
    for lane in range(len(counts)):
        mine = tiles[lane, rounds[lane]]
        mine[counts[lane]] = tile_of_action(actions[lane], window)
        counts[lane] += 1
        ended[lane] = False
        if counts[lane] == total:
            for at in range(total):
                lay(grid, mine[at])
            points[lane, rounds[lane]] = score(grid, mine, total)
            for at in range(total):
                lift(grid, mine[at])
            ended[lane] = rounds[lane] == last
            if not ended[lane]:
                rounds[lane], counts[lane] = rounds[lane] + 1, 1


@njit(cache=True)
def look(
    tiles: Array, rounds: Array, counts: Array, points: Array, total: int, window: int, grid: Array, seen: Array,
    found: Array, planes: FieldPlanes, mask: Array, seat: Array,
) -> None:  # fmt: skip
    """Fill zeros with what the seat sees that is to move, and with what it may lay."""
    edge = window + REACH
    for lane in range(len(counts)):
        count, now, mine = counts[lane], rounds[lane], tiles[lane, rounds[lane]]
        role = 1 - count % 2  # the Sheep, who scores, follows the first tile
        seat[lane] = 1 + (now + role) % 2
        planes.role[lane, role] = 1
        planes.left[lane, 0] = (total - count) / total
        planes.target[lane, 0] = points[lane, 0] / total if now else 0.0
        for at in range(count):
            lay(grid, mine[at])
        for at in range(count):
            sheep, step = mine[at] >> 2, STEPS[mine[at] & 3]
            for kind in range(3):
                cell = sheep + kind * step
                y, x = cell // SIDE - MIDDLE + edge, cell % SIDE - MIDDLE + edge
                planes.animals[lane, kind, y, x] = 1
                sign = 0
                if kind == 0:
                    sign = sheep_sign(grid, cell, total - count)
                elif kind == 2:
                    sign = wolf_sign(grid, cell, total - count)
                if sign:
                    planes.signs[lane, sign - 1, y, x] = 1
        for at in range(legal(grid, mine, count, seen, found)):
            action = action_of_tile(found[at], window)
            if action >= 0:
                mask[lane, action] = True
        for at in range(count):
            lift(grid, mine[at])


class LaneGames:
    """So many games at once."""

    def __init__(self, options: Options, numbers: NumberedGame, window: int, n: int) -> None:
        self._options, self._numbers = options, numbers
        self._window, self._total = window, options.tiles
        self._last = 1 if GAME.swaps(options) else 0
        self._tiles = np.full((n, 2, MOST), board.FIRST, np.int64)
        self._rounds, self._counts = np.zeros(n, np.int64), np.ones(n, np.int64)
        self._points = np.zeros((n, 2), np.int64)
        self._grid, self._seen = np.zeros(SIDE * SIDE, np.uint8), np.zeros(4 * SIDE * SIDE, np.int32)
        self._found = np.zeros(WIDEST, np.int64)

    @classmethod
    def made(cls, options: Options, seats: int, numbers: NumberedGame, window: int, n: int, seed: int) -> Self | None:
        """None where they are played by the rules alone: with an auction."""
        return None if options.mode == "bid" else cls(options, numbers, window, n)

    def begin(self, lanes: Array) -> None:
        """Put one tile on these tables."""
        self._rounds[lanes], self._counts[lanes] = 0, 1

    def say(self, actions: Array, over: Array) -> None:
        """Say one legal part in every game; mark those that are over."""
        lay_all(
            self._tiles, self._rounds, self._counts, self._points, actions, self._total, self._last, self._window,
            self._grid, over,
        )  # fmt: skip

    def outcome(self, lane: int) -> Outcome:
        """How a game that is over ended."""
        points = self._points[lane, : self._last + 1].tolist()
        return GAME.judged(self._options, (), Scores(enumerate(points, 1)))

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        """Fill zeros."""
        planes = self._numbers.cut(observation)
        look(
            self._tiles, self._rounds, self._counts, self._points, self._total, self._window, self._grid, self._seen,
            self._found, FieldPlanes(*map(planes.__getitem__, FieldPlanes._fields)), mask, seat,
        )  # fmt: skip
        if "game" in planes:
            planes["game"][np.arange(len(seat)), self._rounds] = 1

    def truth(self) -> Array:
        """Nothing is hidden."""
        return np.zeros((len(self._counts), 0), np.int64)

    def history(self, lane: int) -> list[int]:
        """The numbers of all that was said in a game, chance included."""
        found: list[int] = []
        for now in range(self._rounds[lane] + 1):
            laid = self._counts[lane] if now == self._rounds[lane] else self._total
            found += [action_of_tile(tile, self._window) for tile in self._tiles[lane, now, 1:laid]]
        return found
