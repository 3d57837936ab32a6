"""What several sockets are sent alike: written and framed once, then passed on as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from starlette.types import Message

from sheepfold.core.memory import Memory
from sheepfold.web.frames import framed

FRAME: Final = "sheepfold.frame"
"""Under which name a message carries its own frame; a server that does not know it makes another of the text."""
KEPT: Final = 256
"""Messages that are remembered: all who are sent one are sent it within a moment."""


def text_message(text: bytes) -> Message:
    """JSON as a socket's message."""
    return {
        "type": "websocket.send",
        "text": text.decode(),
        FRAME: framed(text),
    }


class Copies:
    """One per process. Messages are found by the very objects that they were made of, which nobody else's are."""

    def __init__(self) -> None:
        self._kept: Memory[tuple[Hashable, ...], tuple[tuple[object, ...], Message]] = Memory(KEPT)

    def of(self, sources: tuple[object, ...], more: Hashable, write: Callable[[], bytes]) -> Message:
        """The message that ``write`` makes of the sources, and of what is compared by its value."""
        key = (more, *map(id, sources))
        found = self._kept.get(key)  # it holds the sources, so that no others can have their numbers
        if found is None:
            found = self._kept.keep(key, (sources, text_message(write())))
        return found[1]
