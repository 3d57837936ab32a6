"""The protocols below the application: whatever is sent, in whatever pieces, costs no more than its bounds allow.

uvicorn bounds neither heads nor trailers, waits for requests that never become whole, reads on for ever after an early
answer, and answers pings as fast as they come. Here everything is counted before anything is done about it.
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from sheepfold.web.connection import BUSY, IDLE, SCOPE, Connection
from sheepfold.web.copies import FRAME
from sheepfold.web.frames import between_messages, text_in
from sheepfold.web.problems import FULL, Problem
from sheepfold.web.socket import FLOODED, TOO_MANY, Bucket, Flooded

SLICE: Final = 8 * 1024
"""Bytes that are read at once: what is sent as one piece of a megabyte is counted as it goes."""
FRAMES_AT_ONCE: Final = 240.0
FRAMES_PER_SECOND: Final = 80.0
"""Frames of any kind that a socket may send: four times the commands, since a command may come in pieces."""
TOGETHER: Final = 8
"""Messages that are written to a socket at once, if they are said at the same moment."""
TRY_AGAIN: Final = 1013
"""A socket's closing code for a house that is full."""


BODIES: Final = frozenset((b"content-length", b"transfer-encoding"))
"""The headers that announce a body."""


class Stage(Enum):
    """How much of a request has come."""

    BETWEEN = auto()
    """Nothing of the next one."""
    HEAD = auto()
    BODY = auto()


class Watched(asyncio.Protocol):
    """A protocol whose connection knows whether the other end takes what we send."""

    connection: Connection

    def pause_writing(self) -> None:
        self.connection.writing_paused(True)
        super().pause_writing()

    def resume_writing(self) -> None:
        self.connection.writing_paused(False)
        super().resume_writing()


