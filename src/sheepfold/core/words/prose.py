"""Phrases of English that every game and every door writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

YOU: Final = "You"
"""The reader's own name."""

WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def addressed(names: Mapping[int, str], seat: int | None) -> Mapping[int, str]:
    """The names of the seats, with ``You`` for the reader's own."""
    return names if seat is None else {**names, seat: YOU}


def does(name: str, verb: str, plain: str = "") -> str:
    """``Ada lays``, ``You lay``; ``plain`` where the s alone does not tell them apart."""
    return f"{name} {verb if name != YOU else plain or verb.removesuffix('s')}"


def amid(words: str) -> str:
    """The reader within a sentence: ``you``, ``you start``; other text starts as it is written."""
    return f"y{words[1:]}" if words == YOU or words.startswith(f"{YOU} ") else words


def plural(number: int, one: str, many: str = "") -> str:
    """``1 day``, ``2 days``; ``many`` where an s is not enough."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def counted(number: int, one: str) -> str:
    """How many there are, in words where they are few: "four games"."""
    return f"{WORDS[number] if number < len(WORDS) else number} {one if number == 1 else one + 's'}"


def listed(things: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for nothing."""
    *most, end = [*things] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


LONGEST_COMPARED: Final = 40
"""Characters of a word that is compared: the time goes with the square of them, and no word of ours is longer."""


def nearest(word: str, among: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The most similar of some words. None: the word is similar to none of them, or too long to be compared."""
    if len(word) > LONGEST_COMPARED:
        return None
    from difflib import get_close_matches  # few mistype anything, and every start would wait for it

    return next(iter(get_close_matches(word, list(among), n=1, cutoff=cutoff)), None)


def anchor(heading: str) -> str:
    """A heading as an address says it: ``the-wolf-s-turn``."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
