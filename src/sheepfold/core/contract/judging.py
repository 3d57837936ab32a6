"""What a review asks of a game: the value of a position to a seat, by the game's strongest bot, in the game's currency.

A game's room ``value.py`` has ``judge(bot)``, which makes a ``Judge`` of that bot. A judge is given views alone: what
it says of a seat cannot depend on what the seat did not know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.duel import DuelView


@dataclass(frozen=True, slots=True)
class Currency:
    """What values are counted in."""

    name: str
    """For people: "sheep", "points"."""
    step: float
    """A difference that a good player would notice. Labels count in it."""
    meaning: str
    """What a value says, in one sentence."""
    percent: bool = False
    """Whether values are chances from 0 to 1."""

    def shown(self, value: float, *, signed: bool = False) -> str:
        """A value for people: "1.25", "+12 %"."""
        number = f"{100 * value:{'+' if signed else ''}.0f}" if self.percent else f"{value:{'+' if signed else ''}.2f}"
        number = {"-0.00": "0.00", "+0.00": "0.00", "-0": "0", "+0": "0"}.get(number, number).replace("-", "−")
        return f"{number} %" if self.percent else number


@dataclass(frozen=True, slots=True)
class Control:
    """Who says what a draw is worth, where the arena takes luck off results in points (``CONTROL`` in ``value.py``)."""

    bot: str
    """Values the best move after a draw."""
    times: float
    """How many points one of its own is worth. Fitted to games that are not judged by it."""


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A decision as its seat could judge it before the outcome was known. Values are what the seat can expect."""

    best: Move
    value: float
    """The value of the best move, and so of the position."""
    played: float
    """The value of the move that was played."""
    exact: bool = False
    """Whether both values were searched to the end of the game."""
    bits: float | None = None
    """How much the move was expected to tell."""


class Judge:
    """One judge for all seats of a game. This one knows results only; a game's own judge overrides what it knows."""

    currency = Currency("of the win", 0.1, "The share of the win: 1 is a win, 0 a loss.")
    caution = "No bot can judge this game, so no decision is judged."
    """How far its values can be trusted, in one sentence."""

    def start(self, view: Any) -> float:
        """The value of the game to the view's owner before the first move."""
        return 0.0

    def choice(self, view: Any, move: Move, rng: Random) -> JudgedChoice | None:
        """A decision of the view's owner; None: nothing is to be weighed."""
        return None

    def later(self, value: float, before: Any, after: Any) -> float:
        """The owner's value after a step, where they are not to decide next or the next decision is not weighed."""
        return value

    def luck(self, before: Any, after: Any, mover: Seat) -> bool:
        """Whether a change by this step is chance or a hidden truth, and not another seat's doing."""
        return mover in (NATURE, before.seat)

    def common(self, view: Any) -> bool:
        """Whether all seats see the same and have the same value, so that everybody's decisions count for everybody."""
        return False

    def result(self, view: Any, outcome: Outcome) -> float:
        """What the game brought the view's owner. Not asked where the table ended it."""
        return 1 / len(outcome.winners) if view.seat in outcome.winners else 0.0

    def doubt(self, view: Any) -> float | None:
        """How many bits the owner lacks; for an owner who hides, how many the others lack. None: nothing is hidden."""
        return None

    def hides(self, view: Any) -> bool:
        """Whether the owner is the one who hides."""
        return False


class DuelJudge(Judge):
    """Counts a seat's points less the other's: what a round is worth to its scorer is what it costs the other.

    Where there is a target, a round is worth what is beyond it. A game's own judge says what it knows of one round, in
    the scorer's points at its end as the owner of ``now`` expects them.
    """

    chance = False
    """Whether anything in a round is left to chance or hidden."""

    def par(self, options: Any) -> float:
        """What a scorer reaches when both play well."""
        raise NotImplementedError

    def round_choice(self, now: Any, view: DuelView[Any, Any], move: Move, rng: Random) -> JudgedChoice | None:
        """A decision of the owner of ``now``."""
        raise NotImplementedError

    def expected(self, now: Any) -> float | None:
        """The scorer's points, where the owner does not decide; None: as before."""
        return None

    def round_doubt(self, now: Any) -> float | None:
        """As ``doubt``, of one round."""
        return None

    def start(self, view: DuelView[Any, Any]) -> float:
        return self._sum(view, None)

    def choice(self, view: DuelView[Any, Any], move: Move, rng: Random) -> JudgedChoice | None:
        if view.now is None:
            return self._bid(view, move)
        found = self.round_choice(view.now, view, move, rng)
        if found is None:
            return None
        return replace(found, value=self._sum(view, found.value), played=self._sum(view, found.played))

    def _bid(self, view: DuelView[Any, Any], move: Move) -> JudgedChoice:
        """After a bid the other passes, or bids one more and has it."""
        par = self.par(view.options)
        last = view.bids[-1] if view.bids else None

        def worth(bid: int) -> float:
            return min(par - bid, bid + 1 - par)

        best = max(0, int(par))
        bids = [bid for bid in (best, best + 1) if last is None or bid > last]
        options: dict[Move, float] = {(f"bid {bid}",): worth(bid) for bid in bids}
        played = worth(int(move[0].split()[1])) if move != ("pass",) else (last or 0) - par
        if last is not None:
            options["pass",] = last - par
        options.setdefault(move, played)
        top = max(options, key=lambda each: options[each])
        return JudgedChoice(top, options[top], played)

    def later(self, value: float, before: DuelView[Any, Any], after: DuelView[Any, Any]) -> float:
        if after.now is None:
            return value
        if len(after.scorers) != len(before.scorers) or len(after.results) != len(before.results):
            return self._sum(after, None)
        expected = self.expected(after.now)
        return value if expected is None else self._sum(after, expected)

    def luck(self, before: DuelView[Any, Any], after: DuelView[Any, Any], mover: Seat) -> bool:
        return self.chance and super().luck(before, after, mover)

    def result(self, view: DuelView[Any, Any], outcome: Outcome) -> float:
        return self._sum(view, None)

    def _sum(self, view: DuelView[Any, Any], expected: float | None) -> float:
        """All rounds: those that are over, the one being played (None: nothing is known of it), the one to come."""
        par = self.par(view.options)
        points = [float(points) for points, _ in view.results]
        if len(points) < len(view.scorers):
            points.append(par if expected is None else expected)
        total = sum(each if scorer == view.seat else -each for each, scorer in zip(points, view.scorers, strict=True))
        if view.mode == "match" and len(view.scorers) == 1:
            total -= par if view.seat in view.scorers else -par
        target = (0 if view.now is None else view.now.target) or 0
        return total if view.mode == "match" else total - (target if view.seat in view.scorers else -target)

    def doubt(self, view: DuelView[Any, Any]) -> float | None:
        return None if view.now is None or view.outcome is not None else self.round_doubt(view.now)
