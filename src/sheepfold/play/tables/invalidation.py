"""What other processes say of tables, and what is found in the store when their word is late or lost.

A word only makes somebody look: those who watch a table wake up and read it, those who listen at all
their tables are pointed at it. What is in memory is brought forward in one place, ``Engine``.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol, TypeVar

from sheepfold.live import EVERYBODY, Word
from sheepfold.play.people.revocation import Revocations
from sheepfold.play.tables import lists
from sheepfold.play.tables.listeners import Listeners
from sheepfold.play.tables.loaded import LoadedTables
from sheepfold.play.terms import DAY, TableId
from sheepfold.store import Transaction
from sheepfold.store.tables import lists as stored

AT_ONCE: Final = 1000
"""Tables that one question to the store is about."""

T = TypeVar("T")


class Reads(Protocol):
    async def __call__(self, work: Callable[[Transaction], T]) -> T: ...


class Invalidation:
    """One per process; ``spawn`` runs something in the background."""

    def __init__(
        self,
        loaded: LoadedTables,
        listeners: Listeners,
        revocations: Revocations,
        read: Reads,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
    ) -> None:
        self._loaded, self._ears, self._farewells = loaded, listeners, revocations
        self._read, self._spawn, self._now = read, spawn, now

    def heard(self, word: Word) -> None:
        """Another process has stored something."""
        if word.kind == "farewell":
            self._farewells.say(word.number)
        elif word.kind == "clocks":
            self.clocks_moved()
        elif word.kind == "gap":
            self.gap()
        elif word.table == EVERYBODY:
            self._loaded.forget_all()
        elif word.kind == "forget":
            self._loaded.forget(word.table)
        elif word.kind == "chat":
            self.talked(word.table, word.number)
        elif self._behind(word.table, word.number):
            self._point(word.table, talk=False)

    def talked(self, table: TableId, number: int) -> None:
        """Somebody said something, here or elsewhere."""
        loaded = self._loaded.known(table)
        if loaded is not None:
            loaded.said(number)
        self._point(table, talk=True)

    def gap(self) -> None:
        """Words may have been lost: nothing in memory is certain to be the newest."""
        self._farewells.doubt()
        for loaded in self._loaded.all():
            loaded.doubt()
            loaded.doubt_talk()
        self._spawn(self.compare())

    def clocks_moved(self) -> None:
        """Time was given back: those who watch read their clocks anew."""
        for loaded in self._loaded.all():
            loaded.doubt()

    async def compare(self) -> None:
        """Find what moved on without a word: tables in use, and all tables of those who listen."""
        used = self._loaded.in_use()
        for first in range(0, len(used), AT_ONCE):
            await self._compare_used(used[first : first + AT_ONCE])
        if self._ears:
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

    def _point(self, table: TableId, talk: bool) -> None:
        if self._ears:
            self._spawn(self._point_listeners(table, talk))

    async def _point_listeners(self, table: TableId, talk: bool) -> None:
        for ear in self._ears.of(await self._read(lambda conn: stored.seated(conn, table))):
            ear.look_at(table, talk)

    async def _compare_used(self, used: Sequence[TableId]) -> None:
        for table, length, number in await self._read(lambda conn: stored.lengths(conn, used)):
            self._behind(table, length)
            loaded = self._loaded.known(table)
            if loaded is not None:
                loaded.said(number)

    async def _compare_for_listeners(self) -> None:
        users, yesterday = self._ears.users(), self._now() - DAY
        for stands in await self._read(lambda conn: lists.followed(conn, users, yesterday)):
            for ear in self._ears.of([stands.user]):
                mark = ear.marks.get(stands.table)
                if mark is None or stands.length != mark.line or stands.talk > mark.talk:
                    self._behind(stands.table, stands.length)
                    ear.look_at(stands.table, talk=mark is None or stands.talk > mark.talk)
