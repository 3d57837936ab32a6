"""Small games with secrets solved: who is to be foreseen loses, so the best players mix their moves by chance.

All ways to play are laid out in flat arrays, and both players learn from what they regret (CFR+) until neither could
gain more than a little by knowing the other's odds. NATURE sits at the table with odds that are known. Only for two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.contract.bot import Bot
from sheepfold.core.records.progress import AnyGame
from sheepfold.lab.solve import SCORER, Unsolvable, chances, has_more_ways, mover, result, whole_moves

if TYPE_CHECKING:
    Array: TypeAlias = np.ndarray[Any, Any]

MOST: Final = 1_000_000
"""Ways to have come to a position, beyond which a game is not small."""
FAR: Final = 100
"""Where an estimate says so many times as many, nobody need count them."""
NEAR: Final = 0.01
"""Neither of the players that are called perfect gains more points than this by knowing the other."""
LONGEST: Final = 20_000
"""Rounds of learning, after which they are as good as they get."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat knows when it has to choose; it cannot tell the positions apart that it may be in."""

    seat: Seat
    view: Any
    since: int
    """The choice of its own that led here; -1: its first."""
    first: int
    """The number of its first choice; the others follow."""
    moves: tuple[Move, ...]
    depth: int
    odds: tuple[float, ...]
    """NATURE's, along the moves."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What a bot loses in a seat: to a perfect player, and to somebody who knows its odds and nothing else."""

    name: str
    seat: Seat
    perfect: float
    exploited: float
    moments: int
    """How often it was asked for its odds."""


class Tree:
    """Every way to play from a state. Positions and choices are numbered in the order of their depth."""

    def __init__(self, game: AnyGame, first: Any, most: int = MOST) -> None:
        if 2 not in game.seats:
            raise Unsolvable(f"{game.title} is not for two: it cannot be solved like this.")
        if has_more_ways(game, first, FAR * most):
            raise Unsolvable(f"There are more than {most:,} ways to play this: it is too large to be solved.")
        self.game, self.moments, self._known = game, list[Moment](), dict[Any, Moment]()
        parents, choices, movers, scores, ends = [0], [0], [0], list[float](), [0, 1]
        level: list[tuple[Any, tuple[int, int]]] = [(first, (-1, -1))]
        """States, and the last choice that each seat made before them."""
        while level:
            below: list[tuple[Any, tuple[int, int]]] = []
            for number, (state, since) in enumerate(level, ends[-2]):
                outcome = game.outcome(state)
                scores.append(0.0 if outcome is None else result(outcome))
                if outcome is not None:
                    continue
                seat = mover(game, state)
                moment = (
                    self._chance(state) if seat == NATURE else self._moment(state, seat, since[seat - 1], len(ends))
                )
                for choice, move in enumerate(moment.moves, moment.first):
                    after = since if seat == NATURE else (choice, since[1]) if seat == 1 else (since[0], choice)
                    below.append((game.apply(state, seat, move)[0], after))
                    parents.append(number)
                    choices.append(choice)
                    movers.append(seat)
                if len(parents) > most:
                    raise Unsolvable(f"There are more than {most:,} ways to play this: it is too large to be solved.")
            level = below
            ends.append(ends[-1] + len(below))
        self.parents, self.choices, self.movers = (np.array(found) for found in (parents, choices, movers))
        self.scores = np.array(scores)
        self.levels = [slice(low, high) for low, high in pairwise(ends) if high > low]
        self.firsts = np.array([moment.first for moment in self.moments])
        sizes = np.array([len(moment.moves) for moment in self.moments])
        self.of = np.repeat(np.arange(len(self.moments)), sizes)
        """For each choice its moment."""
        self.sizes = sizes[self.of]
        self.seats = np.array([moment.seat for moment in self.moments])[self.of]
        self.luck = np.array([chance for moment in self.moments for chance in moment.odds])
        """For each choice of NATURE's how likely it is; 0 for those of players."""

    def _moment(self, state: Any, seat: Seat, since: int, depth: int) -> Moment:
        """What the seat knows here. It remembers what it knew and chose before."""
        view = self.game.view(state, seat)
        found = self._known.get((seat, since, view))
        if found is None:
            moves = tuple(whole_moves(self.game, state, seat))
            found = Moment(seat, view, since, self._first(), moves, depth, (0.0,) * len(moves))
            self.moments.append(found)
            self._known[seat, since, view] = found
        if found.depth != depth:
            raise Unsolvable(f"A player of {self.game.title} may not know how many moves were made.")
        return found

    def _chance(self, state: Any) -> Moment:
        """What NATURE can draw here."""
        odds = chances(self.game, state)
        self.moments.append(Moment(NATURE, None, -1, self._first(), tuple(odds), 0, tuple(odds.values())))
        return self.moments[-1]

    def _first(self) -> int:
        """The number of the next moment's first choice."""
        return self.moments[-1].first + len(self.moments[-1].moves) if self.moments else 0

    def shared_out(self, amounts: Array) -> Array:
        """Odds along the choices of each moment, as these amounts are to each other; alike where there are none.
        NATURE's stay as they are."""
        total = np.add.reduceat(amounts, self.firsts)[self.of]
        shared = np.where(total > 0, amounts / np.where(total > 0, total, 1.0), 1 / self.sizes)
        return np.where(self.seats == NATURE, self.luck, shared)

    def reach(self, odds: Array, *seats: Seat) -> Array:
        """For each position how likely the choices of these seats make it."""
        found = np.ones(len(self.parents))
        own = np.where(np.isin(self.movers, seats), odds[self.choices], 1.0)
        for level in self.levels[1:]:
            found[level] = found[self.parents[level]] * own[level]
        return found

    def worths(self, odds: Array) -> Array:
        """For each position the score to come, if both choose by these odds."""
        found = self.scores.copy()
        for level in reversed(self.levels[1:]):
            self._gather(found, odds, level)
        return found

    def _gather(self, worths: Array, odds: Array, level: slice) -> None:
        """What the positions above a level are worth by those on it."""
        low = int(self.parents[level][0])
        gathered = np.bincount(self.parents[level] - low, odds[self.choices[level]] * worths[level])
        worths[low : low + len(gathered)] += gathered

    def answer(self, odds: Array, seat: Seat) -> Array:
        """The odds with those of the seat changed to the best that can be done against the other's."""
        others, found = self.reach(odds, 3 - seat, NATURE), odds.copy()
        worths = self.scores.copy()
        sign = 1 if seat == SCORER else -1
        for level in reversed(self.levels[1:]):
            rows = np.flatnonzero(self.movers[level] == seat) + level.start
            if len(rows):
                there = self.choices[rows]
                values = np.full(len(odds), -np.inf)
                values[there] = 0.0
                np.add.at(values, there, sign * others[self.parents[rows]] * worths[rows])
                best = np.maximum.reduceat(values, self.firsts)[self.of]
                chosen = self.shared_out((values >= best - 1e-12).astype(float))
                found[there] = chosen[there]
            self._gather(worths, found, level)
        return found

    def value(self, odds: Array) -> float:
        """The score from the start, if both choose by these odds."""
        return float(self.worths(odds)[0])

    def habits(self, bot: Bot, seat: Seat, times: int, rng: Random) -> tuple[Array, int]:
        """The odds by which a bot chooses, found by asking it many times wherever it can come to; how often it was
        asked something new."""
        counts, asked = np.zeros(len(self.of)), 0
        for moment in self.moments:
            if moment.seat == seat and (moment.since < 0 or counts[moment.since]):
                numbers = {move: number for number, move in enumerate(moment.moves, moment.first)}
                for _ in range(times):
                    counts[numbers[bot.choose(moment.view, rng)]] += 1
                asked += 1
        return self.shared_out(counts), asked


