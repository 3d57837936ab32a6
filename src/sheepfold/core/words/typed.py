"""Words as they are typed: taken apart, found though shortened, and guessed at where they are nearly right."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import shown
from sheepfold.core.words.prose import listed, nearest

_WORD: Final = re.compile(r'["“„]([^"“”„]*)["“”]|(\S+)')
"""Telephones make other quotation marks of those that are typed."""


class NotUnderstood(SheepfoldError):
    """A command that cannot be carried out as it is typed; ``suggestion`` is what was perhaps meant."""

    def __init__(self, sentence: str, suggestion: str = "") -> None:
        super().__init__(sentence)
        self.suggestion = suggestion


def split(line: str) -> list[str]:
    """The words of a line. A name with blanks in it stands in double quotes."""
    return [found[1] if found[1] is not None else found[2] for found in _WORD.finditer(line)]


def quoted(word: str) -> str:
    """A name as it is typed."""
    return f'"{word}"' if " " in word else word


def find(word: str, among: Iterable[str]) -> str | None:
    """The one that the word is, or is the beginning of. None: there is none such, or several."""
    known, word = list(among), word.lower()
    if word in known:
        return word
    begun = [each for each in known if each.startswith(word)] if word else []
    return begun[0] if len(begun) == 1 else None


def near(word: str, among: Iterable[str]) -> str | None:
    """What a word that is none of them was perhaps meant to be. None: nothing comes to mind."""
    known = list(among)
    found = find(word, known)
    if found is None:
        found = nearest(word.lower(), known, 0.7)
    return found


def chosen(word: str, among: Iterable[str], what: str) -> str:
    """As ``find``. Raises NotUnderstood with what may have been meant."""
    known = list(among)
    if (found := find(word, known)) is not None:
        return found
    if begun := sorted(each for each in known if word and each.startswith(word.lower())):
        raise NotUnderstood(f"{shown(word)!r} could be {listed(begun, 'or')}.")
    if meant := near(word, known):
        raise NotUnderstood(f"There is no {what} {shown(word)!r}; did you mean {meant}?", meant)
    raise NotUnderstood(f"There is no {what} {shown(word)!r}; choose from {listed(sorted(known))}.")
