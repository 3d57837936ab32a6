"""Listening at all of one's tables over one connection: each in order, without gap or repeat.

Where a listener stands at a table is kept as a line of its log, which costs one question for all tables
when the listener comes; only a table that has news is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeAlias

from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, Busy, NotFound, NotNow
from sheepfold.play.tables import chat, lists
from sheepfold.play.tables.listeners import Bookmark, Listener
from sheepfold.play.tables.table import Table
from sheepfold.play.tables.watching import PAUSE, lines, seen
from sheepfold.play.terms import DAY, Status, TableId, Update, UserId

Send: TypeAlias = Callable[[Update], Awaitable[None]]


class Listening:
    """One listener's connection; ``send`` is given what is new, one update at a time."""

    def __init__(self, engine: Engine, ear: Listener, send: Send) -> None:
        self._engine, self._ear, self._send = engine, ear, send
        self._one_at_a_time = asyncio.Lock()
        """Held until an update has left, so that nothing is told out of its order."""

    async def run(self) -> None:
        """Tell whatever is new, for ever."""
        while True:
            table, talked = await self._ear.next()
            async with self._one_at_a_time:
                try:
                    await self._tell(await seen(self._engine, table, self._ear.user, None), talked)
                except (NotFound, NotNow):
                    pass  # a table that is gone, or does not replay, silences no other
                except Busy:  # nor does a store that is away send anybody away who listens
                    self._ear.look_at(table, talked)
                    await asyncio.sleep(PAUSE)

    async def follow(self, since: Mapping[TableId, int], chat_since: Mapping[TableId, int]) -> None:
        """Tell what came after these events and lines of talk. Raises NotFound, NotNow and BadRequest, which name the
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
            found = await seen(self._engine, table, self._ear.user, None, since)
        except (NotFound, NotNow) as error:
            raise type(error)(f"Table {table}: {error}") from None
        viewer = found.seat_of(self._ear.user)
        if since is not None and viewer is not None and since > found.number(viewer):
            raise BadRequest(f"Table {table}: There is no event {since} yet; the last one is {found.number(viewer)}.")
        return found

    async def _rewind(self, table: Table, since: int | None, talk_since: int | None) -> None:
        mark = await self._mark(table)
        if since is not None:
            viewer = table.seat_of(self._ear.user)
            since = min(since, table.number(viewer))  # a lost seat: a spectator was told less
            if not table.number_before(viewer, mark.low) <= since <= table.number_before(viewer, mark.line):
                mark.low = mark.line = table.line_after(viewer, since)
                mark.stamp = table.stamp(mark.line)
        if talk_since is not None and not mark.low_talk <= talk_since <= mark.talk:
            mark.low_talk = mark.talk = talk_since

    async def _tell(self, table: Table, talked: bool) -> None:
        """Tell what came after the mark; talk only where there was some, or where the gallery may now be read."""
        engine, viewer = self._engine, table.seat_of(self._ear.user)
        talked = talked or table.status is Status.OVER or self._ear.marks.get(table.header.id) is None
        mark = await self._mark(table)
        if anew := _is_set_back(table, mark):
            mark.line = mark.low = mark.talk = mark.low_talk = 0
            talked = True
        update = table.update(viewer, table.number_before(viewer, mark.line), engine.now)
        length, stamp = table.length, table.stamp(table.length)
        said = await lines(engine, table, viewer, mark.talk) if talked else ()
        mark.line, mark.stamp = length, stamp
        if said:
            mark.talk = said[-1].number
            update = replace(update, chat=said)
        if anew:
            update = replace(update, anew=True)
        if update.events or update.chat:
            await self._send(update)

    async def _mark(self, table: Table) -> Bookmark:
        """How far the listener was told of the table. Of one that was not theirs when they came, and of one that was
        over for long, the last day is news."""
        mark = self._ear.marks.get(table.header.id)
        if mark is None:
            yesterday = self._engine.now - DAY
            over = table.status is Status.OVER
            old = await self._engine.read(lambda conn: chat.read_before(conn, table.header.id, over, yesterday))
            mark = self._ear.marks.keep(table.header.id, Bookmark.at(table.line_at(yesterday), old))
        return mark


def _is_set_back(table: Table, mark: Bookmark) -> bool:
    """Whether the store has lost something that the listener was told of."""
    found = table.stamp(mark.line)
    return found is None or mark.stamp not in (None, found)


@asynccontextmanager
async def listen(engine: Engine, user: UserId, send: Send) -> AsyncGenerator[Listening]:
    """From now on the user is told what is new, once ``run`` runs."""
    ear = engine.listeners.open(user)
    try:
        yesterday = engine.now - DAY
        for stands in await engine.read(lambda conn: lists.followed(conn, (user,), yesterday)):
            ear.marks.keep(stands.table, Bookmark.at(stands.length, stands.talk))
        yield Listening(engine, ear, send)
    finally:
        engine.listeners.close(ear)
