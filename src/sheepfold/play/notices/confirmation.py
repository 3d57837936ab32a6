"""Addresses that are confirmed by whoever reads them, and new passwords for those who prove that they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import Forbidden, NotNow
from sheepfold.play.host.budgets import Claim, take
from sheepfold.play.notices import outbox
from sheepfold.play.notices.links import OLD, Purpose, SignedLinks
from sheepfold.play.notices.mail_wishes import forget_tables
from sheepfold.play.notices.outbox import Kind
from sheepfold.play.people.client_info import NOWHERE, ClientInfo
from sheepfold.play.people.users import name_key
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices import bounces
from sheepfold.store.people import users

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine
    from sheepfold.play.people.accounts import Accounts

LASTS: Final[dict[Purpose, float]] = {
    "answer": 30 * DAY,
    "confirm": 7 * DAY,
    "consent": 2 * DAY,
    "puzzle": 30 * DAY,
    "recover": 2 * 3600.0,
    "unsubscribe": 400 * DAY,
}
"""Seconds for which a link works."""


class AddressConfirmation:
    """One per service: ``service.mailboxes``."""

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
        return await self._signing.link(purpose, user, self._engine.now + LASTS[purpose], about)

    async def ask_to_confirm(self, user: UserId) -> None:
        """Mail the user's address a link by which its reader says that it is theirs. Raises Forbidden, NotNow."""
        if not self.on:
            raise NotNow("No mail is set up here: ask the host for a link.")
        await self.link("confirm", user)
        await self._engine.write(lambda tx: ask(tx, user, self._engine.now))

    async def confirm(self, link: str) -> UserId:
        """Somebody reads the address: the link came there. Raises NotNow."""
        user = await self._signing.read("confirm", link)

        def work(tx: Transaction) -> bool:
            bounces.forget(tx, user)
            return users.confirm_mail(tx, user)

        if not await self._engine.write(work):
            raise NotNow(OLD)
        await forget_tables(self._engine, user)
        return user

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
        return await self._signing.read(purpose, link, about)


def ask(tx: Transaction, user: UserId, now: float) -> None:
    """Have the user's new address asked whether somebody reads it, a few times a day at most: it may be anybody's."""
    found = users.by_id(tx, user)
    address = None if found is None else found.mail_key
    if not take(tx, [Claim.of("confirmation mails", "mail address", str(address))], now).wait:
        outbox.put(tx, f"{Kind.CONFIRM} {user}", Kind.CONFIRM, now=now, user=user)