class Http(Watched, HttpToolsProtocol):
    """A connection over which requests come, one after another."""

    def __init__(self, connection: Connection, **named: Any) -> None:
        super().__init__(**named)
        self.connection, self.bounds = connection, connection.bounds
        self.stage, self.asked = Stage.BETWEEN, False
        self.head = self.lines = self.wire = self.payload = 0
        """Bytes and lines of this head, bytes after it, bytes of the body among them."""
        self.progress = False
        """Whether a request became whole in the piece that is being read."""
        self.problem: Problem | None = None
        self.deaf = False
        """Whether nothing more is read: what was asked so far is answered, and that is all."""
        self.running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.connection.attach(transport, self)
        super().connection_made(self.connection)  # type: ignore[arg-type]
        self.connection.expect(self.bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.lost()
        if self.running is not None:
            _hang_up(self.running)
        self.pipeline.clear()
        super().connection_lost(exc)

    # -- reading -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        connection = self.connection
        if connection.left or self.deaf:
            connection.discard(len(data))
            return
        for start in range(0, len(data), SLICE):
            if self.deaf or connection.left or connection.speaker is not self:
                return
            self._read(data[start : start + SLICE])

    def _read(self, data: bytes) -> None:
        before, self.progress = self.stage, False
        super().data_received(data)
        if self.connection.left or self.deaf:
            return
        if self.problem is not None:
            self._refuse(self.problem)
        elif self.stage is Stage.BODY:
            self._read_body(len(data), before is Stage.BODY)
        elif self.stage is Stage.HEAD or not self.progress:
            self._read_head(len(data), before is Stage.HEAD)

    def _read_head(self, size: int, more: bool) -> None:
        self.head += size
        if self.head > self.bounds.head_bytes:
            self._refuse(HEAD_TOO_LONG)
        elif self.stage is Stage.HEAD and (self.progress or not more):
            self.connection.expect(self.bounds.head_seconds)

    def _read_body(self, size: int, more: bool) -> None:
        if not more or self.progress:
            self.connection.expect(self.bounds.body_seconds)
            return
        self.wire += size
        if self.payload > self.bounds.body_bytes:
            self._refuse(BODY_TOO_LONG)
        elif self.wire - self.payload > self.bounds.framing_bytes:
            self._refuse(TOO_MANY_CHUNKS)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= self.bounds.pipelined:
            self._stop_reading()
        if self.deaf:
            return
        self.stage, self.lines = Stage.HEAD, 0
        super().on_message_begin()
        self.scope[SCOPE] = self.connection  # type: ignore[typeddict-unknown-key]

    def on_url(self, url: bytes) -> None:
        if not self.deaf:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.deaf or self.stage is Stage.BODY:
            return  # a trailer: it must not pass for a header, and nobody asks for it
        self.lines += 1
        if self.lines > self.bounds.headers:
            self.problem = HEAD_TOO_LONG
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.deaf or self.problem is not None:
            return
        self.stage, self.asked = Stage.BODY, True
        self.head = self.wire = self.payload = 0
        if self.parser.should_upgrade() and any(name in BODIES and value != b"0" for name, value in self.headers):
            self.problem = UPGRADE_WITH_A_BODY  # the parser would take the body for the next request
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.deaf or self.problem is not None:
            return
        self.payload += len(body)
        if self.payload <= self.bounds.body_bytes + SLICE:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self.deaf or self.problem is not None:
            return
        self.stage, self.progress, self.connection.deadline = Stage.BETWEEN, True, None
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if self.problem is not None:
            return
        if self.running is None or self.running.response_complete:
            super().handle_websocket_upgrade()
            self.parser = None  # type: ignore[assignment]  # it holds on to us
        else:
            self._stop_reading()  # an answer must not end up among a socket's frames

    def _unsupported_upgrade_warning(self) -> None:
        """Another protocol was asked for: the request is answered in this one, and whatever follows is not for us."""
        if self.problem is None:
            self._stop_reading()

    # -- answering -----------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.running = cycle
        self.connection.all.put(self.connection, BUSY)
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """As in uvicorn, but that time is kept by the connection."""
        self.server_state.total_requests += 1
        if self.connection.left:
            return
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        else:
            self.connection.all.put(self.connection, IDLE)
            if self.stage is Stage.BETWEEN:
                self.connection.expect(self.bounds.idle_seconds)
        if not self.deaf:
            self.flow.resume_reading()

    # -- ending --------------------------------------------------------------------------------

    def unread(self) -> bool:
        return self.deaf or self.stage is not Stage.BETWEEN

    def unfinished(self) -> bool:
        return self.running is not None and self.running.more_body

    def late(self) -> None:
        if self.stage is Stage.BODY:
            self._refuse(BODY_TOO_LATE)
        elif self.stage is Stage.HEAD or not self.asked:
            self._refuse(HEAD_TOO_LATE)
        else:
            self.connection.close()

    def leaving(self) -> None:
        pass

    def turn_away(self) -> None:
        self._say(HOUSE_IS_FULL)
        self.connection.close(linger=False)

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem(status=400, kind="bad-request", detail=msg))

    def _refuse(self, problem: Problem) -> None:
        """Answer what cannot be read, in its turn: earlier requests are answered first, and it is then not."""
        self.problem = None
        running = self.running
        if (
            running is not None
            and not running.response_complete
            and (self.stage is not Stage.BODY or running is not self.cycle)
        ):
            self._stop_reading()
            return
        self.deaf = True
        self._say(problem)
        self.connection.close()

    def _stop_reading(self) -> None:
        """Answer what was asked, and close the connection with the last answer."""
        if not self.deaf:
            self.deaf, self.connection.deadline = True, None
            self.flow.pause_reading()
            self.cycle.keep_alive = False

    def _say(self, problem: Problem) -> None:
        """The answer to the request under way, in place of the application's, unless that has begun."""
        running = self.running
        begun = False
        if running is not None and not running.response_complete:
            begun = running.response_started
            _hang_up(running)
        if not begun and not self.connection.is_closing():
            self.connection.write(answer(problem, self.server_state.default_headers))


def _hang_up(cycle: RequestResponseCycle) -> None:
    """Tell the application that nobody waits for its answer any more."""
    if not cycle.response_complete:
        cycle.disconnected = True
        cycle.body.clear()  # it may be kept waiting for a second
        cycle.message_event.set()


def answer(problem: Problem, headers: list[tuple[bytes, bytes]]) -> bytes:
    """A refusal as bytes, like those of the application."""
    body = msgspec.json.encode(problem)
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
    return (
        STATUS_LINE[problem.status] + lines + b"content-type: application/problem+json\r\ncache-control: no-store\r\n"
        b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body
    )


