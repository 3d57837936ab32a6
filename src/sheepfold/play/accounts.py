"""People: guests, accounts, logins, sessions and tokens, on the same store as the tables.

Secrets (session ids, tokens) are shown once and stored only as hashes; passwords as argon2 hashes,
computed in a small thread pool of their own so that logins never hold up the game.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from argon2.exceptions import Argon2Error
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sheepfold.core.options import shown
from sheepfold.play import desk, lists, moves, seating
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow, TooMany
from sheepfold.play.house import House
from sheepfold.play.terms import DAY, Plan, Status, UserId
from sheepfold.store import schema

T = TypeVar("T")
users, sessions, tokens = schema.users, schema.sessions, schema.tokens

SCOPES: Final = ("read", "play", "mail", "account")
"""What a token may allow: look; sit, move and talk; play by mail; change the account itself."""
DECOY: Final = "$argon2id$v=19$m=65536,t=3,p=4$c2hlZXBmb2xkZGVjb3kwMQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""What a password is held against when nobody has that name: the answer takes as long and is no."""
MOST_TOKENS: Final = 20
HASHERS: Final = 2
NICE: Final = 10
NAME: Final = re.compile(r"[^\W_][\w.\- ]{0,22}[\w.]")
NAME_WANTED: Final = (
    "A name has 2 to 24 letters, digits, dots, blanks, hyphens or underscores, and begins with a letter or digit."
)
MAIL: Final = re.compile(r"[^\s@<>,;:\"]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}")
FRIENDLY: Final = ("Shepherd", "Lamb", "Collie", "Ram", "Ewe", "Drover", "Shearer", "Wanderer")

