"""Near misses: what somebody meant who mistyped a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 40
"""Characters of a word that is compared: the time goes with the square of them, and no word of ours is longer."""


def nearest(word: str, among: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The most similar of some words. None: the word is similar to none of them, or too long to be compared."""
    if len(word) > LONGEST:
        return None
    from difflib import get_close_matches  # few mistype anything, and every start would wait for it

    return next(iter(get_close_matches(word, list(among), n=1, cutoff=cutoff)), None)
