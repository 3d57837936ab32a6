"""Sessions of browsers and tokens of programs, by the hashes of their secrets."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from sheepfold.store import Transaction, all_of
from sheepfold.store.people.users import COLUMNS, UserRow
from sheepfold.store.schema import devices, sessions, tokens, users


class SessionRow(NamedTuple):
    """A session of a browser; when and from where it was last used."""

    hash: str
    user_id: int
    csrf: str
    expires_at: float
    created_at: float
    used_at: float
    address: str
    program: str


class TokenRow(NamedTuple):
    """A token of a program; from where it was last used, or else where it was made."""

    id: int
    user_id: int
    label: str
    scopes: str
    created_at: float
    used_at: float | None
    address: str
    program: str


class OpenSession(NamedTuple):
    """A session that has not expired, with its user."""

    user: UserRow
    csrf: str
    expires_at: float
    used_at: float


class OpenToken(NamedTuple):
    """A token with its user."""

    user: UserRow
    id: int
    scopes: str
    used_at: float | None


_SESSION_COLUMNS: Final = [sessions.c[name] for name in SessionRow._fields]
_TOKEN_COLUMNS: Final = [tokens.c[name] for name in TokenRow._fields]
_SESSION: Final = (
    select(*COLUMNS, sessions.c.csrf, sessions.c.expires_at, sessions.c.used_at)
    .join_from(users, sessions)
    .where((sessions.c.hash == bindparam("secret")) & (sessions.c.expires_at > bindparam("now")) & ~users.c.closed)
)
_TOKEN: Final = (
    select(*COLUMNS, tokens.c.id, tokens.c.scopes, tokens.c.used_at)
    .join_from(users, tokens)
    .where((tokens.c.hash == bindparam("secret")) & ~users.c.closed)
)
"""Asked at every request, so put together only once."""
_USER: Final = len(COLUMNS)


# -- sessions ----------------------------------------------------------------------------------


def add_session(tx: Transaction, session: SessionRow, most: int) -> bool:
    """Store a session. Above ``most`` of one user the least recently used ones are deleted; whether any were."""
    tx.execute(insert(sessions).values(session._asdict()))
    older = (sessions.c.user_id == session.user_id) & (sessions.c.hash != session.hash)
    kept = select(sessions.c.hash).where(older).order_by(sessions.c.used_at.desc())
    many = tx.execute(kept.offset(most - 1)).scalars().all()
    return bool(many) and tx.execute(delete(sessions).where(sessions.c.hash.in_(many))).rowcount > 0


def session(tx: Transaction, hash: str, now: float) -> OpenSession | None:
    row = tx.execute(_SESSION, {"secret": hash, "now": now}).first()
    return None if row is None else OpenSession(UserRow(*row[:_USER]), *row[_USER:])


def use_session(tx: Transaction, hash: str, at: float, address: str, program: str) -> None:
    tx.execute(update(sessions).where(sessions.c.hash == hash).values(used_at=at, address=address, program=program))


def sessions_of(tx: Transaction, user: int, now: float) -> list[SessionRow]:
    """The user's sessions that have not expired, last used first."""
    own = (sessions.c.user_id == user) & (sessions.c.expires_at > now)
    query = select(*_SESSION_COLUMNS).where(own).order_by(sessions.c.used_at.desc(), sessions.c.hash)
    return all_of(tx, SessionRow, query)


def end_beginning(tx: Transaction, user: int, start: str) -> bool:
    """Delete the user's session whose hash begins so; whether there was one."""
    own = (sessions.c.user_id == user) & (func.substr(sessions.c.hash, 1, len(start)) == start)
    return tx.execute(delete(sessions).where(own)).rowcount > 0


def end_others(tx: Transaction, user: int, hash: str) -> None:
    """Delete all the user's sessions but one, and all tokens."""
    tx.execute(delete(sessions).where((sessions.c.user_id == user) & (sessions.c.hash != hash)))
    tx.execute(delete(tokens).where(tokens.c.user_id == user))


def end_session(tx: Transaction, hash: str) -> int | None:
    """Delete a session and return its user; None: there was none."""
    ended = delete(sessions).where(sessions.c.hash == hash).returning(sessions.c.user_id)
    user: int | None = tx.execute(ended).scalar()
    return user


# -- tokens ------------------------------------------------------------------------------------


def count_tokens(tx: Transaction, user: int) -> int:
    return tx.execute(select(func.count()).where(tokens.c.user_id == user)).scalar_one()


def add_token(
    tx: Transaction, user: int, hash: str, label: str, scopes: str, at: float, address: str, program: str
) -> TokenRow:
    values = {"user_id": user, "hash": hash, "label": label, "scopes": scopes, "created_at": at}
    made = insert(tokens).values(**values, address=address, program=program).returning(*_TOKEN_COLUMNS)
    return TokenRow(*tx.execute(made).one())


def tokens_of(tx: Transaction, user: int) -> list[TokenRow]:
    """The user's tokens, the oldest first."""
    query = select(*_TOKEN_COLUMNS).where(tokens.c.user_id == user).order_by(tokens.c.id)
    return all_of(tx, TokenRow, query)


def token(tx: Transaction, hash: str) -> OpenToken | None:
    row = tx.execute(_TOKEN, {"secret": hash}).first()
    return None if row is None else OpenToken(UserRow(*row[:_USER]), *row[_USER:])


def use_token(tx: Transaction, token: int, at: float, address: str, program: str) -> None:
    tx.execute(update(tokens).where(tokens.c.id == token).values(used_at=at, address=address, program=program))


def revoke(tx: Transaction, user: int, token: int) -> bool:
    """Delete a token; whether it was the user's."""
    own = (tokens.c.id == token) & (tokens.c.user_id == user)
    return tx.execute(delete(tokens).where(own)).rowcount > 0


def is_known_device(tx: Transaction, hash: str, name_key: str, mail_key: str, now: float) -> bool:
    """Whether somebody logged in to the account of that name or mail address from that browser."""
    query = (
        select(devices.c.user_id)
        .join_from(devices, users)
        .where((devices.c.hash == hash) & (devices.c.expires_at > now))
        .where(or_(users.c.name_key == name_key, users.c.mail_key == mail_key))
    )
    return tx.execute(query).first() is not None


def remember_device(tx: Transaction, user: int, old: str, fresh: str, until: float, most: int) -> None:
    """Replace the browser's secret after a login; the account's oldest devices are forgotten."""
    tx.execute(delete(devices).where((devices.c.hash == old) & (devices.c.user_id == user)))
    tx.execute(update(devices).where(devices.c.hash == old).values(hash=fresh))
    tx.execute(insert(devices).values(hash=fresh, user_id=user, expires_at=until))
    older = (devices.c.user_id == user) & (devices.c.hash != fresh)
    kept = select(devices.c.hash).where(older).order_by(devices.c.expires_at.desc())
    many = tx.execute(kept.offset(most - 1)).scalars().all()
    tx.execute(delete(devices).where(older & devices.c.hash.in_(many)))
