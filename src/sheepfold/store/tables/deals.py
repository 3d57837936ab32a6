"""The seeds of the days' deals, and the tables at which one deal was played."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import exists, select, update

from sheepfold.store.drivers.port import Transaction, unless_there
from sheepfold.store.schema import deals, seats, tables, users


class PlayedDeal(NamedTuple):
    """A table at which a deal is played, and whose it is."""

    table: str
    user: int
    name: str
    guest: bool
    status: str
    outcome: str | None
    """As JSON."""
    bot: bool
    """Whether nobody but bots sits there."""


def seed(tx: Transaction, game: str, day: int) -> bytes | None:
    found = tx.execute(select(deals.c.seed).where((deals.c.game == game) & (deals.c.day == day))).scalar()
    return None if found is None else bytes(found)


def keep_seed(tx: Transaction, game: str, day: int, seed: bytes) -> None:
    """One that is there already stays."""
    tx.execute(unless_there(tx.dialect.name, deals), {"game": game, "day": day, "seed": seed, "bot": False})


def claim_bot(tx: Transaction, game: str, day: int) -> bool:
    """Whether the strongest bot is still to play it: true once."""
    free = (deals.c.game == game) & (deals.c.day == day) & ~deals.c.bot
    return tx.execute(update(deals).where(free).values(bot=True)).rowcount == 1


def played(tx: Transaction, key: str) -> list[PlayedDeal]:
    """All tables that were opened under a key, in the order of their opening."""
    own = ~exists().where((seats.c.table_id == tables.c.id) & seats.c.sits)
    query = select(
        tables.c.id, users.c.id, users.c.name, users.c.name_key.is_(None), tables.c.status, tables.c.outcome, own
    ).join(users, users.c.id == tables.c.host)
    rows = tx.execute(query.where(tables.c.open_key == key).order_by(tables.c.opened_at, tables.c.id))
    return [
        PlayedDeal(id, user, name, bool(guest), status, outcome, bool(bot))
        for id, user, name, guest, status, outcome, bot in rows
    ]
