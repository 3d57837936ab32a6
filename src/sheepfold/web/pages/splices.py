"""How one text becomes the next: the places where they differ, and what stands there now.

Made for pages and data of which little changes from move to move. What both texts begin and end with is passed over;
the rest is cut where a line, an object or a list ends. Pieces that occur once in both, in the same order, hold them
together; of what lies between, only what differs is told. Places are counted as browsers count them, in UTF-16.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

Splice: TypeAlias = tuple[int, int, str]
"""From where to where of the old text, and what stands there in the new one."""

TINY: Final = 20
"""A part that is no longer is told as a whole: a number, a yes or no."""
SHORT: Final = 40
"""What is no longer is told in one piece: looking for what stays in it is not worth the while."""
UTF_16: Final = "utf-16-le"
_PIECES: Final = re.compile(r"[^}\]\n]*[}\]\n]|[^}\]\n]+")


def splices(before: str, after: str) -> list[Splice]:
    """What leads from one text to the other, from the last place to the first, so that earlier places stay true."""
    if before == after:
        return []
    low = _alike(before, after)
    high = _alike(before[low:], after[low:], ends=True)
    width = len if before.isascii() else _width
    first, old, new = width(before[:low]), before[low : len(before) - high], after[low : len(after) - high]
    if len(old) < SHORT or len(new) < SHORT:
        return [(first, first + width(old), new)]
    return _between(_PIECES.findall(old), _PIECES.findall(new), first, width)


def splices_of_parts(
    before: Sequence[str], after: Sequence[str], lead: Callable[[str, str], list[Splice]] = splices
) -> list[Splice]:
    """The same for two texts that come in parts, of which most stay as they are; ``lead`` is asked about the others."""
    old, new, at = before, after, 0
    if len(before) != len(after):
        low, most = 0, min(len(before), len(after))
        while low < most and before[low] == after[low]:
            low += 1
        high = 0
        while high < most - low and before[-1 - high] == after[-1 - high]:
            high += 1
        at = sum(map(_width, before[:low]))
        old, new = ["".join(before[low : len(before) - high])], ["".join(after[low : len(after) - high])]
    found: list[Splice] = []
    for was, now in zip(old, new, strict=True):
        end = at + (len(was) if was.isascii() else _width(was))
        if was != now:
            if len(was) <= TINY and len(now) <= TINY:
                found.append((at, end, now))
            else:
                found += [(at + first, at + last, text) for first, last, text in reversed(lead(was, now))]
        at = end
    found.reverse()
    return found


def _between(old: list[str], new: list[str], first: int, width: Callable[[str], int]) -> list[Splice]:
    """The splices of two texts in pieces, the old one of which begins at ``first``."""
    starts = [*accumulate(map(width, old), initial=first)]
    found = []
    for gap in _gaps(old, new):
        was, now = "".join(old[gap.old : gap.old_end]), "".join(new[gap.new : gap.new_end])
        low = _alike(was, now)
        high = _alike(was[low:], now[low:], ends=True)
        at = starts[gap.old] + width(was[:low])
        found.append((at, at + width(was[low : len(was) - high]), now[low : len(now) - high]))
    found.reverse()
    return found


class _Gap(NamedTuple):
    """A stretch of pieces of both texts that differs."""

    old: int
    old_end: int
    new: int
    new_end: int


def _gaps(old: list[str], new: list[str]) -> Iterator[_Gap]:
    place = {piece: index for index, piece in enumerate(old)}
    for again in _repeated(old, place) | _repeated(new, set(new)):
        place.pop(again, None)
    reached, first = 0, 0
    for index, piece in enumerate([*new, None]):
        there = len(old) if piece is None else place.get(piece, -1)
        if there >= reached:
            if there - reached == index - first:  # as many: each by itself
                yield from (
                    _Gap(reached + n, reached + n + 1, first + n, first + n + 1)
                    for n in range(index - first)
                    if old[reached + n] != new[first + n]
                )
            elif there > reached or index > first:
                yield _Gap(reached, there, first, index)
            reached, first = there + 1, index + 1


def _repeated(pieces: list[str], different: Collection[str]) -> set[str]:
    """The pieces that occur more than once; mostly none does, which is seen by counting."""
    if len(pieces) == len(different):
        return set()
    return {piece for piece, count in Counter(pieces).items() if count > 1}


def _alike(one: str, other: str, *, ends: bool = False) -> int:
    """How many letters at the beginning, or the end, are the same. Halving is quick: slices are compared at once."""
    low, high = 0, min(len(one), len(other))
    if ends:
        one, other = one[len(one) - high :], other[len(other) - high :]
        most = high
        while low < high:
            middle = (low + high + 1) // 2
            same = one[most - middle : most - low] == other[most - middle : most - low]
            low, high = (middle, high) if same else (low, middle - 1)
        return low
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode(UTF_16, "surrogatepass")) // 2


def spliced(before: str, changes: list[Splice]) -> str:
    """The text that the changes lead to."""
    letters = before.encode(UTF_16, "surrogatepass")
    for first, last, text in changes:
        letters = letters[: 2 * first] + text.encode(UTF_16, "surrogatepass") + letters[2 * last :]
    return letters.decode(UTF_16, "surrogatepass")
