"""Sessions of browsers and tokens of programs.

Their secrets are shown once and stored only as hashes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Delete, Update, bindparam, delete, func, insert, select, update

from sheepfold.core.unseen import has_unseen
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, Busy, NotFound, TooMany
from sheepfold.play.names import one_line
from sheepfold.play.terms import DAY, UserId
from sheepfold.play.trail import Act
from sheepfold.play.users import User, user_from
from sheepfold.play.whence import NOWHERE, Whence
from sheepfold.store import schema

users, sessions, tokens = schema.users, schema.sessions, schema.tokens

SCOPES: Final = ("read", "play", "mail", "account")
"""What a token may allow: look; sit, move and talk; play by mail; change the account itself."""
MOST_TOKENS: Final = 20
MOST_SESSIONS: Final = 50
"""Whoever logs in more often than this is logged out where it was longest ago."""
ROUGHLY: Final = 600.0
"""Seconds for which it is not noted again that a session or token was used."""
HANDLE: Final = 16
"""Letters of a session's hash by which its owner names it."""

_SESSION: Final = (
    select(users, sessions.c.csrf, sessions.c.expires_at, sessions.c.used_at)
    .join_from(users, sessions)
    .where((sessions.c.hash == bindparam("secret")) & (sessions.c.expires_at > bindparam("now")) & ~users.c.closed)
)
_TOKEN: Final = (
    select(users, tokens.c.id.label("token"), tokens.c.scopes, tokens.c.used_at)
    .join_from(users, tokens)
    .where((tokens.c.hash == bindparam("secret")) & ~users.c.closed)
)
"""Asked at every request, so put together only once."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is logged in. ``csrf`` is the secret that forms must carry."""

    user: User
    csrf: str
    expires_at: float


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A browser that is logged in, as its owner sees it in a list; ``used_at``, ``address`` and ``program`` say when
    and from where it was last used, within ten minutes."""

    id: str
    created_at: float
    used_at: float
    address: str
    program: str
    current: bool
    """Whether it is the one that asks."""


@dataclass(frozen=True, slots=True)
class Token:
    """A program's key, without its secret; from where it was last used, or else where it was made."""

    id: int
    user: UserId
    label: str
    scopes: tuple[str, ...]
    created_at: float
    used_at: float | None
    address: str = ""
    program: str = ""


