"""Around every request and WebSocket: bounds on the body, security headers and a number on the answer, a line in the
log, a count in the metrics. No fault goes further."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheepfold.web.logs import Metrics, numbered, trace
from sheepfold.web.problems import Refusal, TooLarge, TooLate, TooManyHeaders, refused
from sheepfold.web.security import HEADERS, STRICT_TRANSPORT
from sheepfold.web.settings import Settings

WENT_WRONG: Final = 1011
NUMBER: Final = b"x-request-id"
MOST_HEADERS: Final = 100
CHUNKED: Final = b"transfer-encoding"
"""Whoever sends this header sends a body in chunks; h11 takes nothing else in it."""
BODY_SECONDS: Final = 15.0
"""In which a body must have arrived."""
CHUNKED_BYTES: Final = 4096
"""The largest body in chunks: each chunk takes some 20 µs to read, however small it is."""
LINGER_SECONDS: Final = 3.0
LINGER_BYTES: Final = 1024 * 1024
"""What is read and dropped of a body that was refused: who is cut off while still sending never reads the answer."""


class RequestMiddleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, log: Any, metrics: Metrics) -> None:
        self.app, self.log, self.metrics, self.body_bytes = app, log, metrics, settings.body_bytes
        secure = settings.origin.startswith("https:")
        self.headers = (*HEADERS, STRICT_TRANSPORT) if secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        number = token_hex(8)
        with numbered(number):
            match scope["type"]:
                case "http":
                    await self._http(scope, receive, send, number)
                case "websocket":
                    await self._socket(scope, receive, send)
                case _:
                    await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send, number: str) -> None:
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                more = (pair for pair in self.headers if pair[0] not in given)
                message["headers"] = [*message["headers"], *more, (NUMBER, number.encode())]
            await send(message)

        try:
            try:
                received = await with_body(scope, receive, self.body_bytes)
            except Refusal as error:
                await refuse(error, scope, receive, sending)
            except ClientDisconnect:
                self.log.debug("gone", method=scope["method"])
            else:
                await self.app(scope, received, sending)
        except Exception as error:
            self.log.error("broken", method=scope["method"], route=_route(scope), fault=trace(error))
        took = time.perf_counter() - began
        self.metrics.observe(scope["method"], _route(scope), status, took)
        self.log.info(
            "request", method=scope["method"], route=_route(scope), status=status, ms=round(took * 1000, 1)
        )  # fmt: skip

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self.metrics.sockets.track_inprogress():
                await self.app(scope, receive, send)
        except Exception as error:
            self.log.error("broken", method="SOCKET", route=_route(scope), fault=trace(error))
            try:
                await send({"type": "websocket.close", "code": WENT_WRONG, "reason": "Something broke on our side."})
            except Exception:
                self.log.info("socket was gone")


def _route(scope: Scope) -> str:
    """The route's pattern, never the path itself: a path can hold an invitation."""
    return str(scope.get("sheepfold.route", "unknown"))


async def with_body(scope: Scope, receive: Receive, limit: int) -> Receive:
    """A ``receive`` that begins with the whole body. Raises TooManyHeaders, TooLarge, TooLate, ClientDisconnect."""
    headers = dict(scope["headers"])
    if len(scope["headers"]) > MOST_HEADERS:
        raise TooManyHeaders("The head of the request is too long.")
    if scope["method"] in ("GET", "HEAD") and not headers.keys() & {b"content-length", CHUNKED}:
        return receive
    if CHUNKED in headers:
        limit = min(limit, CHUNKED_BYTES)
    too_large = TooLarge(f"The body is larger than the {limit} bytes allowed{' in chunks' * (CHUNKED in headers)}.")
    announced = headers.get(b"content-length", b"")
    if announced.isdigit() and int(announced[:20]) > limit:
        raise too_large
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limit:
                    raise too_large
    except TimeoutError:
        raise TooLate(f"The body did not arrive within {BODY_SECONDS:.0f} seconds.") from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def receiving() -> Message:
        return whole.pop() if whole else await receive()

    return receiving


async def refuse(error: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers before the whole request has come, and drops the rest of a body for a moment, so that it is heard."""
    response = refused(error, {"connection": "close"})
    await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": response.body, "more_body": True})
    passed = LINGER_BYTES if CHUNKED in dict(scope["headers"]) else 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while passed < LINGER_BYTES and (message := await receive()).get("more_body"):
                passed += len(message["body"])
    await send({"type": "http.response.body", "body": b""})
