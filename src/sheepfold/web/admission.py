"""Who is let in: every request is paid for by its caller and its address, and what is dear is counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.errors import Forbidden
from sheepfold.play.people.users import ClientInfo, User, name_key
from sheepfold.play.rate_limits import Claim, delay
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId
from sheepfold.web.problems import NotSignedIn
from sheepfold.web.security import DEVICE, SESSION
from sheepfold.web.site import BROWSER_SCOPES, Caller, Site, address_of, client, counted_as, find_caller

T = TypeVar("T")

NOTHING: Final = 2.0
"""Milliseconds that it costs to say that nothing is there."""
PASSWORD: Final = 75.0
"""Milliseconds that it costs to check or to keep a password: half of what it takes, since it yields to the games."""
LOADING: Final = 20.0
"""Milliseconds that it costs to read a table that nobody looked at lately, and to replay its game."""
REPLAYING: Final = 40.0
"""Milliseconds that it costs to replay a finished game and to check its draws."""


async def admitted(
    site: Site,
    connection: HTTPConnection,
    cost: float,
    find: Callable[[Site, HTTPConnection], Awaitable[Caller | None]] = find_caller,
) -> Caller | None:
    """Who calls, once they and their address have paid for it. Raises TooOften, and what ``find`` raises."""
    cost += loading(site, connection.path_params.get("table", ""))
    await site.limits.check(cost, address_of(connection))
    try:
        caller = await find(site, connection)
    except NotSignedIn:
        await site.limits.spend(NOTHING, *payers(None, connection))
        raise
    await site.limits.spend(cost, *payers(caller, connection))
    if caller is not None and caller.user.guest:
        site.service.owners.came(caller.id, address_of(connection))
    return caller


def loading(site: Site, *tables: str) -> float:
    """The milliseconds that it costs to load those of these tables that are not in memory."""
    return LOADING * sum(site.service.watching.asleep(table) for table in tables if table)


def payers(caller: Caller | None, connection: HTTPConnection) -> tuple[str, str]:
    """The keys of the buckets that pay: that of the address, and the caller's or that of all its nameless visitors."""
    address = address_of(connection)
    return address, f"nobody:{address}" if caller is None else counted_as(caller, connection)


async def count(site: Site, what: str, connection: HTTPConnection, caller: Caller | None = None) -> None:
    """Takes one token of a rate limit, by address and by caller. Raises TooOften."""
    await site.limits.count(what, address_of(connection), None if caller is None else counted_as(caller, connection))


@dataclass(slots=True)
class Exchange:
    """A request, who sent it, and the cookies that its answer sets."""

    request: Request
    site: Site
    caller: Caller | None
    new_session: str | None = None
    """A session's secret to put into the browser's cookie; "" takes the cookie away."""
    new_device: str | None = None
    """The secret by which the browser will be known again."""

    @property
    def service(self) -> Service:
        return self.site.service

    @property
    def user_id(self) -> UserId | None:
        """Who looks; None: a nameless visitor."""
        return None if self.caller is None else self.caller.id

    @property
    def client(self) -> ClientInfo:
        return client(self.request)

    async def leaf(self, work: Callable[[], T]) -> T:
        """Runs slow work in the queue for what no clock waits for. Raises TooOften."""
        return await self.site.leafing.run(address_of(self.request), work)

    async def count(self, what: str) -> None:
        """Takes one token of a rate limit. Raises TooOften."""
        await count(self.site, what, self.request, self.caller)

    async def begin_session(self, user: User) -> Caller:
        """This browser's new session; its old one goes with its cookie."""
        sessions = self.service.sessions
        if not user.guest:
            known = DEVICE.read(self.site.settings, self.request)
            self.new_device = await self.service.devices.remember(user.id, known)
        if self.caller is not None and self.caller.session:
            await sessions.end_session(self.caller.session, self.client)
        self.new_session = await sessions.new_session(user.id, self.client, SESSION.days)
        session = await sessions.session(self.new_session)
        assert session is not None
        self.caller = Caller(session.user, BROWSER_SCOPES, session.csrf, self.new_session)
        return self.caller

    def with_cookies(self, response: Response) -> Response:
        for cookie, secret in ((SESSION, self.new_session), (DEVICE, self.new_device)):
            if secret is not None:
                cookie.put(self.site.settings, self.request, response, secret)
        return response


TOO_MANY: Final = "Too many wrong passwords"


async def log_in(site: Site, connection: HTTPConnection, name: str, password: str) -> User:
    """The user whose name (or mail address) and password these are. Raises Forbidden, TooOften."""
    keys = await _counted(site, connection, name)
    return await _attempt(site, keys, lambda: site.service.accounts.log_in(name, password, client(connection)))


async def own_password(site: Site, caller: Caller, check: Callable[[], Awaitable[T]]) -> T:
    """What a check of their password comes to for somebody who is logged in. Raises TooOften, and what it raises."""
    return await _attempt(site, {"browser": f"session {caller.session}"}, check)


async def _counted(site: Site, connection: HTTPConnection, name: str) -> dict[str, str]:
    """For whom an attempt to log in counts: keys by kind."""
    device = DEVICE.read(site.settings, connection)
    if device and await site.service.devices.knows(device, name):
        return {"browser": f"device {device} {name_key(name)}"}
    address, called = address_of(connection), name_key(name)
    return {"name at an address": f"{called} {address}", "address": address, "name": called}


async def _attempt(site: Site, keys: Mapping[str, str], check: Callable[[], Awaitable[T]]) -> T:
    """Counted before the check, so that many at once are none too many; what was no wrong password is given back."""
    claims = [Claim.of("wrong passwords", who, key) for who, key in keys.items()]
    used = await site.limits.claim(*claims, why=TOO_MANY)
    try:
        await site.limits.nap(max(map(delay, keys, used)), TOO_MANY)
        found = await check()
    except Forbidden:
        raise
    except SheepfoldError:
        await site.limits.give_back(*claims)
        raise
    await site.limits.give_back(*claims)
    return found
