"""How one text becomes the next: the places where they differ, and what stands there now.

Made for pages and data of which little changes from move to move. Texts are cut where a tag, an object or a list ends;
pieces that stand in both in the same order stay, whatever lies between them is replaced. Places are counted as browsers
count them, in UTF-16.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Final, TypeAlias

Splice: TypeAlias = tuple[int, int, str]
"""From where to where of the old text, and what stands there in the new one."""
UTF_16: Final = "utf-16-le"

_PIECES: Final = re.compile(r"[^>}\],\n]*[>}\],\n]|[^>}\],\n]+")
FAR: Final = 64
"""A piece that next recurs farther away is another one that happens to look alike."""


def splices(before: str, after: str) -> list[Splice]:
    """What leads from one text to the other, from the last place to the first, so that earlier places stay true."""
    if before == after:
        return []
    old, new = _PIECES.findall(before), _PIECES.findall(after)
    low, most = 0, min(len(old), len(new))
    while low < most and old[low] == new[low]:
        low += 1
    high = 0
    while high < most - low and old[-1 - high] == new[-1 - high]:
        high += 1
    found: list[Splice] = []
    width = len if before.isascii() else _width
    here = _Gap(sum(map(width, old[:low])))
    old, new = old[low : len(old) - high], new[low : len(new) - high]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index in range(len(old) - 1, -1, -1):
        places[old[index]].append(index)
    reached = 0
    for piece in new:
        there = _next(places.get(piece), reached)
        if there is None or there - reached > FAR:
            here.new.append(piece)
            continue
        here.old += old[reached:there]
        here = here.closed(found, width, piece)
        reached = there + 1
    here.old += old[reached:]
    here.closed(found, width)
    found.reverse()
    return found


def _next(places: list[int] | None, reached: int) -> int | None:
    """The first of the places (which are in falling order) that was not reached yet."""
    if not places:
        return None
    while places and places[-1] < reached:
        places.pop()
    return places[-1] if places else None


class _Gap:
    """A stretch that differs."""

    __slots__ = ("at", "new", "old")

    def __init__(self, at: int) -> None:
        self.at = at
        self.old: list[str] = []
        self.new: list[str] = []

    def closed(self, found: list[Splice], width: Callable[[str], int], kept: str = "") -> _Gap:
        """Note what differs, and begin the next after a piece that stays."""
        if not self.old and not self.new:
            self.at += width(kept)
            return self
        end = self.at + sum(map(width, self.old))
        found.append((self.at, end, "".join(self.new)))
        return _Gap(end + width(kept))


def _width(text: str) -> int:
    return len(text.encode(UTF_16, "surrogatepass")) // 2


def spliced(before: str, changes: list[Splice]) -> str:
    """The text that the changes lead to."""
    letters = before.encode(UTF_16, "surrogatepass")
    for first, last, text in changes:
        letters = letters[: 2 * first] + text.encode(UTF_16, "surrogatepass") + letters[2 * last :]
    return letters.decode(UTF_16, "surrogatepass")
