"""The word list of the dictionary variant, as sets of letters.

The list is package data. A host may put another in its place by naming a file, one word per line, in
``SHEEPFOLD_WORDS``; games that were played with a word it lacks do not replay there.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from sheepfold.core.errors import OptionError

LONGEST: Final = 13
"""No game has more wolves."""


@cache
def spellable(letters: int, animals: int) -> tuple[int, ...]:
    """The sets of so many of the first ``animals`` letters that spell a word, as rising masks. Kept: every legal
    choice of wolves is looked up in it."""
    return tuple(mask for mask in _sets() if mask.bit_count() == letters and mask < 1 << animals)


@cache
def _sets() -> tuple[int, ...]:
    """The sets of letters of all words. Kept: the file is read once."""
    found = set()
    for line in _source().splitlines():
        word = line.strip().lower()
        if 1 <= len(word) <= LONGEST and word.isascii() and word.isalpha() and len(set(word)) == len(word):
            found.add(sum(1 << ord(letter) - ord("a") for letter in word))
    return tuple(sorted(found))


def _source() -> str:
    named = os.environ.get("SHEEPFOLD_WORDS")
    if named:
        try:
            return Path(named).read_text(encoding="utf-8", errors="replace")
        except OSError:
            raise OptionError("the word list of this host cannot be read.", "dictionary", "yes") from None
    return files("sheepfold.games.mutton.dictionary").joinpath("words.txt").read_text(encoding="utf-8")
