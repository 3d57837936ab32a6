"""Sessions of browsers and tokens of programs.

Their secrets are shown once and stored only as hashes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.core.words.lookalikes import has_unseen
from sheepfold.play.errors import BadRequest, Busy, NotFound, TooMany
from sheepfold.play.host.audit_log import Act
from sheepfold.play.people.users import NOWHERE, ClientInfo, User, name_key, one_line, user_from
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import sessions as kept
from sheepfold.store.people.sessions import SessionRow, TokenRow

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

SCOPES: Final = ("read", "play", "mail", "account")
"""What a token may allow: look; sit, move and talk; play by mail; change the account itself."""
MOST_TOKENS: Final = 20
MOST_SESSIONS: Final = 50
"""Whoever logs in more often than this is logged out where it was longest ago."""
ROUGHLY: Final = 600.0
"""Seconds for which it is not noted again that a session or token was used."""
HANDLE: Final = 16
"""Letters of a session's hash by which its owner names it."""


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


class Sessions:
    """Making, finding and ending what lets somebody in without a password."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # -- sessions ------------------------------------------------------------------------------

    async def new_session(self, user: UserId, client: ClientInfo = NOWHERE, days: float = 60) -> str:
        """The secret for the cookie."""
        secret, now = secrets.token_urlsafe(32), self._engine.now
        made = SessionRow(
            hash=hash_of(secret),
            user_id=user,
            csrf=secrets.token_urlsafe(24),
            expires_at=now + days * DAY,
            created_at=now,
            used_at=now,
            address=client.place,
            program=client.program,
        )
        if await self._engine.write(lambda tx: kept.add_session(tx, made, MOST_SESSIONS)):
            self._engine.announce("revoked", number=user)
        return secret

    async def session(self, secret: str, client: ClientInfo = NOWHERE) -> Session | None:
        """The living session of that secret, or None. Cheap: asked on every request."""
        now, hashed = self._engine.now, hash_of(secret)
        row = await self._engine.read(lambda tx: kept.session(tx, hashed, now))
        if row is None:
            return None
        if now - row.used_at > ROUGHLY:
            await self._note(lambda tx: kept.use_session(tx, hashed, now, client.place, client.program))
        return Session(user_from(row.user), row.csrf, row.expires_at)

    async def sessions(self, user: UserId, secret: str = "") -> list[SessionInfo]:
        """Where the user is logged in: the one who asks, whose ``secret`` it is, then those that were used last."""
        rows = await self._engine.read(lambda tx: kept.sessions_of(tx, user, self._engine.now))
        found = [_session_info(row, row.hash == hash_of(secret)) for row in rows]
        return sorted(found, key=lambda session: not session.current)

    async def end_one(self, user: UserId, session: str, client: ClientInfo = NOWHERE) -> None:
        """Log out somewhere, by the session's ``id``. Raises NotFound unless it is the user's."""

        def end(tx: Transaction) -> UserId | None:
            return user if len(session) == HANDLE and kept.end_beginning(tx, user, session) else None

        if not await self._ended(end, Act.ENDED, client):
            raise NotFound("You have no such session.")

    async def end_others(self, user: UserId, secret: str, client: ClientInfo = NOWHERE) -> None:
        """Log out everywhere but here, and revoke all tokens. Repeatable."""

        def end(tx: Transaction) -> UserId:
            kept.end_others(tx, user, hash_of(secret))
            return user

        await self._ended(end, Act.ENDED_OTHERS, client)

    async def end_session(self, secret: str, client: ClientInfo = NOWHERE) -> None:
        """Log out. Repeatable."""
        await self._ended(lambda tx: kept.end_session(tx, hash_of(secret)), Act.LOGGED_OUT, client)

    # -- tokens --------------------------------------------------------------------------------

    async def new_token(
        self, user: UserId, label: str, scopes: Collection[str], client: ClientInfo = NOWHERE
    ) -> tuple[Token, str]:
        """A token and its secret, which is shown only now. Raises BadRequest, TooMany (at most 20 each)."""
        label = one_line(label)
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if not 1 <= len(label) <= 60 or has_unseen(label):
            raise BadRequest("Give the token a label of 1 to 60 visible characters, to know it by.")
        if not chosen or set(scopes) - set(SCOPES):
            raise BadRequest(f"A token's scopes are one or more of {', '.join(SCOPES)}.")
        secret = f"fold_{secrets.token_urlsafe(32)}"

        def work(tx: Transaction) -> TokenRow:
            if kept.count_tokens(tx, user) >= MOST_TOKENS:
                raise TooMany(f"You have {MOST_TOKENS} tokens already; revoke one first.")
            given = (hash_of(secret), label, " ".join(chosen), self._engine.now, client.place, client.program)
            made = kept.add_token(tx, user, *given)
            self._engine.audit_log.note(tx, Act.TOKEN, user, client, str(made.id))
            return made

        return _token(await self._engine.write(work)), secret

    async def tokens(self, user: UserId) -> list[Token]:
        """The user's tokens, oldest first."""
        return [_token(row) for row in await self._engine.read(lambda tx: kept.tokens_of(tx, user))]

    async def token(self, secret: str, client: ClientInfo = NOWHERE) -> tuple[User, tuple[str, ...]] | None:
        """Whose living token this is and its scopes, or None. Cheap: asked on every request."""
        row = await self._engine.read(lambda tx: kept.token(tx, hash_of(secret)))
        if row is None:
            return None
        now = self._engine.now
        if row.used_at is None or now - row.used_at > ROUGHLY:
            token = row.id
            await self._note(lambda tx: kept.use_token(tx, token, now, client.place, client.program))
        return user_from(row.user), tuple(row.scopes.split())

    async def revoke_token(self, user: UserId, token: int, client: ClientInfo = NOWHERE) -> None:
        """Raises NotFound unless it is the user's."""

        def end(tx: Transaction) -> UserId | None:
            return user if kept.revoke(tx, user, token) else None

        if not await self._ended(end, Act.REVOKED, client, str(token)):
            raise NotFound("You have no such token.")

    async def _note(self, use: Callable[[Transaction], None]) -> None:
        """Keep when and from where it was used; if the store is busy, the next request will do."""
        with suppress(Busy):
            await self._engine.write(use)

    # -- endings -------------------------------------------------------------------------------

    async def _ended(
        self, end: Callable[[Transaction], UserId | None], act: Act, client: ClientInfo, about: str = ""
    ) -> bool:
        """Ends sessions or tokens, and says whose; whether there were any. Their connections are closed."""

        def work(tx: Transaction) -> UserId | None:
            user = end(tx)
            if user is not None:
                self._engine.audit_log.note(tx, act, user, client, about)
            return user

        if (user := await self._engine.write(work)) is not None:
            self._engine.announce("revoked", number=user)
        return user is not None


