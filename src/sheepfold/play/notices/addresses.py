"""Signed links, and the mail addresses that they confirm.

Links in mails, and the addresses that answers go to, leave the house and must come back unchanged. One key, kept in the
store, signs for all servers. Into every signature goes what it must end with: whoever changes the password or the mail
address makes all that was signed before worthless, and a link that was used is used up.

An address is confirmed by whoever reads it, which also lets them choose a new password; further ones get copies of
somebody's mail. One that failed on several days is not mailed any more until its owner confirms it again; a further one
is dropped when it fails for good.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sheepfold.play.errors import Forbidden, NotNow
from sheepfold.play.notices import outbox
from sheepfold.play.notices.outbox import Kind
from sheepfold.play.people.users import NOWHERE, ClientInfo, name_key
from sheepfold.play.rate_limits import Claim, take
from sheepfold.play.terms import DAY, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import mail_wishes
from sheepfold.store.notices import outbox as kept
from sheepfold.store.notices.mail_wishes import BounceRow, FailingAddress, FurtherAddress
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine
    from sheepfold.play.people.accounts import Accounts


Purpose: TypeAlias = Literal["answer", "confirm", "consent", "copy", "puzzle", "recover", "unsubscribe"]
SIGNED_WITH: Final = 26
"""Letters of a signature: 130 bits, in small letters and digits, since mail programs mix up the two cases."""
OLD: Final = "This link is too old, was used already, or is incomplete: ask for a new one."
LASTS: Final[dict[Purpose, float]] = {
    "answer": 30 * DAY,
    "confirm": 7 * DAY,
    "consent": 2 * DAY,
    "copy": 7 * DAY,
    "puzzle": 30 * DAY,
    "recover": 2 * 3600.0,
    "unsubscribe": 400 * DAY,
}
"""Seconds for which a link works."""


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

    async def link(self, purpose: Purpose, user: UserId, about: str = "") -> str:
        """The end of a link that works for a while, once."""
        row = await self._row(user)
        end = f"{int(self._engine.now + LASTS[purpose]):x}"
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
    return b32encode(digest).decode().lower()[:SIGNED_WITH]


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


# -- addresses -------------------------------------------------------------------------------------


MOST_FURTHER: Final = 4
"""Further addresses of one person."""


class AddressConfirmation:
    """One per service: ``service.addresses``."""

    def __init__(self, engine: Engine, accounts: Accounts, signing: SignedLinks) -> None:
        self._engine, self._accounts, self._signing = engine, accounts, signing

    @property
    def on(self) -> bool:
        """Whether mails are sent at all."""
        return self._engine.setup.mail

    async def link(self, purpose: Purpose, user: UserId, about: str = "") -> str:
        """The end of a link for a mail, or for the host to hand on. Raises Forbidden (an account that has no use for
        it)."""
        found = await self._accounts.user(user)
        useless = found.guest or (purpose == "confirm" and (not found.mail or found.mail_confirmed))
        if useless:
            raise Forbidden("There is nothing to confirm here." if purpose == "confirm" else "A guest has no password.")
        return await self._signing.link(purpose, user, about)

    async def ask_to_confirm(self, user: UserId) -> None:
        """Mail the user's address a link by which its reader says that it is theirs. Raises Forbidden, NotNow."""
        if not self.on:
            raise NotNow("No mail is set up here: ask the host for a link.")
        await self.link("confirm", user)
        await self._engine.write(lambda tx: ask(tx, user, self._engine.now))

    async def confirm(self, link: str) -> UserId:
        """Somebody reads the address: the link came there. Raises NotNow."""
        user, further = await self._asked(link)

        def work(tx: Transaction) -> bool:
            if further:
                mail_wishes.confirm_further(tx, user, further)
                return True
            mail_wishes.forget_bounces(tx, user)
            return users.confirm_mail(tx, user)

        if not await self._engine.write(work):
            raise NotNow(OLD)
        await self._engine.forget_tables(user)
        return user

    async def _asked(self, link: str) -> tuple[UserId, str]:
        """Whose address is confirmed by the link, and the key of a further one; empty: their first. Raises NotNow."""
        user = named(link)
        for each in [] if user is None else await self.further(user):
            with suppress(NotNow):
                if not each.confirmed:
                    return await self._signing.read("copy", link, each.key), each.key
        return await self._signing.read("confirm", link), ""

    async def further(self, user: UserId) -> list[FurtherAddress]:
        """The user's further addresses."""
        return await self._engine.read(lambda tx: mail_wishes.further_of(tx, user))

    async def ask_to_recover(self, name: str) -> None:
        """Mail whoever is called so, or reads that address, a link to choose a new password by: only to an address that
        is confirmed. Nobody can tell from the answer whether there is such a person. Raises Busy."""
        now = self._engine.now

        def work(tx: Transaction) -> None:
            found = users.by_name_or_mail(tx, name_key(name), name.strip().casefold())
            if found is None or not found.mail_confirmed or found.closed or found.deleted:
                return
            if not take(tx, [Claim.of("password mails", "player", str(found.id))], now).wait:
                outbox.put(tx, f"{Kind.RECOVER} {found.id}", Kind.RECOVER, now=now, user=found.id)

        if self.on:
            await self._engine.write(work)

    async def recover(self, link: str, password: str, client: ClientInfo = NOWHERE) -> UserId:
        """Choose a new password; the link is used up by it. Raises NotNow, BadRequest."""
        user = await self._signing.read("recover", link)
        await self._accounts.choose_password(user, password, client)
        return user

    async def check(self, purpose: Purpose, link: str, about: str = "") -> UserId:
        """Whose link it is, without using it. Raises NotNow."""
        if purpose == "confirm":
            return (await self._asked(link))[0]
        return await self._signing.read(purpose, link, about)


