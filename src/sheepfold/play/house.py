"""The machinery behind the service: load, decide, store, tell; bots, queues, clocks and other processes.

A *decision* is a pure function from a table to a draft (None: nothing to do). ``change`` runs it under
the table's lock, stores the draft, and only then folds it into memory and tells anybody. When another
process was faster, the decision is taken again on the fresh table: so it either still holds, or raises
what the person should hear.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from random import SystemRandom
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Connection, select

from sheepfold.bots import bot_names
from sheepfold.core.contract import Seat
from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.progress import AnyGame
from sheepfold.games import UnknownGame
from sheepfold.live import Bus, Word
from sheepfold.play import desk, moves, offers, talk
from sheepfold.play.draft import Draft
from sheepfold.play.errors import Busy, NotNow
from sheepfold.play.farewells import Farewells
from sheepfold.play.rooms import Room, Rooms
from sheepfold.play.seating import no_table
from sheepfold.play.setup import Setup
from sheepfold.play.table import Table
from sheepfold.play.terms import Status, TableId, UserId
from sheepfold.play.thinkers import Thinkers
from sheepfold.store import Lost, Store, StoreDown, schema

TRIES: Final = 20
"""How often a decision is taken again when others keep being faster."""
BOT_GRACE: Final = 30.0
"""Seconds beyond a bot's budget after which any process may look after its move."""
CLOSING: Final = 5.0
"""Seconds for which a server that stops waits for what was begun."""
EVERYBODY: Final = "*"
NO_ANSWER: Final = "The store does not answer just now; please try again."

T = TypeVar("T")
Decision: TypeAlias = Callable[[Table], Draft | None]


