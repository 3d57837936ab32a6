"""Browsers that somebody has logged in with, by the hashes of their secrets."""

from __future__ import annotations

from sqlalchemy import delete, insert, or_, select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import devices, users


def knows(tx: Transaction, hash: str, name_key: str, mail_key: str, now: float) -> bool:
    """Whether the account of that name or mail address was opened in that browser."""
    query = (
        select(devices.c.user_id)
        .join_from(devices, users)
        .where((devices.c.hash == hash) & (devices.c.expires_at > now))
        .where(or_(users.c.name_key == name_key, users.c.mail_key == mail_key))
    )
    return tx.execute(query).first() is not None


def remember(tx: Transaction, user: int, old: str, fresh: str, until: float, most: int) -> None:
    """The browser has another secret from now on, and has logged in to the account; its oldest ones are forgotten."""
    tx.execute(delete(devices).where((devices.c.hash == old) & (devices.c.user_id == user)))
    tx.execute(update(devices).where(devices.c.hash == old).values(hash=fresh))
    tx.execute(insert(devices).values(hash=fresh, user_id=user, expires_at=until))
    older = (devices.c.user_id == user) & (devices.c.hash != fresh)
    kept = select(devices.c.hash).where(older).order_by(devices.c.expires_at.desc())
    many = tx.execute(kept.offset(most - 1)).scalars().all()
    tx.execute(delete(devices).where(older & devices.c.hash.in_(many)))
