"""Tables in memory, who watches them, and what invalidates them: messages of other processes and lost ones.

A message only says that something was stored; whoever needs it reads the store. Messages may come late, twice or never,
so ``Invalidation.compare`` also looks for tables that moved on without one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract import Seat
from sheepfold.live import EVERYBODY, BusMessage
from sheepfold.play.tables import lists
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Status, TableId
from sheepfold.store.tables import lists as stored

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

KEEP_OVER: Final = 16
"""Finished games kept for those who look at the result; a fixed number, so they cost nothing in the long run."""


class LoadedTable:
    """One table's place in memory."""

    __slots__ = ("asked", "changes", "chat", "chat_changes", "lock", "read", "table", "thinking", "wakes")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.changes = 0
        """How often something may have changed in the store that is not here,"""
        self.read = 0
        """and how many of these changes the last read has seen."""
        self.chat = 0
        """The number of the last chat line known here."""
        self.chat_changes = 0
        """Counts possible changes of the chat."""
        self.asked = False
        """Whether somebody asked for the table since it was last compared with the store."""
        self.wakes: set[asyncio.Event] = set()
        self.thinking: set[tuple[Seat, int]] = set()

    @property
    def behind(self) -> bool:
        return self.changes > self.read

    @property
    def idle(self) -> bool:
        return not (self.wakes or self.thinking or self.lock.locked())

    def said(self, number: int) -> None:
        """Records how many lines the chat has, and wakes whoever watches."""
        if number > self.chat:
            self.chat = number
            self.doubt_chat()

    def doubt(self) -> None:
        """The table may stand differently in the store: whoever asks for it next reads what is new."""
        self.changes += 1
        self.wake()

    def forget(self) -> None:
        """What is here is wrong, or is not what the store has: whoever asks for it next reads it all."""
        self.table = None
        self.doubt()

    def doubt_chat(self) -> None:
        """The chat may have new lines: wakes whoever watches."""
        self.chat_changes += 1
        self.wake()

    def wake(self) -> None:
        for event in self.wakes:
            event.set()


class LoadedTables:
    """The tables in memory: an LRU cache. Finished games leave first, once nobody watches them."""

    def __init__(self, capacity: int) -> None:
        self._loaded: OrderedDict[TableId, LoadedTable] = OrderedDict()
        self._over: OrderedDict[TableId, None] = OrderedDict()
        self._capacity = capacity

    def get(self, table: TableId) -> LoadedTable:
        loaded = self._loaded.get(table)
        if loaded is None:
            loaded = self._loaded[table] = LoadedTable()
        self._loaded.move_to_end(table)
        return loaded

    @asynccontextmanager
    async def held(self, table: TableId) -> AsyncGenerator[LoadedTable]:
        """The table with its lock, for whoever changes or loads it."""
        loaded = self.get(table)
        try:
            async with loaded.lock:
                yield loaded
        finally:
            self.leave(table)

    def known(self, table: TableId) -> LoadedTable | None:
        return self._loaded.get(table)

    def asleep(self, table: TableId) -> bool:
        """Whether the table is not in memory."""
        loaded = self._loaded.get(table)
        return loaded is None or loaded.table is None

    def __len__(self) -> int:
        return sum(loaded.table is not None for loaded in self._loaded.values())

    def all(self) -> list[LoadedTable]:
        return list(self._loaded.values())

    def in_use(self) -> list[TableId]:
        """Tables that somebody watches, or asked for since this was last asked."""
        found = [table for table, loaded in self._loaded.items() if loaded.wakes or loaded.asked]
        for table in found:
            self._loaded[table].asked = False
        return found

    def leave(self, table: TableId) -> None:
        """Releases the table. Idle ones leave memory where there are too many, finished ones first."""
        loaded = self._loaded.get(table)
        if loaded is None or not loaded.idle:
            return
        if loaded.table is None:
            del self._loaded[table]
        elif loaded.table.status is Status.OVER:
            self._over[table] = None
            self._over.move_to_end(table)
            if len(self._over) > KEEP_OVER:
                self._drop(self._over.popitem(last=False)[0])
        if len(self._loaded) > self._capacity:
            oldest = next(iter(self._loaded))
            self._loaded.move_to_end(oldest)
            self._drop(oldest)

    def _drop(self, table: TableId) -> None:
        loaded = self._loaded.get(table)
        if loaded is not None and loaded.idle:
            del self._loaded[table]

    def forget(self, table: TableId) -> None:
        """Drops the table from memory: what is there may be wrong, and is read anew when it is next asked for."""
        loaded = self._loaded.get(table)
        if loaded is not None:
            loaded.forget()
            self.leave(table)

    def forget_all(self) -> None:
        for table in list(self._loaded):
            self.forget(table)


