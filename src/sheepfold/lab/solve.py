"""Small games solved exactly: what perfect players reach, and how near a bot comes to it.

Only where nothing is hidden. Two play against each other, or all play together; what is left to chance counts by its
odds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from random import Random
from statistics import fmean
from typing import Any, Final

from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.contract.bot import Bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.verdict import opposed, points
from sheepfold.core.words.prose import plural

SCORER: Seat = 1
"""The seat that plays for a high score; the other plays for a low one, unless all play together."""
MOVES: Final = 20_000
"""Where there are more moves in a position a game is not small."""
WAYS: Final = 10**10
"""Ways to play to the end, beyond which a game is not small unless its positions are few."""
FEW: Final = 5_000
"""Positions that are few."""
PROBES: Final = 200
"""Random games by which the ways to play are estimated."""


class Unsolvable(SheepfoldError):
    """The game cannot be searched to its end like this."""


@dataclass(frozen=True, slots=True)
class Distance:
    """What a bot loses against a perfect player, in points of a game, in either seat."""

    name: str
    scoring: float
    against: float


def whole_moves(game: AnyGame, state: Any, seat: Seat) -> list[Move]:
    """Every move that may be played. Raises Unsolvable if they are too many to be looked at."""
    found: list[Move] = []
    open_: list[Move] = [()]
    while open_:
        so_far = open_.pop()
        if len(found) + len(open_) > MOVES:
            raise Unsolvable(f"There are more than {MOVES:,} moves to choose from: it is too large to be solved.")
        ahead = game.ahead(state, seat, so_far)
        if ahead.complete:
            found.append(so_far)
        open_ += [(*so_far, part) for part in ahead.parts]
    return found


def mover(game: AnyGame, state: Any) -> Seat:
    """Who is to move, NATURE too. Raises Unsolvable if several are at once."""
    found = game.to_move(state)
    if len(found) != 1:
        raise Unsolvable(f"Several move at once in {game.title}: it cannot be solved like this.")
    return next(iter(found))


def chances(game: AnyGame, state: Any) -> dict[Move, float]:
    """Every move of NATURE's and how likely it is."""
    found, open_ = dict[Move, float](), list[tuple[Move, float]]([((), 1.0)])
    while open_:
        so_far, chance = open_.pop()
        ahead = game.ahead(state, NATURE, so_far)
        if ahead.complete:
            found[so_far] = chance
            continue
        weights = ahead.weights or (1,) * len(ahead.parts)
        for part, weight in zip(ahead.parts, weights, strict=True):
            open_.append(((*so_far, part), chance * weight / sum(weights)))
    return found


def result(outcome: Outcome) -> float:
    """The score that is played for: the scorer's points less the other's; where all play together, their lead."""
    first, *others = points(outcome, 2)
    return first if outcome.scores.sides else first - sum(others)


def after(game: AnyGame, state: Any, moves: Iterable[str]) -> Any:
    """The state after these moves, NATURE's too. Raises what ``parse`` raises, and Unsolvable."""
    for text in moves:
        state, _ = game.play(game.parse(state, mover(game, state), text))
    return state


def has_more_ways(game: AnyGame, first: Any, most: int) -> bool:
    """Whether there are more ways to play to the end, by Knuth's estimate: the numbers of choices in a random game, all
    multiplied, in the mean over some. Raises Unsolvable as ``whole_moves`` and ``mover`` do."""
    rng, left = Random(1), PROBES * most
    for _ in range(PROBES):
        left -= _choices(game, first, left, rng)
        if left < 0:
            return True
    return False


def _choices(game: AnyGame, state: Any, most: int, rng: Random) -> int:
    """The product for one random game, or something beyond ``most``."""
    found = 1
    while found <= most and game.outcome(state) is None:
        seat = mover(game, state)
        moves = whole_moves(game, state, seat)
        found *= len(moves)
        state, _ = game.apply(state, seat, rng.choice(moves))
    return found


