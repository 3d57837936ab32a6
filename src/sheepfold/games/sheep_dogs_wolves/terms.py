"""The game's public words: its options, the parts of its moves, and what players are told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sheepfold.core.contract import Part, Seat
from sheepfold.core.errors import OptionError
from sheepfold.core.options import OptionSet, choice, whole
from sheepfold.games.sheep_dogs_wolves.board import COMPASS, REACH, place_of, tile_at

SHEEP: Final[Seat] = 1
WOLF: Final[Seat] = 2
ROLES: Final = ("Sheep", "Wolf")
"""The two roles by number, counted from 1; the Sheep lays first and scores."""


@dataclass(frozen=True)
class Options(OptionSet):
    """How long the game is, and how it is made fair."""

    tiles: int = whole(23, 3, 69, "tiles in all, an odd number; one of them starts on the table")
    mode: str = choice(
        "duel",
        ("duel", "bid", "single"),
        "two games with roles swapped (duel), a bid for the Sheep (bid), or one game for the score (single)",
    )

    def check(self) -> None:
        if self.tiles % 2 == 0:
            raise OptionError("choose an odd number, so that both lay equally many.", "tiles", str(self.tiles))


# Both directions are remembered: the same few thousand tiles are named again and again in self-play.


@lru_cache(maxsize=1 << 16)
def part_of(tile: int) -> Part:
    """A tile as written: the sheep's cell, then the way from sheep to wolf. Kept, and so is the way back: both are
    asked for every tile at every move (docs/measurements/instructions.md)."""
    x, y = place_of(tile >> 2)
    return f"{x},{y}{COMPASS[tile & 3]}"


_PART: Final = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})([ENWS])")


@lru_cache(maxsize=1 << 16)
def tile_of(part: Part) -> int | None:
    """The tile a part stands for; None if it is not a part or lies beyond all reach."""
    found = _PART.fullmatch(part)
    if found is None:
        return None
    x, y = int(found[1]), int(found[2])
    return tile_at(x, y, COMPASS.index(found[3])) if max(abs(x), abs(y)) <= REACH else None


def tiles_of(parts: Iterable[Part]) -> list[int]:
    """The tiles that a view names."""
    return [tile for part in parts if (tile := tile_of(part)) is not None]


DRAWINGS: Final = {"scared": "m-scared", "safe": "m-fang", "danger": "m-risk", "lost": "m-lost", "saved": "m-cleared"}
"""The house's drawings for the signs of sheep and wolves."""


# -- facts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A role laid a tile."""

    role: Seat
    tile: Part


@dataclass(frozen=True, slots=True)
class Counted:
    """The last tile lies: how many sheep live, how many are eaten, how many wolves were scared."""

    score: int
    eaten: int
    scared: int
