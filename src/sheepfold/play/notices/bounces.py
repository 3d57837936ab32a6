"""Mails that come back for good. An address that failed on several days is not mailed any more until its owner
confirms it again: nobody reads there, and relays think badly of who goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.play.notices.links import SignedLinks
from sheepfold.play.notices.mail_wishes import forget_tables
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import bounces as stored
from sheepfold.store.notices.bounces import BounceRow, FailingAddress
from sheepfold.store.people import users

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

ENOUGH: Final = 3
"""An address that failed so often is not mailed any more."""
APART: Final = 20 * 3600.0
"""Seconds within which several failures are one: a provider may be out of order for a day."""
FORGOTTEN: Final = 30.0 * DAY
"""Seconds after which a failure does not count any more."""
LONGEST: Final = 200
"""Characters that are kept of what was said."""


class Bounces:
    """One per service: ``service.bounces``."""

    def __init__(self, engine: Engine, signing: SignedLinks) -> None:
        self._engine, self._signing = engine, signing

    async def failed(self, user: UserId, said: str) -> bool:
        """A mail to the user's address came back for good; whether that is enough. Raises Busy."""
        now = self._engine.now
        enough = await self._engine.write(lambda tx: count(tx, user, said, now))
        if enough:
            await forget_tables(self._engine, user)
        return enough

    async def reported(self, token: str, said: str) -> bool | None:
        """The same by whoever was to bring the mail, to the address that it was sent from; None: that is none of ours.
        Raises Busy."""
        user = await self._signing.returned(token)
        return None if user is None else await self.failed(user, said)

    async def of(self, user: UserId) -> BounceRow | None:
        """What came back of the user's mail; None: nothing. Raises Busy."""
        return await self._engine.read(lambda tx: stored.of(tx, user))

    async def latest(self, limit: int = 100) -> list[FailingAddress]:
        """All of them, for the host. Raises Busy."""
        return await self._engine.read(lambda tx: stored.latest(tx, limit))


def count(tx: Transaction, user: UserId, said: str, now: float) -> bool:
    """Note a failure; whether the address is not mailed any more because of it."""
    row, before = users.by_id(tx, user), stored.of(tx, user)
    if row is None or not row.mail_confirmed:
        return False
    often = 0 if before is None or now - before.at > FORGOTTEN else before.times
    if before is not None and often and now - before.at < APART:
        return False
    stored.save(tx, BounceRow(user, often + 1, now, said[:LONGEST]))
    if often + 1 < ENOUGH:
        return False
    users.change(tx, user, {"mail_confirmed": False})
    return True