class House:
    """One per process, behind its ``Service``."""

    def __init__(self, setup: Setup, store: Store, bus: Bus) -> None:
        self.setup, self.store, self.bus = setup, store, bus
        self.rooms = Rooms(setup.cached)
        self.farewells = Farewells()
        self.luck = SystemRandom()
        self.thinkers = Thinkers(setup)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._keys = map(f"{secrets.token_hex(6)}.{{}}".format, count())
        self._log = setup.log
        bus.start(self._heard, self.gap)

    async def close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):  # what was begun is finished, so that whoever asked gets an answer
                for room in self.rooms.all():
                    async with room.lock:
                        pass
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.bus.close()
        await self.store.close()

    @property
    def now(self) -> float:
        return self.setup.now()

    def new_key(self) -> str:
        """A key for a request that came without one, unlike that of any other process."""
        return next(self._keys)

    @property
    def patience(self) -> float:
        """Seconds after which any process may look after a bot's move; without workers, all others at once."""
        return self.setup.think + BOT_GRACE if self.setup.workers else 0.0

    def bots(self, game: AnyGame) -> tuple[str, ...]:
        """The bots that may sit down here."""
        return bot_names(game, self.setup.shelf) if self.setup.workers or self.store.shared else ()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run in the background; a failure is logged, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, StoreDown | Busy):
            self._log.warning("the store does not answer")
        else:
            self._log.error("background work failed", exc_info=error)

    # -- load, decide, store, tell -------------------------------------------------------------

    async def table(self, table: TableId) -> Table:
        """The table as it stands in the store. Raises NotFound."""
        room = self.rooms.get(table)
        if room.table is not None and not room.behind and self.bus.alive:
            return room.table
        try:
            async with room.lock:
                return await self._loaded(room, table)
        finally:
            self.rooms.leave(table)

    async def fresh(self, table: TableId) -> Table:
        """The table as the store has it now, even if the word of another process has not come yet."""
        room = self.rooms.get(table)
        try:
            async with room.lock:
                if room.table is not None:
                    room.heard = room.table.length + 1
                return await self._loaded(room, table)
        finally:
            self.rooms.leave(table)

    async def _loaded(self, room: Room, table: TableId) -> Table:
        if room.table is None:
            try:
                room.table = await self.read(lambda conn: desk.load(conn, self.setup, table))
            except (RecordError, UnknownGame):
                raise NotNow("This game does not replay under the present rules; the host can find out why.") from None
            if room.table is None:
                raise no_table()
        elif room.behind or not self.bus.alive:
            await self._catch_up(room, room.table)
        return room.table

    async def _catch_up(self, room: Room, table: Table) -> None:
        heard = room.heard
        lines, people, times, queues = await self.read(lambda conn: desk.catch_up(conn, table))
        table.people.update(people)
        for line in lines:
            table.fold(line)
        table.times, table.queues = times, queues
        if room.heard == heard:
            room.heard = table.length

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Ask the store. Raises Busy when it does not answer."""
        try:
            return await self.store.read(work)
        except StoreDown:
            raise Busy(NO_ANSWER) from None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Store something beside a table's log; a lost race is run again. Raises Busy."""
        for _ in range(TRIES):
            try:
                return await self.store.write(work)
            except Lost:
                continue
            except StoreDown:
                raise Busy(NO_ANSWER) from None
        raise Busy(NO_ANSWER)

    async def change(self, table: TableId, decide: Decision) -> Table:
        """Decide, store, tell. What the store was given is told even if whoever asked for it goes away."""
        room = self.rooms.get(table)
        try:
            async with room.lock:
                found = await self._loaded(room, table)
                before = found.length
                for _ in range(TRIES):
                    draft = await self._decided(room, found, decide)
                    if draft is None or await self._stored(room, found, draft):
                        break
                else:
                    raise Busy("Too many people act at this table at once; please try again.")
            self._settled(room, found, before)
            return found
        except StoreDown:
            raise Busy(NO_ANSWER) from None
        finally:
            self.rooms.leave(table)

    def _settled(self, room: Room, table: Table, before: int) -> None:
        if table.length != before:
            self._tell(room, table, before)
        self.look_after(room, table)

    async def see_through(self, table: TableId, before: int) -> Table:
        """Tell what was stored from a line on: of a table that was just opened, or for whoever asked and went away."""
        room = self.rooms.get(table)
        try:
            async with room.lock:
                found = await self._loaded(room, table)
            self._settled(room, found, before)
            return found
        finally:
            self.rooms.leave(table)

    async def _decided(self, room: Room, table: Table, decide: Decision) -> Draft | None:
        """The decision; a refusal counts only if it also holds for what other processes have stored by now."""
        try:
            return decide(table)
        except SheepfoldError:
            known = table.length
            if self.store.shared:
                await self._catch_up(room, table)
            if table.length == known:
                raise
        return decide(table)

    async def _stored(self, room: Room, table: Table, draft: Draft) -> bool:
        try:
            await self.store.write(partial(desk.append, draft=draft, patience=self.patience))
        except Lost:
            await self._catch_up(room, table)
            return False
        except asyncio.CancelledError:
            room.heard = table.length + 1
            if not self._closing:
                self.spawn(self.see_through(table.deed.id, table.length))
            raise
        for line, step in draft.lines:
            table.fold(line, step)
        table.times = draft.times
        for seat, rest in draft.queues.items():
            table.queues[seat] = rest
        return True

    def _tell(self, room: Room, table: Table, before: int) -> None:
        room.wake()
        self.bus.publish(Word(table.deed.id, "log", table.length))
        self._nudge(table, before)

    def _nudge(self, table: Table, before: int) -> None:
        listeners = self.rooms.listeners()
        if not listeners:
            return
        for info in table.seats:
            if info.user in listeners and (since := table.number_before(info.seat, before)) < table.number(info.seat):
                self.rooms.nudge(info.user, table.nudge(info.seat, since))

    # -- bots and conditional moves ------------------------------------------------------------

    def look_after(self, room: Room, table: Table) -> None:
        """Set going whatever must now happen without anybody's request."""
        if table.status is not Status.RUNNING:
            return
        for seat in table.awaited:
            turn = table.turn[seat]
            if (seat, turn) in room.thinking:
                continue
            if table.seat(seat).kind == "bot" and self.setup.workers:
                room.thinking.add((seat, turn))
                view = table.game.view(table.state, seat)
                self.spawn(self._bot_moves(room, table, seat, turn, view, table.times.since))
            elif table.queues.get(seat):
                room.thinking.add((seat, turn))
                self.spawn(self._queue_moves(room, table, seat, turn))
        if table.offers and offers.bots_decline(table, self.now) is not None:
            self.spawn(self.change(table.deed.id, lambda fresh: offers.bots_decline(fresh, self.now)))

    async def _bot_moves(self, room: Room, table: Table, seat: Seat, turn: int, view: Any, began: float) -> None:
        """Think, wait for the beat, move. A step that nobody else hears of does not wait: the beat that it cost would
        betray it."""

        def decide(fresh: Table) -> Draft | None:
            return moves.bot_move(fresh, seat, turn, move, self.now, self.luck)

        try:
            move = await self.thinkers.think(table.game.name, table.seat(seat).name, view)
            if move is None:
                self._log.warning("a bot gave no move; a random one is made", game=table.game.name)
            if self.setup.pace:
                draft = decide(await self.table(table.deed.id))
                if draft is not None and draft.heard_beyond(seat):
                    await self.setup.sleep((began - self.now) % self.setup.pace)
            await self.change(table.deed.id, decide)
        finally:
            room.thinking.discard((seat, turn))

    async def _queue_moves(self, room: Room, table: Table, seat: Seat, turn: int) -> None:
        def decide(fresh: Table) -> Draft | None:
            if fresh.turn.get(seat) != turn or seat not in fresh.awaited or not fresh.queues.get(seat):
                return None
            return moves.next_queued(fresh, seat, self.now)

        try:
            await self.change(table.deed.id, decide)
        finally:
            room.thinking.discard((seat, turn))

    # -- other processes -----------------------------------------------------------------------

    def forget(self, table: TableId) -> None:
        """Something about the table changed beside its log (a name, a queue): all processes read it anew."""
        self.rooms.forget(table)
        self.bus.publish(Word(table, "forget", 0))

    def farewell(self, user: UserId) -> None:
        """A session or token of the user's ended: whoever hangs on it is let go, at whichever process."""
        self.farewells.say(user)
        self.bus.publish(Word(EVERYBODY, "farewell", user))

    def _heard(self, word: Word) -> None:
        if word.kind == "farewell":
            self.farewells.say(word.number)
        elif word.table == EVERYBODY:
            self.rooms.forget_all()
        elif word.kind == "forget":
            self.rooms.forget(word.table)
        elif word.kind == "chat":
            self.heard_chat(word.table, word.number)
        else:
            room = self.rooms.known(word.table)
            before = None if room is None or room.table is None else room.table.length
            if before is not None and word.number <= before:
                return
            if room is not None:
                room.heard = max(room.heard, word.number)
                room.wake()
            if self.rooms.listeners():
                self.spawn(self._nudge_from_afar(word, before))

    def heard_chat(self, table: TableId, number: int) -> None:
        room = self.rooms.known(table)
        if room is not None and number > room.chat:
            room.chat = number
            room.wake()
        if self.rooms.listeners():
            self.spawn(self._nudge_of_talk(table, number))

    async def _nudge_from_afar(self, word: Word, before: int | None) -> None:
        if await self._listened_at(word.table):
            table = await self.table(word.table)
            self._nudge(table, table.began(word.number) if before is None else before)

    async def _nudge_of_talk(self, table: TableId, line: int) -> None:
        """Tell those who listen at all their tables; not of the gallery, which seats may not even hear murmur."""
        if not await self._listened_at(table):
            return
        found = await self.table(table)
        over = found.status is Status.OVER
        number = await self.read(lambda conn: talk.heard_by_seats(conn, table, line, over))
        if number is None:
            return
        for info in found.seats:
            if info.user in self.rooms.listeners():
                self.rooms.nudge(info.user, found.nudge(info.seat, found.number(info.seat), number - 1))

    async def _listened_at(self, table: TableId) -> bool:
        """Whether somebody who sits there listens at all their tables."""
        query = select(schema.seats.c.user_id).where(schema.seats.c.table_id == table)
        seated = await self.read(lambda conn: conn.execute(query).scalars().all())
        return not self.rooms.listeners().isdisjoint(seated)

    def gap(self) -> None:
        """Words may have been lost: nothing in memory is certain to be the newest."""
        self.farewells.doubt()
        for room in self.rooms.all():
            room.heard = room.table.length + 1 if room.table is not None else 0
            room.chat += 1
            room.wake()

    async def sweep(self) -> None:
        """Find watched tables that moved on without a word (their mover died between storing and telling)."""
        watched = self.rooms.watched()
        if not watched:
            return
        query = select(schema.tables.c.id, schema.tables.c.length).where(schema.tables.c.id.in_(watched))
        for table, length in await self.read(lambda conn: conn.execute(query).all()):
            self._heard(Word(table, "log", length))

    def forget_everything(self) -> None:
        """All clocks were moved: everybody reads their tables anew."""
        self.rooms.forget_all()
        self.bus.publish(Word(EVERYBODY, "forget", 0))
