"""The outbox: mails that are to be sent, stored together with what they tell.

A row says only who is to be told of what; the mail is made when it is sent, from what its reader may know by then. One
row tells all that is new of a table: what happens before it is sent needs no second mail. Whoever sends takes a lease
on the row. It goes when the relay has taken the mail, unless there was something new to tell meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import NotFound
from sheepfold.play.terms import DAY, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import mail_wishes
from sheepfold.store.notices import outbox as kept
from sheepfold.store.notices.mail_wishes import Thread
from sheepfold.store.notices.outbox import MailRow as MailRow
from sheepfold.store.notices.outbox import Reason as Reason
from sheepfold.store.people import friends

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

LEASE: Final = 300.0
"""Seconds of the lease on a mail that is being sent: longer than any attempt takes."""
LONGEST_TRY: Final = 250.0
"""Seconds that one attempt may take."""
FIRST: Final = 60.0
"""Seconds before the first retry; exponential back-off doubles it each time,"""
LONGEST: Final = 6 * 3600.0
"""up to this."""
PATIENCE: Final = 5.0 * DAY
"""Seconds after which retries end."""


REMEMBERED: Final = 30.0 * DAY
"""Seconds for which digests of received mails are kept; no relay retries for as long."""
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
    PUZZLE = "puzzle"
    PUSH = kept.PUSH


@dataclass(frozen=True, slots=True)
class Mailed:
    """What a mail about a table told: everything up to that event and that line of talk."""

    number: int
    message_id: str
    heard: int = 0


# -- in the transaction of what is told ----------------------------------------------------------


def put(
    tx: Transaction,
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
    """Queues a mail. If one about the same is queued, it covers this too, and is sent no later than this would be."""
    kept.put(tx, key, str(kind), now, now if due is None else due, user, table, reason, content)


# -- for whoever sends ---------------------------------------------------------------------------


class Outbox:
    """The queue of mails and notices to browsers, which all servers of one database share."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def claim(self, limit: int, *, push: bool = False) -> list[MailRow]:
        """Leases mails that are due, or notices to browsers, to the caller for some minutes. Raises Busy."""
        now = self._engine.now
        if not await self._engine.read(lambda tx: kept.any_due(tx, now, push)):
            return []
        return await self._engine.write(lambda tx: kept.claim(tx, now, now + LEASE, limit, push))

    async def hold(self, row: MailRow) -> bool:
        """Renews the lease of a row if it would end during an attempt; whether the caller still has it. Raises Busy."""
        now = self._engine.now
        if now + LONGEST_TRY < row.leased:
            return True
        return await self._engine.write(lambda tx: kept.renew(tx, row.id, row.leased, now + LEASE))

    async def sent(self, row: MailRow, mailed: Mailed | None = None) -> None:
        """Records that the relay accepted a mail. Raises Busy."""

        def work(tx: Transaction) -> None:
            if mailed is not None and row.table is not None and row.user is not None:
                before = mail_wishes.of(tx, row.table, [row.user]).get(row.user, Thread())
                number, heard = max(before.mailed, mailed.number), max(before.heard, mailed.heard)
                told = {"mailed": number, "last": mailed.message_id, "heard": heard}
                mail_wishes.save(tx, row.table, row.user, told)
            if row.kind == Kind.MESSAGE:
                friends.set_read(tx, [int(row.content)], self._engine.now)
            kept.done(tx, row.id, row.wanted)

        await self._engine.write(work)

    async def drop(self, row: MailRow) -> None:
        """Removes a row unsent: there is nothing to tell any more. Raises Busy."""
        await self._engine.write(lambda tx: kept.done(tx, row.id, row.wanted))

    async def later(self, row: MailRow, due: float | None = None) -> None:
        """Ends the lease without counting an attempt; the row is due again then, or at once. Raises Busy."""
        values = {"leased": 0.0} if due is None else {"leased": 0.0, "due": due}
        await self._engine.write(lambda tx: kept.change(tx, row.id, values))

    async def refused(self, row: MailRow, said: str, *, for_good: bool) -> bool:
        """Records a failed attempt and schedules the retry with exponential back-off; whether it was given up instead.
        Raises Busy."""
        now = self._engine.now
        give_up = for_good or now - row.born > PATIENCE
        values = {
            "leased": 0.0,
            "attempts": row.attempts + 1,
            "said": said[:200],
            "given_up": give_up,
            "due": now + min(FIRST * 2**row.attempts, LONGEST),
        }
        await self._engine.write(lambda tx: kept.change(tx, row.id, values))
        return give_up

    # -- for whoever takes mail in ---------------------------------------------------------------

    async def knows(self, digest: str) -> bool:
        """Whether a received mail was processed already. Raises Busy."""
        return await self._engine.read(lambda tx: kept.is_known(tx, digest))

    async def answer(
        self, digest: str, content: str = "", user: UserId | None = None, table: TableId | None = None
    ) -> None:
        """Marks a received mail as processed, and queues the reply if there is one. Raises Busy."""
        now = self._engine.now

        def work(tx: Transaction) -> None:
            if kept.know(tx, digest, now, now - REMEMBERED) and content:
                put(tx, f"{Kind.REPLY} {digest}", Kind.REPLY, now=now, user=user, table=table, content=content)

        await self._engine.write(work)

    # -- for the host ----------------------------------------------------------------------------

    async def rows(self, limit: int = 100) -> list[MailRow]:
        """Rows that wait, those that were given up first. Raises Busy."""
        return await self._engine.read(lambda tx: kept.waiting(tx, limit))

    async def retry(self, number: int | None = None) -> int:
        """Makes that row, or all that were given up, due now; how many. Raises Busy, NotFound."""
        now = self._engine.now
        return _some(await self._engine.write(lambda tx: kept.retry(tx, number, now)), number)

    async def forget(self, number: int | None = None) -> int:
        """Deletes that row, or all that were given up, unsent; how many. Raises Busy, NotFound."""
        return _some(await self._engine.write(lambda tx: kept.forget(tx, number)), number)


def _some(count: int, number: int | None) -> int:
    if not count and number is not None:
        raise NotFound(f"There is no mail {number} in the outbox.")
    return count
