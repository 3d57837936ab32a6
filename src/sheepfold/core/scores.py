"""What came of a game or a round: points, scoreboards, and what is told between two rounds.

All of it is worked out from a view, so it says no more than its viewer may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from sheepfold.core.words.paragraphs import Text, paragraph, table_of

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene

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


# -- between two rounds ------------------------------------------------------------------------

GOOD: Final = "good"
BAD: Final = "bad"
PLAIN: Final = ""
"""What a note is to the viewer: it went well, it did not, or it is nobody's."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A short note beside a sentence; ``sign`` says whether it is good or bad news for its reader."""

    words: str
    sign: str = PLAIN


def noted(words: str, good_for: int, viewer: int | None) -> Noted:
    """A line that is good for one of two sides, as the viewer takes it."""
    return Noted(words, PLAIN if viewer is None else GOOD if viewer == good_for else BAD)


@dataclass(frozen=True, slots=True)
class RoleChange:
    """The role that a seat had, and the one it has now."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Interlude:
    """A game or round that is over, as it is told before the next begins."""

    number: int
    """Which one, from 1: a door that has shown it need not show it again."""
    title: str
    """For example: Game 1 of 2 is over."""
    score: str
    """The number that counts, or nothing."""
    words: str
    """What that number was, in a sentence."""
    onward: str
    """What it means for the viewer."""
    roles: tuple[RoleChange, ...] = ()
    notes: tuple[Noted, ...] = ()
    board: Scene | None = None
    """How the board looked at the end, where it is cleared for the next."""
    scoreboard: Scoreboard | None = None
    """The result, where all of it is over."""

    @property
    def text(self) -> str:
        """All of it in one line: for readers of any kind."""
        return " ".join(filter(None, [self.title, self.words, self.onward, *(note.words for note in self.notes)]))


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A change on the board that a move would make: the place, and the drawing that would be there."""

    at: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a move would do by the rules and by what is seen; what could be worked out only where aids are allowed."""

    sentence: str
    slips: tuple[Noted, ...] = ()
    """A few words each; at most three, the most important first."""
    signs: tuple[Foreseen, ...] = ()

    @property
    def text(self) -> str:
        """All of it in one line: for terminal, mail and readers of any kind."""
        slips = "; ".join(slip.words for slip in self.slips)
        return f"{self.sentence} ({slips})" if slips else self.sentence
