"""Points at the end of a game, and on its way: whose, and how many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sheepfold.core.words.paragraphs import Text, paragraph, table_of

Scorer: TypeAlias = int | str
"""A seat's number, or the name of a side that is no seat: ``"wolves"``."""

Points: TypeAlias = Mapping[int, int] | Mapping[str, int] | Mapping[Scorer, int] | Iterable[tuple[Scorer, int]]
_SEAT = re.compile("[1-9][0-9]{0,2}")


class Scores(Mapping[Scorer, int]):
    """Points by scorer, in the order in which they are told. Frozen and hashable; written as a JSON object.

    >>> Scores({1: 4, "wolves": 3})
    Scores({1: 4, 'wolves': 3})
    """

    __slots__ = ("_points",)

    def __init__(self, points: Points = ()) -> None:
        pairs = points.items() if isinstance(points, Mapping) else points
        self._points: dict[Scorer, int] = dict(pairs)

    @classmethod
    def from_words(cls, points: Mapping[str, int] | Iterable[tuple[str, int]]) -> Scores:
        """As JSON and records have them, where every name is a text."""
        pairs = points.items() if isinstance(points, Mapping) else points
        return cls((int(word) if _SEAT.fullmatch(word) else word, number) for word, number in pairs)

    def words(self) -> dict[str, int]:
        """The form of JSON and records; ``from_words`` takes it back."""
        return {str(scorer): points for scorer, points in self._points.items()}

    @property
    def sides(self) -> dict[str, int]:
        """Points of sides that are no seat: there all play together."""
        return {scorer: points for scorer, points in self._points.items() if isinstance(scorer, str)}

    def __getitem__(self, scorer: Scorer) -> int:
        return self._points[scorer]

    def __iter__(self) -> Iterator[Scorer]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    def __eq__(self, other: object) -> bool:
        return self._points == other._points if isinstance(other, Scores) else super().__eq__(other)

    def __hash__(self) -> int:
        return hash(frozenset(self._points.items()))

    def __repr__(self) -> str:
        return f"Scores({self._points!r})"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row: a seat, or a side that is none."""

    name: str
    points: tuple[int | None, ...] = ()
    """Along the scoreboard's columns; None: they had nothing to score there."""
    seat: int | None = None
    role: str = ""
    place: int = 0
    """From 1; equals share one. 0: nobody is ranked."""


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """Something that points were given for."""

    words: str
    points: tuple[int, ...]
    """Along the scoreboard's rows."""


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """How a game ended, worked out from a view and the outcome."""

    reason: str
    """Why it ended by its rules, in a sentence or two; empty: they have not ended it, or there is no more to say."""
    rows: tuple[ScoreRow, ...]
    columns: tuple[str, ...] = ()
    """What the points of a row are: of a round, or all of them."""
    items: tuple[ScoredItem, ...] = ()
    """What adds up to the points of all rows, where a game can tell."""

    def paragraphs(self) -> Text:
        """All of it in words and columns."""
        ranked, roles = any(row.place for row in self.rows), any(row.role for row in self.rows)
        heads = ["Place"] * ranked + ["Name"] + ["Role"] * roles + [*self.columns]
        rows = []
        for row in self.rows:
            points = ["-" if each is None else str(each) for each in row.points]
            rows.append([str(row.place)] * ranked + [row.name] + [row.role] * roles + points)
        why = (paragraph(self.reason),) if self.reason else ()
        if not self.items:
            return *why, table_of([heads, *rows])
        items = [[item.words, *map(str, item.points)] for item in self.items]
        return *why, table_of([heads, *rows]), table_of([["Points for", *(row.name for row in self.rows)], *items])
