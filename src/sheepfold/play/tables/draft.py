"""A change to a table before it is stored: the lines to append and how the table will stand after them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

from sheepfold.core.contract import NATURE, Outcome, Seat
from sheepfold.core.records.progress import Progress, Said, Step, Turn
from sheepfold.core.verdict import went
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.people.ratings import Result, result_of
from sheepfold.play.tables.log import Entry, Person, in_other_words
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Queues, Status, UserId
from sheepfold.play.time import clock as clocks
from sheepfold.store.host import AuditRow
from sheepfold.store.tables import SeatRow

QUEUE_PATIENCE: Final = 2.0
"""Seconds after which any process may look after a move kept ready; whoever made it due plays it at once."""


class Draft:
    """Built by the pure functions that decide (moves, seating, offers), then stored whole or not at all.

    All of it is data, and all that a game has to say was asked before: the store runs no code of others.
    """

    def __init__(self, table: Table, now: float, came: Mapping[Seat, float] = MappingProxyType({})) -> None:
        """``came`` says when the move of a seat reached the house, which may be before it can be dealt with."""
        self.table, self.now, self.came = table, now, came
        self.lines: list[tuple[Entry, Step | None]] = []
        self.rows: dict[Seat, SeatRow] = {}
        """The list of seats, which serves only for finding tables, where it changes."""
        self.newcomers: dict[UserId, Person] = {}
        """Who sits down and was not known at the table: the table learns of them when the draft is stored."""
        self.marks: list[AuditRow] = []
        """What is kept of it in the audit log."""
        self.opener: UserId | None = table.header.host
        """Who opens the table, if that is what it does; None: nobody who sits there."""
        self.told: dict[Person, Reason] = {}
        """Who is told beside those who hear what happens: whom a seat is kept for, and who is waited for."""
        self.again: Draft | None = None
        """The rematch, which is opened with it."""
        self.result: Result | None = None
        """What the game is filed as, if it ends now and counts."""
        self.queues: Queues = {}
        """What is left of the conditional moves of the seats that used or lost some."""
        self.status, self.outcome = table.status, table.outcome
        self.awaited = table.awaited
        self.people, self.bots = table.people_seats, table.bot_seats
        self.public = False
        self.progress: Progress | None = table.progress
        self.turn: Turn | None = None
        """The move that is made, and what chance answers."""
        self.times = table.times

    @property
    def state(self) -> Any:
        """The state of the game; None: it has not begun."""
        return None if self.progress is None else self.progress.state

    def heard_beyond(self, seat: Seat) -> bool:
        """Whether anybody but that seat will be told of it."""
        return any(step is None or any(told.to != frozenset({seat}) for told in step.told) for _, step in self.lines)

    @property
    def ticking(self) -> frozenset[Seat]:
        return self.awaited & self.people

    def charge(self) -> None:
        """Charge those who tick. Never for what all may not know: the store would keep the moment of it."""
        table = self.table
        clock = table.header.terms.clock
        self.times = clocks.charge(clock, self.times, table.ticking, self.now, table.rests, self.came)

    def note(self, kind: str, seat: Seat | None = None, **more: Any) -> None:
        """A line that is not a move; everybody is told of it."""
        text = json.dumps(more, separators=(",", ":")) if more else ""
        self.lines.append((Entry(self._next, kind, seat, text, self.now), None))
        self.public = True
        self.charge()

    def begin(self, past: Sequence[Step] = ()) -> None:
        """The game starts: full clocks, then whatever NATURE has to do first. ``past``: what had happened before, where
        it is practice."""
        self.note("start", **({"given": len(past)} if past else {}))
        self.status = Status.RUNNING
        self.times = clocks.begin(self.table.header.terms.clock, self.people, self.now)
        begun = self.table.opening()
        for step in past:
            begun = begun.after(step)
        self._take(self.table.opening(), [*past, *begun.chance()])

    def play(self, seat: Seat, said: Said, key: str | None = None, rng: Random | None = None) -> None:
        """A move and what chance answers. Raises Malformed, IllegalNow, Ambiguous."""
        assert self.progress is not None
        self.turn = self.progress.turn(seat, said, rng)
        step = self.turn.steps[0]
        before = self.awaited
        asked = in_other_words(said, step.text) if key is not None and isinstance(said, str) else None
        self._take(self.progress, self.turn.steps, key, asked)
        if self.public or self.awaited != before:
            self.charge()
        known = any(told.to is None for told in step.told)
        if seat in before and (known or seat not in self.awaited):
            self.times = clocks.moved(self.table.header.terms.clock, self.times, seat)

    def rewind(self, seat: Seat, to: int) -> None:
        """Take back every move from number ``to`` on. Moves kept ready were meant for what came after: they go too."""
        self.note("undo", seat, to=to)
        self.progress = self.table.progress_after(to)
        self.awaited = self.progress.waiting - {NATURE}
        self.queues = dict.fromkeys(self.table.queues, ())
        if self.table.header.terms.clock.kind == "days":
            for awaited in self.awaited - self.table.awaited:
                self.times = clocks.moved(self.table.header.terms.clock, self.times, awaited)

    def take_over(self, seat: Seat, bot: str) -> None:
        """A bot sits down where somebody left."""
        self.note("takeover", seat, bot=bot)
        self.people, self.bots = self.people - {seat}, self.bots | {seat}
        self.rows[seat] = SeatRow(None, False, bot)

    def end(self, outcome: Outcome, *, idle: bool = False) -> None:
        """The game ends at the table; ``idle``: because it was long left alone."""
        more = {"idle": True} if idle else {}
        self.note("end", outcome.by, reason=outcome.reason, winners=list(outcome.winners), **more)
        self._over(outcome)

    def _take(self, now: Progress, steps: Iterable[Step], key: str | None = None, asked: str | None = None) -> None:
        """Write down steps of the game; ``key`` and ``asked`` belong to the first."""
        for step in steps:
            self.lines.append((Entry(self._next, "move", step.seat, step.text, self.now, key, asked), step))
            key = asked = None
            self.public = self.public or any(told.to is None for told in step.told)
            now = now.after(step)
        self.progress, self.awaited = now, now.waiting - {NATURE}
        if (outcome := now.outcome) is not None:
            self._over(outcome)

    def _over(self, outcome: Outcome) -> None:
        self.status, self.outcome, self.awaited = Status.OVER, outcome, frozenset()
        if self.table.status is not Status.OVER:
            self.result = result_of(self.table, self.state, outcome)

    @property
    def _next(self) -> int:
        return self.table.length + len(self.lines)

    @property
    def went(self) -> dict[Seat, str]:
        """How the game went for each seat, if it is over and was not called off."""
        if self.outcome is None or self.outcome.reason == "aborted":
            return {}
        seats = len(self.table.seats)
        return {seat: went(self.outcome, seat, seats) for seat in range(1, seats + 1)}

    def due(self, bot_patience: float) -> float | None:
        """When somebody must look at the table next; a thinking bot and a move kept ready are looked after too."""
        if self.status is not Status.RUNNING:
            return None
        moments = [clocks.due(self.table.header.terms.clock, self.times, self.ticking, self.table.rests)]
        if self.awaited & self.bots:
            moments.append(self.now + bot_patience)
        queues = self.table.queues | self.queues
        if any(queues.get(seat) for seat in self.awaited):
            moments.append(self.now + QUEUE_PATIENCE)
        return min((moment for moment in moments if moment is not None), default=None)


def charged(table: Table, now: float) -> Draft:
    """Nothing but the clocks, charged up to now."""
    draft = Draft(table, now)
    draft.charge()
    return draft
