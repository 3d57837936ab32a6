"""English that every game and every door writes, and words as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from sheepfold.core.errors import SheepfoldError

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


# -- words as they are typed -------------------------------------------------------------------


def shown(value: object) -> str:
    """A value as quoted in an error: never longer than a line."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


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


def whole_number(text: str, among: range) -> int | None:
    """The whole number that somebody typed; None: it is none of these."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
    return found if found in among else None


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
