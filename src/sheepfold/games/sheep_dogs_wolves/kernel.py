"""What bots think with: a field that is searched ahead and proved to its end.

Only whoever thinks loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile. Values are
expected scores, in sheep that live, to whoever is to move: for the Wolf less than nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.board import SIDE
from sheepfold.games.sheep_dogs_wolves.playouts import MOST, WIDEST, Field, RandomGames
from sheepfold.games.sheep_dogs_wolves.search import (
    COUNTERS,
    LIMIT,
    NODES,
    SearchArrays,
    Transpositions,
    evaluate_moves,
    key_of,
    search,
    table,
)

__all__ = ["ANY_SCORE", "OPTIONS", "PROVEN", "RandomGames", "SearchField", "playouts", "warm"]

DEEPEST: Final = 8
"""The most tiles that are searched ahead."""
PROVEN: Final = 5
"""The last tiles that are searched to the end, where that is not too much work."""
PROOF: Final = 20
"""How many times as much work the proof of an ending may take: its tiles are evaluated far more quickly."""
LEFT_OPEN: Final = 3
"""Before that, so many tiles are left to what was learned: a narrow search that reaches the end takes what it left out
for impossible, and loses to one that does not look so far (docs/strength.md)."""
ANY_SCORE: Final = (-1, MOST + 1)
MARGIN: Final = 0.05
"""Tiles that are worth so much less than the best are still told apart."""
REMEMBERED: Final = 1 << 16
"""Fields in the transposition table."""
NO_LIMIT: Final = 1 << 40
INFINITE: Final = 1e9
OPTIONS: Final = {"mode": "single"}
"""What ``playouts`` plays: one round, where a duel has two."""


class SearchField(Field):
    """A field to think on."""

    def __init__(self, tiles: Iterable[int]) -> None:
        super().__init__(tiles)
        self.worth = np.array(table(MOST), np.float32)
        self.counters = np.zeros(COUNTERS, np.int64)
        self._widths = np.zeros(DEEPEST + 2, np.int64)
        self._arrays = SearchArrays(
            self.grid,
            self.tiles,
            self._seen,
            np.zeros((DEEPEST + 1, WIDEST), np.int64),
            np.zeros((DEEPEST + 1, WIDEST), np.float32),
            np.zeros(SIDE * SIDE, np.float32),
            self.counters,
        )
        self._known = Transpositions(
            np.zeros(REMEMBERED, np.uint64), np.zeros((REMEMBERED, 3), np.int64), np.zeros(REMEMBERED, np.float32)
        )

    @property
    def sign(self) -> int:
        """1 when the Sheep is to lay, -1 for the Wolf."""
        return 1 if self.count % 2 else -1

    @property
    def within_work(self) -> bool:
        """Whether what was searched last came to its end."""
        return bool(self.counters[NODES] <= self.counters[LIMIT])

    def evaluated(self, left: int) -> list[tuple[float, int]]:
        """Every legal tile with what the field is worth to the mover after it, the best first."""
        moves, values = self._arrays.moves[0], self._arrays.values[0]
        number = evaluate_moves(self._arrays, self.count, left, self.sign, self.worth, moves, values)
        order = np.argsort(-values[:number], kind="stable")
        return [(float(values[at]), int(moves[at])) for at in order]

    def after(self, tile: int, left: int, depth: int, floor: float, ceiling: float = INFINITE) -> float:
        """What the field is worth to the mover after this tile, searched ``depth`` tiles further: exact between
        ``floor`` and ``ceiling``, else a bound."""
        self.lay(tile)
        key = np.uint64(key_of(self.tiles, self.count))
        value = search(
            self._arrays, self._known, self.worth, self._widths, self.count, left - 1, depth, -ceiling, -floor,
            self.sign, key,
        )  # fmt: skip
        self.lift()
        return -float(value)

    def searched_after(self, tile: int, left: int, depth: int, width: int) -> float:
        """The same, as deep and as wide as ``look_ahead`` searches at last, whatever work it takes."""
        deepest = self._prepare(min(depth, left, DEEPEST + 1), width, NO_LIMIT)
        return self.after(tile, left, deepest - 1, -INFINITE)

    def end_after(self, tile: int, left: int, work: int) -> float | None:
        """The score that follows this tile when both play perfectly, for the mover; None: it takes more work."""
        self._prepare(0, WIDEST, work * PROOF)
        value = self.after(tile, left, left - 1, -INFINITE)
        return value if self.within_work else None

    def _prepare(self, deepest: int, width: int, limit: int, nodes: int = 0) -> int:
        """Set how wide is searched, what the transposition table tells searches apart by, and the work allowed."""
        self._widths[:] = width
        self._widths[0] = deepest
        self.counters[NODES], self.counters[LIMIT] = nodes, limit
        return deepest

    def look_ahead(
        self, left: int, depth: int, width: int, work: int, matters: tuple[int, int] = ANY_SCORE
    ) -> list[tuple[float, int]]:
        """The likeliest tiles with what the field is worth to the mover after each, the best first.

        Iterative deepening, up to ``depth`` or until ``work`` tiles were evaluated: of ``width`` tiles at last, of
        twice as many for every tile less. Values below the best are bounds. The end is proved, as far as the score
        ``matters``: between these numbers of sheep.
        """
        valued = self.evaluated(left)
        proves = 1 < left <= PROVEN
        deepest = min(depth, left if proves else max(2, left - LEFT_OPEN), DEEPEST + 1)
        self._prepare(deepest, width, work, len(valued))
        for ahead in range(2, deepest + 1):
            self._widths[0] = ahead
            best, deeper, wide = -INFINITE, [], width << deepest - ahead
            for _, tile in valued[:wide]:
                value = self.after(tile, left, ahead - 1, best - MARGIN)
                if not self.within_work:
                    return valued
                deeper.append((value, tile))
                best = max(best, value)
            valued = sorted(deeper, key=lambda entry: -entry[0]) + valued[wide:]
        return self._proved(left, valued, work, matters) if proves else valued[:width]

    def _proved(
        self, left: int, valued: list[tuple[float, int]], work: int, matters: tuple[int, int]
    ) -> list[tuple[float, int]]:
        """The tiles in order, the first proved to be best, every tile tried; as far as the work allows."""
        self._prepare(0, WIDEST, work * PROOF)
        low, high = matters if self.sign > 0 else (-matters[1], -matters[0])
        score = min(high, max(low + 1, round(valued[0][0])))
        best = self._reaching(score, left, valued)
        while best is not None and score < high and (better := self._reaching(score + 1, left, valued)) is not None:
            score, best = score + 1, better
        while best is None and score > low + 1 and self.within_work:
            score -= 1
            best = self._reaching(score, left, valued)
        if best is None:
            return valued
        others = ((min(value, score - MARGIN), tile) for value, tile in valued if tile != best)
        return [(float(score), best), *others]

    def _reaching(self, score: int, left: int, valued: list[tuple[float, int]]) -> int | None:
        """The first tile after which perfect play gives the mover this score; None also where the work is done."""
        for _, tile in valued:
            value = self.after(tile, left, left - 1, score - 0.5, score - 0.4)
            if not self.within_work:
                return None
            if value > score - 0.5:
                return tile
        return None


def playouts(games: int, seed: int, total: int = 23) -> int:
    """Play random games; the sheep that lived in all of them."""
    field, rng = Field([board.FIRST]), np.array([seed * 2 + 1], np.uint64)
    return sum(field.playout(total, rng) for _ in range(games))


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1, 3)
    Field([board.FIRST]).lucky_game(3, 0, np.zeros((2, 4), np.int64), np.zeros(2, np.int64))
    SearchField([board.FIRST]).look_ahead(2, 2, 2, 1000)
