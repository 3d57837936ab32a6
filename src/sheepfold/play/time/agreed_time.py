"""What time it is in the house: as its servers agree on it in the store, and from then on by what elapses here.

A clock that somebody can set is only ever read through the store (the database's own, or the machine's where the
database is a file), and what is read is held against what has elapsed since: a clock that was set moves nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

DRIFT: Final = 0.25
"""Seconds by which two clocks may have come to differ by themselves; they are followed. More: somebody set one."""
SLOWER: Final = 0.01
"""The share by which time goes more slowly while it is ahead of a clock that was set back."""


if hasattr(time, "CLOCK_BOOTTIME"):  # asked here, once: the time is looked at a dozen times at every move

    def elapsed() -> float:
        """Seconds that went by, also while the machine slept where the system can tell; nobody can set this clock."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

else:
    elapsed = time.monotonic


@dataclass(frozen=True, slots=True)
class Agreed:
    """The time in the house, and by how much it is ahead of the clock that was read for it."""

    now: float
    ahead: float


def agree(last: float, ahead: float, read: float, mine: tuple[float, float] | None, *, anew: bool) -> Agreed:
    """What time it is, if it was ``last`` when some server said so, ``ahead`` of a clock that shows ``read`` now, and
    between the two of ``mine`` by what this server reckons itself (None: it has just begun).

    It never goes back. ``anew`` says that it may jump on to what the clock shows.
    """
    told = read if anew else read + ahead
    if mine is not None and not anew and _was_set(told, mine) and last <= mine[1] + DRIFT:
        told = sum(mine) / 2  # it goes on as it went before; others who are ahead of us would have it otherwise
    now = max(told, last)
    if mine is not None and now > read:
        now -= min(now - read, SLOWER * (now - last))
    return Agreed(now, now - read)


def _was_set(told: float, mine: tuple[float, float]) -> bool:
    return not mine[0] - DRIFT <= told <= mine[1] + DRIFT


class AgreedTime:
    """One process's share of it: ``now`` costs nothing and never goes back."""

    def __init__(self, elapsed: Callable[[], float], before: Callable[[], float]) -> None:
        """Until something is agreed, ``before`` must do."""
        self.elapsed, self._before = elapsed, before
        self._offset: float | None = None
        self._latest = 0.0

    @property
    def now(self) -> float:
        if self._offset is None:
            return self._before()
        now = self.elapsed() + self._offset
        if now > self._latest:
            self._latest = now
        return self._latest

    def reckoned(self, low: float, high: float) -> tuple[float, float] | None:
        """The time in the house at two moments of ``elapsed``; None: nothing was agreed yet."""
        return None if self._offset is None else (low + self._offset, high + self._offset)

    def set(self, now: float, low: float, high: float) -> None:
        """It was agreed that it was ``now`` at some moment between the two. What fits is left as it is, so that a slow
        answer, which says little, changes nothing."""
        if self._offset is None or _was_set(now, (low + self._offset, high + self._offset)):
            self._offset = now - (low + high) / 2
        else:
            self._offset = min(max(self._offset, now - high), now - low)
