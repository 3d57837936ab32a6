"""Rows of push subscriptions: browsers that get notices while no page is open."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update

from sheepfold.store import Transaction
from sheepfold.store.notices.outbox import PUSH
from sheepfold.store.schema import outbox, subscriptions, users


class SubscriptionRow(NamedTuple):
    """One browser's push subscription."""

    id: int
    user_id: int
    session: str
    """By its hash; when it ends the row goes with it."""
    endpoint: str
    p256dh: str
    auth: str
    created_at: float


_COLUMNS: Final = [subscriptions.c[name] for name in SubscriptionRow._fields]


def add(
    tx: Transaction, user: int, session: str, endpoint: str, p256dh: str, auth: str, now: float, most: int
) -> None:  # fmt: skip
    """Subscribe a browser for the user until the session ends; above the limit the oldest are dropped."""
    tx.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))
    keys = {"p256dh": p256dh, "auth": auth}
    values = {"user_id": user, "session": session, "endpoint": endpoint, "created_at": now, **keys}
    tx.execute(insert(subscriptions).values(values))
    mine = select(subscriptions.c.id).where(subscriptions.c.user_id == user).order_by(subscriptions.c.id.desc())
    for number in tx.execute(mine.offset(most)).scalars().all():
        drop(tx, number)
    tx.execute(update(users).where(users.c.id == user).values(pushed=True))


def of(tx: Transaction, some: Collection[int]) -> list[SubscriptionRow]:
    """The subscriptions of these users."""
    query = select(*_COLUMNS).where(subscriptions.c.user_id.in_(some)).order_by(subscriptions.c.id)
    return [SubscriptionRow(*row) for row in tx.execute(query)]


def by_id(tx: Transaction, number: int) -> SubscriptionRow | None:
    row = tx.execute(select(*_COLUMNS).where(subscriptions.c.id == number)).first()
    return None if row is None else SubscriptionRow(*row)


def drop(tx: Transaction, number: int) -> None:
    """Delete a subscription."""
    tx.execute(delete(subscriptions).where(subscriptions.c.id == number))
    tx.execute(delete(outbox).where((outbox.c.kind == PUSH) & (outbox.c.content == str(number))))


def drop_endpoint(tx: Transaction, user: int, endpoint: str) -> None:
    """Delete a subscription by its endpoint, if it is the user's."""
    mine = (subscriptions.c.user_id == user) & (subscriptions.c.endpoint == endpoint)
    for number in tx.execute(select(subscriptions.c.id).where(mine)).scalars().all():
        drop(tx, number)
