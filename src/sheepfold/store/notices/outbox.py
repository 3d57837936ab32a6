"""Rows of the outbox, digests of incoming mails that were handled, and push subscriptions: browsers that get notices
while no page is open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, case, delete, insert, or_, select, update

from sheepfold.store import Transaction, Values, all_of, first_of, insert_into, insert_new, race
from sheepfold.store.schema import outbox, received, secrets, subscriptions, users


class Reason(StrEnum):
    """Why somebody is told of a table; of several the last one in this order counts."""

    TALK = "talk"
    NEWS = "news"
    INVITED = "invited"
    REFUSED = "refused"
    TURN = "turn"
    OFFER = "offer"
    START = "start"
    NAG = "nag"
    OVER = "over"


RANK: Final = tuple(Reason)
PUSH: Final = "push"
"""The kind of row that is no mail but a notice to a browser."""


class MailRow(NamedTuple):
    """A mail in the outbox. ``leased``: until when it is that of whoever took it."""

    id: int
    key: str
    kind: str
    user: int | None
    table: str | None
    reason: str
    content: str
    wanted: int
    born: float
    due: float
    attempts: int
    said: str
    given_up: bool
    leased: float


_COLUMNS: Final = [outbox.c[{"user": "user_id", "table": "table_id"}.get(name, name)] for name in MailRow._fields]


def put(
    tx: Transaction,
    key: str,
    kind: str,
    born: float,
    due: float,
    user: int | None,
    table: str | None,
    reason: str,
    content: str,
) -> None:
    """Queue a mail. If one about the same is queued, it covers this too, and is sent no later than this would be."""
    values = {"key": key, "kind": kind, "user_id": user, "table_id": table, "reason": reason, "content": content}
    tx.execute(_putting(tx), values | {"born": born, "due": due})


def _putting(tx: Transaction) -> Any:
    insert = insert_into(tx, outbox)
    new = insert.excluded
    weaker = [(outbox.c.reason == reason, RANK.index(reason)) for reason in RANK]
    stronger = [(new.reason == reason, RANK.index(reason)) for reason in RANK]
    ahead = case(*stronger, else_=-1) > case(*weaker, else_=-1)
    return insert.on_conflict_do_update(
        index_elements=["key"],
        set_={
            "wanted": outbox.c.wanted + 1,
            "reason": case((ahead, new.reason), else_=outbox.c.reason),
            "content": new.content,
            "born": new.born,
            "due": case((or_(outbox.c.given_up, new.due < outbox.c.due), new.due), else_=outbox.c.due),
            "attempts": case((outbox.c.given_up, 0), else_=outbox.c.attempts),
            "given_up": False,
        },
    )


def _due(now: float, push: bool) -> ColumnElement[bool]:
    kind = outbox.c.kind == PUSH if push else outbox.c.kind != PUSH
    return ~outbox.c.given_up & (outbox.c.due <= now) & (outbox.c.leased <= now) & kind


def any_due(tx: Transaction, now: float, push: bool) -> bool:
    """Whether a mail (``push``: a notice to a browser) is due and not leased."""
    return tx.execute(select(outbox.c.id).where(_due(now, push)).limit(1)).first() is not None


def claim(tx: Transaction, now: float, until: float, limit: int, push: bool) -> list[MailRow]:
    """Lease some due mails, longest due first: no other process sends them until then."""
    query = select(*_COLUMNS).where(_due(now, push)).order_by(outbox.c.due, outbox.c.id).limit(limit)
    if tx.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    rows = all_of(tx, MailRow, query)
    if rows:
        taken = outbox.c.id.in_([row.id for row in rows])
        tx.execute(update(outbox).where(taken).values(leased=until))
    return [row._replace(leased=until) for row in rows]


def renew(tx: Transaction, mail: int, leased: float, until: float) -> bool:
    """Extend the lease of a mail; whether we still hold it."""
    same = (outbox.c.id == mail) & (outbox.c.leased == leased)
    return tx.execute(update(outbox).where(same).values(leased=until)).rowcount != 0


def change(tx: Transaction, mail: int, values: Values) -> None:
    tx.execute(update(outbox).where(outbox.c.id == mail).values(**values))


def done(tx: Transaction, mail: int, wanted: int) -> None:
    """Delete a mail that was sent, unless there is more to tell since."""
    same = (outbox.c.id == mail) & (outbox.c.wanted == wanted)
    if tx.execute(delete(outbox).where(same)).rowcount == 0:
        change(tx, mail, {"leased": 0.0, "attempts": 0})


def waiting(tx: Transaction, limit: int) -> list[MailRow]:
    """Mails in the outbox, those that were given up first."""
    query = select(*_COLUMNS).order_by(outbox.c.given_up.desc(), outbox.c.due, outbox.c.id).limit(limit)
    return all_of(tx, MailRow, query)


def _meant(mail: int | None) -> ColumnElement[bool]:
    """One mail; None: all that were given up."""
    return outbox.c.given_up if mail is None else outbox.c.id == mail


def retry(tx: Transaction, mail: int | None, now: float) -> int:
    """Retry one mail, or all that were given up; returns how many."""
    values = {"given_up": False, "attempts": 0, "due": now, "born": now}
    return tx.execute(update(outbox).where(_meant(mail)).values(**values)).rowcount


def forget(tx: Transaction, mail: int | None) -> int:
    """Drop one mail, or all that were given up; returns how many."""
    return tx.execute(delete(outbox).where(_meant(mail))).rowcount


# -- mails that came ---------------------------------------------------------------------------


def is_known(tx: Transaction, digest: str) -> bool:
    return tx.execute(select(received.c.at).where(received.c.digest == digest)).first() is not None


def know(tx: Transaction, digest: str, at: float, forget_before: float) -> bool:
    """Mark an incoming mail as handled; whether it was new. Old marks are deleted."""
    new = tx.execute(insert_new(tx, received), {"digest": digest, "at": at}).rowcount != 0
    tx.execute(delete(received).where(received.c.at < forget_before))
    return new


def signing_key(tx: Transaction, name: str, make: Callable[[], str]) -> str:
    """The signing key of that name, made if there is none. Raises Lost in a race."""
    found = tx.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
    if found is None:
        found = make()
        with race():
            tx.execute(insert(secrets).values(name=name, value=found))
    return str(found)


# -- push subscriptions ------------------------------------------------------------------------


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


_SUBSCRIPTION: Final = [subscriptions.c[name] for name in SubscriptionRow._fields]


def add_subscription(
    tx: Transaction, user: int, session: str, endpoint: str, p256dh: str, auth: str, now: float, most: int
) -> None:  # fmt: skip
    """Subscribe a browser for the user until the session ends; above the limit the oldest are dropped."""
    tx.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))
    keys = {"p256dh": p256dh, "auth": auth}
    values = {"user_id": user, "session": session, "endpoint": endpoint, "created_at": now, **keys}
    tx.execute(insert(subscriptions).values(values))
    mine = select(subscriptions.c.id).where(subscriptions.c.user_id == user).order_by(subscriptions.c.id.desc())
    for number in tx.execute(mine.offset(most)).scalars().all():
        drop_subscription(tx, number)
    tx.execute(update(users).where(users.c.id == user).values(pushed=True))


def subscriptions_of(tx: Transaction, some: Collection[int]) -> list[SubscriptionRow]:
    """The subscriptions of these users."""
    query = select(*_SUBSCRIPTION).where(subscriptions.c.user_id.in_(some)).order_by(subscriptions.c.id)
    return all_of(tx, SubscriptionRow, query)


def subscription(tx: Transaction, number: int) -> SubscriptionRow | None:
    return first_of(tx, SubscriptionRow, select(*_SUBSCRIPTION).where(subscriptions.c.id == number))


def drop_subscription(tx: Transaction, number: int) -> None:
    """Delete a subscription."""
    tx.execute(delete(subscriptions).where(subscriptions.c.id == number))
    tx.execute(delete(outbox).where((outbox.c.kind == PUSH) & (outbox.c.content == str(number))))


def drop_endpoint(tx: Transaction, user: int, endpoint: str) -> None:
    """Delete a subscription by its endpoint, if it is the user's."""
    mine = (subscriptions.c.user_id == user) & (subscriptions.c.endpoint == endpoint)
    for number in tx.execute(select(subscriptions.c.id).where(mine)).scalars().all():
        drop_subscription(tx, number)