def has_few_positions(game: AnyGame, first: Any) -> bool:
    """Whether all ways to play lead through few positions."""
    known, open_ = {first}, [first]
    while open_ and len(known) <= FEW:
        state = open_.pop()
        if game.outcome(state) is None:
            seat = mover(game, state)
            for move in whole_moves(game, state, seat):
                after, _ = game.apply(state, seat, move)
                if after not in known:
                    known.add(after)
                    open_.append(after)
    return len(known) <= FEW


class Solver:
    """Alpha-beta through the contract to the very end; positions that were solved are remembered."""

    def __init__(self, game: AnyGame, first: Any, seats: int = 2) -> None:
        """From this state on. Raises Unsolvable."""
        self.game, self.first = game, first
        if game.hides:
            raise Unsolvable(f"{game.title} hides something: it cannot be solved like this.")
        against = opposed(game, first, seats)
        if against and seats > 2:
            raise Unsolvable(f"{plural(seats, 'player')} play against each other: only two can be solved like this.")
        if has_more_ways(game, first, WAYS) and not has_few_positions(game, first):
            raise Unsolvable(f"There are more than {WAYS:,} ways to play this: it is too large to be solved.")
        self.low_players = frozenset({3 - SCORER} if against else ())
        self._known: dict[Any, tuple[float, float]] = {}

    @property
    def value(self) -> float:
        """The score that perfect players reach, or can expect where something is left to chance."""
        return self.worth(self.first)

    def worth(self, state: Any, low: float = -inf, high: float = inf) -> float:
        """The score from here, if it lies between the bounds; else a bound on the right side of them."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return result(outcome)
        least, most = self._known.get(state, (-inf, inf))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        seat = mover(self.game, state)
        if seat == NATURE:
            best = sum(
                odds * self.worth(self._after(state, seat, move)) for move, odds in chances(self.game, state).items()
            )
            self._known[state] = best, best
            return best
        high_player = seat not in self.low_players
        best, edge = (-inf, low) if high_player else (inf, high)
        for move in whole_moves(self.game, state, seat):
            then = self._after(state, seat, move)
            if high_player:
                best = max(best, self.worth(then, edge, high))
                edge = max(edge, best)
                if best >= high:
                    break
            else:
                best = min(best, self.worth(then, low, edge))
                edge = min(edge, best)
                if best <= low:
                    break
        exact = low < best < high
        self._known[state] = (best, best) if exact else (best, most) if best >= high else (least, best)
        return best

    def _after(self, state: Any, seat: Seat, move: Move) -> Any:
        return self.game.apply(state, seat, move)[0]

    def best(self, state: Any, seat: Seat) -> Move:
        """A move of a perfect player."""

        def worth(move: Move) -> float:
            return self.worth(self._after(state, seat, move))

        return (min if seat in self.low_players else max)(whole_moves(self.game, state, seat), key=worth)

    def score(self, bot: Bot, seat: Seat, rng: Random) -> float:
        """What comes of a game of a bot, in this seat, against a perfect player."""
        state = self.first
        while (outcome := self.game.outcome(state)) is None:
            moving = mover(self.game, state)
            if moving == NATURE:
                odds = chances(self.game, state)
                (move,) = rng.choices(list(odds), list(odds.values()))
            else:
                move = bot.choose(self.game.view(state, moving), rng) if moving == seat else self.best(state, moving)
            state = self._after(state, moving, move)
        return result(outcome)

    def distance(self, name: str, bot: Bot, games: int) -> Distance:
        """How far the bot is from perfect play."""
        rng = Random(1)
        scoring = self.value - fmean(self.score(bot, SCORER, rng) for _ in range(games))
        against = (
            fmean(self.score(bot, 3 - SCORER, rng) for _ in range(games)) - self.value if self.low_players else 0.0
        )
        return Distance(name, scoring, against)
