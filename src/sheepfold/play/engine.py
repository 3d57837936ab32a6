"""The machinery behind the service: load, decide, store, tell; bots, queues, clocks and other processes.

A *decision* is a pure function from a table to a draft (None: nothing to do). ``change`` runs it under
the table's lock, stores the draft, and only then folds it into memory and tells anybody. When another
process was faster, the decision is taken again on the fresh table: so it either still holds, or raises
what the person should hear.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Any, Final, TypeAlias, TypeVar

from sheepfold.bots import bot_names, lesson_bots
from sheepfold.core.contract import Seat
from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.records.progress import AnyGame, Said, Step
from sheepfold.games import UnknownGame
from sheepfold.live import EVERYBODY, Bus, BusMessage, Kind
from sheepfold.play.bots.workers import BotWorkers, Owners
from sheepfold.play.errors import Busy, NotNow, SetBack
from sheepfold.play.host.audit_log import AuditLog
from sheepfold.play.host.background import Events
from sheepfold.play.setup import Setup
from sheepfold.play.tables import moves, offers, repository
from sheepfold.play.tables.access import no_table
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.listening import Listeners
from sheepfold.play.tables.loaded import Invalidation, LoadedTable, LoadedTables
from sheepfold.play.tables.log import Entry, Person
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Queues, Status, TableId, UserId
from sheepfold.play.time import clock as clocks
from sheepfold.play.time.heartbeat import STALL, AgreedTime, Heartbeat, elapsed
from sheepfold.store import Lost, Store, StoreDown, Transaction
from sheepfold.store.tables import lists

ATTEMPTS: Final = 20
"""How often a decision is retried when other processes write first."""
BOT_GRACE: Final = 30.0
"""Seconds beyond a bot's budget after which any process may look after its move."""
CLOSING: Final = 5.0
"""Seconds that a stopping server waits for changes in progress."""
NO_ANSWER: Final = "The database does not answer just now: try again in a moment."

T = TypeVar("T")
Decision: TypeAlias = Callable[[Table], Draft | None]
Steps: TypeAlias = Sequence[tuple[Entry, Step | None]]
"""Lines of the log; those just played come with their steps."""


