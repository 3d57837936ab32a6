"""The one service that every door calls: tables, seats, moves, offers, talk, and who is told what.

Commit first, tell afterwards: nothing reaches a viewer that is not stored. Every method that changes
something takes an idempotency ``key`` where a repeat could hurt; a repeat with the same key changes
nothing and answers as things stand now.

``user`` is a ``UserId``; ``None`` is a nameless spectator. ``invite`` is the secret of the invitation
link; it is needed to sit at an ``invited`` table and even to see a ``private`` one, unless the user
sits there. Errors: ``play.errors`` and ``core.errors``; each text is one sentence for the person.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager

from sheepfold.core.contract import Move, Part, Seat
from sheepfold.core.progress import AnyGame
from sheepfold.core.record import Record
from sheepfold.play.accounts import Accounts
from sheepfold.play.setup import Setup
from sheepfold.play.terms import (
    ChatLine,
    Choices,
    Conditional,
    Listed,
    Nudge,
    OfferKind,
    Rating,
    Reminder,
    Status,
    TableId,
    TableInfo,
    Terms,
    Update,
    UserId,
)


class Service:
    """One per process: ``async with Service.open(Setup(database="sqlite:///fold.db")) as service: ...``

    ``service.accounts`` (an ``Accounts``) works on the same store.
    """

    accounts: Accounts

    @classmethod
    def open(cls, setup: Setup = Setup()) -> AbstractAsyncContextManager[Service]:
        """Bring the database up to date, start the bus, the clock and the bots' workers; stop them on leaving."""
        raise NotImplementedError

    # -- tables and seats ----------------------------------------------------------------------

    def game(self, name: str) -> AnyGame:
        """The game of that name. Raises UnknownGame."""
        raise NotImplementedError

    async def open_table(self, user: UserId, terms: Terms, key: str | None = None) -> TableInfo:
        """A new table, hosted by the user. It starts by itself once every seat is taken.

        Raises OptionError, UnknownGame, UnknownBot, BadRequest (seats, clock), NotFound (a named user),
        Forbidden (a guest asking for a rated table), TooMany.
        """
        raise NotImplementedError

    async def info(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> TableInfo:
        """The table's card. Raises NotFound."""
        raise NotImplementedError

    async def invitation(self, table: TableId, user: UserId) -> str:
        """The secret for the invitation link. Forbidden unless the user is seated or the host."""
        raise NotImplementedError

    async def lobby(self, game: str | None = None, status: Status = Status.WAITING, limit: int = 50) -> list[Listed]:
        """Listed tables (open and invited), newest first."""
        raise NotImplementedError

    async def tables_of(self, user: UserId, status: Status | None = None, limit: int = 100) -> list[Listed]:
        """Where the user sits (or sat), those waiting for them first."""
        raise NotImplementedError

    async def sit(self, table: TableId, user: UserId, seat: Seat | None = None, invite: str | None = None) -> Seat:
        """Take a free seat (the first that fits when None), or come back to one's left seat. Repeatable.

        Raises NotFound, Forbidden (no invitation, kept for another, guest at a rated table), NotNow (taken, begun).
        """
        raise NotImplementedError

    async def leave(self, table: TableId, user: UserId) -> None:
        """Give up the seat. Before the start it is free again, and a table that nobody sits at closes.
        In a running game the clock goes on; the others may let a bot take over. Repeatable."""
        raise NotImplementedError

    async def start(self, table: TableId, user: UserId) -> None:
        """Start a full table that has not begun; host only. (Full tables start by themselves.) Repeatable."""
        raise NotImplementedError

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
        raise NotImplementedError

    def watch(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int | None = None,
        chat_since: int | None = None,
    ) -> AsyncIterator[Update]:
        """Updates without gap or repeat from ``since`` on, the first one at once; never ends by itself.

        A slow reader gets fewer, fuller updates. Close it with ``aclose``. Errors as in ``look``.
        """
        raise NotImplementedError

    def watch_user(self, user: UserId) -> AsyncIterator[Nudge]:
        """One nudge whenever the user is told something at any table where they sit."""
        raise NotImplementedError

    async def choices(self, table: TableId, user: UserId, so_far: Move = ()) -> Choices:
        """The legal next parts of the user's move after ``so_far``. Raises IllegalNow when ``so_far`` is no path."""
        raise NotImplementedError

    async def record(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Record:
        """The full record with seed and outcome of a finished game. NotNow while it runs: use ``story``."""
        raise NotImplementedError

    async def story(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> Update:
        """Everything the viewer was told from the beginning: the export of a running game. As ``look(since=0)``."""
        raise NotImplementedError

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
        raise NotImplementedError

    async def offer(
        self, table: TableId, user: UserId, kind: OfferKind, about: Seat | None = None, bot: str = ""
    ) -> Update:
        """Propose a draw, an undo of one's last move, a bot for the left seat ``about``, or a rematch.

        Where nobody else has to agree it happens at once; to offer what another already offers is to accept it.
        Undo is refused (NotNow) across a reveal or a draw of chance. Repeatable.
        """
        raise NotImplementedError

    async def answer(self, table: TableId, user: UserId, kind: OfferKind, accept: bool) -> Update:
        """Accept or decline the open offer of that kind; the one who made it withdraws it with False.
        NotNow when there is none (any more)."""
        raise NotImplementedError

    async def resign(self, table: TableId, user: UserId) -> Update:
        """Give up: the others win. Repeatable."""
        raise NotImplementedError

    async def abort(self, table: TableId, user: UserId) -> Update:
        """End without a result, before any player made a move that others know of. Repeatable."""
        raise NotImplementedError

    async def queue(self, table: TableId, user: UserId) -> tuple[Conditional, ...]:
        """The user's moves kept ready, in order."""
        raise NotImplementedError

    async def set_queue(self, table: TableId, user: UserId, moves: Sequence[Conditional]) -> tuple[Conditional, ...]:
        """Replace them (empty: drop them). At most 20; played at once if the turn is already the user's."""
        raise NotImplementedError

    # -- talk and notes ------------------------------------------------------------------------

    async def say(
        self, table: TableId, user: UserId, text: str, key: str | None = None, invite: str | None = None
    ) -> ChatLine:
        """Say something: seats in the room ``table``, others in the ``gallery``. 1 to 500 characters."""
        raise NotImplementedError

    async def chat(
        self, table: TableId, user: UserId | None = None, invite: str | None = None, since: int = 0
    ) -> tuple[ChatLine, ...]:
        """The lines that the user may read, after line ``since``. Seats read the gallery when the game is over."""
        raise NotImplementedError

    async def note(self, table: TableId, user: UserId) -> str:
        """The user's private note at their seat; "" when there is none."""
        raise NotImplementedError

    async def set_note(self, table: TableId, user: UserId, text: str) -> None:
        """Keep a private note, at most 10,000 characters."""
        raise NotImplementedError

    # -- people and time -----------------------------------------------------------------------

    async def vacation(self, user: UserId, days: int) -> float:
        """Stop the user's day clocks for so many days from now (0: end it). Returns when it ends. TooMany when
        this year's 30 days are used up."""
        raise NotImplementedError

    async def ratings(
        self, game: str | None = None, user: UserId | None = None, role: str | None = None, limit: int = 100
    ) -> list[Rating]:
        """The ladder, best first; with ``user`` that person's ratings."""
        raise NotImplementedError

    def reminders(self) -> AsyncIterator[Reminder]:
        """Reminders as they fall due, each once in the whole installation: for the mail door."""
        raise NotImplementedError
