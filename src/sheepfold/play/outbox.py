"""The outbox: mails that are to be sent, stored together with what they tell.

A row says only who is to be told of what; the mail is made when it is sent, from what its reader may know by then. One
row tells all that is new of a table: what happens before it is sent needs no second mail. Whoever sends takes a lease
on the row. It goes when the relay has taken the mail, unless there was something new to tell meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, case, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.play import threads
from sheepfold.play.errors import NotFound
from sheepfold.play.terms import DAY, TableId, UserId
from sheepfold.store import schema

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

outbox, received = schema.outbox, schema.received

LEASE: Final = 300.0
"""Seconds for which nobody else tries a mail that is being sent: longer than any try takes."""
FIRST: Final = 60.0
"""Seconds until a mail that was refused for now is tried again; each time twice as long,"""
LONGEST: Final = 6 * 3600.0
"""but no longer than this."""
PATIENCE: Final = 5.0 * DAY
"""Seconds after which a mail that is still refused is given up."""


REMEMBERED: Final = 30.0 * DAY
"""Seconds for which it is known which mails were dealt with; no relay tries for as long."""
MAILED: Final = ("each", "daily")
"""How people may want to be told of their tables, beside not at all."""


class Kind(StrEnum):
    """What a mail is made from."""

    TABLE = "table"
    DIGEST = "digest"
    CONFIRM = "confirm"
    RECOVER = "recover"
    REPLY = "reply"
    MESSAGE = "message"


class Reason(StrEnum):
    """Why somebody is told of a table; of several the last one here counts."""

    NEWS = "news"
    TURN = "turn"
    OFFER = "offer"
    START = "start"
    NAG = "nag"
    OVER = "over"


_RANK: Final = tuple(Reason)


@dataclass(frozen=True, slots=True)
class Row:
    """A mail that is to be sent."""

    id: int
    key: str
    kind: Kind
    user: UserId | None
    table: TableId | None
    reason: str
    content: str
    wanted: int
    born: float
    due: float
    tries: int
    said: str
    given_up: bool


@dataclass(frozen=True, slots=True)
class Mailed:
    """What a mail about a table told: everything up to that event."""

    number: int
    message_id: str


# -- in the transaction of what is told ----------------------------------------------------------


def put(
    conn: Connection,
    key: str,
    kind: Kind,
    *,
    now: float,
    due: float | None = None,
    user: UserId | None = None,
    table: TableId | None = None,
    reason: str = "",
    content: str = "",
) -> None:
    """Have a mail sent. Where one about the same waits already, it will tell this too, and no later."""
    values = {
        "key": key,
        "kind": str(kind),
        "user_id": user,
        "table_id": table,
        "reason": reason,
        "content": content,
        "born": now,
        "due": now if due is None else due,
    }
    conn.execute(_PUT[conn.dialect.name], values)


def _upsert(insert: Any) -> Any:
    new = insert.excluded
    weaker = [(outbox.c.reason == reason, _RANK.index(reason)) for reason in _RANK]
    stronger = [(new.reason == reason, _RANK.index(reason)) for reason in _RANK]
    ahead = case(*stronger, else_=-1) > case(*weaker, else_=-1)
    return insert.on_conflict_do_update(
        index_elements=["key"],
        set_={
            "wanted": outbox.c.wanted + 1,
            "reason": case((ahead, new.reason), else_=outbox.c.reason),
            "content": new.content,
            "born": new.born,
            "due": case((or_(outbox.c.given_up, new.due < outbox.c.due), new.due), else_=outbox.c.due),
            "tries": case((outbox.c.given_up, 0), else_=outbox.c.tries),
            "given_up": False,
        },
    )


_ONCE: Final = {
    "sqlite": sqlite.insert(received).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(received).on_conflict_do_nothing(),
}
_PUT: Final = {"sqlite": _upsert(sqlite.insert(outbox)), "postgresql": _upsert(postgresql.insert(outbox))}


# -- for whoever sends ---------------------------------------------------------------------------


class Outbox:
    """What is to be sent, for all servers of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def claim(self, limit: int) -> list[Row]:
        """Mails that are due and that nobody else sends just now: the caller's for some minutes. Raises Busy."""
        now = self._engine.now
        if not await self._engine.read(lambda conn: conn.execute(_due(now, 1)).first()):
            return []
        return await self._engine.write(lambda conn: _claimed(conn, now, limit))

    async def sent(self, row: Row, mailed: Mailed | None = None) -> None:
        """The relay has taken it. Raises Busy."""

        def work(conn: Connection) -> None:
            if mailed is not None and row.table is not None and row.user is not None:
                told = {"mailed": mailed.number, "last": mailed.message_id}
                threads.save(conn, row.table, row.user, told)
            _done(conn, row)

        await self._engine.write(work)

    async def drop(self, row: Row) -> None:
        """There is nothing to be told any more. Raises Busy."""
        await self._engine.write(lambda conn: _done(conn, row))

    async def later(self, row: Row, due: float | None = None) -> None:
        """Let it be tried again then, or at once by whoever comes: it was not refused. Raises Busy."""
        values = {"leased": 0.0} if due is None else {"leased": 0.0, "due": due}
        await self._engine.write(lambda conn: conn.execute(_own(row).values(values)))

    async def refused(self, row: Row, said: str, *, for_good: bool) -> bool:
        """The relay did not take it; whether it was given up. Raises Busy."""
        now = self._engine.now
        give_up = for_good or now - row.born > PATIENCE
        values = {
            "leased": 0.0,
            "tries": row.tries + 1,
            "said": said[:200],
            "given_up": give_up,
            "due": now + min(FIRST * 2**row.tries, LONGEST),
        }
        await self._engine.write(lambda conn: conn.execute(_own(row).values(values)))
        return give_up

    # -- for whoever takes mail in ---------------------------------------------------------------

    async def knows(self, digest: str) -> bool:
        """Whether that mail was dealt with already. Raises Busy."""
        query = select(received.c.at).where(received.c.digest == digest)
        return await self._engine.read(lambda conn: conn.execute(query).first()) is not None

    async def answer(
        self, digest: str, content: str = "", user: UserId | None = None, table: TableId | None = None
    ) -> None:
        """That mail is dealt with; ``content`` is what is to be answered, if anything. Raises Busy."""
        now = self._engine.now

        def work(conn: Connection) -> None:
            if conn.execute(_ONCE[conn.dialect.name], {"digest": digest, "at": now}).rowcount and content:
                put(conn, f"{Kind.REPLY} {digest}", Kind.REPLY, now=now, user=user, table=table, content=content)
            conn.execute(delete(received).where(received.c.at < now - REMEMBERED))

        await self._engine.write(work)

    # -- for the host ----------------------------------------------------------------------------

    async def rows(self, limit: int = 100) -> list[Row]:
        """Those that wait, those first that were given up. Raises Busy."""
        query = select(outbox).order_by(outbox.c.given_up.desc(), outbox.c.due, outbox.c.id).limit(limit)
        return await self._engine.read(lambda conn: [_row(row) for row in conn.execute(query)])

    async def retry(self, number: int | None = None) -> int:
        """Try that one, or all that were given up, now; how many. Raises Busy, NotFound."""
        values = {"given_up": False, "tries": 0, "due": self._engine.now, "born": self._engine.now}
        query = update(outbox).values(values).where(outbox.c.given_up if number is None else outbox.c.id == number)
        return _some(await self._engine.write(lambda conn: conn.execute(query).rowcount), number)

    async def forget(self, number: int | None = None) -> int:
        """Drop that one, or all that were given up, unsent; how many. Raises Busy, NotFound."""
        query = delete(outbox).where(outbox.c.given_up if number is None else outbox.c.id == number)
        return _some(await self._engine.write(lambda conn: conn.execute(query).rowcount), number)


