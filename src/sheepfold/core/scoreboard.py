"""The result of a game as a small table: who came where, with how many points and for what, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.paragraphs import Text, paragraph, table_of


@dataclass(frozen=True, slots=True)
class Standing:
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
    rows: tuple[Standing, ...]
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
