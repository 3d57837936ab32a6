"""What doors count that have no connection which could be slowed down: mail, above all."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from sheepfold.command.sender import Sender
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.prose import plural
from sheepfold.play.errors import Forbidden, TooMany
from sheepfold.play.host.budgets import Claim, Rate, hourly
from sheepfold.play.people.tries import NAME, NAME_HERE
from sheepfold.play.people.users import User, name_key
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId

RATES: Final[Mapping[str, Rate]] = {
    "sign-up": hourly(4, 12),
    "mail": hourly(4, 20),
    "tables": hourly(30, 300),
    "seats": hourly(30, 600),
    "chat": hourly(20, 300),
}
"""How often somebody who is proven, or else an address, may do what is dear."""
TOGETHER: Final[Mapping[str, Rate]] = {"sign-up": hourly(20, 20)}
"""How often all may together: an address that signs up is asked whether somebody reads there."""


class Open:
    """Counts nothing: for the shell of whoever owns the database."""

    def __init__(self, service: Service, sender: Sender) -> None:
        self._service, self._sender = service, sender

    async def log_in(self, name: str, password: str) -> User:
        return await self._service.accounts.log_in(name, password, self._sender.client)

    async def count(self, what: str, user: UserId | None) -> None:
        pass


class CountedByAddress:
    """Counts in the budgets that all servers of a database share, by who is proven, else by the address that a mail
    says it comes from.

    Anybody can write any address, so wrong passwords count for their name as well, together with those of the pages.
    Whoever uses a token is never locked out by what others try.
    """

    def __init__(self, service: Service, sender: Sender) -> None:
        self._service, self._sender = service, sender
        self._address = (sender.address or "").casefold()

    async def log_in(self, name: str, password: str) -> User:
        called, budgets = name_key(name), self._service.budgets
        claims = (
            Claim(f"login name {called} {self._address}", NAME_HERE.rate),
            Claim(f"login name {called}", NAME.rate),
        )
        await self._take(claims, "Too many wrong passwords")
        try:
            found = await self._service.accounts.log_in(name, password, self._sender.client)
        except Forbidden:
            raise
        except SheepfoldError:
            await budgets.give_back(*claims)
            raise
        await budgets.give_back(*claims)
        return found

    async def count(self, what: str, user: UserId | None) -> None:
        whose = self._address if user is None else f"user {user}"
        together = [Claim(f"mail {what}", TOGETHER[what])] if what in TOGETHER else []
        await self._take((Claim(f"mail {what} {whose}", RATES[what]), *together), "That was too much at once")

    async def _take(self, claims: tuple[Claim, ...], why: str) -> None:
        taken = await self._service.budgets.take(*claims)
        if taken.wait:
            raise TooMany(f"{why}: try again in {plural(math.ceil(taken.wait / 60), 'minute')}.")
