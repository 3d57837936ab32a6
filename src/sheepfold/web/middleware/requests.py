"""Around every request and WebSocket: security headers and a number on the answer, a line in the log, a count in the
metrics; and its connection learns when it begins and ends. No fault goes further."""

from __future__ import annotations

import time
from secrets import token_hex
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheepfold.web.connections.connection import Bounds, Connection, connection_of
from sheepfold.web.middleware.security import HEADERS, STRICT_TRANSPORT
from sheepfold.web.monitoring.counters import Metrics
from sheepfold.web.monitoring.logs import numbered, trace
from sheepfold.web.problems import Problem, answer
from sheepfold.web.settings import Settings

WENT_WRONG: Final = 1011
NUMBER: Final = b"x-request-id"
CLOSE: Final = (b"connection", b"close")
"""Said where we answer before the request is whole: the rest of it is never read."""
BODY_HEADERS: Final = frozenset((b"content-length", b"transfer-encoding"))
"""The headers that announce a body."""
MOST_HEADERS: Final = Bounds().headers
TOO_MANY_HEADERS: Final = Problem(status=431, kind="too-large", detail="The head of the request is too long.")


class RequestMiddleware:
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
        connection = connection_of(scope)
        if connection is not None and _has_body(scope):
            receive = _told(connection, receive)
        elif connection is not None:
            connection.begin(body=False)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                more = (pair for pair in self.headers if pair[0] not in given)
                message["headers"] = [*message["headers"], *more, (NUMBER, number.encode())]
                if connection is not None and connection.unread:
                    message["headers"].append(CLOSE)
            await send(message)
            if connection is not None and message["type"] == "http.response.body" and not message.get("more_body"):
                connection.end()

        try:
            app = self.app
            if len(scope["headers"]) > MOST_HEADERS:
                app = answer(TOO_MANY_HEADERS, {"connection": "close"})
            await app(scope, receive, sending)
        except Exception as error:
            if connection is None or not connection.is_closing():
                self.log.error("broken", method=scope["method"], route=_route(scope), fault=trace(error))
        took = time.perf_counter() - began
        self.metrics.observe(scope["method"], _route(scope), status, took)
        self.log.info(
            "request", method=scope["method"], route=_route(scope), status=status, ms=round(took * 1000, 1)
        )  # fmt: skip

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = connection_of(scope)
        if connection is not None:
            connection.begin(body=False)
        try:
            with self.metrics.sockets.track_inprogress():
                await self.app(scope, receive, send)
        except Exception as error:
            self.log.error("broken", method="SOCKET", route=_route(scope), fault=trace(error))
            try:
                await send({"type": "websocket.close", "code": WENT_WRONG, "reason": "Something broke on our side."})
            except Exception:
                self.log.info("socket was gone")


def _told(connection: Connection, receive: Receive) -> Receive:
    """What a request with a body receives; its connection is told when that has come."""
    connection.begin(body=True)

    async def receiving() -> Message:
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            connection.read_body()
        return message

    return receiving


def _has_body(scope: Scope) -> bool:
    return any(name in BODY_HEADERS and value != b"0" for name, value in scope["headers"])


def _route(scope: Scope) -> str:
    """The route's pattern, never the path itself: a path can hold an invitation."""
    return str(scope.get("sheepfold.route", "unknown"))
