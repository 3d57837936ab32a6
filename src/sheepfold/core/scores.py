"""Points at the end of a game, and on its way: whose, and how many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

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
