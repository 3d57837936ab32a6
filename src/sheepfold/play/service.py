"""The one service that every door calls: tables, seats, moves, offers, chat, and who is told what.

Commit first, tell afterwards: nothing reaches a viewer that is not stored. Every method that changes
something takes an idempotency ``key`` where a repeat could hurt; a repeat with the same key changes
nothing and answers as things stand now, and the key of one request with another raises KeyUsed.

``user`` is a ``UserId``; ``None`` is a nameless spectator. ``invite`` is the secret of the invitation
link; it is needed to sit at an ``invited`` table and even to see a ``private`` one, unless the user
sits there. Errors: ``play.errors`` and ``core.errors``; each text is one sentence for the person.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from sheepfold.bots import usual
from sheepfold.core.contract import Move, Part, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.records.record import Record
from sheepfold.live import Word, open_bus
from sheepfold.play.bots.advice import Adviser
from sheepfold.play.bots.reviews import Reviews
from sheepfold.play.daily.deals import DailyDeals
from sheepfold.play.daily.puzzles import PuzzleBook
from sheepfold.play.engine import NO_ANSWER, Decision, Engine
from sheepfold.play.errors import BadRequest, Busy, Forbidden, NotNow, PlayError
from sheepfold.play.host.admin import Admin
from sheepfold.play.host.budgets import Budgets
from sheepfold.play.host.metrics import ProcessMetrics
from sheepfold.play.host.moderation import Moderation
from sheepfold.play.notices.bounces import Bounces
from sheepfold.play.notices.confirmation import AddressConfirmation
from sheepfold.play.notices.links import SignedLinks
from sheepfold.play.notices.mail_wishes import MailWishes
from sheepfold.play.notices.outbox import Outbox
from sheepfold.play.notices.push import PushNotices
from sheepfold.play.people.accounts import Accounts
from sheepfold.play.people.challenges import Challenges
from sheepfold.play.people.client_info import NOWHERE, ClientInfo
from sheepfold.play.people.friends import Friends
from sheepfold.play.people.history import History
from sheepfold.play.people.messages import Messages
from sheepfold.play.people.own_data import gather
from sheepfold.play.people.ratings import history, known, ladder
from sheepfold.play.people.sessions import Devices, Sessions
from sheepfold.play.setup import Setup
from sheepfold.play.tables import chat, lists, moves, offers, repository, seating, watching
from sheepfold.play.tables.boards import Boards
from sheepfold.play.tables.chat import MOST_LINES
from sheepfold.play.tables.cursors import Rows
from sheepfold.play.tables.draft import Draft, charged
from sheepfold.play.tables.entries import Person
from sheepfold.play.tables.listening import Listening, Send, listen
from sheepfold.play.tables.looking_back import PracticeTables, SharedReplays
from sheepfold.play.tables.table import Table
from sheepfold.play.tables.watching import Place
from sheepfold.play.terms import (
    Access,
    ChatLine,
    Choices,
    Conditional,
    Listed,
    OfferKind,
    Rating,
    RatingStep,
    Reminder,
    Rest,
    Sight,
    Status,
    TableId,
    TableInfo,
    Terms,
    Update,
    UserId,
)
from sheepfold.play.time import vacations
from sheepfold.play.time.ticker import Ticker
from sheepfold.store import Transaction, open_store
from sheepfold.store.tables import lists as stored
from sheepfold.store.time import heartbeat

T = TypeVar("T")

RESUMED_AT_ONCE: Final = 20
"""Tables with a bot to move that are resumed at once after a restart; others wait in the queue."""


class Service:
    """One per process: ``async with Service.open(Setup(database="sqlite:///fold.db")) as service: ...``

    ``service.accounts`` looks after people, ``service.credentials`` after their sessions and tokens,
    ``service.devices`` knows their browsers, ``service.boards`` tables by their numbers, ``service.history``
    finished games, ``service.challenges`` whom others may seat, ``service.messages`` what people write to each
    other, ``service.adviser`` what bots say to people, ``service.puzzles`` what
    they may puzzle over, ``service.admin`` and ``service.moderation`` serve the
    host, and ``service.budgets`` counts what is dear, all on the same store. For the mail there are
    ``service.outbox``, ``service.correspondence`` (how people want to be mailed), ``service.mailboxes``
    (addresses) and ``service.signing``.
    """

    def __init__(self, engine: Engine, ticker: Ticker) -> None:
        self._engine, self._ticker = engine, ticker
        self.accounts, self.credentials = Accounts(engine), Sessions(engine)
        self.admin, self.moderation = Admin(engine), Moderation(engine)
        self.budgets, self.devices, self.boards = Budgets(engine), Devices(engine), Boards(engine)
        self.outbox, self.signing = Outbox(engine), SignedLinks(engine)
        self.correspondence = MailWishes(engine, self.signing)
        self.mailboxes = AddressConfirmation(engine, self.accounts, self.signing)
        self.bounces, self.pushes, self.friends = Bounces(engine, self.signing), PushNotices(engine), Friends(engine)
        self.challenges, self.messages, self.adviser = Challenges(engine), Messages(engine), Adviser(engine)
        self.reviews, self.practice, self.history = Reviews(engine), PracticeTables(engine), History(engine)
        self.puzzles, self.deals, self.together = PuzzleBook(engine), DailyDeals(engine), SharedReplays(engine)

    @classmethod
    def open(cls, setup: Setup) -> AbstractAsyncContextManager[Service]:
        """Bring the database up to date, start the bus, the clock and the bots' workers; stop them on leaving."""
        return _opened(cls, setup)

    async def tick(self) -> None:
        """Handles everything that is due now; runs by itself unless ``Setup.tick`` is 0."""
        await self._ticker.tick()

    async def beat(self) -> None:
        """Sends a heartbeat; runs by itself unless ``Setup.tick`` is 0."""
        await self._ticker.beat()

    async def clean(self) -> None:
        """Deletes some rows whose retention is over; runs by itself unless ``Setup.tick`` is 0."""
        await self._ticker.clean()

    async def resume(self) -> None:
        """Set bots going that were thinking when the last server stopped, a few at a time."""
        engine = self._engine
        if not engine.setup.workers:
            return
        until, last = engine.now + engine.patience, (0.0, "")
        thinking = partial(stored.with_bots_to_move, until=until, limit=RESUMED_AT_ONCE)
        while found := await self._read(partial(thinking, after=last)):
            for _, table in found:
                with suppress(PlayError):
                    await self._with_bots_going(table)
            last = found[-1]
            await engine.bot_workers.done()

    def metrics(self) -> ProcessMetrics:
        """The metrics of this process."""
        return replace(self._engine.metrics, tables=len(self._engine.loaded))

    def asleep(self, table: TableId) -> bool:
        """Whether the table is not in memory and must be replayed first, which takes a while."""
        return self._engine.loaded.asleep(table)

    async def alive(self) -> None:
        """Raises Busy when the store does not answer, or takes nothing."""
        await self._read(heartbeat.answers)
        if self._engine.heartbeat.missed:
            raise Busy(NO_ANSWER)

    def guest_came(self, guest: UserId, address: str) -> None:
        """From where a guest calls: bots think for all guests of an address as for one player."""
        self._engine.owners.came(guest, address)

    @property
    def now(self) -> float:
        """The time on the wall, as all clocks here count it."""
        return self._engine.now

    # -- tables and seats ----------------------------------------------------------------------

    def game(self, name: str) -> AnyGame:
        """The game of that name. Raises UnknownGame."""
        return self._engine.setup.shelf.game(name)

    def guide(self, name: str) -> str:
        """What a game says of its rules, as Markdown."""
        return self._engine.setup.shelf.guide(name)

    @property
    def games(self) -> tuple[str, ...]:
        """The names of all games that are played here."""
        return tuple(self._engine.setup.shelf)

    def bots(self, name: str) -> tuple[str, ...]:
        """The bots that can sit down at a table of that game here. Raises UnknownGame."""
        return self._engine.bots(self.game(name))

    async def open_table(
        self,
        user: UserId,
        terms: Terms,
        key: str | None = None,
        client: ClientInfo = NOWHERE,
        *,
        seated: bool = False,
        unasked: bool = False,
        seed: bytes | None = None,
    ) -> TableInfo:
        """A new table, hosted by the user. It starts by itself once every seat is taken; ``seated``: at once, with
        those whom its seats are kept for, who may withdraw without loss until they have moved. ``unasked``: the user
        did not do it, and is told of it as the others are. ``seed``: the known one of a lesson, where nothing is played
        for.

        Raises OptionError, UnknownGame, UnknownBot, BadRequest (seats, clock), NotFound (a named user),
        Forbidden (a guest asking for a rated table), TooMany.
        """
        found = await seating.open_table(
            self._engine, user, terms, key, client, seated=seated, unasked=unasked, seed=seed
        )
        return found.info()

    async def info(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> TableInfo:
        """The table's card. Raises NotFound."""
        return (await self._seen(table, user, invite)).info()

    async def invitation(self, table: TableId, user: UserId) -> str:
        """The secret for the invitation link. Forbidden unless the user is seated or the host."""
        found = await self._seen(table, user, None)
        if found.seat_of(user) is None and user != found.header.host:
            raise Forbidden("Only those who sit here can invite others.")
        return found.header.invite

    async def lobby(
        self,
        game: str | None = None,
        status: Status = Status.WAITING,
        limit: int = 50,
        between_people: bool | None = None,
        cursor: str | None = None,
        access: Access | None = None,
    ) -> Rows[Listed]:
        """Listed tables (open and invited): of every host the newest three first, then all others, newest first.

        With ``between_people`` only those where several people sit, or (False) only those where one plays alone or with
        bots; with ``access`` only those of that kind. ``Page.next`` is the ``cursor`` that goes on. Raises BadRequest.
        """
        return await self._read(lambda conn: lists.lobby(conn, game, status, limit, between_people, cursor, access))

    async def tables_of(
        self,
        user: UserId,
        status: Status | None = None,
        limit: int = 100,
        cursor: str | None = None,
        *,
        public: bool = False,
        over: bool = True,
        guided: bool = True,
    ) -> Rows[Listed]:
        """Where the user sits (or sat): those waiting for them first, then by the last move, finished ones last.

        ``public``: only what everybody may know of; ``over=False``: no finished ones; ``guided=False``: no finished
        ones of lessons or practice. Raises BadRequest (cursor).
        """
        return await self._read(
            lambda conn: lists.of_user(conn, user, status, limit, cursor, public=public, over=over, guided=guided)
        )

    async def at_tables(self, among: Collection[UserId]) -> frozenset[UserId]:
        """Who of those sits at a table that is not over."""
        return await self._read(lambda conn: stored.at_tables(conn, among))

    async def sit(self, table: TableId, user: UserId, seat: Seat | None = None, invite: str | None = None) -> Seat:
        """Take a free seat (the first that fits when None), or come back to one's left seat. Repeatable.

        Raises NotFound, Forbidden (no invitation, kept for another, guest at a rated table), NotNow (taken, begun).
        """
        person = await self._person(user)
        await self._seen(table, user, invite)
        found = await self._engine.change(
            table, lambda fresh: seating.sit(fresh, person, seat, invite, self._engine.now)
        )
        taken = found.seat_of(user)
        assert taken is not None
        return taken

    async def leave(self, table: TableId, user: UserId) -> None:
        """Give up the seat. Before the start it is free again, and a table that nobody sits at closes (also when who
        opened it for others leaves). In a running game the clock goes on; the others may let a bot take over.
        Repeatable."""
        await self._act(table, user, lambda fresh: seating.leave(fresh, user, self._engine.now))

    async def start(self, table: TableId, user: UserId) -> None:
        """Start a full table that has not begun; host only. (Full tables start by themselves.) Repeatable."""
        await self._act(table, user, lambda fresh: seating.start(fresh, user, self._engine.now))

    async def fill(self, table: TableId, user: UserId) -> None:
        """Seat the usual bot wherever nobody sits yet, and begin; host only. Repeatable. Raises Forbidden, NotNow."""
        game = (await watching.seen(self._engine, table, user, None)).game
        if not self._engine.bots(game):
            raise NotNow("No bots play here.")
        bot = usual(game, self._engine.setup.shelf)
        await self._act(table, user, lambda fresh: seating.fill(fresh, user, bot, self._engine.now))

    # -- looking -------------------------------------------------------------------------------

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
        return await watching.look(self._engine, table, user, invite, since, chat_since, wait)

    def watch(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int | None = None,
        chat_since: int | None = None,
    ) -> AsyncGenerator[Update]:
        """Updates without gap or repeat from ``since`` on, the first one at once; never ends by itself.

        A slow reader gets fewer, fuller updates. Close it with ``aclose``. Errors as in ``look``.
        """
        return watching.watch(Place(self._engine, table, user, invite, since, chat_since))

    async def sight(
        self, table: TableId, user: UserId | None = None, invite: str | None = None, since: int | None = None
    ) -> Sight:
        """All that a page shows to begin with, with what was told after event ``since`` and all that was said."""
        return await watching.look_page(self._engine, table, user, invite, since)

    def place(
        self, table: TableId, user: UserId | None, invite: str | None, since: int | None, chat_since: int | None
    ) -> Place:
        """Where a page watches from, for ``watch_page``."""
        return Place(self._engine, table, user, invite, since, chat_since)

    def listen(self, user: UserId, send: Send) -> AbstractAsyncContextManager[Listening]:
        """Tell a user of all tables where they sit: ``async with service.listen(user, send) as listening``, then
        ``run`` it. ``send`` gets what is new from now on, and from where ``follow`` says."""
        return listen(self._engine, user, send)

    async def choices(self, table: TableId, user: UserId, so_far: Move = (), ready: bool = False) -> Choices:
        """The legal next parts of the user's move after ``so_far``, and what a complete one would do; ``ready``: of one
        to keep for the next turn. Raises IllegalNow when ``so_far`` is no path, NotNow."""
        return await watching.choices(self._engine, table, user, so_far, ready)

    async def record(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Record:
        """The full record of a finished game, with its seed as soon as that may be told. NotNow while it runs: use
        ``story``."""
        refusal = "The record is published when the game is over."
        found = await watching.finished(self._engine, table, user, invite, refusal)
        record = found.record()
        if found.header.terms.deal and found.published(self._engine.now):
            return replace(record, seed=found.header.seed.hex())
        return record

    async def story(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Update:
        """Everything the viewer was told from the beginning: the export of a running game. As ``look(since=0)``."""
        return await self.look(table, user, invite, since=0)

    # -- playing -------------------------------------------------------------------------------

    async def move(
        self,
        table: TableId,
        user: UserId,
        move: str | Sequence[Part],
        expected: int | None = None,
        key: str | None = None,
    ) -> Update:
        """Play a move, written as text or given as parts; the answer holds what the mover was told by it.

        ``expected`` is the ``Position.number`` the mover had before them. It still fits when only others'
        sealed moves, offers or secret steps came in between; otherwise Stale carries what was missed.
        Raises Malformed, IllegalNow, Ambiguous, Stale, NotNow (not running), Forbidden (no seat), NotFound.
        """
        engine, key = self._engine, key or self._engine.new_key()
        came = engine.arrival()
        return await self._act(
            table,
            user,
            lambda fresh: moves.make_move(fresh, user, move, expected, key, came(), engine.now, engine.rng),
            came,
        )

    async def offer(
        self, table: TableId, user: UserId, kind: OfferKind, about: Seat | None = None, bot: str = ""
    ) -> Update:
        """Propose a draw, an undo of one's last move, a bot for the left seat ``about``, a rematch, or
        the end of a game that is decided.

        Where nobody else has to agree it happens at once; to offer what another already offers is to accept it.
        Undo is refused (NotNow) across a reveal or a draw of chance. Repeatable.
        """

        def decide(fresh: Table) -> Draft | None:
            bots = self._engine.bots(fresh.game)
            return offers.make(fresh, user, kind, about, bot, bots, self._engine.now)

        return await self._act(table, user, decide)

    async def answer(self, table: TableId, user: UserId, kind: OfferKind, accept: bool) -> Update:
        """Accept or decline the open offer of that kind; the one who made it withdraws it with False.
        NotNow when there is none (any more)."""
        return await self._act(table, user, lambda fresh: offers.answer(fresh, user, kind, accept, self._engine.now))

    async def resign(self, table: TableId, user: UserId) -> Update:
        """Give up: the others win. Repeatable."""
        return await self._act(table, user, lambda fresh: moves.resign(fresh, user, self._engine.now))

    async def abort(self, table: TableId, user: UserId) -> Update:
        """End without a result, before any player made a move that others know of. Repeatable."""
        return await self._act(table, user, lambda fresh: moves.abort(fresh, user, self._engine.now))

    async def queue(self, table: TableId, user: UserId) -> tuple[Conditional, ...]:
        """The user's moves kept ready, in order."""
        found = await self._seen(table, user, None)
        return moves.kept_ready(found, moves.own_seat(found, user))

    async def set_queue(
        self, table: TableId, user: UserId, moves_ready: Sequence[Conditional]
    ) -> tuple[Conditional, ...]:
        """Replace them (empty: drop them). At most 20; played at once if the turn is already the user's.

        Each must be written as a move of the game (else Malformed, and nothing changes); whether it is legal
        is seen when its turn comes.
        """
        await self._act(table, user, lambda fresh: moves.keep_ready(fresh, user, moves_ready, self._engine.now))
        if self._engine.bus.shared:
            self._engine.bus.publish(Word(table, "forget", 0))
        return tuple(moves_ready)

    # -- chat and notes ------------------------------------------------------------------------

    async def say(
        self, table: TableId, user: UserId, text: str, key: str | None = None, invite: str | None = None
    ) -> ChatLine:
        """Say something of 1 to 500 characters. While the game is on, seats talk in the room ``table`` and others
        in the ``gallery``; before it all talk at the table, after it all in the gallery."""
        return await chat.say(self._engine, await self._seen(table, user, invite), user, text, key)

    async def chat(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int = 0,
        before: int | None = None,
        limit: int = MOST_LINES,
    ) -> tuple[ChatLine, ...]:
        """The last lines that the user may read, after line ``since`` and before line ``before``. Seats read the
        gallery when the game is over."""
        found = await self._seen(table, user, invite)
        return await chat.read(self._engine, found, found.seat_of(user), since, before, limit)

    async def note(self, table: TableId, user: UserId) -> str:
        """The user's private note at their seat; "" when there is none."""
        return await chat.note(self._engine, await self._seen(table, user, None), user)

    async def set_note(self, table: TableId, user: UserId, text: str) -> None:
        """Keep a private note, at most 10,000 characters."""
        await chat.set_note(self._engine, await self._seen(table, user, None), user, text)

    # -- people and time -----------------------------------------------------------------------

    async def vacation(self, user: UserId, days: int) -> float:
        """Stop the user's day clocks for so many days from now (0: end it). Returns when it ends. TooMany when
        this year's 30 days are used up."""
        if not 0 <= days <= vacations.DAYS_A_YEAR:
            raise BadRequest(f"A vacation has 0 to {vacations.DAYS_A_YEAR} days.")
        now = self._engine.now
        unfinished = await self._read(lambda conn: lists.unfinished_of(conn, user))
        running = [table for table, status in unfinished.items() if status is Status.RUNNING]
        for table in running:  # charge what has passed under the old vacation, before it is overwritten
            await self._charge(table, now)
        until = await self._write(lambda conn: vacations.take(conn, user, days, now))
        for table in running:
            self._engine.forget(table)
            await self._charge(table, now)
        return until

    async def rest(self, user: UserId) -> Rest:
        """How many days of vacation the user has left this year, and until when one runs. Raises NotFound."""
        return await self._read(lambda conn: vacations.stands(conn, user, self._engine.now))

    async def ratings(
        self,
        game: str | None = None,
        user: UserId | None = None,
        role: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Rows[Rating]:
        """The ladder, best first; with ``user`` that person's ratings. Raises BadRequest (cursor)."""
        subject = None if user is None else f"user:{user}"
        return await self._read(lambda conn: ladder(conn, game, subject, role, limit, cursor))

    async def strengths(
        self, game: str, bots: Collection[str], user: UserId | None
    ) -> tuple[dict[str, int], int | None]:
        """What bots are worth at a game by what was played here, and somebody who meets them; nothing where unknown."""
        subjects = {f"bot:{name}": name for name in bots}
        own = f"user:{user}"
        found = await self._read(lambda conn: known(conn, game, [*subjects, own] if user is not None else subjects))
        return {subjects[subject]: rating for subject, rating in found.items() if subject != own}, found.get(own)

    async def rating_history(self, user: UserId, limit: int = 1_000, cursor: str | None = None) -> Rows[RatingStep]:
        """The person's ratings after every game that counted, the last first. Raises BadRequest (cursor)."""
        return await self._read(lambda conn: history(conn, f"user:{user}", limit, cursor))

    async def own_data(self, user: UserId) -> dict[str, Any]:
        """Everything that is held about somebody, for them alone; never what they may not know."""
        return await gather(self._engine, self.credentials, user)

    async def reminders(self) -> AsyncGenerator[Reminder]:
        """Reminders as they fall due, each once in the whole installation: for the mail door."""
        listener: asyncio.Queue[Reminder] = asyncio.Queue(10_000)
        self._ticker.listeners.add(listener)
        try:
            while True:
                yield await listener.get()
        finally:
            self._ticker.listeners.discard(listener)

    # -- inside --------------------------------------------------------------------------------

    async def _read(self, work: Callable[[Transaction], T]) -> T:
        return await self._engine.read(work)

    async def _write(self, work: Callable[[Transaction], T]) -> T:
        return await self._engine.write(work)

    async def _person(self, user: UserId) -> Person:
        """Somebody who may act. Raises Forbidden for closed accounts."""
        return await self._read(lambda conn: repository.person(conn, user))

    async def _seen(self, table: TableId, user: UserId | None, invite: str | None) -> Table:
        """The table, if the user may look at it. Raises NotFound."""
        return await watching.seen(self._engine, table, user, invite)

    async def _with_bots_going(self, table: TableId) -> Table:
        """A table as it stands, with its bots set going."""
        return await self._engine.change(table, lambda fresh: None)

    async def _charge(self, table: TableId, now: float) -> None:
        """Settle the clocks; a game that does not replay has none that anybody could run out of."""
        with suppress(NotNow):
            await self._engine.change(table, lambda fresh: charged(fresh, now))

    async def _act(
        self, table: TableId, user: UserId, decide: Decision, came: Callable[[], float] | None = None
    ) -> Update:
        """Carry out a decision; the answer holds what the user was told by it. Raises NotFound as ``look`` does."""
        before = 0

        def noted(fresh: Table) -> Draft | None:
            nonlocal before
            if not seating.may_see(fresh, user, None):
                raise seating.no_table()
            before = fresh.number(fresh.seat_of(user))
            return decide(fresh)

        found = await self._engine.change(table, noted, came or self._engine.arrival())
        viewer = found.seat_of(user)
        return found.update(viewer, min(before, found.number(viewer)), self._engine.now)


@asynccontextmanager
async def _opened(cls: type[Service], setup: Setup) -> AsyncGenerator[Service]:
    store = await asyncio.to_thread(open_store, setup.database, serving=setup.serving)
    engine = Engine(setup, store, open_bus(setup.bus, setup.database))
    ticker = Ticker(engine)
    service = cls(engine, ticker)
    try:
        await ticker.beat()
        engine.spawn(service.resume())
        if setup.tick:
            ticker.run()
        yield service
    finally:
        service.accounts.close()
        await service.reviews.close()
        await engine.close()
