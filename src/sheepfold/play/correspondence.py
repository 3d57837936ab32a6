"""How people want to be mailed: of each table, and altogether; and what they were mailed last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sqlalchemy import Connection, func, select, update

from sheepfold.play import lists, numbers, seating, threads
from sheepfold.play.errors import BadRequest, Forbidden, NotFound
from sheepfold.play.outbox import MAILED
from sheepfold.play.signing import Signing
from sheepfold.play.terms import TableId, UserId
from sheepfold.store import schema

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

users, sessions, tokens = schema.users, schema.sessions, schema.tokens

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


@dataclass(frozen=True, slots=True)
class Thread:
    """How somebody is mailed of a table: what they want, and the last event and Message-ID that they were sent."""

    wants: Wants = "turns"
    by_mail: bool = False
    mailed: int = 0
    last: str = ""


class Correspondence:
    """One per service: ``service.correspondence``."""

    def __init__(self, engine: Engine, signing: Signing) -> None:
        self._engine, self._signing = engine, signing

    async def subscribe(self, table: TableId, user: UserId, wants: Wants) -> None:
        """What the user wants to be mailed of the table from now on; who does not sit there can want all or nothing.

        Raises NotFound (as ``look`` does), Forbidden (a guest, who has no address).
        """
        found = await self._engine.table(table)
        if not seating.may_see(found, user, None):
            raise seating.no_table()
        account = select(users.c.id).where((users.c.id == user) & users.c.name_key.is_not(None))
        if not await self._engine.read(lambda conn: conn.execute(account).first()):
            raise Forbidden("Only an account has a mail address: sign up first.")
        await self._engine.write(lambda conn: threads.save(conn, table, user, {"wants": wants}))
        self._engine.forget(table)

    async def acted_by_mail(self, table: TableId, user: UserId, *, by_mail: bool = True) -> None:
        """Whether the user acts there by mail: who does hears of their turns at once, whatever pages they have open."""
        thread = await self.thread(table, user)
        if thread.by_mail != by_mail:
            await self._engine.write(lambda conn: threads.save(conn, table, user, {"by_mail": by_mail}))

    async def thread(self, table: TableId, user: UserId) -> Thread:
        """How the user is mailed of the table."""
        row = (await self._engine.read(lambda conn: threads.of(conn, table, [user]))).get(user)
        return Thread() if row is None else Thread(row.wants, row.by_mail, row.mailed, row.last)

    async def wish(self, user: UserId, wish: str) -> None:
        """How often the user wants mail altogether: ``each`` time, ``daily``, or ``none``. Raises BadRequest."""
        if wish not in WISHES:
            raise BadRequest(f"Mail comes {', '.join(WISHES)}.")
        own = users.c.id == user
        await self._engine.write(lambda conn: conn.execute(update(users).where(own).values(mail_wish=wish)))
        await forget_tables(self._engine, user)

    async def catch_up(self, table: TableId) -> None:
        """Let the table be known here as it is stored: what is to be told may have been stored by another process, of
        which no word has come yet. Raises NotFound."""
        await self._engine.fresh(table)

    async def whose(self, board: int, signature: str) -> tuple[TableId, UserId] | None:
        """The table of that number, and whose answers are signed so; None: nobody's."""
        try:
            table = await self._engine.read(lambda conn: numbers.found(conn, board))
        except NotFound:
            return None
        for user in await self._engine.read(lambda conn: threads.readers(conn, table)):
            if await self._signing.is_seat(table, user, signature):
                return table, user
        return None

    async def reader_at(self, address: str) -> Reader | None:
        """Who has confirmed that address; None: nobody."""
        own = (users.c.mail_key == address.casefold()) & users.c.mail_confirmed
        user = await self._engine.read(lambda conn: conn.execute(select(users.c.id).where(own)).scalar())
        return None if user is None else await self.reader(user)

    async def reader(self, user: UserId) -> Reader | None:
        """Somebody who may be mailed; None: nobody of that number, or shut out."""
        return await self._engine.read(lambda conn: reader(conn, user))


async def forget_tables(engine: Engine, user: UserId) -> None:
    """Tables in memory know how people want to be mailed: let them be read anew."""
    for table in await engine.read(lambda conn: lists.ids_of(conn, user)):
        engine.forget(table)


def reader(conn: Connection, user: UserId) -> Reader | None:
    row = conn.execute(select(users).where(users.c.id == user)).first()
    if row is None or row.deleted or row.closed:
        return None
    here = [
        conn.execute(select(func.max(kept.c.used_at)).where(kept.c.user_id == user)).scalar()
        for kept in (sessions, tokens)
    ]
    mail = row.mail if row.mail_confirmed and row.mail else ""
    return Reader(row.id, row.name, mail, row.mail_wish, max(at or 0.0 for at in here))
