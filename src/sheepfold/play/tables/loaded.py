"""Tables in memory, who watches them, and what invalidates them: messages of other processes and lost ones.

A message only says that something was stored; whoever needs it reads the store. Messages may come late, twice or never,
so ``Invalidation.compare`` also looks for tables that moved on without one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

from sheepfold.core.contract import Seat
from sheepfold.live import EVERYBODY, Word
from sheepfold.play.people.sessions import Revocations
from sheepfold.play.tables import lists
from sheepfold.play.tables.listening import Listeners
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Status, TableId
from sheepfold.store import Transaction
from sheepfold.store.tables import lists as stored

KEEP_OVER: Final = 16
"""Finished games kept for those who look at the result; a fixed number, so they cost nothing in the long run."""


class LoadedTable:
    """One table's place in memory. ``lock`` is held by whoever changes or loads the table."""

    __slots__ = (
        "asked", "chat", "chat_changes", "doubts", "forgotten", "heard", "lock", "table", "thinking", "told", "wakes",
    )  # fmt: skip

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.heard = 0
        """The log's length by the last message; if it exceeds the table's, another process has stored something."""
        self.doubts = 0
        """How often since the last read something may have changed without a message."""
        self.forgotten = 0
        """How often the copy in memory, or one being read, was declared wrong."""
        self.told = 0
        """How many lines of the log spectators and listeners here were woken for."""
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
        return self.table is not None and (self.doubts > 0 or self.heard > self.table.length)

    @property
    def idle(self) -> bool:
        return not (self.wakes or self.thinking or self.lock.locked())

    def said(self, number: int) -> None:
        """Records how many lines the chat has, and wakes whoever watches."""
        if number > self.chat:
            self.chat = number
            self.doubt_chat()

    def set_back(self) -> None:
        """The store has lost some of this table: forget it all, and tell those who watch whatever is read next."""
        self.table, self.heard, self.told = None, 0, 0

    def doubt(self) -> None:
        """The table may stand differently in the store: whoever asks for it next reads what is new."""
        self.doubts += 1
        self.wake()

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
            loaded.table = None
            loaded.forgotten += 1
            loaded.wake()
            self.leave(table)

    def forget_all(self) -> None:
        for table in list(self._loaded):
            self.forget(table)


class SharedReplayEvents:
    """Who follows which shared replay here."""

    def __init__(self) -> None:
        self._followers: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def heard(self, room: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever somebody there went somewhere, or may have."""
        turned = asyncio.Event()
        self._followers.setdefault(room, set()).add(turned)
        try:
            yield turned
        finally:
            self._followers[room].discard(turned)
            if not self._followers[room]:
                del self._followers[room]

    def turned(self, room: str) -> None:
        for event in self._followers.get(room, ()):
            event.set()

    def doubt(self) -> None:
        """Messages of the bus may have been lost: wakes all who follow."""
        for room in self._followers:
            self.turned(room)


AT_ONCE: Final = 1000
"""Tables compared in one query."""

T = TypeVar("T")


class Reads(Protocol):
    async def __call__(self, work: Callable[[Transaction], T]) -> T: ...


class Invalidation:
    """Keeps the tables in memory in step with the store. One per process; ``spawn`` starts a background task."""

    def __init__(
        self,
        loaded: LoadedTables,
        listeners: Listeners,
        revocations: Revocations,
        shared_replays: SharedReplayEvents,
        read: Reads,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
    ) -> None:
        self._loaded, self._listeners, self._revocations = loaded, listeners, revocations
        self._shared_replays = shared_replays
        self._read, self._spawn, self._now = read, spawn, now

    def heard(self, word: Word) -> None:
        """Handles a message of the bus: another process has stored something."""
        if word.kind == "revoked":
            self._revocations.add(word.number)
        elif word.kind == "clocks":
            self.clocks_moved()
        elif word.kind == "gap":
            self.gap()
        elif word.kind == "replay":
            self._shared_replays.turned(word.table)
        elif word.table == EVERYBODY:
            self._loaded.forget_all()
        elif word.kind == "forget":
            self._loaded.forget(word.table)
        elif word.kind == "chat":
            self.chatted(word.table, word.number)
        elif self._behind(word.table, word.number):
            self._point(word.table, chat=False)

    def chatted(self, table: TableId, number: int) -> None:
        """Somebody said something, here or elsewhere."""
        loaded = self._loaded.known(table)
        if loaded is not None:
            loaded.said(number)
        self._point(table, chat=True)

    def gap(self) -> None:
        """Messages may have been lost: doubts every table in memory."""
        self._revocations.doubt()
        self._shared_replays.doubt()
        for loaded in self._loaded.all():
            loaded.doubt()
            loaded.doubt_chat()
        self._spawn(self.compare())

    def clocks_moved(self) -> None:
        """Time was given back: those who watch read their clocks anew."""
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
        if loaded.table is not None and length <= loaded.table.length:
            if length < loaded.table.length:
                loaded.doubt()  # it was asked before the last line was stored; or the store has lost some
            return False
        loaded.heard = max(loaded.heard, length)
        loaded.wake()
        return True

    def _point(self, table: TableId, chat: bool) -> None:
        if self._listeners:
            self._spawn(self._point_listeners(table, chat))

    async def _point_listeners(self, table: TableId, chat: bool) -> None:
        for listener in self._listeners.of(await self._read(lambda conn: stored.seated(conn, table))):
            listener.notify(table, chat)

    async def _compare_used(self, used: Sequence[TableId]) -> None:
        for table, length, number in await self._read(lambda conn: stored.lengths(conn, used)):
            self._behind(table, length)
            loaded = self._loaded.known(table)
            if loaded is not None:
                loaded.said(number)

    async def _compare_for_listeners(self) -> None:
        users, yesterday = self._listeners.users(), self._now() - DAY
        for stands in await self._read(lambda conn: lists.followed(conn, users, yesterday)):
            for listener in self._listeners.of([stands.user]):
                mark = listener.marks.get(stands.table)
                if mark is None or stands.length != mark.line or stands.chat > mark.chat:
                    self._behind(stands.table, stands.length)
                    listener.notify(stands.table, chat=mark is None or stands.chat > mark.chat)
