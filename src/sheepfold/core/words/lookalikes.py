"""Texts that look alike, by the skeletons of Unicode's UTS #39; and mixed scripts.

A skeleton has every letter replaced by the plainest of those that look alike. It serves comparison alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final
from unicodedata import normalize

MARK: Final = "\u200e"
"""The library keeps letters that are written from right to left between two of these."""
TOGETHER: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts in which one language is written: Japanese, Korean and Chinese."""
ANY: Final = frozenset({"COMMON", "INHERITED"})


def skeleton(text: str) -> str:
    """The same for all texts that look the same."""
    looks = _prototypes()
    return normalize("NFD", "".join(looks.get(letter, letter) for letter in normalize("NFD", text)))


def looks(text: str) -> frozenset[str]:
    """Everything that a text can be taken for: two texts with one of these in common are alike.

    Case changes what a letter looks like: "ВОВ" in Cyrillic capitals is the double of Bob, "вов" is not. So a text is
    taken as it is written and in small letters, and what comes of it is compared in small letters.
    """
    plain = normalize("NFKC", text)
    return frozenset(skeleton(skeleton(form).casefold()) for form in (plain, plain.casefold()))


def scripts(text: str) -> frozenset[str]:
    """The scripts that are mixed in a text, such as Latin and Cyrillic; empty if it is all of one."""
    from confusable_homoglyphs import categories

    found = frozenset(categories.unique_aliases(text)) - ANY
    if len(found) < 2 or any(found <= language for language in TOGETHER):
        return frozenset()
    return frozenset(name.replace("_", " ").title() for name in found)


@cache
def _prototypes() -> dict[str, str]:
    """For each letter that has a plainer double, that double.

    The library lists for each letter all that are alike: a prototype beside many others, any other beside its
    prototype alone. Only prototypes are of several letters; of two that have but each other either will do.
    """
    from confusable_homoglyphs import confusables

    alike: dict[str, set[str]] = {}
    for letter, doubles in confusables.confusables_data.items():
        alike.setdefault(letter.replace(MARK, ""), set()).update(_plain(doubles))
    found = {}
    for letter, doubles in alike.items():
        if len(letter) == 1 and (double := _prototype(letter, doubles, alike)) != letter:
            found[letter] = double
    return found


def _plain(doubles: Iterable[dict[str, str]]) -> set[str]:
    return {double["c"].replace(MARK, "") for double in doubles}


def _prototype(letter: str, doubles: set[str], alike: dict[str, set[str]]) -> str:
    if several := [double for double in doubles if len(double) > 1]:
        return min(several)
    if len(doubles) > 1:
        return letter
    (double,) = doubles
    return double if len(alike[double]) > 1 else min(letter, double)


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
