"""Collie: lays the tile after which, the best answer included, most sheep (or fewest) look like living."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from sheepfold.core.bot import Bot
from sheepfold.core.contract import Move
from sheepfold.core.duel import DuelView
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, Options, part_of, tile_of
from sheepfold.games.sheep_dogs_wolves.view import View

WORTH: Final = {board.LOST: 0.0, board.DANGER: 0.35, board.PLAIN: 0.75, board.SAVED: 1.0}
"""How much of a sheep of each sign is likely to be left at the end."""
WIDTHS: Final = (0, 0, 14, 6)
"""How many of the likeliest tiles are looked into with so many tiles left; the very last tile is tried everywhere."""
ANSWERED: Final = 12
"""How many tiles are looked into before that, one answer deep."""
KEPT: Final = 0.5
"""The part of the flock that a Sheep saves when both sides play like this."""


def _around(way: int) -> tuple[int, ...]:
    """The cells whose sheep a tile can concern: those within three steps of one of its cells."""
    near = [dy * board.SIDE + dx for dx in range(-3, 4) for dy in range(-3, 4) if abs(dx) + abs(dy) <= 3]
    return tuple(sorted({place * board.STEPS[way] + offset for place in range(3) for offset in near}))


AROUND: Final = tuple(_around(way) for way in range(4))


class Scratch:
    """A scratch copy of the field to think on."""

    def __init__(self, tiles: Sequence[int], left: int) -> None:
        self.tiles = list(tiles)
        self.left = left
        self.grid = board.grid_of(self.tiles)
        self.taken, self.choices = board.grown(self.tiles)

    def gains(self, sign: int) -> list[tuple[float, int]]:
        """Every legal tile with what it is worth to the mover (``sign`` is 1 for the Sheep), best first."""
        grid, left = self.grid, self.left - 1
        before = {tile >> 2: WORTH[board.sheep_sign(grid, tile >> 2, left)] for tile in self.tiles}
        found = []
        for tile in sorted(self.choices):
            board.lay(grid, tile)
            gain, sheep = 0.0, tile >> 2
            for offset in AROUND[tile & 3]:
                cell = sheep + offset
                if grid[cell] == board.SHEEP:
                    gain += WORTH[board.sheep_sign(grid, cell, left)] - before.get(cell, 0.0)
            board.lift(grid, tile)
            found.append((sign * gain, tile))
        return sorted(found, key=lambda entry: -entry[0])

    def best_end(self, sign: int) -> float:
        """The final score, from the mover's side, when the last tiles are laid well."""
        gains = self.gains(sign)
        if self.left == 1:
            return sign * board.score(self.grid, self.tiles) + gains[0][0]
        return max(self.end_after(tile, sign) for _, tile in gains[: WIDTHS[self.left]])

    def end_after(self, tile: int, sign: int) -> float:
        """The final score, from the mover's side, after this tile and a good end by both."""
        kept = self.taken, self.choices
        self._lay(tile)
        value = -self.best_end(-sign)
        self._lift(tile, kept)
        return value

    def answered(self, tile: int, sign: int) -> float:
        """What the other side's best answer to this tile is worth to the mover."""
        kept = self.taken, self.choices
        self._lay(tile)
        value = -self.gains(-sign)[0][0]
        self._lift(tile, kept)
        return value

    def _lay(self, tile: int) -> None:
        board.lay(self.grid, tile)
        self.tiles.append(tile)
        self.left -= 1
        self.taken, self.choices = board.grow(self.taken, self.choices, tile)

    def _lift(self, tile: int, kept: tuple[frozenset[int], frozenset[int]]) -> None:
        board.lift(self.grid, tile)
        self.tiles.pop()
        self.left += 1
        self.taken, self.choices = kept


class Collie:
    """Plays both roles and bids."""

    def choose(self, view: DuelView[Options, View], rng: Random) -> Move:
        if view.now is None:
            return (self.bid(view, rng),)
        return (part_of(self.tile(view.now, rng)),)

    def bid(self, view: DuelView[Options, View], rng: Random) -> str:
        """Climb by one as long as the flock seems worth it."""
        limit = round(KEPT * view.options.tiles) + rng.choice((-1, 0, 0))
        if not view.bids:
            return f"bid {max(0, limit - 3)}"
        return f"bid {view.bids[-1] + 1}" if view.bids[-1] < limit else "pass"

    def tile(self, now: View, rng: Random) -> int:
        """The best tile for the side to move; equals are drawn by lot."""
        table = Scratch([tile for part in now.tiles if (tile := tile_of(part)) is not None], now.left)
        sign = 1 if now.turn == SHEEP else -1
        gains = table.gains(sign)
        if now.left == 1:
            values = gains
        elif now.left < len(WIDTHS):
            values = [(table.end_after(tile, sign), tile) for _, tile in gains[: WIDTHS[now.left]]]
        else:
            values = [(gain + table.answered(tile, sign), tile) for gain, tile in gains[:ANSWERED]]
        best = max(value for value, _ in values)
        return rng.choice([tile for value, tile in values if value > best - 1e-9])


BOTS: Final[dict[str, type[Bot]]] = {"collie": Collie}
