"""What several sockets are sent alike is written and framed once; nobody is ever sent what was made for another."""

from __future__ import annotations

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from sheepfold.web.copies import FRAME, Copies, text_message


def test_a_message_is_written_once_for_the_same_sources_only() -> None:
    copies, written = Copies(), list[str]()

    def write(name: str) -> bytes:
        written.append(name)
        return name.encode()

    update, equal = ["told"], ["told"]
    first = copies.of((update, b"change"), 0.1, lambda: write("one"))
    assert copies.of((update, b"change"), 0.1, lambda: write("again")) is first
    assert copies.of((update, b"change"), 0.2, lambda: write("later"))["text"] == "later"
    assert copies.of((equal, b"change"), 0.1, lambda: write("another's"))["text"] == "another's"
    assert written == ["one", "later", "another's"]


def test_the_frame_of_a_message_is_read_as_its_text() -> None:
    for text in ("{}", "ä" * 100, "x" * 70_000):
        message = text_message(text.encode())
        browser = ClientProtocol(parse_uri("ws://sheepfold.example/"), state=State.OPEN)
        browser.receive_data(message[FRAME])
        (found,) = browser.events_received()
        assert isinstance(found, Frame)
        assert (found.opcode, bytes(found.data).decode(), found.fin) == (Opcode.TEXT, text, True)
        assert message["text"] == text
