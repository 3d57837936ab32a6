"""Characters that nobody sees and every page obeys: controls, marks of direction, and what has no width."""

from __future__ import annotations

import re
from typing import Final

_DIRECTION: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROL: Final = "\u0000-\u001f\u007f-\u009f\u206a-\u206f\ufff9-\ufffb"
_NO_WIDTH: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u3164\ufeff\uffa0\U000e0000-\U000e0fff"
)
_JOINERS: Final = "\u200c\u200d"
"""Persian words and families of faces need these; a name or a label does not."""

_UNSEEN: Final = re.compile(f"[{_DIRECTION}{_CONTROL}{_NO_WIDTH}]")
_ANY: Final = re.compile(f"[{_DIRECTION}{_CONTROL}{_NO_WIDTH}{_JOINERS}]")


def visible(text: str) -> str:
    """A line of talk without what nobody sees: blanks are single, and nothing changes the direction of what follows."""
    return " ".join(_UNSEEN.sub("", " ".join(text.split())).split())


def has_unseen(text: str) -> bool:
    """Whether there is anything in a name or a label that nobody would see."""
    return _ANY.search(text) is not None
