"""Wherever a password is asked for: wrong ones are counted and slow the next ones down, and lock no owner out.

An attempt counts for the name at the address that it comes from, for the address whatever the names, and for the name
wherever attempts come from. The browser that an account was opened in before, or is open in, counts for itself alone:
what strangers try elsewhere is nothing to it. Names count as they are typed, so that nothing depends on whether they
exist.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from starlette.requests import HTTPConnection

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.errors import Forbidden
from sheepfold.play.host.budgets import Claim
from sheepfold.play.people.users import User, name_key
from sheepfold.play.rate_limits import delay
from sheepfold.web.middleware.security import device_cookie
from sheepfold.web.site import Caller, Site, address_of, client

T = TypeVar("T")

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
    device = device_cookie(site.settings, connection)
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
