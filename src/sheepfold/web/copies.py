"""Messages as sockets send them: a text with its frame, so that the server need not make one."""

from __future__ import annotations

from typing import Final

from starlette.types import Message

from sheepfold.web.frames import framed

FRAME: Final = "sheepfold.frame"
"""Under which name a message carries its own frame; a server that does not know it makes another of the text."""


def text_message(text: bytes) -> Message:
    """JSON as a socket's message."""
    return {
        "type": "websocket.send",
        "text": text.decode(),
        FRAME: framed(text),
    }
