"""Who is let in: every request is paid for by its caller and its address, and what is dear is counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import HTTPConnection

from sheepfold.web.problems import NotSignedIn
from sheepfold.web.site import Caller, Site, address_of, counted_as, find_caller

NOTHING: Final = 2.0
"""Milliseconds that it costs to say that nothing is there."""
PASSWORD: Final = 75.0
"""Milliseconds that it costs to check or to keep a password: half of what it takes, since it yields to the games."""
LOADING: Final = 20.0
"""Milliseconds that it costs to read a table that nobody looked at lately, and to replay its game."""


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
        site.service.guest_came(caller.user.id, address_of(connection))
    return caller


def loading(site: Site, *tables: str) -> float:
    """The milliseconds that it costs to load those of these tables that are not in memory."""
    return LOADING * sum(site.service.asleep(table) for table in tables if table)


def payers(caller: Caller | None, connection: HTTPConnection) -> tuple[str, str]:
    """The keys of the buckets that pay: that of the address, and the caller's or that of all its nameless visitors."""
    address = address_of(connection)
    return address, f"nobody:{address}" if caller is None else counted_as(caller, connection)


async def count(site: Site, what: str, connection: HTTPConnection, caller: Caller | None = None) -> None:
    """Takes one token of a rate limit, by address and by caller. Raises TooOften."""
    await site.limits.count(what, address_of(connection), None if caller is None else counted_as(caller, connection))
