"""Mutton's public words: options, roles, parts of moves, the log of deeds, and facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sheepfold.core.errors import OptionError
from sheepfold.core.options import OptionSet, flag, maybe, whole
from sheepfold.games.mutton.dictionary import spellable

WOLF: Final = 1
FARMER: Final = 2
ROLES: Final = ("Wolf", "Farmer")

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PASS: Final = "pass"
HOMECOMING: Final = 3
"""Points for a wolf that escapes."""
QUICK_TARGET: Final = 11

KILL, STAND, ESCAPE, SHOT, BERSERK = "kill", "pass", "escape", "shot", "berserk"
"""The kinds of deeds; ``STAND`` is a pass of either side."""
CAUGHT, ESCAPED, RAMPAGE, DEVOURED = "caught", "escaped", "berserk", "devoured"
"""How a game can end: the last wolf died, or went home; a berserk; no sheep is left."""


@dataclass(frozen=True)
class Options(OptionSet):
    size: int = whole(4, 2, 8, "cells along one side of the field")
    num_sheep: int = whole(26, 2, 26, "animals placed, at most one per cell")
    num_wolves: int = whole(4, 1, 13, "hidden wolves, at most half of the animals")
    berserk: bool = flag(True, "the Farmer may shoot several at once, which ends the game")
    reveal: bool = flag(True, "it is announced at once whether a dead animal was a wolf")
    remove: bool = flag(False, "corpses are removed at the end of the move")
    escape: bool = flag(False, "a wolf without neighbours may go home for 3 points")
    shotgun: bool = flag(
        False, "a shot scares the neighbours; no berserk, and corpses are usually removed", off="rifle"
    )
    dictionary: bool = flag(False, "the wolves' letters must spell a word")
    huddle: bool = flag(False, "runners must arrive beside another living animal if they can")
    quick: int | None = maybe(1, 60, "one game only: the Wolf must score this many", given=QUICK_TARGET)
    bid: bool = flag(False, "one game only: the players bid for the Wolf, who must score the bid")

    @classmethod
    def implied(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"remove": True, "berserk": False} if given.get("shotgun") else {}

    def check(self) -> None:
        cells = 3 * self.size * (self.size - 1) + 1
        if self.num_sheep > cells:
            why = f"a field of size {self.size} has {cells} cells, so choose from 2 to {cells}."
            raise OptionError(why, "num_sheep", str(self.num_sheep))
        if self.num_wolves > self.num_sheep // 2:
            why = f"of {self.num_sheep} animals at most half are wolves, so choose from 1 to {self.num_sheep // 2}."
            raise OptionError(why, "num_wolves", str(self.num_wolves))
        if self.shotgun and self.berserk:
            raise OptionError("a shotgun has one barrel, so choose one of the two.", "berserk", "yes")
        if self.quick is not None and self.bid:
            why = "with bidding the highest bid is the target, so choose one of the two."
            raise OptionError(why, "quick", str(self.quick))
        if self.quick is not None and self.quick > self.most_points:
            most = self.most_points
            why = f"with these options the Wolf can score at most {most}, so choose from 1 to {most}."
            raise OptionError(why, "quick", str(self.quick))
        if self.dictionary and not spellable(self.num_wolves, self.num_sheep):
            letters = "one letter" if self.num_wolves == 1 else f"{self.num_wolves} different letters"
            why = f"the word list has no word of {letters} from A to {LETTERS[self.num_sheep - 1]}."
            raise OptionError(why, "num_wolves", str(self.num_wolves))

    @property
    def most_points(self) -> int:
        """What the Wolf could score if everything went well."""
        return self.num_sheep - self.num_wolves + (HOMECOMING * self.num_wolves if self.escape else 0)


# -- the public log ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """An animal fled from one cell to another."""

    letter: str
    origin: str
    goal: str


@dataclass(frozen=True, slots=True)
class Deed:
    """A move of Wolf or Farmer as everybody saw it, without anybody's nature.

    ``letters`` are the victims (or who went home). ``near`` is what the deed proves something about:
    for a kill the victim's living neighbours, one of which is a wolf; for a pass of the Wolf every
    living animal in company, none of which is a wolf.
    """

    round: int
    role: int
    kind: str
    letters: str = ""
    runs: tuple[Run, ...] = ()
    stayed: str = ""
    near: str = ""


# -- facts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """The flock stands: one cell per letter, in letter order."""

    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """The Wolf has chosen; how many is all that everybody learns."""

    number: int


@dataclass(frozen=True, slots=True)
class Clothed:
    """The Wolf's own reminder of the choice."""

    wolves: str


@dataclass(frozen=True, slots=True)
class Done:
    """A deed, and the nature of its victims as far as it is announced: ``w`` and ``s`` along ``deed.letters``."""

    deed: Deed
    natures: str | None


@dataclass(frozen=True, slots=True)
class Feast:
    """After a berserk that left a wolf: it ate these."""

    eaten: str


@dataclass(frozen=True, slots=True)
class Unmasked:
    """The game is over and these were the wolves."""

    wolves: str
