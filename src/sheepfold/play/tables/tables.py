"""What people do at tables: open them, sit down, move, make and answer offers, keep moves ready, give up.

``invite`` is the secret of the invitation link; it is needed to sit at an ``invited`` table and even to see a
``private`` one, unless the user sits there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sheepfold.bots import usual
from sheepfold.core.contract import Part, Seat
from sheepfold.core.records.progress import Step
from sheepfold.live import BusMessage
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.host.audit_log import Act
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.people.users import NOWHERE, ClientInfo
from sheepfold.play.tables import access, moves, offers, repository, seating
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.log import Header
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Conditional, OfferKind, TableId, TableInfo, Terms, Update, UserId

if TYPE_CHECKING:
    from sheepfold.play.engine import Decision, Engine


class Tables:
    """One per service: ``service.tables``. What changes a table answers with what the user was told by it, and raises
    NotFound for a table that they may not see."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def bots(self, game: str) -> tuple[str, ...]:
        """The bots that can sit down at a table of that game here. Raises UnknownGame."""
        return self._engine.bots(self._engine.setup.shelf.game(game))

    async def open(
        self,
        user: UserId,
        terms: Terms,
        key: str | None = None,
        client: ClientInfo = NOWHERE,
        *,
        seated: bool = False,
        unasked: bool = False,
        seed: bytes | None = None,
        past: Sequence[Step] = (),
    ) -> TableInfo:
        """A new table, hosted by the user, or the one that they opened under the same key. It starts by itself once
        every seat is taken; ``seated``: at once, with those whom its seats are kept for, who may withdraw without loss
        until they have moved. ``unasked``: the user did not do it, and is told of it as the others are. ``seed``: the
        known one of a lesson, where nothing is played for. ``past``: what had happened before, where it is practice.

        Raises OptionError, UnknownGame, UnknownBot, BadRequest (seats, clock), NotFound (a named user),
        Forbidden (a guest asking for a rated table), TooMany.
        """
        engine, key = self._engine, key or secrets.token_hex(8)
        person = await engine.read(lambda tx: repository.person(tx, user))
        game = engine.setup.shelf.game(terms.game)
        if seed is not None and terms.rated:
            raise BadRequest("With a seed that is known beforehand nothing can count. Play it unrated.")
        agreed = seating.check_terms(game, terms, person, engine.bots(game, lessons=True), engine.setup.shelf)
        if any(plan.kind == "user" for plan in agreed.seats):
            agreed = await engine.read(lambda tx: repository.as_they_are_called(tx, agreed))
        header = Header(
            id=seating.new_id(),
            terms=agreed,
            version=game.version,
            host=user,
            invite=seating.new_id(),
            seed=seed or engine.setup.seed(),
            opened_at=engine.now,
        )
        guests = await engine.read(lambda tx: repository.expected(tx, agreed, user))
        table = Table(game, header, {user: person, **{guest.id: guest for guest in guests.values()}})
        draft = seating.first_draft(table, person, guests if seated else {}, past)
        if not seated and not person.guest:  # nobody is mailed for somebody without a name
            invited = (guest for guest in guests.values() if guest.id != user and (guest.mail or guest.push))
            draft.told = dict.fromkeys(invited, Reason.INVITED)
        draft.opener = None if unasked else user
        draft.marks = engine.audit_log.marks(Act.OPENED, user, client, header.id)
        patience = engine.patience
        opened = await engine.write(lambda tx: repository.create_once(tx, draft, client, key, patience))
        if opened == header.id:
            for listener in engine.listeners.of(guest.id for guest in guests.values()):
                listener.notify(opened)
        return (await engine.see_through(opened)).info()

    async def info(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> TableInfo:
        """The table's card. Raises NotFound."""
        return (await access.seen(self._engine, table, user, invite)).info()

    async def invitation(self, table: TableId, user: UserId) -> str:
        """The secret for the invitation link. Forbidden unless the user is seated or the host."""
        found = await access.seen(self._engine, table, user, None)
        if found.seat_of(user) is None and user != found.header.host:
            raise Forbidden("Only those who sit here can invite others.")
        return found.header.invite

    async def sit(self, table: TableId, user: UserId, seat: Seat | None = None, invite: str | None = None) -> Seat:
        """Take a free seat (the first that fits when None), or come back to one's left seat. Repeatable.

        Raises NotFound, Forbidden (no invitation, kept for another, guest at a rated table), NotNow (taken, begun).
        """
        engine = self._engine
        person = await engine.read(lambda tx: repository.person(tx, user))
        await access.seen(engine, table, user, invite)
        found = await engine.change(table, lambda fresh: seating.sit(fresh, person, seat, invite, engine.now))
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
        game = (await access.seen(self._engine, table, user, None)).game
        if not self._engine.bots(game):
            raise NotNow("No bots play here.")
        bot = usual(game, self._engine.setup.shelf)
        await self._act(table, user, lambda fresh: seating.fill(fresh, user, bot, self._engine.now))

    # -- playing -------------------------------------------------------------------------------

    async def move(
        self,
        table: TableId,
        user: UserId,
        move: str | Sequence[Part],
        expected: int | None = None,
        key: str | None = None,
    ) -> Update:
        """Play a move, written as text or given as parts.

        ``expected`` is the ``Position.number`` the mover had before them. It still fits when only others'
        sealed moves, offers or secret steps came in between; otherwise Stale carries what was missed.
        Raises Malformed, IllegalNow, Ambiguous, Stale, NotNow (not running), Forbidden (no seat), NotFound.
        """
        engine, key = self._engine, key or secrets.token_hex(8)
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
            return offers.make(fresh, user, kind, about, bot, self._engine.bots(fresh.game), self._engine.now)

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
        found = await access.seen(self._engine, table, user, None)
        return found.queues.get(moves.own_seat(found, user), ())

    async def set_queue(
        self, table: TableId, user: UserId, moves_ready: Sequence[Conditional]
    ) -> tuple[Conditional, ...]:
        """Replace them (empty: drop them). At most 20; played at once if the turn is already the user's.

        Each must be written as a move of the game (else Malformed, and nothing changes); whether it is legal
        is seen when its turn comes.
        """
        await self._act(table, user, lambda fresh: moves.keep_ready(fresh, user, moves_ready, self._engine.now))
        self._engine.bus.publish(BusMessage(table, "forget"))
        return tuple(moves_ready)

    async def _act(
        self, table: TableId, user: UserId, decide: Decision, came: Callable[[], float] | None = None
    ) -> Update:
        """Carry out a decision; the answer holds what the user was told by it. Raises NotFound."""
        before = 0

        def noted(fresh: Table) -> Draft | None:
            nonlocal before
            if not access.may_see(fresh, user, None):
                raise access.no_table()
            before = fresh.number(fresh.seat_of(user))
            return decide(fresh)

        found = await self._engine.change(table, noted, came or self._engine.arrival())
        viewer = found.seat_of(user)
        return found.update(viewer, min(before, found.number(viewer)), self._engine.now)
