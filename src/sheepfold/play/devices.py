"""Browsers that somebody has logged in with before: they may go on trying whatever strangers do to the account's name.

A browser keeps a secret in a cookie; its hash is stored, with the accounts that were opened there. It lets nobody in.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select, update

from sheepfold.play.credentials import hash_of
from sheepfold.play.engine import Engine
from sheepfold.play.names import name_key
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import schema

users, devices = schema.users, schema.devices

DAYS: Final = 400
"""For which a browser is remembered after the last login; browsers keep no cookie for longer."""
MOST: Final = 20
"""Browsers of one account; the one that was not used for longest is forgotten first."""


class Devices:
    """Which browsers are known to whom."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def knows(self, secret: str, name: str) -> bool:
        """Whether the account of that name or mail address was opened in the browser of that secret. Raises Busy."""
        query = (
            select(devices.c.user_id)
            .join_from(devices, users)
            .where((devices.c.hash == hash_of(secret)) & (devices.c.expires_at > self._engine.now))
            .where(or_(users.c.name_key == name_key(name), users.c.mail_key == name.strip().casefold()))
        )
        return await self._engine.read(lambda conn: conn.execute(query).first()) is not None

    async def remember(self, user: UserId, secret: str) -> str:
        """The browser with that secret (or none) has logged in to the account; its secret from now on.

        It is always a new one: somebody else may have put the old one there.
        """
        fresh = secrets.token_urlsafe(32)
        until = self._engine.now + DAYS * DAY
        await self._engine.write(lambda conn: _remember(conn, user, secret and hash_of(secret), hash_of(fresh), until))
        return fresh


def _remember(conn: Connection, user: UserId, old: str, fresh: str, until: float) -> None:
    conn.execute(delete(devices).where((devices.c.hash == old) & (devices.c.user_id == user)))
    conn.execute(update(devices).where(devices.c.hash == old).values(hash=fresh))
    conn.execute(insert(devices).values(hash=fresh, user_id=user, expires_at=until))
    older = (devices.c.user_id == user) & (devices.c.hash != fresh)
    kept = select(devices.c.hash).where(older).order_by(devices.c.expires_at.desc())
    many = conn.execute(kept.offset(MOST - 1)).scalars().all()
    conn.execute(delete(devices).where(older & devices.c.hash.in_(many)))