class Engine:
    """One per process, behind its ``Service``."""

    def __init__(self, setup: Setup, store: Store, bus: Bus) -> None:
        self.setup, self.store, self.bus = setup, store, bus
        self.loaded, self.listeners = LoadedTables(setup.cached), Listeners()
        self.revocations, self.shared_replays = Events[UserId | None](), Events[str]()
        self.time = AgreedTime(setup.elapsed or setup.now or elapsed, setup.now or time.time)
        self.heartbeat = Heartbeat(self)
        self.audit_log = AuditLog(setup.audit_log_days, lambda: self.now)
        self.invalidation = Invalidation(self)
        self.rng = SystemRandom()
        self.bot_workers, self.owners = BotWorkers(setup), Owners()
        self.moves = self.writes_waiting = 0
        """Counted for the host's metrics."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._log = setup.log
        bus.start(self.invalidation.heard)

    async def close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):  # changes in progress are finished and answered
                for loaded in self.loaded.all():
                    async with loaded.lock:
                        pass
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_workers.close()
        await self.bus.close()
        await self.store.close()

    @property
    def now(self) -> float:
        """The time as all servers agreed on it."""
        return self.time.now

    def arrival(self) -> Callable[[], float]:
        """A function that gives the arrival time of the present request, moved on by down time given back since."""
        at, given = self.now, self.heartbeat.given
        return lambda: min(self.now, at + self.heartbeat.given - given)

    @property
    def patience(self) -> float:
        """Seconds after which any process may look after a bot's move; without workers, all others at once."""
        return self.setup.think + BOT_GRACE if self.setup.workers else 0.0

    def bots(self, game: AnyGame, *, lessons: bool = False) -> tuple[str, ...]:
        """The bots that may sit down here; with ``lessons`` also those of first games, who are not offered."""
        if not self.setup.workers and not self.store.shared:
            return ()
        shelf = self.setup.shelf
        return bot_names(game, shelf) + (lesson_bots(game, shelf) if lessons else ())

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
        if isinstance(error, Busy):
            self._log.warning("the store does not answer", reason=str(error.__cause__ or ""))
        else:
            self._log.error("background work failed", exc_info=error)

    # -- load, decide, store, tell -------------------------------------------------------------

    async def table(self, table: TableId) -> Table:
        """The table as it stands in the store. Raises NotFound."""
        loaded = self.loaded.get(table)
        loaded.asked = True
        if loaded.table is not None and not loaded.behind and self.bus.alive:
            return loaded.table
        async with self.loaded.held(table) as loaded:
            return await self._loaded(loaded, table)

    async def fresh(self, table: TableId) -> Table:
        """The table as the store has it now, even if no message of the bus has come yet."""
        async with self.loaded.held(table) as loaded:
            loaded.changes += 1
            return await self._loaded(loaded, table)

    async def _loaded(self, loaded: LoadedTable, table: TableId) -> Table:
        """The table, read from the store unless the copy in memory is known to be the newest. The lock is held."""
        if loaded.table is not None and (loaded.behind or not self.bus.alive):
            with suppress(SetBack):
                await self._catch_up(loaded, loaded.table)
        while loaded.table is None:
            changes = loaded.changes
            try:
                found = await self.read(lambda tx: repository.load(tx, self.setup, table))
            except (RecordError, UnknownGame):
                raise NotNow("This game cannot go on under the rules as they are now. Ask the host why.") from None
            if found is None:
                raise no_table()
            if loaded.changes == changes:  # else something of it may have changed while it was read
                loaded.table, loaded.read = found, changes
                self._tell_here(loaded, found)
        return loaded.table

    async def _catch_up(self, loaded: LoadedTable, table: Table) -> None:
        """Raises SetBack when the store has lost what we have; then nothing is left of it here."""
        changes = loaded.changes
        news = await self.read(lambda tx: repository.catch_up(tx, table))
        if news is None:
            self._log.warning(
                "the store has a table otherwise than we had it", table=table.header.id, lines=table.length
            )
            loaded.forget()
            raise SetBack(NO_ANSWER)
        loaded.read = changes
        self._know(table, news.people)
        table.subscribers = news.subscribers
        if news.times != table.times:
            table.see_anew()  # time was given back, or somebody was reminded: without a line
        self._take_in(loaded, table, [(line, None) for line in news.lines], news.times, news.queues)

    def _know(self, table: Table, people: Mapping[UserId, Person]) -> None:
        """What is stored of people now: a vacation, a wish for mail and another name come without a line."""
        rests, names = table.rests, {user: person.name for user, person in table.people.items()}
        table.people.update(people)
        if table.rests != rests:
            table.see_anew()
        if any(person.name != names.get(user, person.name) for user, person in people.items()):
            self.loaded.forget(table.header.id)  # the old one stands everywhere in it

    def _take_in(self, loaded: LoadedTable, table: Table, lines: Steps, times: clocks.Times, queues: Queues) -> None:
        """Folds stored lines into the table in memory, whichever process stored them."""
        for line, step in lines:
            table.fold(line, step)
        table.times, table.queues = times, queues
        if lines:
            self._tell_here(loaded, table)

    def _tell_here(self, loaded: LoadedTable, table: Table) -> None:
        """Wakes spectators and listeners of this process: no message of the bus will come for it."""
        loaded.wake()
        for listener in self.listeners.of(info.user for info in table.seats) if self.listeners else ():
            listener.notify(table.header.id)

    async def read(self, work: Callable[[Transaction], T], *, bulk: bool = False) -> T:
        """Runs a read transaction; ``bulk`` for one that may take long. Raises Busy when the store does not answer."""
        try:
            return await self.store.read(work, bulk=bulk)
        except StoreDown as down:
            raise Busy(NO_ANSWER) from down

    async def write(self, work: Callable[[Transaction], T], *, bulk: bool = False) -> T:
        """Runs a write transaction beside a table's log; retries a lost race. Raises Busy."""
        for _ in range(ATTEMPTS):
            try:
                return await self._written(work, self.invalidation.gap, bulk=bulk)
            except Lost:
                continue
            except StoreDown as down:
                raise Busy(NO_ANSWER) from down
        raise Busy(NO_ANSWER)

    async def _written(self, work: Callable[[Transaction], T], late: Callable[[], object], *, bulk: bool = False) -> T:
        """Every write of this process; one that took long says that others could not write either. ``late`` sees to it
        if it is stored when nobody waits for it any more."""
        begun = self.now
        try:
            self.writes_waiting += 1
            return await self.store.write(work, bulk=bulk, late=late)
        finally:
            self.writes_waiting -= 1
            if self.now - begun > STALL:
                self.heartbeat.doubt(begun)

    async def overtaken(self) -> bool:
        """Whether a stranger wrote to the store. Raises Busy."""
        try:
            return await self.store.overtaken()
        except StoreDown as down:
            raise Busy(NO_ANSWER) from down

    async def change(self, table: TableId, decide: Decision, came: Callable[[], float] | None = None) -> Table:
        """Decide, store, tell. What the store was given is told even if whoever asked for it goes away.

        ``came`` is when a person asked for it: whoever had run out of time by then has lost before anything else.
        """
        async with self.loaded.held(table) as loaded:
            try:
                await self.heartbeat.be_sure()
                try:
                    found = await self._changed(loaded, table, decide, came)
                except SetBack:
                    found = await self._changed(loaded, table, decide, came)
                self.look_after(loaded, found)
            except StoreDown as down:
                loaded.doubt()  # it may be stored after all
                raise Busy(NO_ANSWER) from down
        if not self.heartbeat.sure:
            with suppress(Busy):  # it is stored, whatever becomes of the clocks
                await self.heartbeat.beat()
        return found

    async def _changed(
        self, loaded: LoadedTable, table: TableId, decide: Decision, came: Callable[[], float] | None
    ) -> Table:
        found = await self._loaded(loaded, table)
        if came is not None:
            await self._call_late(loaded, found, came)
        await self._carried_out(loaded, found, decide)
        return found

    async def _carried_out(self, loaded: LoadedTable, table: Table, decide: Decision) -> None:
        for _ in range(ATTEMPTS):
            draft = await self._decided(loaded, table, decide)
            if draft is None or await self._stored(loaded, table, draft):
                return
        raise Busy("Too many people act at this table at once: try again in a moment.")

    async def _call_late(self, loaded: LoadedTable, table: Table, came: Callable[[], float]) -> None:
        """End the game of whoever had no time left when that came. Only right after the store has taken a beat is it
        certain that they could have moved."""
        if not moves.late(table, came()):
            return
        await self.heartbeat.beat()
        await self._catch_up(loaded, table)

        def decide(fresh: Table) -> Draft | None:
            late = moves.late(fresh, came())
            return moves.forfeit(fresh, late, self.now) if late else None

        await self._carried_out(loaded, table, decide)

    async def see_through(self, table: TableId) -> Table:
        """Tell what was stored, and set bots going: of a table that was just opened, or for whoever asked and went
        away."""
        async with self.loaded.held(table) as loaded:
            found = await self._loaded(loaded, table)
            self._say_so(found)
            self.look_after(loaded, found)
            return found

    async def _decided(self, loaded: LoadedTable, table: Table, decide: Decision) -> Draft | None:
        """The decision; a refusal counts only if it also holds for what other processes have stored by now."""
        try:
            return decide(table)
        except SheepfoldError:
            known = table.length
            if self.store.shared:
                await self._catch_up(loaded, table)
            if table.length == known:
                raise
        return decide(table)

    async def _stored(self, loaded: LoadedTable, table: Table, draft: Draft) -> bool:
        def late() -> None:
            loaded.doubt()
            if not self._closing:
                self.spawn(self.see_through(table.header.id))

        try:
            await self._written(partial(repository.append, draft=draft, patience=self.patience), late)
        except Lost:
            await self._catch_up(loaded, table)
            return False
        except asyncio.CancelledError:
            late()
            raise
        table.people.update(draft.newcomers)
        self.moves += sum(line.kind == "move" for line, _ in draft.lines)
        self._take_in(loaded, table, draft.lines, draft.times, table.queues | draft.queues)
        if draft.again is not None:
            self.spawn(self.see_through(draft.again.table.header.id))
        if draft.lines:
            self._say_so(table)
        elif draft.queues:
            loaded.wake()  # no line tells of it, but the owner's page shows it
        return True

    def _say_so(self, table: Table) -> None:
        self.bus.publish(BusMessage(table.header.id, "log", table.length))

    # -- bots and conditional moves ------------------------------------------------------------

    def look_after(self, loaded: LoadedTable, table: Table) -> None:
        """Starts what happens without a request: bots, conditional moves, answers of bots to offers."""
        if table.status is not Status.RUNNING:
            return
        for info in table.seats:
            if info.kind == "bot":
                self.bot_workers.expect(table.game.name, info.name)
        for seat in table.awaited:
            turn = table.turn[seat]
            if (seat, turn) in loaded.thinking:
                continue
            if table.seat(seat).kind == "bot" and self.setup.workers:
                view = table.game.view(table.state, seat)
                self._begin(loaded, seat, turn, self._bot_moves(table, seat, turn, view, table.times.since))
            elif table.queues.get(seat):
                self._begin(loaded, seat, turn, self._queue_moves(table, seat, turn))
        if table.offers and offers.bots_decline(table, self.now) is not None:
            self.spawn(self.change(table.header.id, lambda fresh: offers.bots_decline(fresh, self.now)))

    def _begin(self, loaded: LoadedTable, seat: Seat, turn: int, work: Coroutine[Any, Any, None]) -> None:
        """Runs what makes a move in the background, once for every turn."""
        loaded.thinking.add((seat, turn))
        self.spawn(work).add_done_callback(lambda _: loaded.thinking.discard((seat, turn)))

    async def _bot_moves(self, table: Table, seat: Seat, turn: int, view: Any, began: float) -> None:
        """Think, wait for the beat, move. A step that nobody else hears of does not wait: the beat that it cost would
        betray it."""

        def decide(fresh: Table) -> Draft | None:
            return moves.bot_move(fresh, seat, turn, move, self.now, self.rng)

        name, owners, terms = table.seat(seat).name, self.owners.of(table), table.header.terms
        casual = not (table.rated or terms.hurry)
        luck = table.luck(seat) if terms.deal else None
        move: Said | None = await self.bot_workers.think(
            table.game.name, name, view, owners, terms.thinking, casual, luck
        )
        if move is None:
            self._log.warning("a bot gave no move; a random one is made", game=table.game.name)
        if self.setup.bot_pace:
            draft = decide(await self.table(table.header.id))
            move = move if draft is None else draft.turn  # which is made then, and not worked out again
            if draft is not None and draft.heard_beyond(seat):
                await self.setup.sleep((began - self.now) % self.setup.bot_pace)
        await self.change(table.header.id, decide)

    async def _queue_moves(self, table: Table, seat: Seat, turn: int) -> None:
        def decide(fresh: Table) -> Draft | None:
            if fresh.turn.get(seat) != turn or seat not in fresh.awaited or not fresh.queues.get(seat):
                return None
            return moves.next_queued(fresh, seat, self.now)

        await self.change(table.header.id, decide)

    # -- other processes -----------------------------------------------------------------------

    def announce(self, kind: Kind, table: TableId = EVERYBODY, number: int = 0) -> None:
        """Something changed beside the logs of tables: every process acts on it, this one at once."""
        message = BusMessage(table, kind, number)
        self.invalidation.heard(message)
        self.bus.publish(message)

    def forget(self, table: TableId = EVERYBODY) -> None:
        """Invalidates a table, or all of them, in every process: something changed beside its log (a name, a queue)."""
        self.announce("forget", table)

    async def forget_tables(self, user: UserId) -> None:
        """The same for all tables of a user: they know names, and how people want to be mailed."""
        for table in await self.read(lambda tx: lists.ids_of(tx, user)):
            self.forget(table)