def ask(tx: Transaction, user: UserId, now: float, further: str = "") -> None:
    """Have the user's new address, or a ``further`` one, asked whether somebody reads it, a few times a day at most: it
    may be anybody's."""
    found = users.by_id(tx, user)
    address = further.casefold() or (None if found is None else found.mail_key)
    if not take(tx, [Claim.of("confirmation mails", "mail address", str(address))], now).wait:
        key = f"{Kind.CONFIRM} {user} {further.casefold()}".rstrip()
        outbox.put(tx, key, Kind.CONFIRM, now=now, user=user, content=further)


def add_further(tx: Transaction, user: UserId, further: Sequence[str], now: float, *, mailed: bool) -> None:
    """Adds further addresses of the user, which are asked whether somebody reads there. Raises NotNow (too many)."""
    for address in further:
        mail_wishes.add_further(tx, user, address)
        if mailed:
            ask(tx, user, now, address)
    if len(mail_wishes.further_of(tx, user)) > MOST_FURTHER:
        raise NotNow(f"Mail goes to {MOST_FURTHER + 1} addresses of yours at most.")


# -- bounces ---------------------------------------------------------------------------------------


ENOUGH: Final = 3
"""An address that failed so often is not mailed any more."""
APART: Final = 20 * 3600.0
"""Seconds within which several failures are one: a provider may be out of order for a day."""
FORGOTTEN: Final = 30.0 * DAY
"""Seconds after which a failure does not count any more."""
LONGEST_REASON: Final = 200
"""Characters that are kept of what was said."""


class Bounces:
    """One per service: ``service.bounces``."""

    def __init__(self, engine: Engine, signing: SignedLinks) -> None:
        self._engine, self._signing = engine, signing

    async def failed(self, user: UserId, said: str, address: str = "") -> bool:
        """A mail to the user's address, or to that further one, came back for good; whether that is enough. Raises
        Busy."""
        now, key = self._engine.now, address.casefold()

        def work(tx: Transaction) -> bool:
            return (bool(key) and mail_wishes.drop_further(tx, user, key)) or count(tx, user, said, now)

        enough = await self._engine.write(work)
        if enough:
            await self._engine.forget_tables(user)
        return enough

    async def reported(self, token: str, said: str, address: str = "") -> bool | None:
        """The same by whoever was to bring the mail, to the address that it was sent from; None: that is none of ours.
        Raises Busy."""
        user = await self._signing.returned(token)
        return None if user is None else await self.failed(user, said, address)

    async def of(self, user: UserId) -> BounceRow | None:
        """What came back of the user's mail; None: nothing. Raises Busy."""
        return await self._engine.read(lambda tx: mail_wishes.bounce_of(tx, user))

    async def latest(self, limit: int = 100) -> list[FailingAddress]:
        """All of them, for the host. Raises Busy."""
        return await self._engine.read(lambda tx: mail_wishes.failing_addresses(tx, limit))


def count(tx: Transaction, user: UserId, said: str, now: float) -> bool:
    """Note a failure; whether the address is not mailed any more because of it."""
    row, before = users.by_id(tx, user), mail_wishes.bounce_of(tx, user)
    if row is None or not row.mail_confirmed:
        return False
    often = 0 if before is None or now - before.at > FORGOTTEN else before.times
    if before is not None and often and now - before.at < APART:
        return False
    mail_wishes.save_bounce(tx, BounceRow(user, often + 1, now, said[:LONGEST_REASON]))
    if often + 1 < ENOUGH:
        return False
    users.change(tx, user, {"mail_confirmed": False})
    return True
