"""For the host: people and games, whichever they are."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import func, or_, select

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.people.users import COLUMNS, UserRow
from sheepfold.store.schema import seats, tables, users


class GameRow(NamedTuple):
    """A game as its table's row has it; the outcome as JSON."""

    id: str
    game: str
    to_move: str
    outcome: str | None


def newest(tx: Transaction, match: str, limit: int, before: int | None) -> list[tuple[UserRow, int]]:
    """People whose name or mail address has ``match`` in it, the newest first, and at how many tables they sit or sat;
    with a lower number than ``before``."""
    games = select(func.count()).where(seats.c.user_id == users.c.id).scalar_subquery()
    sought = match.casefold()
    query = select(*COLUMNS, games.label("games")).where(~users.c.deleted).order_by(users.c.id.desc())
    if before is not None:
        query = query.where(users.c.id < before)
    if match:  # SQLite's own small letters are ASCII's only: guests, who have no key, are found as they are written too
        keys = [(users.c.name, match), (func.lower(users.c.name), sought), (users.c.name_key, sought)]
        hits = (column.contains(word, autoescape=True) for column, word in (*keys, (users.c.mail_key, sought)))
        query = query.where(or_(*hits))
    return [(UserRow(*row[:-1]), row.games) for row in tx.execute(query.limit(limit))]


def begun(tx: Transaction, statuses: Collection[str]) -> list[GameRow]:
    """Games that stand so, in the order in which they were opened."""
    query = select(tables.c.id, tables.c.game, tables.c.to_move, tables.c.outcome)
    rows = tx.execute(query.where(tables.c.status.in_(statuses)).order_by(tables.c.opened_at))
    return [GameRow(*row) for row in rows]