def _some(count: int, number: int | None) -> int:
    if not count and number is not None:
        raise NotFound(f"There is no mail {number} in the outbox.")
    return count


def _due(now: float, limit: int) -> Any:
    waiting = ~outbox.c.given_up & (outbox.c.due <= now) & (outbox.c.leased <= now)
    return select(outbox).where(waiting).order_by(outbox.c.due, outbox.c.id).limit(limit)


def _claimed(conn: Connection, now: float, limit: int) -> list[Row]:
    query = _due(now, limit)
    if conn.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    rows = [_row(row) for row in conn.execute(query)]
    if rows:
        taken = outbox.c.id.in_([row.id for row in rows])
        conn.execute(update(outbox).where(taken).values(leased=now + LEASE))
    return rows


def _own(row: Row) -> Any:
    return update(outbox).where(outbox.c.id == row.id)


def _done(conn: Connection, row: Row) -> None:
    same = (outbox.c.id == row.id) & (outbox.c.wanted == row.wanted)
    if conn.execute(delete(outbox).where(same)).rowcount == 0:  # more was to be told meanwhile
        conn.execute(_own(row).values(leased=0.0, tries=0))


def _row(row: Any) -> Row:
    return Row(
        id=row.id,
        key=row.key,
        kind=Kind(row.kind),
        user=row.user_id,
        table=row.table_id,
        reason=row.reason,
        content=row.content,
        wanted=row.wanted,
        born=row.born,
        due=row.due,
        tries=row.tries,
        said=row.said,
        given_up=row.given_up,
    )
