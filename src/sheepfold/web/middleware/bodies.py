"""Reading a request's body: never more than allowed, never longer than patience lasts."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request

from sheepfold.web.problems import TooLarge, Unreadable, WrongMedia

PATIENCE: Final = 15.0
"""Seconds in which a body must have arrived."""


async def read_json(request: Request, limit: int) -> bytes:
    """The bytes of a JSON body. Raises WrongMedia, TooLarge or BadRequest."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise WrongMedia("Send the body as JSON, with Content-Type: application/json.")
    return await read(request, limit)


async def read(request: Request, limit: int) -> bytes:
    """The bytes of a body, whatever they are."""
    announced = request.headers.get("content-length", "0")
    if announced.isascii() and announced.isdecimal() and int(announced[:20]) > limit:
        raise TooLarge(f"The body is larger than the {limit} bytes allowed.")
    try:
        async with asyncio.timeout(PATIENCE):
            return await _collect(request, limit)
    except TimeoutError:
        raise Unreadable(f"The body did not arrive within {PATIENCE:.0f} seconds.") from None
    except ClientDisconnect:
        raise Unreadable("The connection was lost before the body arrived.") from None


async def _collect(request: Request, limit: int) -> bytes:
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > limit:
            raise TooLarge(f"The body is larger than the {limit} bytes allowed.")
    return bytes(found)
