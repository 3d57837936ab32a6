"""How doors present a game beside its rules: what a card says, what stands above and beside the board, what to show.

A game that has a face keeps it in its room ``face.py`` as ``FACE``, with its browser module and styles in its folder
``page/``. A face gives data, which the module draws; it writes no markup. Every member has a default, so that a game
without a face has a page too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.contract.lesson import Lesson
from sheepfold.core.drawing.scene import Box, Scene
from sheepfold.core.duel import DuelView

Fact: TypeAlias = tuple[str, str]
"""A word and a value for the line above the board."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position worth showing: after moves as they are written (chance's too), or after some at random from a seed."""

    options: tuple[tuple[str, Any], ...] = ()
    seats: int | None = None
    """None: as few as can play."""
    moves: tuple[str, ...] = ()
    plies: int = 0
    seed: int = 0
    window: Box | None = None
    """What of it to show; None: the board."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a game's rules: a position as a spectator sees it, and what is said of it."""

    sample: Sample
    caption: str


@dataclass(frozen=True, slots=True)
class Portrait:
    """The picture of a game in the documents: a golden record, how far into it, and seen by whom."""

    record: str
    share: float
    seat: Seat
    moves: int
    """How many moves are made at a table before its screenshot is taken."""


class Face:
    """What a game without a face has, and what every face may do better."""

    pitch: ClassVar[str] = ""
    """One or two sentences that make somebody want to play; empty: the game's summary."""
    minutes: ClassVar[int] = 0
    """About how long a game lasts among people who know it; 0: nobody knows."""
    head: ClassVar[str] = "crest"
    """The drawing that stands for the game in lists: one of the house's, or one that ``sign`` draws."""
    heads: ClassVar[Mapping[str, str]] = {}
    """The drawing for each role, likewise; a seat without one shows its number."""
    company: ClassVar[int | None] = None
    """How many bots join a newcomer; None: as few as can play."""
    tab: ClassVar[str] = ""
    """What the panel beside the board is called; empty: there is none."""
    own_stage: ClassVar[bool] = False
    """Whether the browser module draws a stage of its own in place of the board."""
    marks: ClassVar[tuple[str, ...]] = ()
    """The private marks that a click in the panel goes through."""
    mark_words: ClassVar[Mapping[str, str]] = {}
    """What the marks are called here, where that differs from what they are called elsewhere."""
    sample: ClassVar[Sample] = Sample(plies=8)
    """What the game's card shows."""
    portrait: ClassVar[Portrait | None] = None
    settings: ClassVar[Mapping[str, str]] = {}
    """What each option is called among people."""
    ways: ClassVar[Mapping[str, str]] = {}
    """What the words that an option chooses from mean."""
    aid: ClassVar[str] = ""
    """What a table may allow or forbid beside the game, such as a look at the odds; empty: there is nothing."""
    figures: ClassVar[Mapping[str, Figure]] = {}
    """The pictures of the rules: ``guide.md`` has ``!figure NAME`` on a line where one stands."""
    lesson: ClassVar[Lesson | None] = None
    """A first game that teaches; it is the game's room ``lesson.py``."""

    def card(self) -> Scene | None:
        """A drawing of its own for the game's card; None: the sample."""
        return None

    def sign(self, name: str) -> Scene | None:
        """A small drawing of its own by its name: for a head, and for the rules, where ``guide.md`` has ``{NAME}``.
        None: it is one of the house's."""
        return None

    def section(self, view: Any) -> str:
        """The heading of ``guide.md`` under which stands what matters now; empty: the first."""
        return ""

    def facts(self, view: Any, names: Mapping[Seat, str]) -> list[Fact]:
        """How the game stands, in a few words."""
        return []

    def score(self, view: Any, seat: Seat) -> str:
        """The seat's points as its plate shows them, or nothing."""
        return ""

    def page(self, view: Any, names: Mapping[Seat, str]) -> Mapping[str, Any] | None:
        """What the game's browser module draws its panel from and builds moves with, as plain data. A page gets it at
        every move, so it holds as little as can be. None: there is nothing to draw yet, as while bids are made."""
        return {}

    def once(self, view: Any) -> Mapping[str, Any]:
        """What of it stays for the whole game: a page gets it when it is loaded."""
        return {}

    def stage(self, view: Any, opened: Any, names: Mapping[Seat, str]) -> Any:
        """What the browser module draws in place of the board, where ``own_stage`` says so. ``opened``: the position
        with everything turned up, where people ended the game and its rules did not."""
        return None

    def past(self, view: Any, names: Mapping[Seat, str]) -> Any:
        """The same for the round that is over, while it is looked back on."""
        return None

    def aids(self, view: Any) -> Any:
        """What the viewer could work out, as plain data; None: nothing, or nothing now."""
        return None


class DuelFace(Face):
    """A game of two rounds or an auction: the frame is told here, the round by the game."""

    auction: ClassVar[str] = ""
    """The heading of ``guide.md`` for while bids are made."""

    def section(self, view: DuelView[Any, Any]) -> str:
        return self.auction if view.now is None else self.round_section(view.now)

    def round_section(self, now: Any) -> str:
        """As ``section``, of the round being played."""
        return ""

    def facts(self, view: DuelView[Any, Any], names: Mapping[Seat, str]) -> list[Fact]:
        if view.now is None:
            return [("Highest bid", str(view.bids[-1]) if view.bids else "none yet")]
        which = [("Game", f"{len(view.rounds)} of 2")] if view.mode == "match" else []
        return which + self.round_facts(view.now)

    def page(self, view: DuelView[Any, Any], names: Mapping[Seat, str]) -> Mapping[str, Any] | None:
        return None if view.now is None else self.round_page(view.now)

    def aids(self, view: DuelView[Any, Any]) -> Any:
        return None if view.now is None else self.round_aids(view.now)

    def round_facts(self, now: Any) -> list[Fact]:
        """As ``facts``, likewise."""
        return []

    def round_page(self, now: Any) -> Mapping[str, Any]:
        """As ``page``."""
        return {}

    def round_aids(self, now: Any) -> Any:
        """As ``aids``."""
        return None


# -- printed on paper: a game's room ``printed.py`` has it as ``PRINTED`` ----------------------

PAPERS: Final = {"a4": "A4", "letter": "Letter"}
"""Sizes of paper by the word that asks for them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing, its width on paper, and how many of it the game needs."""

    scene: Scene
    millimetres: float
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Ruled:
    """A sheet to write on: columns with their heads, and empty rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """All of it, drawn when it is asked for."""

    pieces: Callable[[], Sequence[Piece]]
    sheets: tuple[Ruled, ...] = ()
    hint: str = ""
    """What else one needs."""
    link: str = ""
    """Where its designers tell of it, if they do."""