_SESSION: Final = (
    select(users, sessions.c.csrf, sessions.c.expires_at)
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
class User:
    """A person as the program knows them. A guest has no password and no mail address."""

    id: UserId
    name: str
    guest: bool
    mail: str | None
    created_at: float
    vacation_until: float | None
    closed: bool = False
    """Closed by the host: may not log in, sit or talk."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is logged in. ``csrf`` is the secret that forms must carry."""

    user: User
    csrf: str
    expires_at: float


@dataclass(frozen=True, slots=True)
class Token:
    """A program's key, without its secret."""

    id: int
    user: UserId
    label: str
    scopes: tuple[str, ...]
    created_at: float
    used_at: float | None


class Accounts:
    """Every operation on people; HTTP, cookies and rate limits are the doors' business."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hashers = ThreadPoolExecutor(HASHERS, "passwords", initializer=_yield_to_games)

    def close(self) -> None:
        self._hashers.shutdown(wait=False)

    async def new_guest(self, name: str = "") -> User:
        """A guest, called ``name`` or something pleasant. Names need not be unique among guests."""
        called = _clean(name) or f"{secrets.choice(FRIENDLY)} {secrets.randbelow(900) + 100}"
        if not NAME.fullmatch(called):
            raise BadRequest(NAME_WANTED)
        values = {"name": called, "created_at": self._house.now}
        made = await self._house.write(lambda conn: conn.execute(insert(users).values(values).returning(users)).one())
        return _user(made)

    async def register(self, name: str, password: str, mail: str | None = None, guest: UserId | None = None) -> User:
        """A new account; ``guest`` becomes it and keeps its id, seats and games, but no session: somebody else may
        have put the guest's cookie into this browser, and would be in the account too.

        Raises BadRequest (name: 2 to 24 letters, digits, ``_-. ``; password: 8 to 200 characters; mail),
        NotNow (the name or mail address is taken; the guest is registered already).
        """
        name, mail = _clean(name), _checked_mail(mail)
        if not NAME.fullmatch(name):
            raise BadRequest(NAME_WANTED)
        values = {
            "name": name,
            "name_key": name.casefold(),
            "mail": mail,
            "mail_key": mail and mail.casefold(),
            "password": await self._hashed(password),
        }
        now = self._house.now
        made = await self._unique(lambda conn: _registered(conn, values, guest, now))
        if guest is not None:
            self._house.farewells[guest] += 1
            await self._renamed(guest)
        return _user(made)

    async def verify(self, name: str, password: str) -> User:
        """The user whose name (or mail address) and password these are. Forbidden otherwise, after the same time
        and in the same words whether or not the name exists."""
        key = name.strip().casefold()
        either = or_(users.c.name_key == key, users.c.mail_key == key)
        row = await self._house.read(lambda conn: conn.execute(select(users).where(either)).first())
        known = row is not None and row.password is not None
        right = await self._argon(self._matches, row.password if known and row is not None else DECOY, password)
        if row is None or not right or not known:
            raise Forbidden("The name or the password is wrong.")
        if row.closed:
            raise Forbidden("This account is closed.")
        return _user(row)

    async def user(self, user: UserId) -> User:
        """Raises NotFound."""
        row = await self._house.read(lambda conn: conn.execute(select(users).where(users.c.id == user)).first())
        if row is None or row.deleted:
            raise NotFound("There is no such user.")
        return _user(row)

    async def user_named(self, name: str) -> User:
        """An account (not a guest) by its name, case forgiven. Raises NotFound."""
        query = select(users).where(users.c.name_key == name.strip().casefold())
        row = await self._house.read(lambda conn: conn.execute(query).first())
        if row is None:
            raise NotFound(f"There is nobody called {shown(name)!r} here.")
        return _user(row)

    async def change_password(self, user: UserId, old: str, new: str) -> None:
        """Also ends all sessions: log in anew. Raises Forbidden (wrong old one), BadRequest."""
        row = await self._house.read(lambda conn: conn.execute(select(users).where(users.c.id == user)).first())
        if row is None or row.password is None or not await self._argon(self._matches, row.password, old):
            raise Forbidden("The old password is wrong.")
        fresh = await self._hashed(new)

        def work(conn: Connection) -> None:
            conn.execute(update(users).where(users.c.id == user).values(password=fresh))
            conn.execute(delete(sessions).where(sessions.c.user_id == user))

        await self._house.write(work)
        self._house.farewells[user] += 1

    async def change_mail(self, user: UserId, mail: str | None) -> None:
        """Raises BadRequest, NotNow (taken), Forbidden (a guest)."""
        mail = _checked_mail(mail)
        values = {"mail": mail, "mail_key": mail and mail.casefold()}
        own = (users.c.id == user) & users.c.name_key.is_not(None)
        if not await self._unique(lambda conn: conn.execute(update(users).where(own).values(values)).rowcount):
            raise Forbidden("Only an account has a mail address: sign up first.")

    async def delete(self, user: UserId) -> None:
        """Forget the person: name, mail, password, sessions, tokens, notes, chat lines. Waiting tables are left (and
        closed where nobody else came), running games resigned; finished games stay for the others, with "Somebody" in
        the seat. Repeatable."""
        tables = await self._house.read(lambda conn: lists.of_user(conn, user, None, 100_000))
        seated = [listed.info for listed in tables if listed.seat is not None]
        waiting = {info.id for info in seated if info.status is Status.WAITING}
        waiting.update(await self._house.read(lambda conn: lists.waiting_of(conn, user)))
        ways = dict.fromkeys(waiting, seating.leave)
        ways |= {info.id: moves.resign for info in seated if info.status is Status.RUNNING}
        for table, go in ways.items():
            with suppress(NotNow):  # a game that does not replay cannot be left or resigned, and keeps nobody here
                await self._house.change(table, partial(go, user=user, now=self._house.now))
        await self._house.write(lambda conn: _forgotten(conn, user))
        self._house.farewells[user] += 1
        for listed in tables:
            self._house.forget(listed.info.id)

    # -- sessions ------------------------------------------------------------------------------

    async def new_session(self, user: UserId, days: float = 60) -> str:
        """The secret for the cookie."""
        secret = secrets.token_urlsafe(32)
        values = {
            "hash": _hash(secret),
            "user_id": user,
            "csrf": secrets.token_urlsafe(24),
            "expires_at": self._house.now + days * DAY,
        }

        def work(conn: Connection) -> None:
            conn.execute(delete(sessions).where(sessions.c.expires_at < self._house.now))
            conn.execute(insert(sessions).values(values))

        await self._house.write(work)
        return secret

    async def session(self, secret: str) -> Session | None:
        """The living session of that secret, or None. Cheap: asked on every request."""
        asked = {"secret": _hash(secret), "now": self._house.now}
        row = await self._house.read(lambda conn: conn.execute(_SESSION, asked).first())
        return None if row is None else Session(_user(row), row.csrf, row.expires_at)

    async def end_session(self, secret: str) -> None:
        """Log out. Repeatable."""
        ended = delete(sessions).where(sessions.c.hash == _hash(secret)).returning(sessions.c.user_id)
        for user in await self._house.write(lambda conn: conn.execute(ended).scalars().all()):
            self._house.farewells[user] += 1

    # -- tokens --------------------------------------------------------------------------------

    async def new_token(self, user: UserId, label: str, scopes: Collection[str]) -> tuple[Token, str]:
        """A token and its secret, which is shown only now. Raises BadRequest, TooMany (at most 20 each)."""
        label = _clean(label)
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if not 1 <= len(label) <= 60:
            raise BadRequest("Give the token a label of 1 to 60 characters, to know it again.")
        if not chosen or set(scopes) - set(SCOPES):
            raise BadRequest(f"A token's scopes are one or more of {', '.join(SCOPES)}.")
        secret = f"fold_{secrets.token_urlsafe(32)}"
        values = {
            "user_id": user,
            "hash": _hash(secret),
            "label": label,
            "scopes": " ".join(chosen),
            "created_at": self._house.now,
        }

        def work(conn: Connection) -> Any:
            kept = conn.execute(select(func.count()).where(tokens.c.user_id == user)).scalar_one()
            if kept >= MOST_TOKENS:
                raise TooMany(f"You have {MOST_TOKENS} tokens already; revoke one first.")
            return conn.execute(insert(tokens).values(values).returning(tokens)).one()

        return _token(await self._house.write(work)), secret

    async def tokens(self, user: UserId) -> list[Token]:
        """The user's tokens, oldest first."""
        query = select(tokens).where(tokens.c.user_id == user).order_by(tokens.c.id)
        return [_token(row) for row in await self._house.read(lambda conn: conn.execute(query).all())]

    async def token(self, secret: str) -> tuple[User, tuple[str, ...]] | None:
        """Whose living token this is and its scopes, or None. Cheap: asked on every request."""
        asked = {"secret": _hash(secret)}
        row = await self._house.read(lambda conn: conn.execute(_TOKEN, asked).first())
        if row is None:
            return None
        now = self._house.now
        if row.used_at is None or now - row.used_at > 3600:  # a rough date is enough to find unused tokens
            own = tokens.c.id == row.token
            await self._house.write(lambda conn: conn.execute(update(tokens).where(own).values(used_at=now)))
        return _user(row), tuple(row.scopes.split())

    async def revoke_token(self, user: UserId, token: int) -> None:
        """Raises NotFound unless it is the user's."""
        own = (tokens.c.id == token) & (tokens.c.user_id == user)
        gone = await self._house.write(lambda conn: conn.execute(delete(tokens).where(own)).rowcount)
        if not gone:
            raise NotFound("You have no such token.")
        self._house.farewells[user] += 1

    def farewells(self, user: UserId) -> int:
        """How often a session or token of the user's ended in this process: a reason to look again."""
        return self._house.farewells[user]

    # -- inside --------------------------------------------------------------------------------

    async def _argon(self, work: Callable[..., T], *given: str) -> T:
        """Heavy work on passwords, at most two at a time, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._hashers, work, *given)

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._house.setup.hasher.verify(hashed, password)
        except Argon2Error:
            return False

    async def _hashed(self, password: str) -> str:
        if not 8 <= len(password) <= 200:
            raise BadRequest("A password has 8 to 200 characters.")
        return await self._argon(self._house.setup.hasher.hash, password)

    async def _unique(self, work: Callable[[Connection], T]) -> T:
        try:
            return await self._house.write(work)
        except IntegrityError:
            raise NotNow("This name or mail address is taken already.") from None

    async def _renamed(self, user: UserId) -> None:
        """Tables in memory show the old name: let them be read anew."""
        for listed in await self._house.read(lambda conn: lists.of_user(conn, user, None, 100_000)):
            self._house.forget(listed.info.id)


def _yield_to_games() -> None:
    """A flood of logins must not take the processors from the games; on Linux a single thread can be nice."""
    if sys.platform == "linux":
        os.nice(NICE)


def _registered(conn: Connection, values: dict[str, Any], guest: UserId | None, now: float) -> Any:
    if guest is None:
        return conn.execute(insert(users).values(created_at=now, **values).returning(users)).one()
    own = (users.c.id == guest) & users.c.name_key.is_(None) & ~users.c.deleted
    row = conn.execute(update(users).where(own).values(values).returning(users)).first()
    if row is None:
        raise NotNow("You are registered already.")
    conn.execute(delete(sessions).where(sessions.c.user_id == guest))
    return row


def _forgotten(conn: Connection, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    _uninvite(conn, user)
    for table in (sessions, tokens, schema.notes):
        conn.execute(delete(table).where(table.c.user_id == user))
    conn.execute(update(schema.chat).where(schema.chat.c.user_id == user).values(text="(deleted)"))
    conn.execute(delete(schema.ratings).where(schema.ratings.c.subject == f"user:{user}"))
    nothing: dict[str, Any] = dict.fromkeys(("name_key", "mail", "mail_key", "password", "vacation_until"))
    values = {"name": "Somebody", "deleted": True, **nothing}
    conn.execute(update(users).where(users.c.id == user).values(values))


def _uninvite(conn: Connection, user: UserId) -> None:
    """Seats that were kept for the person by name are for anybody."""
    name = conn.execute(select(users.c.name_key).where(users.c.id == user)).scalar()
    own = select(schema.seats.c.table_id).where(schema.seats.c.user_id == user)
    agreed = select(schema.tables.c.id, schema.tables.c.terms).where(schema.tables.c.id.in_(own))
    for table, text in conn.execute(agreed).all():
        terms = desk.terms_from(text)
        plans = tuple(Plan() if plan.kind == "user" and plan.name.casefold() == name else plan for plan in terms.seats)
        if plans != terms.seats:
            values = {"terms": desk.terms_json(replace(terms, seats=plans))}
            conn.execute(update(schema.tables).where(schema.tables.c.id == table).values(values))


def _clean(text: str) -> str:
    return " ".join(text.split())


def _checked_mail(mail: str | None) -> str | None:
    mail = (mail or "").strip()
    if not mail:
        return None
    if len(mail) > 254 or not MAIL.fullmatch(mail):
        raise BadRequest(f"{shown(mail)!r} is not a mail address.")
    return mail


def _hash(secret: str) -> str:
    """Secrets are long and random: a plain hash suffices, and the store alone lets nobody in."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _user(row: Any) -> User:
    return User(
        id=row.id,
        name=row.name,
        guest=row.name_key is None,
        mail=row.mail,
        created_at=row.created_at,
        vacation_until=row.vacation_until,
        closed=row.closed,
    )


def _token(row: Any) -> Token:
    scopes = tuple(row.scopes.split())
    return Token(row.id, row.user_id, row.label, scopes, row.created_at, row.used_at)
