"""What several sockets are sent alike is written and framed once; nobody is ever sent what was made for another."""

from __future__ import annotations

from sheepfold.web.copies import FRAME, Copies, text_message
from sheepfold.web.frames import framed


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


def test_a_message_brings_its_frame_along() -> None:
    message = text_message("ä".encode())
    assert (message["text"], message[FRAME]) == ("ä", framed("ä".encode()))
