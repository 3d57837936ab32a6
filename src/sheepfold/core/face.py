"""How doors present a game beside its rules: what a card says, what stands above and beside the board, what to show.

A game that has a face keeps it in its room ``face.py`` as ``FACE``, with what is not code (templates, browser
modules, styles) in its folder ``page/``. Every member has a default, so that a game without a face has a page too.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.duel import DuelView
from sheepfold.core.lesson import Lesson
from sheepfold.core.look.scene import Box, Scene

Fact: TypeAlias = tuple[str, str]
"""A word and a value for the line above the board."""


class Piece(NamedTuple):
    """A piece of a page: a template of the game's folder ``page/``, and the value that it knows as ``it``. As long as
    that stays the same the piece need not be made again, so a value holds as little as can be."""

    template: str
    it: Hashable = None
    inside: Sequence[Pieces] = ()
    """What stands within it: the template says where by ``inside[0]``, ``inside[1]`` and so on, in this order."""


class Each(NamedTuple):
    """The same piece for one value after another."""

    template: str
    values: Sequence[Hashable]


Pieces: TypeAlias = Sequence[Piece | Each]


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
    """The drawing that stands for the game in lists."""
    heads: ClassVar[Mapping[str, str]] = {}
    """The drawing for each role; a seat without one shows its number."""
    company: ClassVar[int | None] = None
    """How many bots join a newcomer; None: as few as can play."""
    tab: ClassVar[str] = ""
    """What the panel beside the board is called; empty: there is none."""
    own_stage: ClassVar[bool] = False
    """Whether pieces of the game's own take the place of the picture on the page."""
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
        """A small drawing of its own for the rules, where ``guide.md`` has ``{NAME}``; None: one of the house's."""
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

    def panel(self, view: Any, names: Mapping[Seat, str], *, own: bool, aids: bool | None) -> Pieces:
        """What stands in the panel. ``own``: the viewer plays here, and may make marks. ``aids``: whether what could be
        worked out is unfolded, a ``details`` with ``data-aids`` that has a link to ``?aids`` while it is not; None: the
        table goes without."""
        return ()

    def stage(self, view: Any, names: Mapping[Seat, str]) -> Pieces:
        """What takes the place of the picture, where something does."""
        return ()

    def left(self, view: Any, opened: Any, names: Mapping[Seat, str]) -> Pieces:
        """The same where people ended the game and its rules did not: ``opened`` is the position with everything turned
        up, ``view`` what the viewer knew of it."""
        return self.stage(view, names)

    def past(self, view: Any, names: Mapping[Seat, str]) -> Pieces:
        """What takes the place of the last round's picture while it is looked back on; nothing: that does."""
        return ()

    def module(self, view: Any) -> Mapping[str, Any] | None:
        """What the game's browser module knows of the view beside the picture and the choices, as plain data. None: no
        game is on the board yet, as while bids are made."""
        return {}


class DuelFace(Face):
    """A game of two rounds or an auction: the frame is told here, the round by the game."""

    auction: ClassVar[str] = ""
    """The heading of ``guide.md`` for while bids are made."""

    def section(self, view: DuelView[Any, Any]) -> str:
        return self.auction if view.now is None else self.ruled(view.now)

    def ruled(self, now: Any) -> str:
        """The heading for how the round stands."""
        return ""

    def facts(self, view: DuelView[Any, Any], names: Mapping[Seat, str]) -> list[Fact]:
        if view.now is None:
            return [("Highest bid", str(view.bids[-1]) if view.bids else "none yet")]
        which = [("Game", f"{len(view.rounds)} of 2")] if view.mode == "match" else []
        return which + self.standing(view.now)

    def panel(self, view: DuelView[Any, Any], names: Mapping[Seat, str], *, own: bool, aids: bool | None) -> Pieces:
        return self.beside(view.now, own=own, aids=aids)

    def module(self, view: DuelView[Any, Any]) -> Mapping[str, Any] | None:
        return None if view.now is None else self.helping(view.now)

    def standing(self, now: Any) -> list[Fact]:
        """How the round stands."""
        return []

    def beside(self, now: Any, *, own: bool, aids: bool | None) -> Pieces:
        """What stands in the panel; ``now`` is None while bids are made."""
        return ()

    def helping(self, now: Any) -> Mapping[str, Any]:
        """What the browser module knows of the round's view."""
        return {}
