"""What one server process shares among all requests, and who is calling."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Never, TypeVar

from starlette.requests import HTTPConnection

from sheepfold.paper.printer import Printer
from sheepfold.play.errors import Busy
from sheepfold.play.people.users import ClientInfo, User, neighbourhood
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId
from sheepfold.web.logs import Metrics
from sheepfold.web.problems import NotAllowed, NotSignedIn, TooOften
from sheepfold.web.rate_limits import Limits, WorkQueue
from sheepfold.web.security import SESSION
from sheepfold.web.settings import Settings
from sheepfold.web.updates.replays import Replays
from sheepfold.web.updates.scenes import Faces, Scenes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Site:
    """Made once when the server starts; ``sockets`` counts the open ones per caller and per address."""

    settings: Settings
    service: Service
    limits: Limits
    log: Any
    faces: Faces
    metrics: Metrics
    scenes: Scenes
    sockets: Counter[str] = field(default_factory=Counter)
    drawing: WorkQueue = field(kw_only=True)
    """Where tables that are played at are drawn."""
    leafing: WorkQueue = field(default_factory=lambda: WorkQueue("leafing"))
    """Where finished games are, and whatever else nobody's clock waits for."""
    replays: Replays = field(default_factory=Replays)
    printer: Printer = field(default_factory=Printer)

    @contextmanager
    def kept_open(self, connection: HTTPConnection, caller: Caller | None, *, poll: bool = False) -> Iterator[None]:
        """Count a socket, or a long poll, while it is open: by player, by address, and all the nameless of an address
        together, who must leave room for its players. Raises TooOften."""
        limits, address = {}, address_of(connection)
        if caller is not None and not poll:
            limits[counted_as(caller, connection)] = self.settings.sockets_per_caller
        if self.settings.rate_limits:
            limits["all " + address] = self.settings.sockets_per_address
            if caller is None:
                limits[address] = self.settings.spectators_per_address
        if any(self.sockets[name] >= most for name, most in limits.items()):
            raise TooOften("You have too many connections open: close one first.")
        self.sockets.update(limits.keys())
        try:
            yield
        finally:
            self.sockets.subtract(limits.keys())
            for name in limits:
                if not self.sockets[name]:
                    del self.sockets[name]


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who is known: by a token, or by a browser's ``session`` and the ``csrf`` its changes must carry."""

    user: User
    scopes: frozenset[str]
    csrf: str | None = field(default=None, repr=False)
    session: str = field(default="", repr=False)

    @property
    def id(self) -> UserId:
        return self.user.id

    def check(self, needs: str) -> None:
        """Raises Forbidden unless the token has the scope. Who may play may look."""
        if needs and needs not in self.scopes and not (needs == "read" and "play" in self.scopes):
            raise NotAllowed(f"This token may not do that; it needs the scope {needs!r}.")


RECHECK: Final = 30.0
"""Seconds after which a caller's session or token is looked at again, in case the word of its end was lost."""
ASK_AGAIN: Final = 1.0
"""Seconds until the store is asked again that did not answer."""
BROWSER_SCOPES: Final = frozenset({"read", "play", "account"})


async def find_caller(site: Site, connection: HTTPConnection) -> Caller | None:
    """Who calls, or None for a nameless visitor. Raises NotSignedIn for a token that is not alive."""
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        bearer = scheme.lower() == "bearer"
        found = await site.service.sessions.token(secret.strip(), client(connection)) if bearer else None
        if found is None:
            raise NotSignedIn("This token is not known here, or was revoked.")
        user, scopes = found
        return Caller(user, frozenset(scopes))
    return await find_browser(site, connection)


async def find_browser(site: Site, connection: HTTPConnection) -> Caller | None:
    """Whose browser this is by its cookie alone: all that pages go by, since they know no scopes."""
    secret = SESSION.read(site.settings, connection)
    session = await site.service.sessions.session(secret, client(connection)) if secret else None
    return None if session is None else Caller(session.user, BROWSER_SCOPES, session.csrf, secret)


async def stay_known(site: Site, connection: HTTPConnection, user: UserId) -> Never:
    """Waits as long as whoever hangs on the connection is known here; then raises NotSignedIn, at once."""
    with site.service.revocations.of(user) as revoked:
        while True:
            revoked.clear()
            try:
                await find_again(site, connection, user)
            except Busy:
                await asyncio.sleep(ASK_AGAIN)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(RECHECK):
                    await revoked.wait()


async def while_known(site: Site, connection: HTTPConnection, user: UserId | None, work: Coroutine[Any, Any, T]) -> T:
    """What the work brings, if whoever waits for it is known here until then. Raises NotSignedIn."""
    if user is None:
        return await work
    tasks = working, watching = asyncio.create_task(work), asyncio.create_task(stay_known(site, connection, user))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if watching.done():
            watching.result()
        await find_again(site, connection, user)
        return working.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def find_again(site: Site, connection: HTTPConnection, user: UserId) -> None:
    """Whoever waited must still be known here. Raises NotSignedIn for an ended session or a revoked token."""
    again = await find_caller(site, connection)
    if again is None or again.user.id != user:
        raise NotSignedIn("You are logged out.")


def client(connection: HTTPConnection) -> ClientInfo:
    """From where somebody calls, and with what."""
    return ClientInfo(connection.client.host if connection.client else "", connection.headers.get("user-agent", ""))


def counted_as(caller: Caller | None, connection: HTTPConnection) -> str:
    """Under which name rate limits count a caller: a player, or else the address."""
    if caller is not None:
        return f"user:{caller.id}"
    return "at:" + neighbourhood(connection.client.host if connection.client else "")


def address_of(connection: HTTPConnection) -> str:
    """Under which name rate limits count an address, whoever calls from it."""
    return counted_as(None, connection)
