"""The connections below the application: nobody holds one up, or the event loop, before a request is whole.

uvicorn reads a head of any length, waits for it for ever, and answers pings as fast as they come. One client that sends
without end could so take all memory and all time of the server.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sheepfold.web.socket import FLOODED, TOO_MANY, Bucket, Flooded

HEAD_BYTES: Final = 32 * 1024
"""How long the head of a request may grow after its first piece."""
HEAD_SECONDS: Final = 15.0
"""In which it must have come, since the connection was made or since it began."""
SLICE: Final = 4 * 1024
"""Bytes of a socket that are read at once: hundreds of frames at most."""
FRAMES_AT_ONCE: Final = 240.0
FRAMES_PER_SECOND: Final = 80.0
"""Frames of any kind that a socket may send: four times the commands, since a command may come in pieces."""
BAD_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """A connection that must soon send a head of reasonable length."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.in_head, self.head = False, 0
        self.late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.in_head
        super().data_received(data)
        if not self.in_head:
            return
        if before:
            self.head += len(data)
            if self.head > HEAD_BYTES:
                self._refuse("The head of the request is too long.")
        elif self.late is None:
            self._expect_head()

    def on_message_begin(self) -> None:
        self.in_head, self.head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_came()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self.late = self.loop.call_later(HEAD_SECONDS, self._refuse, "The request did not come in time.")

    def _head_came(self) -> None:
        self.in_head = False
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _refuse(self, why: str) -> None:
        self._head_came()
        if not self.transport.is_closing():
            self.send_400_response(why)


class Socket(WebSocketsSansIOProtocol):
    """A socket whose frames are counted before anything is done about them: pings and empty pieces reach no command."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.bucket = Bucket(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self.served, self.app = self.app, self._serve

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """A refusal in words ends the handshake too; uvicorn would report it as a fault."""
        await self.served(scope, receive, send)
        self.handshake_complete = self.handshake_complete or self.initial_response is not None

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse()

    def _refuse(self) -> None:
        """The request for a socket cannot be read: uvicorn would wait for another for ever."""
        self.transport.write(b"".join(self.conn.data_to_send()) or BAD_HANDSHAKE)
        self.transport.close()

    def handle_events(self) -> None:
        try:
            self.bucket.take(len(self.conn.events))
        except Flooded:
            self._let_go()
        else:
            super().handle_events()

    def _let_go(self) -> None:
        self.conn.fail(FLOODED, TOO_MANY)
        if self.conn.close_sent is None or self.close_sent:  # not open yet, or closing already: no more words
            self.transport.abort()
        else:
            self.handle_parser_exception()
