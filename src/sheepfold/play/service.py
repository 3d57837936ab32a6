"""The one service that every door calls: an object for each matter, all on the same engine.

Commit first, tell afterwards: nothing reaches a viewer that is not stored. Every method that changes
something takes an idempotency ``key`` where a repeat could hurt; a repeat with the same key changes
nothing and answers as things stand now, and the key of one request with another raises KeyUsed.

``user`` is a ``UserId``; ``None`` is a nameless spectator. Errors: ``play.errors`` and ``core.errors``; each text is
one sentence for the person.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from sheepfold.live import open_bus
from sheepfold.play.bots.advice import Adviser
from sheepfold.play.daily import DailyDeals, PuzzleBook
from sheepfold.play.engine import NO_ANSWER, Engine
from sheepfold.play.errors import Busy
from sheepfold.play.host.admin import Admin, Moderation
from sheepfold.play.notices.addresses import AddressConfirmation, Bounces, SignedLinks
from sheepfold.play.notices.mail_wishes import MailWishes
from sheepfold.play.notices.outbox import Outbox
from sheepfold.play.notices.push import PushNotices
from sheepfold.play.people.accounts import Accounts
from sheepfold.play.people.friends import Challenges, Friends, Messages
from sheepfold.play.people.history import History
from sheepfold.play.people.ratings import Ratings
from sheepfold.play.people.sessions import Devices, Sessions
from sheepfold.play.rate_limits import Budgets
from sheepfold.play.setup import Setup
from sheepfold.play.tables.boards import Boards
from sheepfold.play.tables.chat import Chat
from sheepfold.play.tables.lists import Lists
from sheepfold.play.tables.looking_back import PracticeTables, Reviews, SharedReplays
from sheepfold.play.tables.tables import Tables
from sheepfold.play.tables.watching import Watching
from sheepfold.play.time.ticker import Ticker
from sheepfold.play.time.vacations import Vacations
from sheepfold.store import heartbeat, open_store


@dataclass(frozen=True, slots=True)
class ProcessMetrics:
    """For the host alone: the number of moves tells when a secret one was made."""

    moves: int
    """Moves that this process has stored, bots' and chance's included."""
    writes_waiting: int
    bots_waiting: int
    """What bots think about or wait to think about."""
    tables: int
    """Tables held in memory."""


class Service:
    """One per process: ``async with Service.open(Setup(database="sqlite:///fold.db")) as service: ...``"""

    def __init__(self, engine: Engine) -> None:
        self._engine, self.shelf = engine, engine.setup.shelf
        # tables
        self.tables, self.watching, self.boards = Tables(engine), Watching(engine), Boards(engine)
        self.chat, self.lists = Chat(engine), Lists(engine)
        self.practice, self.shared_replays = PracticeTables(engine), SharedReplays(engine)
        # people
        self.accounts, self.sessions, self.devices = Accounts(engine), Sessions(engine), Devices(engine)
        self.revocations = engine.revocations  # by user, of their sessions and tokens, in any process
        self.friends, self.challenges, self.messages = Friends(engine), Challenges(engine), Messages(engine)
        self.history, self.ratings, self.vacations = History(engine), Ratings(engine), Vacations(engine)
        # notices
        self.links, self.outbox, self.push = SignedLinks(engine), Outbox(engine), PushNotices(engine)
        self.mail_wishes, self.bounces = MailWishes(engine, self.links), Bounces(engine, self.links)
        self.addresses = AddressConfirmation(engine, self.accounts, self.links)
        # bots, and what comes anew every day
        self.adviser, self.reviews, self.owners = Adviser(engine), Reviews(engine), engine.owners
        self.puzzles, self.deals = PuzzleBook(engine), DailyDeals(engine)
        # the host
        self.admin, self.moderation, self.budgets = Admin(engine), Moderation(engine), Budgets(engine)
        self.ticker = Ticker(engine)

    @classmethod
    def open(cls, setup: Setup) -> AbstractAsyncContextManager[Service]:
        """Bring the database up to date, start the bus, the clock and the bots' workers; stop them on leaving."""
        return _opened(cls, setup)

    @property
    def now(self) -> float:
        """The time on the wall, as all clocks here count it."""
        return self._engine.now

    def metrics(self) -> ProcessMetrics:
        """The metrics of this process."""
        engine = self._engine
        return ProcessMetrics(engine.moves, engine.writes_waiting, engine.bot_workers.waiting, len(engine.loaded))

    async def alive(self) -> None:
        """Raises Busy when the store does not answer, or takes nothing."""
        await self._engine.read(heartbeat.answers)
        if self._engine.heartbeat.missed:
            raise Busy(NO_ANSWER)


@asynccontextmanager
async def _opened(cls: type[Service], setup: Setup) -> AsyncGenerator[Service]:
    store = await asyncio.to_thread(open_store, setup.database, serving=setup.serving)
    engine = Engine(setup, store, open_bus(setup.bus, setup.database))
    service = cls(engine)
    try:
        await service.ticker.beat()
        engine.spawn(service.ticker.resume())
        if setup.tick:
            service.ticker.run()
        yield service
    finally:
        service.accounts.close()
        await service.reviews.close()
        await engine.close()
