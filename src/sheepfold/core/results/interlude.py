"""A pause between two games or rounds of one table: what came of the last, who plays what now, what must be beaten.

It is worked out from a view, so it says no more than its viewer may know; doors show it when and how they like, and
nobody waits for anybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.core.results.scores import Scoreboard

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene

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
