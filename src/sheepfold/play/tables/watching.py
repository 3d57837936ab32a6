"""Watching a table: how it stands, what a viewer missed, and updates without gap or repeat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self

from sheepfold.core.contract import Move, Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import may_undo
from sheepfold.core.records.record import Record
from sheepfold.play.errors import BadRequest, Busy
from sheepfold.play.people import ratings
from sheepfold.play.tables import chat, moves
from sheepfold.play.tables.access import finished, seen
from sheepfold.play.tables.listening import PAUSE, Listening, Send, listen
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import ChatLine, Choices, Own, RatingChange, Sight, Status, TableId, Update, UserId

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

LONGEST_WAIT: Final = 60.0


async def rating_changes(engine: Engine, table: Table) -> tuple[RatingChange, ...]:
    """How the table's result changed ratings; nothing while there is none, or where it does not count."""
    if table.status is not Status.OVER or not table.rated:
        return ()
    return tuple(await engine.read(lambda conn: ratings.changes(conn, table.header.id)))


class Watching:
    """One per service: ``service.watching``. ``user`` None is a nameless spectator."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def look(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int | None = None,
        chat_since: int | None = None,
        wait: float = 0.0,
    ) -> Update:
        """What the viewer missed after event ``since`` (None: no events, only how things stand).

        With ``wait`` (seconds, at most 60) it waits for something new to tell: the long poll. Chat lines after
        ``chat_since`` come along when it is given. Raises NotFound, BadRequest (a ``since`` of the future).
        """
        engine = self._engine
        found = await seen(engine, table, user, invite, since)
        viewer = found.seat_of(user)
        if since is not None and not 0 <= since <= found.number(viewer):
            raise BadRequest(f"There is no event {since} yet; the last one is {found.number(viewer)}.")
        if wait > 0 and since is not None:
            return await _news(self.watch(table, user, invite, since, chat_since), min(wait, LONGEST_WAIT))
        update = found.update(viewer, since, engine.now)
        if chat_since is None:
            return update
        return replace(update, chat=await chat.read(engine, found, viewer, chat_since))

    def asleep(self, table: TableId) -> bool:
        """Whether the table is not in memory and must be replayed first, which takes a while."""
        return self._engine.loaded.asleep(table)

    async def story(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Update:
        """Everything the viewer was told from the beginning: the export of a running game. As ``look(since=0)``."""
        return await self.look(table, user, invite, since=0)

    async def record(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Record:
        """The full record of a finished game, with its seed as soon as that may be told. NotNow while it runs: use
        ``story``."""
        refusal = "The record is published when the game is over."
        found = await finished(self._engine, table, user, invite, refusal)
        record = found.record()
        if found.header.terms.deal and found.published(self._engine.now):
            return replace(record, seed=found.header.seed.hex())
        return record

    async def watch(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int | None = None,
        chat_since: int | None = None,
    ) -> AsyncGenerator[Update]:
        """Updates without gap or repeat from ``since`` on, the first one at once; never ends by itself. All of it comes
        anew where what was told is no longer so, as when the store has lost its last moments, or who had a seat has
        none.

        A slow reader gets fewer, fuller updates. Close it with ``aclose``. Errors as in ``look``.
        """
        with Place(self._engine, table, user, invite, since, chat_since) as place:
            shown = None
            while True:
                _, update = await place.news()
                times = update.position.at, update.position.clocks
                if update.events or update.chat or times != shown:  # time that was given back is no event
                    yield update
                shown = times
                await place.wake.wait()

    async def page(
        self, table: TableId, user: UserId | None = None, invite: str | None = None, since: int | None = None
    ) -> Sight:
        """All that a page shows to begin with, with what was told after event ``since`` and all that was said. Raises
        NotFound."""
        with self.place(table, user, invite, since, 0) as place:
            return await place.sight()

    def place(
        self, table: TableId, user: UserId | None, invite: str | None, since: int | None, chat_since: int | None
    ) -> Place:
        """Where a page watches from, for ``watch_page``."""
        return Place(self._engine, table, user, invite, since, chat_since)

    def listen(self, user: UserId, send: Send) -> AbstractAsyncContextManager[Listening]:
        """Tell a user of all tables where they sit: ``async with watching.listen(user, send) as listening``, then
        ``run`` it. ``send`` gets what is new from now on, and from where ``follow`` says."""
        return listen(self._engine, user, send)

    async def choices(self, table: TableId, user: UserId, so_far: Move = (), ready: bool = False) -> Choices:
        """The legal next parts of the user's move after ``so_far``, and what a complete one would do; ``ready``: of one
        to keep for the next turn. Raises IllegalNow when ``so_far`` is no path, NotNow."""
        engine = self._engine
        found, shared = await seen(engine, table, user, None), engine.bus.shared
        if ready:
            return moves.choices(found, user, so_far, ready)
        try:
            if not shared or found.seat_of(user) in found.awaited:
                return await _foretold(found, user, so_far)
        except SheepfoldError:
            if not shared:
                raise
        return await _foretold(await engine.fresh(table), user, so_far)  # perhaps it is the user's turn by now


async def _news(updates: AsyncGenerator[Update], wait: float) -> Update:
    """The first update with something new in it, or the last one when the time is over."""
    try:
        update = await anext(updates)
        if not update.events and not update.chat:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    update = await anext(updates)
        return update
    finally:
        await updates.aclose()


class Place:
    """A viewer's place at a table: knows what was told there so far, and wakes when there may be more.

    As long as it is entered the table stays in memory.
    """

    def __init__(
        self,
        engine: Engine,
        table: TableId,
        user: UserId | None,
        invite: str | None,
        since: int | None,
        chat_since: int | None,
    ) -> None:
        self.engine, self.table, self.user, self.invite = engine, table, user, invite
        self.since, self.chat_since = since, chat_since
        self.wake = asyncio.Event()
        self._loaded = engine.loaded.get(table)
        self._heard = (-1, Status.WAITING)
        self._shown = self._anew = False
        self._told: tuple[int, float | None] = 0, 0.0
        self.hidden = False
        """Whether a page leaves the viewer's secrets out."""
        self._changes: tuple[RatingChange, ...] = ()
        """How the result changed the ratings, once it is there and counts."""
        self.restless = False
        """Whether a page is to be told how things stand even if nothing is new."""

    def show(self, hidden: bool) -> None:
        """Changes what the page shows from now on."""
        self.hidden, self.restless = hidden, True
        self.wake.set()

    def __enter__(self) -> Self:
        self._loaded = self.engine.loaded.get(self.table)  # who comes back may find another
        self._loaded.wakes.add(self.wake)
        return self

    def __exit__(self, *_: object) -> None:
        self._loaded.wakes.discard(self.wake)
        self.engine.loaded.leave(self.table)

    async def news(self) -> tuple[Table, Update]:
        """The table, and what was told since this was last asked. Raises NotFound; Busy only the first time, since a
        store that is away sends nobody away who watches."""
        while True:
            self.wake.clear()
            try:
                return await self._read()
            except Busy:
                if not self._shown:
                    raise
            await asyncio.sleep(PAUSE)

    async def sight(self) -> Sight:
        """What a page shows with these news. Raises as they do."""
        table, update = await self.news()
        seat = table.seat_of(self.user)
        hidden = self.hidden and seat is not None
        position = table.position(None, self.engine.now) if hidden else update.position
        own = None if seat is None else own_of(table, seat, position.view, hidden)
        last = update.events[-1].sentences if update.events and not hidden else table.told_last(position.seat)
        told, opened = table.told_until(position.seat), None if hidden else table.opened()
        own_moves = () if seat is None or hidden else tuple(table.made.get(seat, ()))
        return Sight(update, position, table.info(), own, last, hidden, told, opened, own_moves, self._changes)

    async def _read(self) -> tuple[Table, Update]:
        """The reads of chat and ratings take time. If the table goes on meanwhile, all is read again: what is shown
        together belongs to one moment."""
        found = await seen(self.engine, self.table, self.user, self.invite, self.since)
        while True:
            length, viewer = found.length, found.seat_of(self.user)
            if found.stamp(self._told[0]) != self._told[1] or (self.since or 0) > found.number(viewer):
                self._anew, self.since, self._heard = True, 0, (-1, Status.WAITING)
                self.chat_since = None if self.chat_since is None else 0
            talks, lines = (self._loaded.chat_changes, found.status), tuple[ChatLine, ...]()
            self._changes = await rating_changes(self.engine, found)
            if self.chat_since is not None and talks != self._heard:
                lines = await chat.read(self.engine, found, viewer, self.chat_since)
            if found.length == length:
                break
        update = found.update(viewer, self.since, self.engine.now)
        if lines or self._anew:
            update = replace(update, chat=lines, anew=self._anew)
        self._told = found.length, found.stamp(found.length)
        self._heard, self._shown, self._anew, self.since = talks, True, False, update.position.number
        if lines:
            self.chat_since = lines[-1].number
        return found, update


