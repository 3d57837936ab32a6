"""How people want to be mailed: of each table, and altogether; what they were mailed last; and the puzzle of the day,
which goes once a day to whoever asked for it, however many servers run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sheepfold import puzzles
from sheepfold.core.words.prose import listed
from sheepfold.play.errors import BadRequest, Forbidden, NotFound
from sheepfold.play.notices import outbox
from sheepfold.play.notices.addresses import SignedLinks
from sheepfold.play.notices.outbox import MAILED, Kind
from sheepfold.play.notices.recipients import PUZZLES_AT
from sheepfold.play.tables import access, boards
from sheepfold.play.terms import DAY, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import mail_wishes
from sheepfold.store.notices.mail_wishes import Thread as Thread
from sheepfold.store.people import users

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


Wants: TypeAlias = Literal["all", "turns", "none"]
"""Of a table: all that happens there; when it is one's turn and when the game begins or ends; nothing."""

WISHES: Final = (*MAILED, "none")
"""Altogether: a mail each time, one a day, or none but what was asked for."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who may be mailed, as the store has them now. ``mail`` is empty unless the address is confirmed."""

    id: UserId
    name: str
    mail: str
    wish: str
    here_at: float
    """When they last had a page open, within ten minutes."""
    puzzles: bool = False
    """Whether they want the puzzle of the day."""
    further: tuple[str, ...] = ()
    """Further addresses that are confirmed, which get the same mail."""


class MailWishes:
    """One per service: ``service.mail_wishes``."""

    def __init__(self, engine: Engine, signing: SignedLinks) -> None:
        self._engine, self._signing = engine, signing

    async def subscribe(self, table: TableId, user: UserId, wants: Wants) -> None:
        """What the user wants to be mailed of the table from now on; who does not sit there can want all or nothing.

        Raises NotFound (as ``look`` does), Forbidden (a guest, who has no address).
        """
        found = await self._engine.table(table)
        if not access.may_see(found, user, None):
            raise access.no_table()
        account = await self._engine.read(lambda tx: users.by_id(tx, user))
        if account is None or account.name_key is None:
            raise Forbidden("Only an account has a mail address: sign up first.")
        await self._engine.write(lambda tx: mail_wishes.save(tx, table, user, {"wants": wants}))
        self._engine.forget(table)

    async def acted_by_mail(self, table: TableId, user: UserId) -> None:
        """The user acts there by mail, and hears of their turns at once, whatever pages they have open."""
        if not (await self.thread(table, user)).by_mail:
            await self._engine.write(lambda tx: mail_wishes.save(tx, table, user, {"by_mail": True}))

    async def thread(self, table: TableId, user: UserId) -> Thread:
        """How the user is mailed of the table."""
        return (await self._engine.read(lambda tx: mail_wishes.of(tx, table, [user]))).get(user, Thread())

    async def wish(self, user: UserId, wish: str) -> None:
        """How often the user wants mail altogether: ``each`` time, ``daily``, or ``none``. Raises BadRequest."""
        if wish not in WISHES:
            raise BadRequest(f"Choose how mail comes: {listed(WISHES, 'or')}.")
        await self._engine.write(lambda tx: users.change(tx, user, {"mail_wish": wish}))
        await self._engine.forget_tables(user)

    async def want_puzzles(self, user: UserId, *, wanted: bool) -> None:
        """Whether the puzzle of the day is mailed to the user, from tomorrow on. Raises Forbidden (no address that is
        confirmed)."""
        today = mail_day(self._engine.now)

        def work(tx: Transaction) -> None:
            account = users.by_id(tx, user)
            if wanted and (account is None or not account.mail_confirmed):
                raise Forbidden("Puzzles come to a mail address that you have confirmed: give one first.")
            if account is None or not wanted or account.puzzle_mail is None:
                users.change(tx, user, {"puzzle_mail": today if wanted else None})

        await self._engine.write(work)

    async def catch_up(self, table: TableId) -> None:
        """Let the table be known here as it is stored: what is to be told may have been stored by another process, of
        which no word has come yet. Raises NotFound."""
        await self._engine.fresh(table)

    async def whose(self, board: int, signature: str) -> tuple[TableId, UserId] | None:
        """The table of that number, and whose answers are signed so; None: nobody's."""
        try:
            table = await self._engine.read(lambda tx: boards.found(tx, board))
        except NotFound:
            return None
        for user in await self._engine.read(lambda tx: mail_wishes.readers(tx, table)):
            if await self._signing.is_seat(table, user, signature):
                return table, user
        return None

    async def reader_at(self, address: str) -> Reader | None:
        """Who has confirmed that address; None: nobody."""

        def work(tx: Transaction) -> Reader | None:
            found = users.by_mail(tx, address.casefold())
            user = found.id if found is not None and found.mail_confirmed else None
            user = mail_wishes.with_further(tx, address.casefold()) if user is None else user
            return None if user is None else reader(tx, user)

        return await self._engine.read(work)

    async def reader(self, user: UserId) -> Reader | None:
        """Somebody who may be mailed; None: nobody of that number, or shut out."""
        return await self._engine.read(lambda tx: reader(tx, user))


def reader(tx: Transaction, user: UserId) -> Reader | None:
    row = users.by_id(tx, user)
    if row is None or row.deleted or row.closed:
        return None
    mail = row.mail if row.mail_confirmed and row.mail else ""
    here_at = users.here_at(tx, [user]).get(user, 0.0)
    addresses = (each for each in mail_wishes.further_of(tx, user) if each.confirmed and each.key != row.mail_key)
    further = tuple(each.address for each in addresses) if mail else ()
    return Reader(row.id, row.name, mail, row.mail_wish, here_at, row.puzzle_mail is not None, further)


# -- the puzzle of the day -------------------------------------------------------------------------


AT_ONCE: Final = 200
"""So many are put into the outbox in one transaction."""


def mail_day(now: float) -> int:
    """The day whose puzzle was to be mailed last."""
    return int((now - PUZZLES_AT) // DAY)


class DailyPuzzle:
    """One per process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._done: int | None = None

    async def mail(self) -> None:
        """Put the day's puzzle into the outbox for all who want it, unless that was done. Raises Busy."""
        engine, today = self._engine, mail_day(self._engine.now)
        if not engine.setup.mail or self._done == today:
            return
        while await engine.write(lambda tx: _put(tx, today, engine.now)):
            pass
        self._done = today


def _put(tx: Transaction, today: int, now: float) -> bool:
    """Do it for some of them; whether there were any. The day is noted with each in the same transaction."""
    found = users.take_puzzle_mail(tx, today, AT_ONCE)
    for user in found:
        puzzle = puzzles.of_the_day(today).id
        outbox.put(tx, f"{Kind.PUZZLE} {user}", Kind.PUZZLE, now=now, user=user, content=puzzle)
    return bool(found)
