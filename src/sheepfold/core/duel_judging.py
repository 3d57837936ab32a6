"""Judging a duel: what a round is worth to whoever scores in it is what it costs the other."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Protocol

from sheepfold.core.contract import Move, Outcome, Seat
from sheepfold.core.duel import DuelView
from sheepfold.core.judging import Currency, JudgedChoice, PlainJudge


class RoundJudge(Protocol):
    """Judges one round. Values are the scorer's points at its end, as the view's owner expects them."""

    currency: Currency
    caution: str
    chance: bool
    """Whether anything in it is left to chance or hidden."""

    def par(self, options: Any) -> float:
        """What a scorer reaches when both play well."""
        ...

    def choice(self, now: Any, view: DuelView[Any, Any], move: Move, rng: Random) -> JudgedChoice | None:
        """A decision of the owner of ``now``."""
        ...

    def expected(self, now: Any) -> float | None:
        """The scorer's points, where the owner does not decide; None: as before."""
        ...

    def doubt(self, now: Any) -> float | None: ...

    def hides(self, now: Any) -> bool: ...


class DuelJudge(PlainJudge):
    """Counts a seat's points less the other's. Where there is a target, a round is worth what is beyond it."""

    def __init__(self, inner: RoundJudge) -> None:
        self._inner = inner
        self.currency, self.caution = inner.currency, inner.caution

    def start(self, view: DuelView[Any, Any]) -> float:
        return self._sum(view, None)

    def choice(self, view: DuelView[Any, Any], move: Move, rng: Random) -> JudgedChoice | None:
        if view.now is None:
            return self._bid(view, move)
        found = self._inner.choice(view.now, view, move, rng)
        if found is None:
            return None
        return replace(found, value=self._sum(view, found.value), played=self._sum(view, found.played))

    def _bid(self, view: DuelView[Any, Any], move: Move) -> JudgedChoice:
        """After a bid the other passes, or bids one more and has it."""
        par = self._inner.par(view.options)
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
        expected = self._inner.expected(after.now)
        return value if expected is None else self._sum(after, expected)

    def luck(self, before: DuelView[Any, Any], after: DuelView[Any, Any], mover: Seat) -> bool:
        return self._inner.chance and super().luck(before, after, mover)

    def result(self, view: DuelView[Any, Any], outcome: Outcome) -> float:
        return self._sum(view, None)

    def _sum(self, view: DuelView[Any, Any], expected: float | None) -> float:
        """All rounds: those that are over, the one being played (None: nothing is known of it), the one to come."""
        par = self._inner.par(view.options)
        points = [float(points) for points, _ in view.results]
        if len(points) < len(view.scorers):
            points.append(par if expected is None else expected)
        total = sum(each if scorer == view.seat else -each for each, scorer in zip(points, view.scorers, strict=True))
        if view.mode == "match" and len(view.scorers) == 1:
            total -= par if view.seat in view.scorers else -par
        target = (0 if view.now is None else view.now.target) or 0
        return total if view.mode == "match" else total - (target if view.seat in view.scorers else -target)

    def doubt(self, view: DuelView[Any, Any]) -> float | None:
        return None if view.now is None or view.outcome is not None else self._inner.doubt(view.now)

    def hides(self, view: DuelView[Any, Any]) -> bool:
        return view.now is not None and self._inner.hides(view.now)
