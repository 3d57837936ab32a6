"""People: guests, accounts, logins, sessions and tokens, on the same store as the tables.

Secrets (session ids, tokens) are shown once and stored only as hashes; passwords as argon2 hashes,
computed in a small thread pool of their own so that logins never hold up the game.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sheepfold.play.terms import UserId

SCOPES: Final = ("read", "play", "mail", "account")
"""What a token may allow: look; sit, move and talk; play by mail; change the account itself."""


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

    async def new_guest(self, name: str = "") -> User:
        """A guest, called ``name`` or something pleasant. Names need not be unique among guests."""
        raise NotImplementedError

    async def register(self, name: str, password: str, mail: str | None = None, guest: UserId | None = None) -> User:
        """A new account; ``guest`` becomes it and keeps its id, seats and games.

        Raises BadRequest (name: 2 to 24 letters, digits, ``_-. ``; password: 8 to 200 characters; mail),
        NotNow (the name or mail address is taken; the guest is registered already).
        """
        raise NotImplementedError

    async def verify(self, name: str, password: str) -> User:
        """The user whose name (or mail address) and password these are. Forbidden otherwise, after the same time
        and in the same words whether or not the name exists."""
        raise NotImplementedError

    async def user(self, user: UserId) -> User:
        """Raises NotFound."""
        raise NotImplementedError

    async def user_named(self, name: str) -> User:
        """An account (not a guest) by its name, case forgiven. Raises NotFound."""
        raise NotImplementedError

    async def change_password(self, user: UserId, old: str, new: str) -> None:
        """Also ends all other sessions. Raises Forbidden (wrong old one), BadRequest."""
        raise NotImplementedError

    async def change_mail(self, user: UserId, mail: str | None) -> None:
        """Raises BadRequest, NotNow (taken)."""
        raise NotImplementedError

    async def delete(self, user: UserId) -> None:
        """Forget the person: name, mail, password, sessions, tokens, notes, chat lines. Waiting tables are left,
        running games resigned; finished games stay for the others, with "Somebody" in the seat. Repeatable."""
        raise NotImplementedError

    # -- sessions ------------------------------------------------------------------------------

    async def new_session(self, user: UserId, days: float = 60) -> str:
        """The secret for the cookie."""
        raise NotImplementedError

    async def session(self, secret: str) -> Session | None:
        """The living session of that secret, or None. Cheap: asked on every request."""
        raise NotImplementedError

    async def end_session(self, secret: str) -> None:
        """Log out. Repeatable."""
        raise NotImplementedError

    # -- tokens --------------------------------------------------------------------------------

    async def new_token(self, user: UserId, label: str, scopes: Collection[str]) -> tuple[Token, str]:
        """A token and its secret, which is shown only now. Raises BadRequest, TooMany (at most 20 each)."""
        raise NotImplementedError

    async def tokens(self, user: UserId) -> list[Token]:
        """The user's tokens, oldest first."""
        raise NotImplementedError

    async def token(self, secret: str) -> tuple[User, tuple[str, ...]] | None:
        """Whose living token this is and its scopes, or None. Cheap: asked on every request."""
        raise NotImplementedError

    async def revoke_token(self, user: UserId, token: int) -> None:
        """Raises NotFound unless it is the user's."""
        raise NotImplementedError
