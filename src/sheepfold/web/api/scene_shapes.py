"""The shapes of what a page draws: everything that the table's socket sends beyond what was told."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from sheepfold.core.contract.face import Fact
from sheepfold.core.results.interlude import Noted, RoleChange
from sheepfold.core.results.scores import Scoreboard
from sheepfold.play.terms import RatingChange

Wanted: TypeAlias = Literal["view", "scene", "text", "aids", "hidden"]
"""What a socket's updates hold: the game's own view; the scene, which is what a page draws; the board as text; what
could be worked out, where the table allows it. ``hidden``: nothing that only your seat may see."""


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat as people know it."""

    name: str
    plate: str
    """The name where marks stand beside it."""
    level: int = 0
    """The bot's level; 0: no bot, or one without."""


class Card(msgspec.Struct, omit_defaults=True):
    """What follows from who sits there and what was agreed: it comes with ``info``."""

    chairs: list[Chair]
    adviser: str = ""
    """Who would advise you; empty: nobody."""
    why: bool = False
    """Whether a bot here would say why it moved."""


class Pause(msgspec.Struct, omit_defaults=True):
    """A game or round that is over, or the end of it all; only its number where it was told before."""

    number: int
    title: str = ""
    score: str = ""
    words: str = ""
    onward: str = ""
    roles: tuple[RoleChange, ...] = ()
    notes: tuple[Noted, ...] = ()
    board: Any = None
    """How the board looked at the end, with its ground."""
    stage: Any = None
    """The same of a game that draws a stage of its own."""
    scoreboard: Scoreboard | None = None
    """The result, at the end of it all."""
    ratings: tuple[RatingChange, ...] = ()
    """How it changed the ratings, where it counted."""


class Guiding(msgspec.Struct, omit_defaults=True):
    """Where the pupil of a first game is: steps made, what the guide says, what is advised and its button."""

    made: int
    words: str
    step: bool = False
    """Whether there is another step to come."""
    left: bool = False
    """Whether the lesson cannot go on at this table, and is to be begun anew."""
    advised: tuple[str, ...] | None = None
    act: str = ""
    move: str = ""


class TableScene(msgspec.Struct, omit_defaults=True):
    """What a page draws. ``board``: its window, and the sprites of every layer: first, by symbol, the cells with a
    sprite of which there is no more to say; then key and symbol of the others, place (unless the key is the cell), and
    what else there is to say. ``stage`` comes in its place, and ``game`` beside it, as the game's own module draws
    them. ``plates``: each seat's role and points. ``plain``: the game's own page failed just now. ``bidding``: roles
    are still bid for. ``decided``: that nothing can change any more who wins."""

    headline: str
    detail: str
    board: Any = None
    stage: Any = None
    game: Any = None
    facts: list[Fact] = []
    plates: list[tuple[str, str]] = []
    section: str = ""
    card: Card | None = None
    interlude: Pause | None = None
    guide: Guiding | None = None
    plain: bool = False
    bidding: bool = False
    decided: str = ""
