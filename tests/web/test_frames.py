"""Frames of a socket: a whole text is read and written here, everything else by the library, to the same effect."""

from __future__ import annotations

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from sheepfold.web.frames import between_messages, framed, text_in

MOST = 8192


def browser() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://sheepfold.example/"), state=State.OPEN)


def sent(text: bytes, *, opcode: str = "text", fin: bool = True) -> bytes:
    """What a browser sends, masked as it likes."""
    client = browser()
    getattr(client, f"send_{opcode}")(text, fin=fin)
    return b"".join(client.data_to_send())


TEXTS = ("", "{}", "x" * 125, "x" * 126, "\N{SHEEP}" * 1000)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_framed_as_the_library_reads_it(text: str) -> None:
    client = browser()
    client.receive_data(framed(text.encode()))
    (found,) = client.events_received()
    assert isinstance(found, Frame)
    assert (found.opcode, bytes(found.data).decode(), found.fin) == (Opcode.TEXT, text, True)


@pytest.mark.parametrize("text", TEXTS)
def test_a_whole_text_is_read_as_the_library_sent_it(text: str) -> None:
    assert text_in(sent(text.encode()), MOST) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent(b"{}")[:-1],
        sent(b"{}") + b"x",
        sent(b"{}") * 2,
        sent(b"x" * 200)[:4],
        sent(b"{}", opcode="binary"),
        sent(b"{}", fin=False),
        sent(b"\xff\xfe"),
        sent(b"x" * (MOST + 1)),
        framed(b"{}1234"),
        bytes([0xC1, *sent(b"{}")[1:]]),
    ],
    ids=["nothing", "half", "more", "two", "a head", "bytes", "a piece", "no text", "long", "not masked", "packed"],
)
def test_whatever_is_no_whole_text_is_left_to_the_library(data: bytes) -> None:
    assert text_in(data, MOST) is None


def test_nothing_is_taken_for_a_message_that_may_be_the_rest_of_another() -> None:
    server = ServerProtocol(state=State.OPEN)
    assert between_messages(server)
    for data in (sent(b"{}"), sent(b"x" * 200)):
        for byte in data[:-1]:
            server.receive_data(bytes([byte]))
            assert not between_messages(server)
        server.receive_data(data[-1:])
        assert between_messages(server)
    server.receive_data(sent(b"a piece", fin=False))
    assert not between_messages(server)
    client = browser()
    client.send_close()
    closing = ServerProtocol(state=State.OPEN)
    closing.receive_data(b"".join(client.data_to_send()))
    assert not between_messages(closing)