AT_ONCE: Final = 1000
"""Tables compared in one query."""


class Invalidation:
    """Keeps the tables in memory in step with the store. One per process."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._loaded, self._listeners = engine, engine.loaded, engine.listeners

    def heard(self, message: BusMessage) -> None:
        """Something was stored, by another process or beside the logs."""
        match message:
            case _, "revoked", user:
                self._engine.revocations.set(user)
            case _, "clocks", _:
                self._doubt_all()  # time was given back: those who watch read their clocks anew
            case _, "gap", _:
                self.gap()
            case room, "replay", _:
                self._engine.shared_replays.set(room)
            case table, "forget", _ if table == EVERYBODY:
                self._loaded.forget_all()
            case table, "forget", _:
                self._loaded.forget(table)
            case table, "chat", number:
                loaded = self._loaded.known(table)
                if loaded is not None:
                    loaded.said(number)
                self._point(table, chat=True)
            case table, "log", length if self._behind(table, length):
                self._point(table, chat=False)

    def gap(self) -> None:
        """Messages may have been lost: doubts every table in memory."""
        self._engine.revocations.set_all()
        self._engine.shared_replays.set_all()
        self._doubt_all()
        for loaded in self._loaded.all():
            loaded.doubt_chat()
        self._engine.spawn(self.compare())

    def _doubt_all(self) -> None:
        for loaded in self._loaded.all():
            loaded.doubt()

    async def compare(self) -> None:
        """Compares tables in use, and all tables of listeners, with the store: finds what changed without a message."""
        used = self._loaded.in_use()
        for first in range(0, len(used), AT_ONCE):
            await self._compare_used(used[first : first + AT_ONCE])
        if self._listeners:
            await self._compare_for_listeners()

    def _behind(self, table: TableId, length: int) -> bool:
        """Whether what is in memory, if it is, lacks something: then whoever watches wakes up and reads it.

        Of what it does not lack, all who watch and listen were told when it was brought forward.
        """
        loaded = self._loaded.known(table)
        if loaded is None:
            return True
        here = None if loaded.table is None else loaded.table.length
        if length != here:  # shorter: it was asked before the last line was stored, or the store has lost some
            loaded.doubt()
        return here is None or length > here

    def _point(self, table: TableId, chat: bool) -> None:
        if self._listeners:
            self._engine.spawn(self._point_listeners(table, chat))

    async def _point_listeners(self, table: TableId, chat: bool) -> None:
        for listener in self._listeners.of(await self._engine.read(lambda conn: stored.seated(conn, table))):
            listener.notify(table, chat)

    async def _compare_used(self, used: Sequence[TableId]) -> None:
        for table, length, number in await self._engine.read(lambda conn: stored.lengths(conn, used)):
            self._behind(table, length)
            loaded = self._loaded.known(table)
            if loaded is not None:
                loaded.said(number)

    async def _compare_for_listeners(self) -> None:
        users, yesterday = self._listeners.users(), self._engine.now - DAY
        for stands in await self._engine.read(lambda conn: lists.followed(conn, users, yesterday)):
            for listener in self._listeners.of([stands.user]):
                mark = listener.marks.get(stands.table)
                if mark is None or stands.length != mark.line or stands.chat > mark.chat:
                    self._behind(stands.table, stands.length)
                    listener.notify(stands.table, chat=mark is None or stands.chat > mark.chat)
