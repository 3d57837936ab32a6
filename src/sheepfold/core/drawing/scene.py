"""A picture as data: sprites with keys, in layers, on a board, and drawings in the margin round it.

A scene is what a viewer sees and nothing else: it is made from a view, frozen, and written as SVG by
``svg.py`` alone. A *symbol* is a drawing of the game by its name; a page gets all of them once. A *sprite* is a
thing on the table: a symbol, a place, and a key that stays the same while it is the same thing (the sheep K, the
cell a2, tile 17). Sprites are data, so a page is sent all of them at every move, and moves them by their keys.
A *layer* is a number of sprites of which later ones lie on top. The layers of the *ground* are the part of the board
that stays as it is for the whole game, those of the *board* the rest of the map that moves are made on, seen
through the window. The *margin* (score, sheet, hand) fills the rest of the frame with drawings of any kind
(*shapes*); a page leaves it out, since it tells all that in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class UnknownDrawing(LookupError):
    """A picture names a colour, a drawing or a symbol that there is not."""

    def __init__(self, kind: str, name: str, among: Iterable[str]) -> None:
        super().__init__(f"There is no {kind} {name!r}; there are {', '.join(sorted(among)) or 'none'}.")


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
class Lettering:
    """Where a symbol bears words, and how they are written."""

    x: float
    y: float
    size: float
    fill: str = "ink"
    """A colour of the house by its name."""
    weight: int = 400
    opacity: str = "1"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing of a game by its name, drawn about its own origin."""

    name: str
    body: tuple[Element, ...] = ()
    words: Lettering | None = None
    """Where the words of its sprites stand, which are their keys unless they say otherwise; None: they have none."""
    strokes: tuple[Attributes, ...] = ()
    """How the path of a sprite is drawn, one stroke above the other, where every sprite brings a path of its own."""
    outline: str = ""
    """The path along which it is ringed when it is picked; empty: it is not picked."""
    middle: Point = (0.0, 0.0)
    """The middle of that outline."""
    animal: bool = False
    """Whether it runs: it glides to where it lies next, where others fade in."""
    on_cell: bool = False
    """Whether its sprites are known by the cell on which they lie: the scene's grid tells where that is."""
    part: bool = False
    """Whether its sprites stand for the part of a move that their key is."""
    title: str = ""
    """What it is called by those who point at it or do not see it."""


class Sprite(NamedTuple):
    """A thing on the board: where a symbol stands, and what it stands for. A board has dozens at every move, and a
    tuple takes less than half of the instructions of a frozen dataclass to make."""

    key: str
    """Its name within the layer, the same as long as it is the same thing."""
    symbol: str
    """The symbol's name."""
    at: Point = (0.0, 0.0)
    words: str | None = None
    """What is written on it, where the symbol says; None: its key."""
    part: str | None = None
    """The part of a move that it stands for."""
    cell: str | None = None
    """The place of the board where it lies or which it is."""
    label: str | None = None
    """What it is called by those who do not see it."""
    path: str = ""
    """A computed line, drawn by the symbol's strokes."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawing in the margin, or in a picture that no page plays on."""

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
    """What lies above the layers before. Every picture of a game has the same layers, full or empty."""

    name: str
    drawn: tuple[Sprite | Shape, ...] = ()
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """By symbol the cells on which it lies with no more to say. They lie below the rest, in reading order."""

    @property
    def shapes(self) -> tuple[Sprite | Shape, ...]:
        """All that lies there."""
        return *[Sprite(cell, symbol) for symbol, cells in self.cells.items() for cell in cells], *self.drawn


@dataclass(frozen=True, slots=True)
class Scene:
    """What one viewer sees. Keys are unique within a layer."""

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
    symbols: Mapping[str, Symbol] = field(default_factory=dict, hash=False)
    """The game's own symbols by their names, fixed for a game likewise."""
    grid: tuple[Point, Point] | None = None
    """Where a cell lies that is called by two numbers: so many times the first, and so many times the second."""
    ground: tuple[Layer, ...] = ()
    """The lowest layers, the same in all pictures of one game from its first move to its last."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.ground + self.board + self.margin

    def symbol(self, sprite: Sprite) -> Symbol:
        """What a sprite stands for. Raises UnknownDrawing."""
        try:
            return self.symbols[sprite.symbol]
        except KeyError:
            raise UnknownDrawing("symbol", sprite.symbol, self.symbols) from None

    def place(self, sprite: Sprite) -> Point:
        """Where a sprite lies."""
        if self.grid is None or not self.symbol(sprite).on_cell:
            return sprite.at
        (ax, ay), (bx, by) = self.grid
        a, b = map(int, sprite.key.split(","))
        return a * ax + b * bx, a * ay + b * by

    def inside(self) -> Scene:
        """The board alone, as a page shows it."""
        return replace(self, frame=self.window, margin=())