class Perfect:
    """The odds of two players who can hardly be exploited, and what they reach."""

    def __init__(self, tree: Tree, near: float = NEAR) -> None:
        self.tree = tree
        self.odds = tree.shared_out(np.zeros(len(tree.of)))
        self.least, self.most = self._bounds()
        regrets, sums, rounds = np.zeros(len(tree.of)), np.zeros(len(tree.of)), 0
        while self.most - self.least > near and rounds < LONGEST:
            for _ in range(100):
                rounds += 1
                for seat in (1, 2):
                    self._learn(regrets, sums, seat, rounds)
            self.odds = tree.shared_out(sums)
            self.least, self.most = self._bounds()

    @property
    def value(self) -> float:
        """The score of two perfect players, which lies between ``least`` and ``most``."""
        return (self.least + self.most) / 2

    def _bounds(self) -> tuple[float, float]:
        """What the scorer is sure of, and what the other one can hold them to."""
        tree = self.tree
        return tree.value(tree.answer(self.odds, 3 - SCORER)), tree.value(tree.answer(self.odds, SCORER))

    def _learn(self, regrets: Array, sums: Array, seat: Seat, weight: int) -> None:
        """One seat looks back at what each of its choices would have been worth."""
        tree = self.tree
        odds = tree.shared_out(regrets)
        rows = np.flatnonzero(tree.movers == seat)
        there, above = tree.choices[rows], tree.parents[rows]
        sign = 1 if seat == SCORER else -1
        came = sign * tree.reach(odds, 3 - seat, NATURE)[above] * tree.worths(odds)[rows]
        values = np.bincount(there, came, len(odds))
        means = np.add.reduceat(odds * values, tree.firsts)[tree.of]
        own = tree.seats == seat
        regrets[own] = np.maximum(0.0, regrets + values - means)[own]
        reached = np.zeros(len(odds))
        reached[there] = tree.reach(odds, seat)[above]
        sums[own] += (weight * reached * odds)[own]

    def faults(self, name: str, bot: Bot, seat: Seat, times: int, rng: Random) -> Losses:
        """How far a bot is from perfect play in this seat."""
        tree = self.tree
        habits, asked = tree.habits(bot, seat, times, rng)
        mixed = np.where(tree.seats == seat, habits, self.odds)
        sign = 1 if seat == SCORER else -1
        perfect = sign * (self.value - tree.value(mixed))
        exploited = sign * (self.value - tree.value(tree.answer(mixed, 3 - seat)))
        return Losses(name, seat, perfect, exploited, asked)
