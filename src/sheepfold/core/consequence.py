"""What a move would do, told before it is played: from the view of whoever would make it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.interlude import Noted


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Something on the board as it would be: where, in the game's own words for places, and which drawing is there."""

    at: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Consequence:
    """Only what follows from the rules and from what is seen; what could be worked out only where aids are allowed."""

    sentence: str
    slips: tuple[Noted, ...] = ()
    """A few words each; at most three, the most important first."""
    signs: tuple[Foreseen, ...] = ()

    @property
    def text(self) -> str:
        """All of it in one line: for terminal, mail and readers of any kind."""
        slips = "; ".join(slip.words for slip in self.slips)
        return f"{self.sentence} ({slips})" if slips else self.sentence
