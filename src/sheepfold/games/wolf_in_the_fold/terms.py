"""The public words of Wolf in the Fold: options, parts of moves, endings and facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sheepfold.core.contract import Part, Seat
from sheepfold.core.options import OptionSet, choice, whole
from sheepfold.games.wolf_in_the_fold.board import REACH, Cell, cell_at, place_of, turns

MOST_SEATS: Final = 4
TOGETHER: Final = "together"
VERSUS: Final = "versus"


@dataclass(frozen=True)
class Options(OptionSet):
    mode: str = choice(TOGETHER, (TOGETHER, VERSUS), "all against the wolves, or every player for themselves")
    min_herd: int = whole(2, 1, 2, "how many touching sheep make a herd")


SCORE_ENDS: Final[dict[str, tuple[str, ...]]] = {
    TOGETHER: ("players won", "wolves won", "draw"),
    VERSUS: ("won", "shared"),
}
"""How the score can fall in each mode."""

STACK_EMPTY: Final = "stack empty"
ONLY_WOLVES: Final = "only wolves left"
"""Why no tile follows: the last was laid, or all that remain are wolves with no herd to hunt."""

ENDINGS: Final = tuple(
    f"{result}, {cause}"
    for results in SCORE_ENDS.values()
    for result in results
    for cause in (STACK_EMPTY, ONLY_WOLVES)
)

NAMES: Final[dict[str, str]] = {
    "sheep": "a sheep",
    "lambs": "a sheep with lambs",
    "black": "a black sheep",
    "straight": "a straight fence",
    "tri": "a tri-corner fence",
    "star": "a star fence",
    "shepherd": "a shepherd",
    "wolf": "a wolf",
}
"""Every kind of tile as named in a sentence."""


def cell_part(cell: Cell) -> Part:
    return f"{cell[0]},{cell[1]}"


def part_of(cell: int) -> Part:
    """The part for a cell by its number."""
    return cell_part(place_of(cell))


_PART: Final = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")


def cell_of(part: Part) -> int | None:
    """The number of the cell that a part stands for; None if it is no part or lies beyond all reach."""
    found = _PART.fullmatch(part)
    if found is None:
        return None
    q, r = int(found[1]), int(found[2])
    return cell_at(q, r) if max(abs(q), abs(r)) <= REACH else None


def turn_parts(kind: str) -> tuple[Part, ...]:
    """The second part of a fence's move; none for other tiles."""
    return tuple([f"/{turn}" for turn in range(turns(kind))])


@dataclass(frozen=True, slots=True)
class Turned:
    """The starting tile was turned over and lies at 0,0."""

    kind: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a tile and must lay it."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class WentBack:
    """A tile was drawn that cannot be laid; it went back and the stack was shuffled. Seat None: at the start."""

    seat: Seat | None
    kind: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid its tile; ``at`` is the move as written."""

    seat: Seat
    kind: str
    at: str


@dataclass(frozen=True, slots=True)
class Closed:
    """A tile completed an enclosure holding so many sheep tiles, worth ``points`` to the players or the seat."""

    seat: Seat
    sheep: int
    points: int
