"""A game as numbers, for programs that learn: parts of moves, chance and what a seat sees, each in a fixed order.

A game's room ``numbers`` makes a ``NumberedGame`` of its options and seats. A learner builds a move part by part, as
everybody does; ``STOP`` plays a move that could also go on. No library of arrays is needed here: whoever has one gives
a buffer to be filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Final, NamedTuple, TypeAlias

from sheepfold.core.contract import Marginal, Move, Outcome, Part
from sheepfold.core.duel import DuelView, Round
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.verdict import points, utilities

STOP: Final[Part] = "stop"
"""What a learner says to play a move as it stands that could also go on. No game has such a part."""
WINDOW: Final = 16
"""How far from its first tile a map without edges is numbered, if nobody says otherwise."""
WINS: Final = "wins"
POINTS: Final = "points"
MEASURES: Final = (WINS, POINTS)
"""What an outcome can be counted by."""

UNKNOWN: Final = -1
"""What stands for a way where there is none: nothing is hidden yet, or any more."""

Mark: TypeAlias = tuple[str, int, float]
"""A plane's name, a place in it, and what stands there; everywhere else there is 0."""


class BadMeasure(SheepfoldError):
    """Outcomes are counted by wins or by points, and by nothing else."""


class Plane(NamedTuple):
    """One named part of an observation. Its numbers follow each other in rows."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)


class UtilityBounds(NamedTuple):
    """Between what numbers a seat's utility lies, and whether those of all seats add up to 0."""

    low: float
    high: float
    zero_sum: bool


@dataclass(frozen=True)
class NumberedGame:
    """A game with its options and seats, as numbers."""

    seats: int
    parts: tuple[Part, ...]
    """All parts of players' moves, ``STOP`` too where a complete move may go on. A part's number is its place here."""
    chance: tuple[Part, ...]
    """All parts of NATURE's moves, numbered by themselves."""
    longest: int | None
    """The most parts, ``STOP`` included, that players can say in one game; None: there is no bound."""
    longest_chance: int | None
    """The same of NATURE's."""
    planes: tuple[Plane, ...]
    marks: Callable[[Any], Iterable[Mark]]
    """What a view shows. It is given nothing else, so that no secret can come in."""
    points: UtilityBounds
    """What points can come to. Where they add up to 0, they are what a seat is ahead of the others."""
    hidden: tuple[str, ...] = ()
    """All that beliefs can be about, by ``Marginal.about``."""
    ways: tuple[str, ...] = ()
    """All ways in which one of them can be."""
    opposed: bool = True
    """Whether seats play against each other: else all win and lose together."""
    for_score: bool = False
    """Whether nobody wins, and points are all there is."""

    @cached_property
    def number(self) -> dict[Part, int]:
        """The numbers of players' parts."""
        return {part: number for number, part in enumerate(self.parts)}

    @cached_property
    def chance_number(self) -> dict[Part, int]:
        """The numbers of NATURE's parts."""
        return {part: number for number, part in enumerate(self.chance)}

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(plane.size for plane in self.planes)

    @cached_property
    def starts(self) -> dict[str, int]:
        """Where each plane begins."""
        found, start = {}, 0
        for plane in self.planes:
            found[plane.name] = start
            start += plane.size
        return found

    def fill(self, view: Any, so_far: Move, out: Any) -> None:
        """Write what a seat sees, and its own move as far as it has come, into ``size`` zeros: a list of
        numbers, or an array in one row.

        The plane ``so_far`` has for each part its place in that move, counted from 1.
        """
        starts = self.starts
        for plane, place, value in self.marks(view):
            out[starts[plane] + place] = value
        for place, part in enumerate(so_far, 1):
            out[starts["so_far"] + self.number[part]] = place

    def cut(self, observation: Any) -> dict[str, Any]:
        """An array of observations, each in one row, as arrays of their planes by name; they share its memory."""
        rows = observation.shape[:-1]
        return {
            plane.name: observation[..., start : start + plane.size].reshape(*rows, *plane.shape)
            for plane, start in zip(self.planes, self.starts.values(), strict=True)
        }

    def truth(self, ways: Mapping[str, str]) -> list[int]:
        """Which of ``ways`` each hidden thing is, as ``Game.truth`` tells it; ``UNKNOWN`` for what is not told."""
        return [self.ways.index(ways[about]) if about in ways else UNKNOWN for about in self.hidden]

    def odds(self, beliefs: Iterable[Marginal]) -> list[float]:
        """How likely each way of each hidden thing is, row by row; 0 for what nobody doubts."""
        found = [0.0] * (len(self.hidden) * len(self.ways))
        for about, odds in beliefs:
            for way, chance in odds:
                found[self.hidden.index(about) * len(self.ways) + self.ways.index(way)] = chance
        return found

    @property
    def usual(self) -> str:
        """What outcomes are counted by if nobody says otherwise."""
        return POINTS if self.for_score else WINS

    def bounds(self, by: str) -> UtilityBounds:
        """Between what numbers utilities lie. Raises BadMeasure."""
        if by not in MEASURES:
            raise BadMeasure(f"Outcomes are counted by {' or '.join(MEASURES)}, not by {by[:40]!r}.")
        return UtilityBounds(-1.0, 1.0, self.opposed) if by == WINS else self.points

    def utilities(self, outcome: Outcome, by: str) -> tuple[float, ...]:
        """What an outcome is worth to each seat. Raises BadMeasure."""
        bounds = self.bounds(by)
        if by == WINS:
            return utilities(outcome, self.seats)
        own = points(outcome, self.seats)
        if not bounds.zero_sum:
            return own
        return tuple(mine - (sum(own) - mine) / (self.seats - 1) for mine in own)


