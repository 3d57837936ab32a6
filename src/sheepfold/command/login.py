"""Who gives a command: a door's own proof, a password, or a token in its place; and the rate limits of doors
that have no connection to slow down, mail above all."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from sheepfold.command.redaction import TOKEN
from sheepfold.command.request import Counting, Sender
from sheepfold.command.verbs import Understood, Verb, parse
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words.prose import plural
from sheepfold.play.errors import Forbidden, NotFound, TooMany
from sheepfold.play.people.users import LONGEST, User, name_key
from sheepfold.play.rate_limits import LIMITS, Claim
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId

ACCOUNT: Final = ("add", "change", "signoff")
"""What a token may do only if it was made for that, and nobody without their password."""
FOR_ALL: Final = ("preview",)
"""What anybody may ask for, though some need to say who they are."""
WITHOUT: Final = ("seek", "puzzle")
"""What anybody may ask for if no more words follow."""
LOOKING: Final = ("showas",)
MOST_NAMES: Final = 12
"""Words of a line that are looked up."""
_TOKEN: Final = re.compile(TOKEN + "[A-Za-z0-9_-]{20,100}")
WRONG: Final = "The userid or the password is wrong."


class Unasked(Forbidden):
    """A command of somebody whose address alone is known, which anybody can write: they must be asked first."""

    def __init__(self, user: UserId) -> None:
        super().__init__("That needs your password, or a token: write your name as USERID:PASSWORD.")
        self.user = user


async def holder(service: Service, line: str) -> UserId | None:
    """Whose living token stands in a line; None: nobody's."""
    written = _TOKEN.search(line)
    found = None if written is None else await service.sessions.token(written[0])
    return None if found is None else found[0].id


async def understood(service: Service, sender: Sender, verb: Verb, game: str | None, words: list[str]) -> Understood:
    """The words in their places: whether userid and password are among them. Raises NotUnderstood."""
    if verb.name in WITHOUT and sender.user is None and not words:
        return parse(verb, game, words, proof=False)
    left_out = (may_leave_out(sender, verb) or verb.name in FOR_ALL) and not await _given(service, verb, words)
    return parse(verb, game, words, proof=not left_out)


def may_leave_out(sender: Sender, verb: Verb) -> bool:
    """Whether the sender may leave userid and password out of a command that has them."""
    return sender.user is not None and verb.proof is not None and "new" not in verb.shape and verb.name not in ACCOUNT


async def _given(service: Service, verb: Verb, words: list[str]) -> bool:
    """Whether somebody who could leave them out gave a userid and a password: the name of an account, and what is
    none."""
    plain = [word for word in words if not verb.is_option(word)]
    at = verb.proof or 0
    if len(plain) < len(verb.shape) + 1 + verb.least:
        return False
    return await _is_account(service, plain[at]) and not await _is_account(service, plain[at + 1])


async def _is_account(service: Service, name: str) -> bool:
    try:
        await service.accounts.user_named(name)
    except NotFound:
        return False
    return True


async def accounts_among(service: Service, words: Sequence[str]) -> frozenset[str]:
    """Those of the first words that are names of accounts, also before a colon."""
    likely = {name for word in words[:MOST_NAMES] if len(name := word.partition(":")[0]) <= LONGEST}
    return frozenset([name for name in likely if await _is_account(service, name)])


async def speaker(service: Service, sender: Sender, counting: Counting, asked: Understood) -> User | None:
    """Who gives the command; None: nobody needs to know. Raises Forbidden, TooMany."""
    if "who" not in asked.verb.shape or not asked.name:
        return None if sender.user is None else await service.accounts.user(sender.user)
    return await proven(service, sender, counting, asked.verb, asked.name, asked.secret)


async def proven(service: Service, sender: Sender, counting: Counting, verb: Verb, name: str, secret: str) -> User:
    """Whose name and password, or token in its place, these are. Raises Forbidden, TooMany."""
    if not secret.startswith(TOKEN):
        return await _by_password(counting, name, secret)
    found = await service.sessions.token(secret, sender.client)
    if found is None or name_key(found[0].name) != name_key(name):
        return await _by_password(counting, name, secret)  # counted, and as slow as any wrong password
    user, scopes = found
    wanted = ("account",) if verb.name in ACCOUNT else ("play", "mail")
    wanted = (*wanted, "read") if verb.name in LOOKING else wanted
    if not set(wanted) & set(scopes):
        raise Forbidden("This token was not made for that: use one that may play, or your password.")
    return user


async def _by_password(counting: Counting, name: str, password: str) -> User:
    try:
        return await counting.log_in(name, password)
    except Forbidden as error:
        closed = "closed" in str(error)
        raise Forbidden(str(error) if closed else WRONG) from None


class Unlimited:
    """Counts nothing: for the shell of whoever owns the database."""

    def __init__(self, service: Service, sender: Sender) -> None:
        self._service, self._sender = service, sender

    async def log_in(self, name: str, password: str) -> User:
        return await self._service.accounts.log_in(name, password, self._sender.client)

    async def count(self, what: str, user: UserId | None) -> None:
        pass


class LimitedByAddress:
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
            Claim.of("wrong passwords", "name at an address", f"{called} {self._address}"),
            Claim.of("wrong passwords", "name", called),
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
        done = f"{what} by mail"
        together = [Claim.of(done, "everybody")] if (done, "everybody") in LIMITS else []
        await self._take((Claim.of(done, "writer", whose), *together), "Too many requests")

    async def _take(self, claims: tuple[Claim, ...], why: str) -> None:
        taken = await self._service.budgets.take(*claims)
        if taken.wait:
            raise TooMany(f"{why}: try again in {plural(math.ceil(taken.wait / 60), 'minute')}.")
