"""Subscriptions: one connection receives the events of all its user's tables, each in order, without gap or repeat.

A bookmark per table says how far the connection was told. One query sets them all when it begins; only a table with
news is loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from sheepfold.core.memory import Memory
from sheepfold.play.errors import BadRequest, Busy, NotFound, NotNow
from sheepfold.play.tables import chat, lists
from sheepfold.play.tables.access import seen
from sheepfold.play.tables.seating import expected_at
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Status, TableId, Update, UserId

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

PAUSE: Final = 1.0
"""Seconds before a read is retried when the store does not answer."""
MOST_MARKS: Final = 10_000
"""Bookmarks of one connection; those used last are kept."""


@dataclass(slots=True)
class Bookmark:
    """How far a connection was told of a table: the lines of its log from ``low`` up to ``line`` (both as counts of
    lines), and the chat lines from ``low_chat`` up to ``chat`` (as that reader counts them). ``stamp`` is when the
    last of these lines was stored, as far as that is known."""

    line: int
    chat: int
    low: int
    low_chat: int
    stamp: float | None = None

    @classmethod
    def at(cls, line: int, chat: int) -> Bookmark:
        """A bookmark at the present: only later events will be told."""
        return cls(line, chat, line, chat)


class Listener:
    """The subscription of one connection. A needless ``notify`` does no harm, a missing one loses news."""

    def __init__(self, user: UserId) -> None:
        self.user = user
        self.marks: Memory[TableId, Bookmark] = Memory(MOST_MARKS)
        self._news: dict[TableId, bool] = {}
        self._some = asyncio.Event()

    def notify(self, table: TableId, chat: bool = False) -> None:
        """The table may have news, or news and chat lines."""
        self._news[table] = chat or self._news.get(table, False)
        self._some.set()

    async def next(self) -> tuple[TableId, bool]:
        """The table that waits for longest, and whether somebody chatted there."""
        while not self._news:
            self._some.clear()
            await self._some.wait()
        table = next(iter(self._news))
        return table, self._news.pop(table)


class Listeners:
    """All listeners of this process."""

    def __init__(self) -> None:
        self._of: dict[UserId, set[Listener]] = {}

    def __bool__(self) -> bool:
        return bool(self._of)

    def users(self) -> tuple[UserId, ...]:
        return tuple(self._of)

    def of(self, users: Iterable[UserId | None]) -> Iterator[Listener]:
        """The listeners among these users."""
        for user in users:
            if user is not None:
                yield from self._of.get(user, ())

    def open(self, user: UserId) -> Listener:
        listener = Listener(user)
        self._of.setdefault(user, set()).add(listener)
        return listener

    def close(self, listener: Listener) -> None:
        listeners = self._of[listener.user]
        listeners.discard(listener)
        if not listeners:
            del self._of[listener.user]


Send: TypeAlias = Callable[[Update], Awaitable[None]]


class Listening:
    """One listener's connection; ``send`` is given what is new, one update at a time."""

    def __init__(self, engine: Engine, listener: Listener, send: Send) -> None:
        self._engine, self._listener, self._send = engine, listener, send
        self._one_at_a_time = asyncio.Lock()
        """Held until an update has left, so that nothing is told out of its order."""

    async def run(self) -> None:
        """Sends whatever is new until it is cancelled."""
        while True:
            table, chatted = await self._listener.next()
            async with self._one_at_a_time:
                try:
                    await self._tell(await seen(self._engine, table, self._listener.user, None), chatted)
                except (NotFound, NotNow):
                    pass  # a table that is gone, or does not replay, must not stop the others
                except Busy:  # the store is down: retry instead of closing the connection
                    self._listener.notify(table, chatted)
                    await asyncio.sleep(PAUSE)

    async def follow(self, since: Mapping[TableId, int], chat_since: Mapping[TableId, int]) -> None:
        """Sends what came after these events and chat lines. Raises NotFound, NotNow and BadRequest, which name the
        table; then nothing was told.

        What this connection has told is not told again, unless something before it is: then all of it comes
        again in its order, so that whoever takes only the next number misses nothing.
        """
        async with self._one_at_a_time:
            tables = {table: await self._found(table, since.get(table)) for table in {**chat_since, **since}}
            for name, table in tables.items():
                await self._rewind(table, since.get(name), chat_since.get(name))
                await self._tell(table, name in chat_since)

    async def _found(self, table: TableId, since: int | None) -> Table:
        try:
            found = await seen(self._engine, table, self._listener.user, None, since)
        except (NotFound, NotNow) as error:
            raise type(error)(f"Table {table}: {error}") from None
        viewer = found.seat_of(self._listener.user)
        if since is not None and viewer is not None and since > found.number(viewer):
            raise BadRequest(f"Table {table}: There is no event {since} yet; the last one is {found.number(viewer)}.")
        return found

    async def _rewind(self, table: Table, since: int | None, chat_since: int | None) -> None:
        mark = await self._mark(table)
        if since is not None:
            viewer = table.seat_of(self._listener.user)
            since = min(since, table.number(viewer))  # a lost seat: a spectator was told less
            if not table.number_before(viewer, mark.low) <= since <= table.number_before(viewer, mark.line):
                mark.low = mark.line = table.line_after(viewer, since)
                mark.stamp = table.stamp(mark.line)
        if chat_since is not None and not mark.low_chat <= chat_since <= mark.chat:
            mark.low_chat = mark.chat = chat_since

    async def _tell(self, table: Table, chatted: bool) -> None:
        """Sends what came after the bookmark; chat only where it changed, or where the spectators' may now be read. A
        table that waits for the listener is told of once, though nothing happened there yet."""
        engine, viewer = self._engine, table.seat_of(self._listener.user)
        first = self._listener.marks.get(table.header.id) is None
        chatted = chatted or table.status is Status.OVER or first
        mark = await self._mark(table)
        if anew := _is_set_back(table, mark):
            mark.line = mark.low = mark.chat = mark.low_chat = 0
            chatted = True
        update = table.update(viewer, table.number_before(viewer, mark.line), engine.now)
        length, stamp = table.length, table.stamp(table.length)
        said = await chat.read(engine, table, viewer, mark.chat) if chatted else ()
        mark.line, mark.stamp = length, stamp
        if said:
            mark.chat = said[-1].number
            update = replace(update, chat=said)
        if anew:
            update = replace(update, anew=True)
        if update.events or update.chat or (first and expected_at(table, self._listener.user)):
            await self._send(update)

    async def _mark(self, table: Table) -> Bookmark:
        """How far the listener was told of the table. Of one that was not theirs when they came, and of one that was
        over for long, the last day is news."""
        mark = self._listener.marks.get(table.header.id)
        if mark is None:
            yesterday = self._engine.now - DAY
            over = table.status is Status.OVER
            old = await self._engine.read(lambda conn: chat.read_before(conn, table.header.id, over, yesterday))
            mark = self._listener.marks.keep(table.header.id, Bookmark.at(table.line_at(yesterday), old))
        return mark


def _is_set_back(table: Table, mark: Bookmark) -> bool:
    """Whether the store has lost something that the listener was told of."""
    found = table.stamp(mark.line)
    return found is None or mark.stamp not in (None, found)


@asynccontextmanager
async def listen(engine: Engine, user: UserId, send: Send) -> AsyncGenerator[Listening]:
    """From now on the user is told what is new, once ``run`` runs."""
    listener = engine.listeners.open(user)
    try:
        yesterday = engine.now - DAY
        for stands in await engine.read(lambda conn: lists.followed(conn, (user,), yesterday)):
            listener.marks.keep(stands.table, Bookmark.at(stands.length, stands.chat))
        yield Listening(engine, listener, send)
    finally:
        engine.listeners.close(listener)
