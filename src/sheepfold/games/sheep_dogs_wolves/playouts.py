"""The rules compiled, on flat arrays and with the very functions of ``board``: legal tiles, the score, random games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from types import FunctionType
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.records import luck
from sheepfold.core.records.luck import Luck, SaidMove
from sheepfold.core.scores import Scores
from sheepfold.games.sheep_dogs_wolves import GAME, board
from sheepfold.games.sheep_dogs_wolves.board import DOG, EMPTY, SHEEP, SIDE, STEPS, WOLF
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of

Array: TypeAlias = "np.ndarray[Any, Any]"

MOST: Final = 69
"""Tiles in the longest game."""
WIDEST: Final = 48 * MOST
"""More tiles than can ever be legal."""
WORDS: Final = 256
"""Luck for one game and seat; the few that need more are played again with more."""


def compiled_board(*names: str) -> dict[str, Any]:
    """Functions of ``board``, compiled; each may call those named before it."""
    space = dict(vars(board))
    for name in names:
        plain = space[name]
        space[name] = njit(cache=True)(FunctionType(plain.__code__, space, name, plain.__defaults__))
    return space


_BOARD: Final = compiled_board("dogs_beside", "is_scared", "may_be_dog", "may_be_wolf", "is_eaten")
dogs_beside: Final = _BOARD["dogs_beside"]
is_scared: Final = _BOARD["is_scared"]
may_be_dog: Final = _BOARD["may_be_dog"]
may_be_wolf: Final = _BOARD["may_be_wolf"]
is_eaten: Final = _BOARD["is_eaten"]
below: Final = njit(luck.below, cache=True)

TOUCHING: Final = np.array(board.TOUCHING, dtype=np.int32)


# -- the rules ---------------------------------------------------------------------------------


@njit(cache=True)
def lay(grid: Array, tile: int) -> None:
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep] = SHEEP
    grid[sheep + step] = DOG
    grid[sheep + 2 * step] = WOLF


@njit(cache=True)
def lift(grid: Array, tile: int) -> None:
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep] = EMPTY
    grid[sheep + step] = EMPTY
    grid[sheep + 2 * step] = EMPTY


@njit(cache=True)
def fits(grid: Array, tile: int) -> bool:
    """Whether a tile may lie there: on empty ground, edge to edge with another."""
    sheep, step = tile >> 2, STEPS[tile & 3]
    if grid[sheep] != EMPTY or grid[sheep + step] != EMPTY or grid[sheep + 2 * step] != EMPTY:
        return False
    for place in range(3):
        for way in STEPS:
            if grid[sheep + place * step + way] != EMPTY:
                return True
    return False


@njit(cache=True)
def legal(grid: Array, tiles: Array, count: int, seen: Array, found: Array) -> int:
    """Write every legal tile into ``found``; how many. ``seen`` holds for each tile when it was last looked at."""
    seen[0] += 1
    now = seen[0]
    number = 0
    for index in range(count):
        tile = tiles[index]
        sheep, way = tile >> 2, tile & 3
        for other in range(TOUCHING.shape[1]):
            choice = tile + TOUCHING[way, other, 0]
            if seen[choice] != now:
                seen[choice] = now
                if (
                    grid[sheep + TOUCHING[way, other, 1]] == EMPTY
                    and grid[sheep + TOUCHING[way, other, 2]] == EMPTY
                    and grid[sheep + TOUCHING[way, other, 3]] == EMPTY
                ):
                    found[number] = choice
                    number += 1
    return number


@njit(cache=True)
def score(grid: Array, tiles: Array, count: int) -> int:
    """The sheep that live if it ends now."""
    living = 0
    for index in range(count):
        living += not is_eaten(grid, tiles[index] >> 2)
    return living


# -- random games ------------------------------------------------------------------------------


@njit(cache=True)
def finish(grid: Array, tiles: Array, count: int, total: int) -> int:
    """The score after ``total`` tiles. Those from ``count`` on are taken off the grid again."""
    living = score(grid, tiles, total)
    for at in range(count, total):
        lift(grid, tiles[at])
    return living


@njit(cache=True)
def playout(grid: Array, tiles: Array, count: int, total: int, rng: Array, seen: Array, found: Array) -> int:
    """Lay random tiles until ``total`` lie, and count. The grid is left as it was; ``tiles`` tells what was laid."""
    for at in range(count, total):
        number = legal(grid, tiles, at, seen, found)
        rng[0] ^= rng[0] << np.uint64(13)  # xorshift: random enough for playouts, and the same on every machine
        rng[0] ^= rng[0] >> np.uint64(7)
        rng[0] ^= rng[0] << np.uint64(17)
        tiles[at] = found[np.int64((rng[0] >> np.uint64(11)) % np.uint64(number))]
        lay(grid, tiles[at])
    return finish(grid, tiles, count, total)


@njit(cache=True)
def lucky_game(
    grid: Array, tiles: Array, total: int, scorer: int, words: Array, used: Array, seen: Array, found: Array
) -> Any:
    """The same after the first tile by the luck that is given, the scorer (0 or 1) first; each tile is drawn from the
    legal ones in the order of their numbers, as the rules list them."""
    for at in range(1, total):
        number = legal(grid, tiles, at, seen, found)
        seat = scorer if at & 1 else 1 - scorer
        which = below(words, used, seat, number)
        tiles[at] = np.partition(found[:number], which)[which]
        lay(grid, tiles[at])
    return finish(grid, tiles, 1, total)


class Field:
    """A field of tiles in arrays, with room for what the functions above need."""

    def __init__(self, tiles: Iterable[int]) -> None:
        self.grid = np.zeros(SIDE * SIDE, np.uint8)
        self.tiles = np.zeros(MOST, np.int64)
        self.count = 0
        self._seen = np.zeros(4 * SIDE * SIDE, np.int32)
        self._legal = np.zeros(WIDEST, np.int64)
        for tile in tiles:
            self.lay(tile)

    def lay(self, tile: int) -> None:
        lay(self.grid, tile)
        self.tiles[self.count] = tile
        self.count += 1

    def lift(self) -> None:
        self.count -= 1
        lift(self.grid, int(self.tiles[self.count]))

    def legal(self) -> list[int]:
        """Every legal tile, in no order."""
        number = legal(self.grid, self.tiles, self.count, self._seen, self._legal)
        return [int(tile) for tile in self._legal[:number]]

    def score(self) -> int:
        return int(score(self.grid, self.tiles, self.count))

    def playout(self, total: int, rng: Array) -> int:
        """The score of a random game from here. ``rng`` holds one unsigned number other than 0."""
        return int(playout(self.grid, self.tiles, self.count, total, rng, self._seen, self._legal))

    def lucky_game(self, total: int, scorer: int, words: Array, used: Array) -> int:
        """The score of a random game by the luck that is given; ``tiles`` tells what was laid."""
        return int(lucky_game(self.grid, self.tiles, total, scorer, words, used, self._seen, self._legal))


class RandomGames:
    """Plays random games, one after the other."""

    def __init__(self) -> None:
        self._field = Field([board.FIRST])

    def play(self, options: Options, seats: int, given: Luck, longest: int) -> tuple[list[SaidMove], Outcome | None]:
        """The moves of a game, as random players play it by this luck, and how it ended; None: it
        was not over after ``longest`` moves."""
        moves, outcome = luck.enough(given, WORDS, partial(self._duel, options))
        return (moves, outcome) if len(moves) <= longest else (moves[:longest], None)

    def _duel(self, options: Options, given: bytes) -> tuple[tuple[list[SaidMove], Outcome], int]:
        """Bids, then the rounds; and how many words were used."""
        words, used = np.frombuffer(given, "<u4").astype(np.int64).reshape(2, -1), np.zeros(2, np.int64)
        moves: list[SaidMove] = []
        bids: list[int] = []
        scorers: tuple[Seat, ...] = (1, 2) if options.mode == "duel" else (1,)
        if options.mode == "bid":
            bids = luck.auction(words, used, GAME.inner.bids(options))
            moves += luck.auction_moves(bids)
            scorers = (2 - len(bids) % 2,)
        scores: dict[Seat, int] = {}
        for scorer in scorers:
            scores[scorer] = self._field.lucky_game(options.tiles, scorer - 1, words, used)
            laid = map(part_of, self._field.tiles[1 : options.tiles].tolist())
            moves += [SaidMove(3 - scorer if at % 2 else scorer, part, (part,)) for at, part in enumerate(laid)]
        return (moves, GAME.judged(options, tuple(bids), Scores(scores))), int(max(used))
