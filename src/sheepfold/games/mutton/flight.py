"""Who runs from a corpse, and whither: one after another, each knowing where those before went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheepfold.games.mutton import board
from sheepfold.games.mutton.terms import Options


class Flight(NamedTuple):
    """A flight as far as goals were given: who ran, who is next and whither, and in the end who had to stay.

    What a runner leaves touches the corpse, so no cell ever becomes free again: once there is none, all others stay.
    """

    options: Options
    alive: int
    """The victim is not among them."""
    cells: tuple[int, ...]
    """Where all are now."""
    free: int
    """The empty cells away from the corpse."""
    waiting: int
    """The victim's living neighbours that have not run."""
    runs: tuple[tuple[int, int], ...] = ()
    """Who ran, and to which cell, in letter order."""

    @property
    def runner(self) -> int | None:
        """Who is next; None when all have run who can."""
        return (self.waiting & -self.waiting).bit_length() - 1 if self.waiting and self.free else None

    @property
    def havens(self) -> int:
        """Where the next one may go."""
        return _havens(self.options, self.cells, self.alive, self.free, self.waiting)

    @property
    def stayed(self) -> int:
        """Who had to stay."""
        return 0 if self.free else self.waiting

    def run(self, goal: int) -> Flight:
        """The flight after the next one went to one of the havens."""
        after = self.follow((goal,))
        assert after is not None
        return after

    def follow(self, goals: Sequence[int]) -> Flight | None:
        """The flight after the next ones went there, one after another; None if a goal is no haven."""
        if not goals:
            return self
        cells, free, waiting, runs = list(self.cells), self.free, self.waiting, list(self.runs)
        for goal in goals:
            if not _havens(self.options, cells, self.alive, free, waiting) >> goal & 1:
                return None
            runner = (waiting & -waiting).bit_length() - 1
            free ^= 1 << goal
            waiting ^= 1 << runner
            cells[runner] = goal
            runs.append((runner, goal))
        return Flight(self.options, self.alive, tuple(cells), free, waiting, tuple(runs))


def _havens(options: Options, cells: Sequence[int], alive: int, free: int, waiting: int) -> int:
    """Where the first of those who wait may go; nowhere if nobody waits."""
    if not waiting or not options.huddle:
        return free if waiting else 0
    return board.in_a_huddle(board.touching(options.size), cells, alive ^ waiting & -waiting, free)


def scare(options: Options, cells: tuple[int, ...], alive: int, victim: int) -> Flight:
    """The flight from a victim before anybody has run: its living neighbours will, in letter order."""
    near = board.touching(options.size)
    alive &= ~(1 << victim)
    corpse = cells[victim]
    free, waiting = board.away_from(near, cells, corpse), board.neighbours(near, cells, alive, corpse)
    return Flight(options, alive, cells, free, waiting)
