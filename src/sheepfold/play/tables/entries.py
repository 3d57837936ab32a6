"""What the store keeps of a table: what it was opened with, the lines of its log, who sits there, moves kept ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from sheepfold.core.contract import Move, Part, Seat
from sheepfold.play.terms import TableId, Terms, UserId


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: the stored truth. ``text`` is a move's notation, else JSON."""

    number: int
    kind: str
    seat: Seat | None
    text: str
    at: float
    key: str | None = None
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """What a table needs to know of somebody who sits, or sat, at it."""

    id: UserId
    name: str
    guest: bool
    rest: tuple[float, float] | None = None
    gone: bool = False
    """Their account was deleted: nobody will ever answer for them."""
    mail: str = ""
    """How they want to be mailed: ``each`` time or ``daily``; empty: not at all, or nobody has confirmed an address."""
    push: bool = False
    """Whether a browser of theirs may be told although no page is open."""


NOBODY: Final = Person(0, "Somebody", False)


@dataclass(frozen=True, slots=True)
class Header:
    """What a table was opened with."""

    id: TableId
    terms: Terms
    version: int
    host: UserId | None
    invite: str
    seed: bytes
    opened_at: float
    board: int = 0
    """The number that people call it by; 0 until it is stored."""


Ready: TypeAlias = tuple[tuple[str, str], ...]
"""Moves that a seat keeps ready, in order: each as written, and the words on which it waits."""


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