class Credentials:
    """Making, finding and ending what lets somebody in without a password."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # -- sessions ------------------------------------------------------------------------------

    async def new_session(self, user: UserId, whence: Whence = NOWHERE, days: float = 60) -> str:
        """The secret for the cookie."""
        secret, now = secrets.token_urlsafe(32), self._engine.now
        values = {
            "hash": hash_of(secret),
            "user_id": user,
            "csrf": secrets.token_urlsafe(24),
            "expires_at": now + days * DAY,
            "created_at": now,
            **_used(whence, now),
        }

        def work(conn: Connection) -> bool:
            conn.execute(insert(sessions).values(values))
            older = (sessions.c.user_id == user) & (sessions.c.hash != values["hash"])
            kept = select(sessions.c.hash).where(older).order_by(sessions.c.used_at.desc())
            many = conn.execute(kept.offset(MOST_SESSIONS - 1)).scalars().all()
            return bool(many) and conn.execute(delete(sessions).where(sessions.c.hash.in_(many))).rowcount > 0

        if await self._engine.write(work):
            self._engine.farewell(user)
        return secret

    async def session(self, secret: str, whence: Whence = NOWHERE) -> Session | None:
        """The living session of that secret, or None. Cheap: asked on every request."""
        now, hashed = self._engine.now, hash_of(secret)
        asked = {"secret": hashed, "now": now}
        row = await self._engine.read(lambda conn: conn.execute(_SESSION, asked).first())
        if row is None:
            return None
        if now - row.used_at > ROUGHLY:
            await self._note(update(sessions).where(sessions.c.hash == hashed).values(_used(whence, now)))
        return Session(user_from(row), row.csrf, row.expires_at)

    async def sessions(self, user: UserId, secret: str = "") -> list[SessionInfo]:
        """Where the user is logged in: the one who asks, whose ``secret`` it is, then those that were used last."""
        own = (sessions.c.user_id == user) & (sessions.c.expires_at > self._engine.now)
        query = select(sessions).where(own).order_by(sessions.c.used_at.desc(), sessions.c.hash)
        rows = await self._engine.read(lambda conn: conn.execute(query).all())
        found = [_session_info(row, row.hash == hash_of(secret)) for row in rows]
        return sorted(found, key=lambda session: not session.current)

    async def end_one(self, user: UserId, session: str, whence: Whence = NOWHERE) -> None:
        """Log out somewhere, by the session's ``id``. Raises NotFound unless it is the user's."""
        own = (sessions.c.user_id == user) & (func.substr(sessions.c.hash, 1, HANDLE) == session)
        if not await self._ended(delete(sessions).where(own), Act.ENDED, user, whence):
            raise NotFound("You have no such session.")

    async def end_others(self, user: UserId, secret: str, whence: Whence = NOWHERE) -> None:
        """Log out everywhere but here, and revoke all tokens. Repeatable."""

        def work(conn: Connection) -> None:
            conn.execute(delete(sessions).where((sessions.c.user_id == user) & (sessions.c.hash != hash_of(secret))))
            conn.execute(delete(tokens).where(tokens.c.user_id == user))
            self._engine.trail.note(conn, Act.ENDED_OTHERS, user, whence)

        await self._engine.write(work)
        self._engine.farewell(user)

    async def end_session(self, secret: str, whence: Whence = NOWHERE) -> None:
        """Log out. Repeatable."""
        ended = delete(sessions).where(sessions.c.hash == hash_of(secret)).returning(sessions.c.user_id)

        def work(conn: Connection) -> UserId | None:
            user: UserId | None = conn.execute(ended).scalar()
            if user is not None:
                self._engine.trail.note(conn, Act.LOGGED_OUT, user, whence)
            return user

        if (user := await self._engine.write(work)) is not None:
            self._engine.farewell(user)

    # -- tokens --------------------------------------------------------------------------------

    async def new_token(
        self, user: UserId, label: str, scopes: Collection[str], whence: Whence = NOWHERE
    ) -> tuple[Token, str]:
        """A token and its secret, which is shown only now. Raises BadRequest, TooMany (at most 20 each)."""
        label = one_line(label)
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if not 1 <= len(label) <= 60 or has_unseen(label):
            raise BadRequest("Give the token a label of 1 to 60 characters that can be seen, to know it again.")
        if not chosen or set(scopes) - set(SCOPES):
            raise BadRequest(f"A token's scopes are one or more of {', '.join(SCOPES)}.")
        secret = f"fold_{secrets.token_urlsafe(32)}"
        values = {
            "user_id": user,
            "hash": hash_of(secret),
            "label": label,
            "scopes": " ".join(chosen),
            "created_at": self._engine.now,
            "address": whence.place,
            "program": whence.program,
        }

        def work(conn: Connection) -> Any:
            kept = conn.execute(select(func.count()).where(tokens.c.user_id == user)).scalar_one()
            if kept >= MOST_TOKENS:
                raise TooMany(f"You have {MOST_TOKENS} tokens already; revoke one first.")
            made = conn.execute(insert(tokens).values(values).returning(tokens)).one()
            self._engine.trail.note(conn, Act.TOKEN, user, whence, str(made.id))
            return made

        return _token(await self._engine.write(work)), secret

    async def tokens(self, user: UserId) -> list[Token]:
        """The user's tokens, oldest first."""
        query = select(tokens).where(tokens.c.user_id == user).order_by(tokens.c.id)
        return [_token(row) for row in await self._engine.read(lambda conn: conn.execute(query).all())]

    async def token(self, secret: str, whence: Whence = NOWHERE) -> tuple[User, tuple[str, ...]] | None:
        """Whose living token this is and its scopes, or None. Cheap: asked on every request."""
        asked = {"secret": hash_of(secret)}
        row = await self._engine.read(lambda conn: conn.execute(_TOKEN, asked).first())
        if row is None:
            return None
        now = self._engine.now
        if row.used_at is None or now - row.used_at > ROUGHLY:
            await self._note(update(tokens).where(tokens.c.id == row.token).values(_used(whence, now)))
        return user_from(row), tuple(row.scopes.split())

    async def revoke_token(self, user: UserId, token: int, whence: Whence = NOWHERE) -> None:
        """Raises NotFound unless it is the user's."""
        own = (tokens.c.id == token) & (tokens.c.user_id == user)
        if not await self._ended(delete(tokens).where(own), Act.REVOKED, user, whence, str(token)):
            raise NotFound("You have no such token.")

    async def _note(self, used: Update) -> None:
        """Keep when and from where it was used; if the store is busy, the next request will do."""
        with suppress(Busy):
            await self._engine.write(lambda conn: conn.execute(used))

    # -- endings -------------------------------------------------------------------------------

    async def _ended(self, ending: Delete, act: Act, user: UserId, whence: Whence, about: str = "") -> bool:
        """Whether there was something to end; whoever hangs on it is let go."""

        def work(conn: Connection) -> bool:
            gone = conn.execute(ending).rowcount > 0
            if gone:
                self._engine.trail.note(conn, act, user, whence, about)
            return gone

        gone = await self._engine.write(work)
        if gone:
            self._engine.farewell(user)
        return gone

    def farewells(self, user: UserId) -> int:
        """Grows whenever a session or token of the user's ended: a reason to look again."""
        return self._engine.farewells.said(user)

    async def farewell(self, user: UserId, known: int) -> None:
        """Until ``farewells`` is not what it was."""
        await self._engine.farewells.wait(user, known)


def end_all(conn: Connection, user: UserId) -> None:
    """Nothing that was given out before lets anybody in any more, and no browser is known any more."""
    for table in (sessions, tokens, schema.devices):
        conn.execute(delete(table).where(table.c.user_id == user))


def hash_of(secret: str) -> str:
    """Secrets are long and random: a plain hash suffices, and the store alone lets nobody in."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _used(whence: Whence, now: float) -> dict[str, Any]:
    return {"used_at": now, "address": whence.place, "program": whence.program}


def _session_info(row: Any, current: bool) -> SessionInfo:
    return SessionInfo(row.hash[:HANDLE], row.created_at, row.used_at, row.address, row.program, current)


def _token(row: Any) -> Token:
    scopes = tuple(row.scopes.split())
    return Token(row.id, row.user_id, row.label, scopes, row.created_at, row.used_at, row.address, row.program)
