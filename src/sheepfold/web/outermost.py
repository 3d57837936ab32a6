"""The outermost wrapper: security headers and a number on every answer, a line in the log, and no fault that goes
further."""

from __future__ import annotations

import time
from secrets import token_hex
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheepfold.web.connection import SCOPE, Connection
from sheepfold.web.counters import Metrics
from sheepfold.web.logs import numbered, trace
from sheepfold.web.security import HEADERS, STRICT_TRANSPORT
from sheepfold.web.settings import Settings

WENT_WRONG = 1011
NUMBER: Final = b"x-request-id"
CLOSE = (b"connection", b"close")
"""Said where we answer before the request is whole: the rest of it is never read."""


class Outermost:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, log: Any, metrics: Metrics) -> None:
        self.app, self.log, self.metrics = app, log, metrics
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
        connection: Connection | None = scope.get(SCOPE)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                more = (pair for pair in self.headers if pair[0] not in given)
                message["headers"] = [*message["headers"], *more, (NUMBER, number.encode())]
                if connection is not None and connection.speaker.unfinished():
                    message["headers"].append(CLOSE)
            await send(message)

        try:
            await self.app(scope, receive, sending)
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