async def watch_page(place: Place) -> AsyncGenerator[Sight]:
    """As ``Watching.watch``, for a page, which shows more than what was told. Raises NotFound."""
    with place:
        shown = None
        while True:
            sight = await place.sight()
            standing = sight.position, sight.info, sight.own
            if sight.update.events or sight.update.chat or standing != shown or place.restless:
                place.restless = False
                yield sight
            shown = standing
            await place.wake.wait()


def own_of(table: Table, seat: Seat, view: Any, hidden: bool) -> Own:
    """What belongs to the seat, whose view is given unless it is hidden; nothing that tells what is hidden."""
    made, since = (0, 0) if hidden else (len(table.made.get(seat, ())), table.since_move(seat))
    if table.status is not Status.RUNNING:
        return Own(seat, made=made, since=since)
    begun, undo = table.begun(), may_undo(table.own_moves(), {seat}, guided=table.guided)
    if hidden or table.seat(seat).left:
        return Own(seat, begun=begun, made=made, undo=undo, since=since)
    first, kept = moves.first_choices(table, seat, view), table.queues.get(seat, ())
    built, place = moves.foreseen(table, seat)
    return Own(seat, first, kept, begun, made, undo, since, place is not None, built)


async def _foretold(table: Table, user: UserId, so_far: Move) -> Choices:
    """With what a complete move would do: worked out in a thread, from the user's own view and nothing else."""
    found = moves.choices(table, user, so_far)
    if not found.complete:
        return found
    view = table.game.view(table.state, moves.own_seat(table, user))
    foresee = partial(table.game.consequence, view, so_far, aids=table.header.terms.aids and not table.rated)
    return replace(found, consequence=await asyncio.to_thread(foresee))
