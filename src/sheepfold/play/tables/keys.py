"""Requests that may be sent again: which move a key stands for."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from sheepfold.core.contract import Move, Part


class Keyed(NamedTuple):
    """The move that was made under a key: as it is written, its parts, and how it was asked for if in other words."""

    text: str
    parts: int
    asked: str | None

    @classmethod
    def of(cls, text: str, move: Move, asked: str | None) -> Keyed:
        return cls(text, hash(move), asked)

    def is_for(self, move: str | Sequence[Part]) -> bool:
        """Whether somebody asks for that move once more."""
        if isinstance(move, str):
            return folded(move) == folded(self.text) or fingerprint(move) == self.asked
        return hash(tuple(move)) == self.parts


def folded(text: str) -> str:
    """A written move without what notation forgives: case and blanks."""
    return " ".join(text.split()).casefold()


def in_other_words(asked: str, text: str) -> str | None:
    """What is kept of how a move was asked for; None if it was asked for as it is written.

    Chance answers some words ("random"): what they led to does not tell what was asked.
    """
    return None if folded(asked) == folded(text) else fingerprint(asked)


def fingerprint(text: str) -> str:
    return blake2b(folded(text).encode(), digest_size=8).hexdigest()
