"""Browsers that somebody has logged in with before: they may go on trying whatever strangers do to the account's name.

A browser keeps a secret in a cookie; its hash is stored, with the accounts that were opened there. It lets nobody in.
"""

from __future__ import annotations

import secrets
from typing import Final

from sheepfold.play.engine import Engine
from sheepfold.play.people.names import name_key
from sheepfold.play.people.sessions import hash_of
from sheepfold.play.terms import DAY, UserId
from sheepfold.store.people import devices

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
        by = (hash_of(secret), name_key(name), name.strip().casefold())
        return await self._engine.read(lambda tx: devices.knows(tx, *by, self._engine.now))

    async def remember(self, user: UserId, secret: str) -> str:
        """The browser with that secret (or none) has logged in to the account; its secret from now on.

        It is always a new one: somebody else may have put the old one there.
        """
        fresh = secrets.token_urlsafe(32)
        until = self._engine.now + DAYS * DAY
        old, new = secret and hash_of(secret), hash_of(fresh)
        await self._engine.write(lambda tx: devices.remember(tx, user, old, new, until, MOST))
        return fresh
