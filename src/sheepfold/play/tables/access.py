"""Who may look at a table: what every request for one asks first."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Access, Status, TableId, UserId
from sheepfold.store.people import friends

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


def may_see(table: Table, user: UserId | None, invite: str | None) -> bool:
    """Whether the user may look at the table, if not as a friend: one that is not listed is seen by all who sat or are
    expected there, that of a day's deal only by who sits there, or another could learn what is drawn."""
    if table.header.terms.deal:
        return user is not None and table.seat_of(user) is not None
    if table.header.terms.access.listed or user in table.people:
        return True
    return has_key(table, user, invite)


def has_key(table: Table, user: UserId | None, invite: str | None) -> bool:
    """Whether the user hosts the table or holds its invitation."""
    if user is not None and user == table.header.host:
        return True
    return invite is not None and compare_digest(invite.encode(), table.header.invite.encode())


def no_table() -> NotFound:
    return NotFound("There is no such table, or it is private.")


async def seen(
    engine: Engine, table: TableId, user: UserId | None, invite: str | None, since: int | None = None
) -> Table:
    """The table, if the user may look at it, and with event ``since`` in it if there is one. Raises NotFound."""
    found = await engine.table(table)
    ahead = since is not None and since > found.number(found.seat_of(user))
    if engine.bus.shared and (ahead or not may_see(found, user, invite)):
        found = await engine.fresh(table)  # another process told the viewer more than we have heard of
    if not may_see(found, user, invite) and not await _is_among_friends(engine, found, user):
        raise no_table()
    return found


async def _is_among_friends(engine: Engine, table: Table, user: UserId | None) -> bool:
    """Whether the table lets friends watch, and the user is a friend of somebody who sits there now."""
    if user is None or table.header.terms.access is not Access.FRIENDS or table.header.terms.deal:
        return False
    seated = [info.user for info in table.seats if info.user is not None]
    return await engine.read(lambda tx: friends.any_friend(tx, user, seated))


async def finished(engine: Engine, table: TableId, user: UserId | None, invite: str | None, refusal: str) -> Table:
    """A table whose game was played and is over, if the user may look at it. Raises NotFound; NotNow, in these words
    where the game goes on."""
    found = await seen(engine, table, user, invite)
    if found.status is not Status.OVER and engine.bus.shared:
        found = await engine.fresh(table)
    if found.status is not Status.OVER:
        raise NotNow(refusal)
    if found.state is None:
        raise NotNow("This table closed before its game began, so there is nothing to look back at.")
    return found