HEAD_TOO_LONG: Final = Problem(status=431, kind="too-large", detail="The head of the request is too long.")
HEAD_TOO_LATE: Final = Problem(status=408, kind="too-late", detail="The request did not come in time.")
BODY_TOO_LONG: Final = Problem(status=413, kind="too-large", detail="The body is larger than allowed.")
BODY_TOO_LATE: Final = Problem(status=408, kind="too-late", detail="The body did not come in time.")
TOO_MANY_CHUNKS: Final = Problem(status=413, kind="too-large", detail="The body comes in too small pieces.")
UPGRADE_WITH_A_BODY: Final = Problem(
    status=400, kind="bad-request", detail="A request for a socket or another protocol has no body."
)
BAD_HANDSHAKE: Final = Problem(status=400, kind="bad-request", detail="The request for a socket cannot be read.")
HOUSE_IS_FULL: Final = Problem(status=503, kind="busy", detail=FULL)


class Socket(Watched, WebSocketsSansIOProtocol):
    """A socket whose frames are counted before anything is done about them: pings and empty pieces reach no command."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.bucket = Bucket(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self.served, self.app = self.app, self._serve
        self.said: list[bytes] = []
        """Frames that are written once all who are awake have had their say: an answer, and what is told by it."""

    def connection_made(self, transport: Any) -> None:
        """Take over from the protocol of requests, which was given a connection for its transport."""
        self.connection = transport
        self.connection.speaker, self.connection.deadline = self, None
        self.connection.all.put(self.connection, BUSY)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.lost()
        self.said.clear()
        super().connection_lost(exc)
        self.app = self.served
        self.conn.parser.close()  # it and what it raised hold on to themselves
        self.conn.handshake_exc = self.conn.parser_exc = None

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """A refusal in words ends the handshake too; uvicorn would report it as a fault."""
        scope[SCOPE] = self.connection
        await self.served(scope, receive, send)
        self.handshake_complete = self.handshake_complete or self.initial_response is not None

    async def send(self, message: Any) -> None:
        """A message that brings its frame along is written as it is."""
        if not self.writable.is_set():
            await self.writable.wait()
        frame = message.get(FRAME)
        if frame is None or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            self._write()
            await super().send(message)
            return
        if not self.said:
            self.loop.call_soon(self._write)
        self.said.append(frame)
        if len(self.said) >= TOGETHER:
            self._write()

    def _write(self) -> None:
        if self.said:
            self.connection.write(b"".join(self.said))
            self.said.clear()

    def data_received(self, data: bytes) -> None:
        self._write()  # before anything that is answered below us, a farewell most of all
        if self.connection.left:
            self.connection.discard(len(data))
            return
        if (text := self._whole_text(data)) is not None:
            self._hear(text)
            return
        for start in range(0, len(data), SLICE):
            if self.connection.left:
                return
            super().data_received(data[start : start + SLICE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse()

    def _whole_text(self, data: bytes) -> str | None:
        """What was sent, if it is a message in one piece and nothing is open that it could belong to."""
        return text_in(data, min(SLICE, self.config.ws_max_size)) if between_messages(self.conn) else None

    def _hear(self, text: str) -> None:
        """The same as uvicorn does with a message that the library has read, but that one more may come meanwhile."""
        try:
            self.bucket.take()
        except Flooded:
            self._fail(FLOODED, TOO_MANY)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > 1:  # stopping for each would be two calls of the system
            self.read_paused = True
            self.transport.pause_reading()

    def _refuse(self) -> None:
        """The request for a socket cannot be read: uvicorn would wait for another for ever."""
        self.connection.write(b"".join(self.conn.data_to_send()) or answer(BAD_HANDSHAKE, self.default_headers))
        self.connection.close()

    def handle_events(self) -> None:
        try:
            self.bucket.take(len(self.conn.events))
        except Flooded:
            self._fail(FLOODED, TOO_MANY)
        else:
            super().handle_events()

    def shutdown(self) -> None:
        self._write()
        super().shutdown()

    def _fail(self, code: int, why: str) -> None:
        self._write()
        self.conn.fail(code, why)
        if self.conn.close_sent is None or self.close_sent:  # not open yet, or closing already: no more words
            self.connection.abort()
        else:
            self.handle_parser_exception()

    def unread(self) -> bool:
        return self.conn.close_rcvd is None

    def unfinished(self) -> bool:
        return False

    def late(self) -> None:
        self.connection.abort()

    def leaving(self) -> None:
        self.disconnected = True  # else what is told in the meantime would pass for a fault

    def turn_away(self) -> None:
        self._fail(TRY_AGAIN, FULL)
