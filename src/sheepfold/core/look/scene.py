"""A picture as data: shapes with keys, in layers, on a board and in the margin round it.

A scene is what a viewer sees and nothing else: it is made from a view, frozen, and written as SVG by
``svg.py`` alone. A *shape* is a thing on the table with a key that stays the same while it is the same thing
(the sheep K, the cell a2, tile 17), its place told apart from its drawing: who runs keeps key and drawing and
changes place. A *layer* is a number of shapes of which later ones lie on top. The layers of the *board* are
the map that moves are made on, seen through the window; those of the *margin* (score, sheet, hand) fill the
rest of the frame, and a page leaves them out, since it tells all that in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Var:
    """A colour or a typeface of the house by its name: a page brings its value, a document its daytime one."""

    name: str


@dataclass(frozen=True, slots=True)
class Beast:
    """One of the house's drawings by its name, for ``<use>``: from the page's sprite or the document itself."""

    name: str


Value: TypeAlias = str | Var | Beast
Attributes: TypeAlias = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A piece of markup. Text among the children stands as it is meant: the writer escapes it."""

    tag: str
    attributes: Attributes = ()
    children: tuple[Element | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the picture's own measure."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A thing on the table."""

    key: str
    """Its name within the scene, the same as long as it is the same thing."""
    at: Point
    """Where it lies: its drawing is moved by so much."""
    body: tuple[Element, ...]
    """Its drawing."""
    part: str | None = None
    """The part of a move that it stands for."""
    cell: str | None = None
    """The place of the board where it lies or which it is."""
    label: str | None = None
    """What it is called by those who do not see it."""
    scale: float = 1.0
    more: tuple[tuple[str, str], ...] = ()
    """Further attributes."""

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """Everything a page knows it by, apart from key and place."""
        named = (("data-part", self.part), ("data-cell", self.cell), ("aria-label", self.label))
        return (*[(name, value) for name, value in named if value is not None], *self.more)


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes that lie above those of the layers before. Every picture of a game has the same layers, full or empty."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What one viewer sees. Keys are unique in it, over all its layers."""

    title: str
    description: str
    frame: Box
    """All of it."""
    window: Box
    """What of it the board takes up."""
    board: tuple[Layer, ...]
    margin: tuple[Layer, ...]
    beasts: tuple[str, ...]
    """The drawings that it may use: fixed for a game, so that what is defined betrays nothing."""
    definitions: tuple[Element, ...] = ()
    """What its shapes refer to beside those, fixed for a game likewise."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.board + self.margin

    def inside(self) -> Scene:
        """The board alone, as a page shows it."""
        return replace(self, frame=self.window, margin=())
