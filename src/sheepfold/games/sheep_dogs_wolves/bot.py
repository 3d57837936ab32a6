"""The players, from a pup that takes what lies near to a sheepdog that thinks seven tiles ahead."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import partial
from math import erf, log2, sqrt
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import BARE, Bot, Level, Means, Weighed
from sheepfold.core.contract.judging import JudgedChoice
from sheepfold.core.duel import DuelView
from sheepfold.core.words.prose import listed
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.board import AROUND, DANGER, LOST, SAFE, SAVED, SCARED
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, Options, part_of, tiles_of
from sheepfold.games.sheep_dogs_wolves.view import View

WORTH: Final = {LOST: 0.0, DANGER: 0.35, board.PLAIN: 0.75, SAVED: 1.0}
"""How much of a sheep of each sign is likely to be left at the end."""
WIDTHS: Final = (0, 0, 14, 6)
"""How many of the likeliest tiles are looked into with so many tiles left; the very last tile is tried everywhere."""
ANSWERED: Final = 12
"""How many tiles are looked into before that, one answer deep."""
APPRAISED: Final = 4
"""How many tiles ahead two tiles are compared, before the end is proved: equally far, so that neither is favoured."""
SHORT: Final = 19
"""Games of fewer tiles are short: so little is legal in them that a wider search takes no longer, and a narrow one that
goes deeper loses to the kelpie."""
LENGTHS: Final = (3, 5, 7, 9, 11, 15, 23)
"""Tiles of the games by which the levels know what they save."""
Savings: TypeAlias = tuple[float, float, float, float, float, float, float]
"""How many sheep somebody usually saves from its like in games of these lengths; of longer ones, half of the rest."""
HALF: Final[Savings] = (1.5, 2.5, 3.5, 4.5, 5.5, 7.5, 11.5)
SPREAD: Final = 0.19
"""How far the score of such games strays from that, for a game of one tile; it grows with the root of their number."""
FINE: Final = 20
"""Parts of a sheep that count: smaller differences are left to luck, so that no two games are alike."""


class Scratch:
    """A copy of the field to think on in plain Python."""

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

    def value_after(self, tile: int, gain: float, sign: int) -> float:
        """The score to expect, from the mover's side, after a tile of this gain: the end is thought out, before it the
        best answer."""
        if 1 < self.left < len(WIDTHS):
            return self.end_after(tile, sign)
        value = sign * board.score(self.grid, self.tiles) + gain
        if self.left > 1:
            kept = self.taken, self.choices
            self._lay(tile)
            value -= self.gains(-sign)[0][0]
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


def sign_of(now: View) -> int:
    """1 when the Sheep is to lay, -1 for the Wolf."""
    return 1 if now.turn == SHEEP else -1


class TileLayer:
    """What all levels share: they bid by what they save, show what they weighed and say why they moved."""

    saves: Savings = HALF

    def choose(self, view: DuelView[Options, View], rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: DuelView[Options, View], rng: Random) -> Weighed:
        if view.now is None:
            return auction(view.bids, view.options.tiles, self.expected(view.options))
        valued = self.values(view.now, rng)
        rng.shuffle(valued)
        eaten, measure = (0, "sheep saved") if view.now.turn == SHEEP else (view.options.tiles, "sheep eaten")
        return Weighed.of({(part_of(tile),): eaten + round(value * FINE) / FINE for value, tile in valued}, measure)

    def explain(self, view: DuelView[Options, View], move: Move) -> str:
        if view.now is None:
            standing = view.bids[-1] if view.bids else None
            return why_bid(move[0], standing, self.expected(view.options), view.options.tiles)
        (tile,) = tiles_of(move)
        return why_laid(tiles_of(view.now.tiles), tile, view.now.left)

    def expected(self, options: Options) -> float:
        """How many sheep live where both sides play like this."""
        tiles, at = options.tiles, bisect(LENGTHS, options.tiles)
        before, saved = LENGTHS[at - 1], self.saves[at - 1]
        each = (self.saves[at] - saved) / (LENGTHS[at] - before) if at < len(LENGTHS) else 0.5
        return saved + (tiles - before) * each

    def values(self, now: View, rng: Random) -> list[tuple[float, int]]:
        """Tiles with the score that each is expected to lead to; for the Wolf, less than nothing."""
        raise NotImplementedError


def auction(bids: Sequence[int], tiles: int, expected: float) -> Weighed:
    """Every bid with the chance of a win that it leaves, when the other side reckons in the same way."""
    kept = [0.5 + 0.5 * erf((expected - bid + 0.5) / (SPREAD * sqrt(2 * tiles))) for bid in range(tiles + 1)]
    values: dict[Move, float] = {("pass",): 1 - kept[bids[-1]]} if bids else {}
    best_above = 0.0
    for bid in range(tiles, bids[-1] if bids else -1, -1):
        values[f"bid {bid}",] = min(kept[bid], 1 - best_above)
        best_above = max(best_above, values[f"bid {bid}",])
    return Weighed.of(values, "chance of a win")


class Pup(TileLayer):
    """Counts who would live if the game ended now, and overlooks some places altogether."""

    def __init__(self, overlooks: float, saves: Savings = HALF) -> None:
        self.overlooks, self.saves = overlooks, saves

    def values(self, now: View, rng: Random) -> list[tuple[float, int]]:
        tiles = tiles_of(now.tiles)
        grid, sign = board.grid_of(tiles), sign_of(now)
        _, choices = board.grown(tiles)
        legal = sorted(choices)
        found = []
        for tile in [tile for tile in legal if rng.random() >= self.overlooks] or legal:
            board.lay(grid, tile)
            found.append((float(sign * board.score(grid, (*tiles, tile))), tile))
            board.lift(grid, tile)
        return found


class Collie(TileLayer):
    """Lays the tile after which, the best answer included, most sheep (or fewest) look like living."""

    saves = (2.0, 2.0, 3.1, 4.3, 5.2, 7.4, 11.4)

    def values(self, now: View, rng: Random, asked: int | None = None) -> list[tuple[float, int]]:
        """``asked``: a tile that is looked into as well."""
        field, sign = Scratch(tiles_of(now.tiles), now.left), sign_of(now)
        gains = field.gains(sign)
        if now.left > 1:
            likely = gains[: WIDTHS[now.left] if now.left < len(WIDTHS) else ANSWERED]
            gains = likely + [entry for entry in gains[len(likely) :] if entry[1] == asked]
        return [(field.value_after(tile, gain, sign), tile) for gain, tile in gains]


def matters(now: View, otherwise: tuple[int, int]) -> tuple[int, int]:
    """Between which scores it makes a difference how many sheep live: against a target all that win are alike, and all
    that lose."""
    if now.target is None:
        return otherwise
    return now.target - 1, now.target + (now.options.mode == "duel")  # in a duel's second round, as many are a draw


class Searcher(TileLayer):
    """Looks so many tiles ahead with the compiled room; without it, it plays like the collie."""

    uses_kernel = True

    def __init__(self, depth: int, width: int, work: int, saves: Savings, short: tuple[int, int] | None = None) -> None:
        """``width``: how many of the likeliest tiles are followed; ``work``: how many tiles may be weighed in all;
        ``short``: depth and width in short games."""
        self.depth, self.width, self.work, self.saves = depth, width, work, saves
        self.short = short or (depth, width)
        self.means = BARE

    def equip(self, means: Means) -> None:
        self.means = means

    def values(self, now: View, rng: Random) -> list[tuple[float, int]]:
        if self.means.kernel is None:
            return Collie().values(now, rng)
        field = self.means.kernel.SearchField(tiles_of(now.tiles))
        depth, width = self._reach(now)
        ahead: list[tuple[float, int]] = field.look_ahead(
            now.left, depth, width, self._work(), matters(now, self.means.kernel.ANY_SCORE)
        )
        return ahead

    def appraise(self, now: View, tile: int) -> JudgedChoice:
        """A tile beside the best one, both as deep as it thinks; exact where both were searched to the end. Values are
        sheep that live."""
        best, value, played, exact = self._compared(now, tile)
        return JudgedChoice((part_of(best),), sign_of(now) * value, sign_of(now) * played, exact)

    def _compared(self, now: View, tile: int) -> tuple[int, float, float, bool]:
        """The better of the best tile and this one, what it and this one are worth to the mover, and whether that is
        exact."""
        kernel, work = self.means.kernel, self._work()
        if kernel is None or now.left == 1:
            values = {each: value for value, each in Collie().values(now, Random(1), tile)}
            best = max(values, key=lambda each: values[each])
            return best, values[best], values[tile], now.left == 1
        field = kernel.SearchField(tiles_of(now.tiles))
        depth, width = self._reach(now)
        value, best = field.look_ahead(now.left, depth, width, work)[0]
        if now.left <= kernel.PROVEN and field.within_work:
            proved = value if tile == best else field.end_after(tile, now.left, work)
            if proved is not None:
                return best if value > proved else tile, max(value, proved), proved, True
        value, played = (field.searched_after(each, now.left, APPRAISED, width) for each in (best, tile))
        return best if value > played else tile, max(value, played), played, False

    def _reach(self, now: View) -> tuple[int, int]:
        """How deep and how wide it looks. Who may think twice as long may look a tile further, as far as the work
        allows: more work alone would mostly find nothing more to do."""
        depth, width = self.short if now.options.tiles < SHORT else (self.depth, self.width)
        return depth + max(0, round(log2(self.means.effort))), width

    def _work(self) -> int:
        return int(self.work * self.means.effort)


# -- reasons -----------------------------------------------------------------------------------


def why_laid(tiles: Sequence[int], tile: int, left: int) -> str:
    """What a tile did for whoever laid it; ``left`` counts it too."""
    grid = board.grid_of(tiles)
    before = {each: _signs(grid, each, left) for each in tiles}
    board.lay(grid, tile)
    after = {each: _signs(grid, each, left - 1) for each in (*tiles, tile)}
    sheep_side = len(tiles) % 2 == SHEEP % 2
    did = _for_sheep(before, after, tile) if sheep_side else _for_wolf(before, after, tile)
    count = sum(sheep not in (LOST, DANGER) for sheep, _ in after.values())
    said = f"This tile {listed(did) if did else 'takes a place that the other side could have used'}."
    ending = "live" if left == 1 else "would live if the game ended now"
    return f"{said} {count} of {len(after)} sheep {ending}."


Signs = tuple[int, int]


def _signs(grid: board.Grid, tile: int, left: int) -> Signs:
    sheep, _, wolf = board.cells_of(tile)
    return board.sheep_sign(grid, sheep, left), board.wolf_sign(grid, wolf, left)


def _for_sheep(before: dict[int, Signs], after: dict[int, Signs], tile: int) -> list[str]:
    did = []
    scared = sum(after[each][1] == SCARED != wolf for each, (_, wolf) in before.items())
    freed = sum(sheep in (DANGER, LOST) and after[each][0] not in (DANGER, LOST) for each, (sheep, _) in before.items())
    saved = sum(after[each][0] == SAVED != sheep for each, (sheep, _) in before.items())
    if scared:
        did.append(f"scares {_number(scared, 'wolf', 'wolves')}")
    if freed:
        did.append(f"frees {_number(freed, 'sheep', 'sheep')}")
    elif saved:
        did.append(f"saves {_number(saved, 'sheep', 'sheep')} for good")
    if after[tile][0] == SAVED:
        did.append("saves its own sheep for good")
    if after[tile][1] == SCARED:
        did.append("keeps its own wolf scared")
    return did


def _for_wolf(before: dict[int, Signs], after: dict[int, Signs], tile: int) -> list[str]:
    did = []
    lost = sum(after[each][0] == LOST != sheep for each, (sheep, _) in before.items())
    threatened = sum(after[each][0] == DANGER and sheep not in (DANGER, LOST) for each, (sheep, _) in before.items())
    safe = sum(after[each][1] == SAFE != wolf for each, (_, wolf) in before.items())
    if lost:
        did.append(f"feeds {_number(lost, 'sheep', 'sheep')} to the wolves for good")
    if threatened:
        did.append(f"threatens {_number(threatened, 'sheep', 'sheep')}")
    if safe and not lost:
        did.append(f"shields {_number(safe, 'wolf', 'wolves')} from dogs")
    if after[tile][0] in (LOST, DANGER):
        did.append("feeds its own sheep to a wolf")
    return did


def _number(count: int, one: str, more: str) -> str:
    return f"a {one}" if count == 1 else f"{count} {more}"


def why_bid(said: str, standing: int | None, expected: float, tiles: int) -> str:
    """What stands behind a bid; ``standing`` is the one before it."""
    hope = f"About {expected:.0f} of {tiles} sheep live with good play"
    if said == "pass":
        return f"{hope}: {standing} is more than I would promise."
    return f"{hope}: I can promise {said.removeprefix('bid ')}."


# -- the levels --------------------------------------------------------------------------------

BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "pup": partial(Pup, 0.9),
    "terrier": partial(Pup, 0.0, (0.9, 2.2, 3.2, 4.6, 5.4, 7.8, 13.2)),
    "collie": Collie,
    "kelpie": partial(Searcher, 2, 8, 20_000, (2.0, 3.0, 3.0, 5.1, 6.2, 8.3, 12.2)),
    "sheepdog": partial(Searcher, 7, 12, 1_500_000, (2.0, 3.0, 4.0, 5.6, 7.4, 9.0, 12.9), (6, 20)),
}
LEVELS: Final = (
    Level("pup", "Pup", "Plays its first game: takes what lies near and overlooks most of the table.", head="lambs"),
    Level("terrier", "Terrier", "Never misses a sheep that lives or dies at once, and thinks no further.", head="dog"),
    Level("collie", "Collie", "Sees which sheep are open to attack, and your best answer.", head="dog", usual=True),
    Level("kelpie", "Kelpie", "Has learned what every animal on the table is worth.", head="dog"),
    Level(
        "sheepdog",
        "Sheepdog",
        "Thinks seven tiles ahead, and lays the last five perfectly.",
        0.4,
        head="shepherd",
    ),
)