def hash_of(secret: str) -> str:
    """Secrets are long and random: a plain hash suffices, and the store alone lets nobody in."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _session_info(row: SessionRow, current: bool) -> SessionInfo:
    return SessionInfo(row.hash[:HANDLE], row.created_at, row.used_at, row.address, row.program, current)


def _token(row: TokenRow) -> Token:
    scopes = tuple(row.scopes.split())
    return Token(row.id, row.user_id, row.label, scopes, row.created_at, row.used_at, row.address, row.program)


DEVICE_DAYS: Final = 400
"""For which a browser is remembered after the last login; browsers keep no cookie for longer."""
MOST_DEVICES: Final = 20
"""Known browsers of one account; the least recently used is forgotten first."""


class Devices:
    """Browsers that an account has logged in from: their login attempts are limited apart from those of strangers.

    A browser keeps a secret in a cookie; its hash is stored. It lets nobody in.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def knows(self, secret: str, name: str) -> bool:
        """Whether the account of that name or mail address was opened in the browser of that secret. Raises Busy."""
        by = (hash_of(secret), name_key(name), name.strip().casefold())
        return await self._engine.read(lambda tx: kept.is_known_device(tx, *by, self._engine.now))

    async def remember(self, user: UserId, secret: str) -> str:
        """The browser with that secret (or none) has logged in to the account; its secret from now on.

        It is always a new one: somebody else may have put the old one there.
        """
        fresh = secrets.token_urlsafe(32)
        until = self._engine.now + DEVICE_DAYS * DAY
        old, new = secret and hash_of(secret), hash_of(fresh)
        await self._engine.write(lambda tx: kept.remember_device(tx, user, old, new, until, MOST_DEVICES))
        return fresh
