"""Clocks as pure arithmetic: who loses how much time, and when somebody must look again.

Time is charged at every line of the log that all hear of: each ticking seat loses what went by since the
last one. A step that nobody hears of changes nothing, neither what can be seen nor what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from types import MappingProxyType
from typing import Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.play.terms import DAY, Clock

REMIND_AT: Final = 0.25
"""A day clock reminds when so much of the time for a move is left, unless it was agreed otherwise."""

SOONEST: Final = 3600
"""Seconds after which somebody may be reminded, and again."""

GRACE: Final = 1.0
"""Seconds for which a move that came in time may still be on its way through the house: so long nobody is called late
who says nothing. Whoever says something is late from the first moment."""

Rests: TypeAlias = Mapping[Seat, tuple[float, float]]
"""When each seat's owner is on vacation: from, until."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds left to each seat as of ``since``, and how often each was reminded in this turn."""

    left: Mapping[Seat, float]
    since: float
    reminded: Mapping[Seat, int] = field(default_factory=dict)
    bank: Mapping[Seat, float] = field(default_factory=dict)
    """What each seat has left for all its moves, where that is bounded: never less than it has for this one."""

    def to_json(self) -> str:
        bank = {"bank": dict(self.bank)} if self.bank else {}
        return json.dumps({"left": self.left, "reminded": dict(self.reminded), **bank}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, since: float) -> Times:
        value = json.loads(text)
        left, bank = ({int(seat): seconds for seat, seconds in value.get(of, {}).items()} for of in ("left", "bank"))
        return cls(left, since, {int(seat): times for seat, times in value.get("reminded", {}).items()}, bank)


def begin(clock: Clock, seats: Iterable[Seat], now: float) -> Times:
    """Full clocks for the seats of people; none where no time is kept."""
    if clock.kind == "none":
        return Times({}, now)
    seats = tuple(seats)
    bank = dict.fromkeys(seats, float(clock.total)) if clock.total else {}
    return Times({seat: min(float(clock.main), bank.get(seat, inf)) for seat in seats}, now, bank=bank)


def charge(
    clock: Clock,
    times: Times,
    ticking: frozenset[Seat],
    now: float,
    rests: Rests,
    came: Mapping[Seat, float] = MappingProxyType({}),
) -> Times:
    """Charge the ticking seats for the time since they were last charged; for whoever's move ``came`` earlier than it
    could be stored, up to then. Where time was given back beyond now, nobody is charged, and nothing is taken back."""
    if not times.left:
        return Times(times.left, max(now, times.since))
    gone = {
        seat: spent(clock, times.since, came.get(seat, now), rests.get(seat)) if seat in ticking else 0
        for seat in times.left
    }
    left, bank = ({seat: had - gone[seat] for seat, had in each.items()} for each in (times.left, times.bank))
    return replace(times, left=left, since=max(now, times.since), bank=bank)


def spent(clock: Clock, start: float, end: float, rest: tuple[float, float] | None) -> float:
    """Seconds between two moments; a vacation does not count on a day clock."""
    gone = max(0.0, end - start)
    if clock.kind != "days" or rest is None:
        return gone
    return gone - max(0.0, min(end, rest[1]) - max(start, rest[0]))


def evenly_since(times: Times, ticking: frozenset[Seat], now: float, rests: Rests) -> float:
    """Since when the clocks have run as they run now: they were last charged, or a vacation that ended after it."""
    over = (rests[seat][1] for seat in ticking & rests.keys() if rests[seat][1] <= now)
    return max((times.since, *over))


def stands_still(rest: tuple[float, float] | None, now: float) -> bool:
    """Whether a vacation stops the clock just now."""
    return rest is not None and rest[0] <= now < rest[1]


def moved(clock: Clock, times: Times, seat: Seat) -> Times:
    """A seat made its move: a live clock gains the increment, a day clock starts anew."""
    if seat not in times.left:
        return times
    fresh = times.left[seat] + clock.extra if clock.kind == "live" else float(clock.main)
    fresh = min(fresh, times.bank.get(seat, inf))
    past = sum(moment >= fresh for moment in reminders(clock)[:-1])  # where little is left of all time together
    reminded = {each: often for each, often in times.reminded.items() if each != seat} | ({seat: past} if past else {})
    return replace(times, left={**times.left, seat: fresh}, reminded=reminded)


def flags(clock: Clock, times: Times, ticking: frozenset[Seat], now: float, rests: Rests) -> tuple[Seat, ...]:
    """The ticking seat whose time was over first; several where it was over at the same moment."""
    left = charge(clock, times, ticking, now, rests).left
    least = min((left[seat] for seat in ticking & left.keys()), default=1.0)
    return tuple(seat for seat in sorted(ticking & left.keys()) if left[seat] == least <= 0)


def give_back(clock: Clock, times: Times, ticking: frozenset[Seat], start: float, end: float, rests: Rests) -> Times:
    """Nobody could move from ``start`` to ``end``: charge up to the one, and go on from the other."""
    if times.since >= end:
        return times
    return replace(charge(clock, times, ticking, max(start, times.since), rests), since=end)


def ends_at(clock: Clock, start: float, left: float, rest: tuple[float, float] | None) -> float:
    """When a seat that ticks from ``start`` on runs out of ``left`` seconds."""
    end = start + left
    if clock.kind == "days" and rest is not None and start < rest[1] and rest[0] < end:
        end += rest[1] - max(start, rest[0])
    return end


def due(clock: Clock, times: Times, ticking: frozenset[Seat], rests: Rests) -> float | None:
    """When the next reminder or forfeit is to be looked at; None: never."""
    moments = []
    for seat in ticking & times.left.keys():
        left, rest = times.left[seat], rests.get(seat)
        if later := reminders(clock)[times.reminded.get(seat, 0) :]:
            moments.append(ends_at(clock, times.since, left - later[0], rest))
        else:
            moments.append(ends_at(clock, times.since, left, rest) + GRACE)
    return min(moments, default=None)


def to_remind(clock: Clock, times: Times, ticking: frozenset[Seat], now: float, rests: Rests) -> tuple[Seat, ...]:
    """The ticking seats of a day clock that should hear that they are waited for."""
    left = charge(clock, times, ticking, now, rests).left
    return tuple(seat for seat in sorted(ticking) if _past(clock, left.get(seat, 0)) > times.reminded.get(seat, 0))


def remind(clock: Clock, times: Times, seats: Iterable[Seat]) -> Times:
    """The seats were reminded, of as much as is past."""
    return replace(times, reminded={**times.reminded, **{seat: _past(clock, times.left[seat]) for seat in seats}})


def _past(clock: Clock, left: float) -> int:
    return sum(left <= moment for moment in reminders(clock))


def reminders(clock: Clock) -> tuple[float, ...]:
    """How many seconds of the time for a move are left when a day clock reminds, the first one first: as often as was
    agreed, and once more a day before the end. A nag that is as long as the time for a move is none."""
    if clock.kind != "days":
        return ()
    if not clock.nag:
        return (clock.main * REMIND_AT,)
    step = max(clock.nag, SOONEST)
    agreed = [float(clock.main - gone) for gone in range(step, clock.main, step)]
    last = [float(DAY)] if agreed and agreed[-1] > DAY else []
    return (*agreed, *last)
