"""Messages from one person to another."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import messages, users


class Kept(NamedTuple):
    """A stored message, with its sender's name."""

    id: int
    sender: str
    text: str
    at: float
    read_at: float | None


_KEPT: Final = select(messages.c.id, users.c.name, messages.c.text, messages.c.at, messages.c.read_at).join(
    users, users.c.id == messages.c.sender_id
)


def forget_read(tx: Transaction, user: int, before: float) -> None:
    """Delete messages to the user that were read before then."""
    tx.execute(delete(messages).where((messages.c.user_id == user) & (messages.c.read_at < before)))


def waiting(tx: Transaction, user: int) -> int:
    """The number of unread messages to the user."""
    new = (messages.c.user_id == user) & messages.c.read_at.is_(None)
    return tx.execute(select(func.count()).where(new)).scalar_one()


def add(tx: Transaction, user: int, sender: int, text: str, at: float) -> int:
    """Store a message; returns its number."""
    new = insert(messages).values(user_id=user, sender_id=sender, text=text, at=at)
    number: int = tx.execute(new.returning(messages.c.id)).scalar_one()
    return number


def to(tx: Transaction, user: int, number: int) -> Kept | None:
    """One message to the user."""
    row = tx.execute(_KEPT.where((messages.c.id == number) & (messages.c.user_id == user))).first()
    return None if row is None else Kept(*row)


def unread(tx: Transaction, user: int) -> list[Kept]:
    """Unread messages to the user, the oldest first."""
    new = (messages.c.user_id == user) & messages.c.read_at.is_(None)
    return [Kept(*row) for row in tx.execute(_KEPT.where(new).order_by(messages.c.id))]


def set_read(tx: Transaction, ids: Collection[int], at: float) -> None:
    tx.execute(update(messages).where(messages.c.id.in_(ids)).values(read_at=at))


def of(tx: Transaction, user: int) -> list[dict[str, object]]:
    """Messages from and to the user, for the export of their own data."""
    mine = (messages.c.user_id == user) | (messages.c.sender_id == user)
    rows = tx.execute(select(messages).where(mine).order_by(messages.c.id)).mappings()
    return [{"to": row["user_id"], "from": row["sender_id"], "text": row["text"], "at": row["at"]} for row in rows]