def so_far_plane(parts: tuple[Part, ...]) -> Plane:
    """The plane that ``NumberedGame.fill`` writes by itself. Games whose moves have one part go without."""
    return Plane("so_far", (len(parts),))


def one_hot(plane: str, among: tuple[Any, ...], value: Any) -> Iterator[Mark]:
    """A mark where the value stands among all that are possible; none where it is not among them."""
    if value in among:
        yield plane, among.index(value), 1.0


def duel(inner: Round[Any, Any, Any], options: Any, one: NumberedGame, most: int) -> NumberedGame:
    """A duel's numbers from those of one of its rounds, in which at most so many points can be scored."""
    mode, bids = inner.mode(options), inner.bids(options)
    bidding = mode == "bid"
    said = ("pass", *(f"bid {number}" for number in bids)) if bidding else ()
    parts = tuple(dict.fromkeys((*one.parts, *said)))
    rounds = 2 if mode == "match" else 1
    planes = [Plane("role", (2,)), *one.planes]
    if mode == "match":
        planes.append(Plane("game", (2,)))
    if bidding:
        planes.append(Plane("bid", (1,)))
    planes = [so_far_plane(parts) if plane.name == "so_far" else plane for plane in planes]

    def marks(view: DuelView[Any, Any]) -> Iterator[Mark]:
        yield from one_hot("role", (1, 2), view.role)
        if mode == "match":
            yield "game", len(view.rounds) - 1, 1.0
        if view.bids:
            yield "bid", 0, view.bids[-1] / bids[-1]
        if view.now is not None:
            yield from one.marks(view.now)

    return NumberedGame(
        seats=2,
        parts=parts,
        chance=one.chance,
        longest=None if one.longest is None else rounds * one.longest + (len(bids) + 1 if bidding else 0),
        longest_chance=None if one.longest_chance is None else rounds * one.longest_chance,
        planes=tuple(planes),
        marks=marks,
        points=UtilityBounds(-float(most), float(most), zero_sum=True),
        hidden=one.hidden,
        ways=one.ways,
        for_score=mode == "single" and inner.target(options) is None,
    )
