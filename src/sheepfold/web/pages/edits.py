"""How what a page holds becomes what it holds next: texts by their lines, data by its fields.

Made for pieces of pages and data of which little changes from move to move, and quick rather than short: lines and
fields are compared whole. Of a line that changed, what it begins and ends with as before is left out. Places in a line
are counted as browsers count them, so they are given only where all letters are plain ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sheepfold.core.memory import Beside

Edit: TypeAlias = tuple[int, str] | tuple[int, int, list[str]] | tuple[int, int, int, str]
"""A line as it is now; from which to which line others stand now; or from where to where in a line something else
does."""
Wording: TypeAlias = str | tuple[int, int, str]
"""A text as it is now, or from where to where something else stands in it."""
Step: TypeAlias = str | int
Patch: TypeAlias = list[list[Any]]
"""Each the way to a field, by names and numbers, and at its end what stands there now."""

SHORT: Final = 40
"""A line that is no longer is told as a whole: looking for what stays in it is not worth the while."""


# -- texts -------------------------------------------------------------------------------------


def edits(before: str, after: str) -> list[Edit]:
    """What leads from one text to the other, from the last line to the first, so that numbers of lines stay true."""
    old, new = _LINES.of(before, _split), _LINES.of(after, _split)
    found: list[Edit] = []
    if len(old) == len(new):
        found = [_line(n, was, now) for n, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    else:
        for gap in _gaps(old, new):
            found += _filled(gap, old, new)
    found.reverse()
    return found


def _split(text: str) -> list[str]:
    return text.split("\n")


_LINES: Final[Beside[str, list[str]]] = Beside(512)
"""The lines of texts that were compared: what a text became is mostly what the next one comes from."""


def edited(before: str, changes: Sequence[Edit]) -> str:
    """The text that the edits lead to."""
    lines = before.split("\n")
    for change in changes:
        match change:
            case (at, str(text)):
                lines[at] = text
            case (first, last, list(others)):
                lines[first:last] = others
            case (at, first, last, str(text)):
                lines[at] = lines[at][:first] + text + lines[at][last:]
    return "\n".join(lines)


def wording(before: str, after: str) -> Wording:
    """What leads from one short text to another."""
    if len(before) <= SHORT or len(after) <= SHORT or not before.isascii():
        return after
    low = _alike(before, after)
    high = _alike_at_end(before, after, low)
    return low, len(before) - high, after[low : len(after) - high]


def _line(at: int, was: str, now: str) -> Edit:
    found = wording(was, now)
    return (at, found) if isinstance(found, str) else (at, *found)


class _Gap(NamedTuple):
    """A stretch of lines of both texts that differs."""

    old: int
    old_end: int
    new: int
    new_end: int


def _filled(gap: _Gap, old: list[str], new: list[str]) -> Iterator[Edit]:
    """From the first line to the last."""
    if gap.old_end - gap.old == gap.new_end - gap.new:
        for at, line in zip(range(gap.old, gap.old_end), range(gap.new, gap.new_end), strict=True):
            if old[at] != new[line]:
                yield _line(at, old[at], new[line])
    else:
        yield gap.old, gap.old_end, new[gap.new : gap.new_end]


def _gaps(old: list[str], new: list[str]) -> Iterator[_Gap]:
    """Where two texts differ: lines that occur once in both, in the same order, hold them together."""
    most, low = min(len(old), len(new)), 0
    while low < most and old[low] == new[low]:
        low += 1
    high = 0
    while high < most - low and old[-1 - high] == new[-1 - high]:
        high += 1
    ends = len(old) - high, len(new) - high
    place = {line: index for index, line in enumerate(old[low : ends[0]], low)}
    for again in _repeated(old[low : ends[0]], place) | _repeated(between := new[low : ends[1]], set(between)):
        place.pop(again, None)
    reached = first = low
    for index in range(low, ends[1] + 1):
        there = ends[0] if index == ends[1] else place.get(new[index], -1)
        if there >= reached:
            if there > reached or index > first:
                yield _Gap(reached, there, first, index)
            reached, first = there + 1, index + 1


def _repeated(lines: list[str], different: Collection[str]) -> set[str]:
    """The lines that occur more than once; mostly none does, which is seen by counting."""
    if len(lines) == len(different):
        return set()
    return {line for line, count in Counter(lines).items() if count > 1}


def _alike(one: str, other: str) -> int:
    """How many letters at the beginning are the same. Halving is quick: slices are compared at once."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _alike_at_end(one: str, other: str, but: int) -> int:
    """How many letters at the end are the same, not counting as many at the beginning."""
    low, high = 0, min(len(one), len(other)) - but
    ends = len(one), len(other)
    while low < high:
        middle = (low + high + 1) // 2
        same = one[ends[0] - middle : ends[0] - low] == other[ends[1] - middle : ends[1] - low]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


# -- data --------------------------------------------------------------------------------------


def patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> Patch:
    """What leads from one object to another that has at least the same fields."""
    found: Patch = []
    _compare_fields(before, after, [], found)
    return found


def patched(before: Any, changes: Patch) -> Any:
    """The object that the patch leads to, as JSON has it: a new one."""
    for change in changes:
        *way, value = change
        before = _put(before, way, value)
    return before


def _put(whole: Any, way: Sequence[Step], value: Any) -> Any:
    if not way:
        return value
    step, *rest = way
    if isinstance(whole, list):
        assert isinstance(step, int)
        inner = _put(whole[step], rest, value) if step < len(whole) else value
        return [*whole[:step], inner, *whole[step + 1 :]]
    return whole | {step: _put(whole.get(step), rest, value)}


def _compare(old: Any, new: Any, way: list[Step], found: Patch) -> None:
    if old is new or old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        _compare_fields(old, new, way, found)
    elif isinstance(old, tuple) and isinstance(new, tuple) and old and len(old) <= len(new):
        _compare_items(old, new, way, found)
    else:
        found.append([*way, new])


def _compare_fields(old: Mapping[str, Any], new: Mapping[str, Any], way: list[Step], found: Patch) -> None:
    for name, value in new.items():
        if name in old:
            _compare(old[name], value, [*way, name], found)
        else:
            found.append([*way, name, value])


def _compare_items(old: tuple[Any, ...], new: tuple[Any, ...], way: list[Step], found: Patch) -> None:
    """Item by item, unless more than half of them are others."""
    others = [n for n, (was, now) in enumerate(zip(old, new, strict=False)) if was is not now and was != now]
    others += range(len(old), len(new))
    if 2 * len(others) > len(new):
        found.append([*way, new])
    else:
        found += [[*way, n, new[n]] for n in others]
