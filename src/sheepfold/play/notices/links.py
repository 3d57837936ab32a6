"""What leaves the house and must come back unchanged: links in mails, and the addresses that answers go to.

One key, kept in the store, signs for all servers. Into every signature goes what it must end with: whoever changes the
password or the mail address makes all that was signed before worthless, and a link that was used is used up.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sheepfold.play.errors import NotNow
from sheepfold.play.terms import TableId, UserId
from sheepfold.store.notices import outbox as kept
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

Purpose: TypeAlias = Literal["answer", "confirm", "consent", "copy", "puzzle", "recover", "unsubscribe"]
LETTERS: Final = 26
"""Letters of a signature: 130 bits, in small letters and digits, since mail programs mix up the two cases."""
OLD: Final = "This link is too old, was used already, or is incomplete: ask for a new one."


class SignedLinks:
    """One per service: ``service.links``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._key = b""

    async def seat(self, table: TableId, user: UserId) -> str:
        """What the address carries to which the user answers mails about a table; empty: there is no such user."""
        row = await self._row(user)
        return "" if row is None else await self._signed("seat", table, *_proof(row))

    async def is_seat(self, table: TableId, user: UserId, signature: str) -> bool:
        return _equal(await self.seat(table, user), signature)

    async def sent_from(self, user: UserId) -> str:
        """What the address carries from which mails to the user are sent, and to which they come back; empty: there is
        no such user."""
        row = await self._row(user)
        return "" if row is None else f"{user}-{await self._signed('bounce', user, row.mail_key)}"

    async def returned(self, token: str) -> UserId | None:
        """Whose mails come back to that address; None: nobody's."""
        user = named(token)
        return user if user is not None and _equal(await self.sent_from(user), token) else None

    async def link(self, purpose: Purpose, user: UserId, until: float, about: str = "") -> str:
        """The end of a link that works until then, once."""
        row = await self._row(user)
        end = f"{int(until):x}"
        return "" if row is None else f"{user}-{end}-{await self._signed(purpose, about, end, *_proof(row, purpose))}"

    async def read(self, purpose: Purpose, link: str, about: str = "") -> UserId:
        """Whose link it is. Raises NotNow."""
        user, (end, _, signature) = named(link), link.partition("-")[2].partition("-")
        row = None if user is None or not _is_hex(end) else await self._row(user)
        right = row is not None and _equal(await self._signed(purpose, about, end, *_proof(row, purpose)), signature)
        if user is None or not right or int(end, 16) < self._engine.now:
            raise NotNow(OLD)
        return user

    async def mark(self, *about: object) -> str:
        """A word that nobody can guess, always the same for the same values: for Message-IDs."""
        return (await self._signed("mark", *about))[:16]

    async def _row(self, user: UserId) -> UserRow | None:
        row = await self._engine.read(lambda tx: users.by_id(tx, user))
        return None if row is None or row.deleted or row.closed else row

    async def _signed(self, *about: object) -> str:
        if not self._key:
            self._key = bytes.fromhex(await self._engine.write(lambda tx: kept.signing_key(tx, "signing", _fresh_key)))
        return signed(self._key, *about)


def signed(key: bytes, *about: object) -> str:
    """The signature of these things under the key."""
    digest = hmac.new(key, repr(about).encode(), blake2b).digest()
    return b32encode(digest).decode().lower()[:LETTERS]


def named(link: str) -> UserId | None:
    """Whose link it says it is; None: it is none of ours."""
    number = link.partition("-")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 18 else None


def _proof(row: UserRow, purpose: Purpose | None = None) -> tuple[object, ...]:
    """What every signature covers beside its own words: a new password or mail address revokes all links. Those that
    confirm a further address outlive that the first one was confirmed."""
    return (row.id, row.password) if purpose == "copy" else (row.id, row.mail_key, row.mail_confirmed, row.password)


def _equal(mine: str, given: str) -> bool:
    return bool(mine) and hmac.compare_digest(mine.encode(), given.lower().encode(errors="replace"))


def _is_hex(text: str) -> bool:
    return 0 < len(text) < 16 and all(letter in "0123456789abcdef" for letter in text)


def _fresh_key() -> str:
    return secrets.token_hex(32)
