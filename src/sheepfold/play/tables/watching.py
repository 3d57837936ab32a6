"""Watching a table: access, what the viewer missed, and updates without gap or repeat for spectators and seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self

from sheepfold.core.contract import Move, Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.undo import may_undo
from sheepfold.play.errors import BadRequest, Busy, NotNow
from sheepfold.play.people import ratings
from sheepfold.play.tables import chat, moves, seating
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Access, ChatLine, Choices, Own, RatingChange, Sight, Status, TableId, Update, UserId
from sheepfold.store.people import friends

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

LONGEST_WAIT: Final = 60.0
PAUSE: Final = 1.0
"""Seconds before a read is retried when the store does not answer."""


async def seen(
    engine: Engine, table: TableId, user: UserId | None, invite: str | None, since: int | None = None
) -> Table:
    """The table, if the user may look at it, and with event ``since`` in it if there is one. Raises NotFound."""
    found = await engine.table(table)
    ahead = since is not None and since > found.number(found.seat_of(user))
    if engine.bus.shared and (ahead or not seating.may_see(found, user, invite)):
        found = await engine.fresh(table)  # another process told the viewer more than we have heard of
    if not seating.may_see(found, user, invite) and not await _is_among_friends(engine, found, user):
        raise seating.no_table()
    return found


async def _is_among_friends(engine: Engine, table: Table, user: UserId | None) -> bool:
    """Whether the table lets friends watch, and the user is a friend of somebody who sits there now."""
    if user is None or table.header.terms.access is not Access.FRIENDS or table.header.terms.deal:
        return False
    seated = [info.user for info in table.seats if info.user is not None]
    return await engine.read(lambda tx: friends.any_friend(tx, user, seated))


async def finished(engine: Engine, table: TableId, user: UserId | None, invite: str | None, refusal: str) -> Table:
    """A table whose game was played and is over, if the user may look at it. Raises NotFound; NotNow, in these words
    where the game goes on."""
    found = await seen(engine, table, user, invite)
    if found.status is not Status.OVER and engine.bus.shared:
        found = await engine.fresh(table)
    if found.status is not Status.OVER:
        raise NotNow(refusal)
    if found.state is None:
        raise NotNow("This table closed before its game began, so there is nothing to look back at.")
    return found


async def rating_changes(engine: Engine, table: Table) -> tuple[RatingChange, ...]:
    """How the table's result changed ratings; nothing while there is none, or where it does not count."""
    if table.status is not Status.OVER or not table.rated:
        return ()
    return tuple(await engine.read(lambda conn: ratings.changes(conn, table.header.id)))


async def look(
    engine: Engine,
    table: TableId,
    user: UserId | None,
    invite: str | None,
    since: int | None,
    chat_since: int | None,
    wait: float,
) -> Update:
    """What the viewer missed, or with ``wait`` the next thing to tell. Raises NotFound, BadRequest."""
    found = await seen(engine, table, user, invite, since)
    viewer = found.seat_of(user)
    if since is not None and not 0 <= since <= found.number(viewer):
        raise BadRequest(f"There is no event {since} yet; the last one is {found.number(viewer)}.")
    if wait > 0 and since is not None:
        place = Place(engine, table, user, invite, since, chat_since)
        return await _news(watch(place), min(wait, LONGEST_WAIT))
    update = found.update(viewer, since, engine.now)
    if chat_since is None:
        return update
    return replace(update, chat=await chat.read(engine, found, viewer, chat_since))


async def look_page(
    engine: Engine, table: TableId, user: UserId | None, invite: str | None, since: int | None
) -> Sight:
    """All that a page shows to begin with. Raises NotFound."""
    with Place(engine, table, user, invite, since, 0) as place:
        found, update = await place.news()
    return sight_of(found, user, update, hidden=False, now=engine.now, changes=place.changes)


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
        self.changes: tuple[RatingChange, ...] = ()
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
            self.changes = await rating_changes(self.engine, found)
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


async def watch(place: Place) -> AsyncGenerator[Update]:
    """How things stand, then whatever is new as it comes; all of it anew where what was told is no longer so, as when
    the store has lost its last moments, or who had a seat has none. Raises NotFound."""
    with place:
        shown = None
        while True:
            _, update = await place.news()
            times = update.position.at, update.position.clocks
            if update.events or update.chat or times != shown:  # time that was given back is no event
                yield update
            shown = times
            await place.wake.wait()


async def watch_page(place: Place) -> AsyncGenerator[Sight]:
    """The same for a page, which shows more than what was told. Raises NotFound."""
    with place:
        shown = None
        while True:
            found, update = await place.news()
            sight = sight_of(found, place.user, update, place.hidden, place.engine.now, place.changes)
            standing = sight.position, sight.info, sight.own
            if update.events or update.chat or standing != shown or place.restless:
                place.restless = False
                yield sight
            shown = standing
            await place.wake.wait()


def sight_of(
    table: Table,
    user: UserId | None,
    update: Update,
    hidden: bool,
    now: float,
    changes: tuple[RatingChange, ...] = (),
) -> Sight:
    """What a page shows with an update."""
    seat = table.seat_of(user)
    hidden = hidden and seat is not None
    position = table.position(None, now) if hidden else update.position
    own = None if seat is None else own_of(table, seat, position.view, hidden)
    last = update.events[-1].sentences if update.events and not hidden else table.told_last(position.seat)
    told, opened = table.told_until(position.seat), None if hidden else table.opened()
    own_moves = () if seat is None or hidden else tuple(table.made.get(seat, ()))
    return Sight(update, position, table.info(), own, last, hidden, told, opened, own_moves, changes)


def own_of(table: Table, seat: Seat, view: Any, hidden: bool) -> Own:
    """What belongs to the seat, whose view is given unless it is hidden; nothing that tells what is hidden."""
    made, since = (0, 0) if hidden else (len(table.made.get(seat, ())), table.since_move(seat))
    if table.status is not Status.RUNNING:
        return Own(seat, made=made, since=since)
    begun, undo = table.begun(), may_undo(table.own_moves(), {seat}, guided=table.guided)
    if hidden or table.seat(seat).left:
        return Own(seat, begun=begun, made=made, undo=undo, since=since)
    first, kept = moves.first_choices(table, seat, view), moves.kept_ready(table, seat)
    foresees = table.game.foreseen(table.state, seat) is not None
    return Own(seat, first, kept, begun, made, undo, since, foresees)


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


async def choices(engine: Engine, table: TableId, user: UserId, so_far: Move, ready: bool = False) -> Choices:
    """The legal next parts of the user's move after ``so_far``, or of one to keep ``ready``. Raises IllegalNow when
    ``so_far`` is no path."""
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


async def _foretold(table: Table, user: UserId, so_far: Move) -> Choices:
    """With what a complete move would do: worked out in a thread, from the user's own view and nothing else."""
    found = moves.choices(table, user, so_far)
    if not found.complete:
        return found
    view = table.game.view(table.state, moves.own_seat(table, user))
    foresee = partial(table.game.consequence, view, so_far, aids=table.header.terms.aids and not table.rated)
    return replace(found, consequence=await asyncio.to_thread(foresee))
