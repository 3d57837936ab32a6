"""The difference of two scenes of a game: what a page needs to turn the one into the other, shape by shape.

Applied to the first scene it gives the second, to the last byte and in the same order. A shape that is there
before and after is *touched* where it differs, so whatever shows it can let it glide from place to place; one
that comes, or comes to lie elsewhere among the others, is *put* into its layer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, NamedTuple

from sheepfold.core.look.scene import Box, Layer, Scene, Shape
from sheepfold.core.look.svg import extent, place, strokes
from sheepfold.core.memory import Memory

SHORT: Final = 12
"""Strokes of so few letters are written out each time."""


class Put(NamedTuple):
    """A shape that comes into a layer, below the shape with the key ``before``; None: on top of all."""

    layer: str
    before: str | None
    shape: Shape


class Touched(NamedTuple):
    """A shape that stays among its neighbours, as it is now, and what of it changed."""

    shape: Shape
    moved: bool
    """It lies elsewhere, or has another size."""
    marked: tuple[str, ...]
    """Which attributes differ: it stands for another part or cell, or is called otherwise."""
    redrawn: bool


@dataclass(frozen=True, slots=True)
class Change:
    """First what is gone leaves, then shapes are put in this order, each at the place that it names."""

    gone: tuple[str, ...] = ()
    put: tuple[Put, ...] = ()
    """Those of a layer from the top down, so that the one named by ``before`` is always there."""
    touched: tuple[Touched, ...] = ()
    title: str | None = None
    """None, here and below: as it was."""
    description: str | None = None
    frame: Box | None = None
    window: Box | None = None


def difference(before: Scene, after: Scene) -> Change:
    """What leads from one scene to another of the same game. Raises ValueError if their layers are not the same."""
    _check(before, after)
    put: list[Put] = []
    touched: list[Touched] = []
    spans = [
        _span(old.shapes, new)
        for old, new in zip(before.layers, after.layers, strict=True)
        if old.shapes is not new.shapes and not _stays(old.shapes, new.shapes, touched)
    ]
    there = {shape.key for span in spans for shape in span.new}
    for span in spans:
        was = {shape.key: shape for shape in span.old}
        staying = _staying(span, was)
        above = span.above
        for shape in reversed(span.new):
            key = shape.key
            if key not in staying:
                put.append(Put(span.layer, above, shape))
            elif was[key] is not shape and (differs := _touched(was[key], shape)) is not None:
                touched.append(differs)
            above = key
    return Change(
        gone=tuple([shape.key for span in spans for shape in span.old if shape.key not in there]),
        put=tuple(put),
        touched=tuple(touched),
        title=None if before.title == after.title else after.title,
        description=None if before.description == after.description else after.description,
        frame=None if before.frame == after.frame else after.frame,
        window=None if before.window == after.window else after.window,
    )


def _stays(old: tuple[Shape, ...], new: tuple[Shape, ...], touched: list[Touched]) -> bool:
    """Whether a layer holds the same things in the same order; those that differ are then among the ``touched``."""
    if len(old) != len(new):
        return False
    others = [pair for pair in zip(old, new, strict=True) if pair[0] is not pair[1]]
    if any(was.key != now.key for was, now in others):
        return False
    touched += filter(None, [_touched(was, now) for was, now in others])
    return True


def _check(before: Scene, after: Scene) -> None:
    names = [(len(scene.board), *[layer.name for layer in scene.layers]) for scene in (before, after)]
    if names[0] != names[1]:
        raise ValueError("These are not two scenes of one game: their layers differ.")


class _Span(NamedTuple):
    """The shapes of a layer between those at both ends that are the same, and the key of the next above them."""

    layer: str
    old: tuple[Shape, ...]
    new: tuple[Shape, ...]
    above: str | None


def _span(old: tuple[Shape, ...], layer: Layer) -> _Span:
    """Most of a layer stays as it is. The same object is found to be the same at once."""
    new = layer.shapes
    low, most = 0, min(len(old), len(new))
    while low < most and old[low] is new[low]:
        low += 1
    high = 0
    while high < most - low and old[-1 - high] is new[-1 - high]:
        high += 1
    above = new[len(new) - high].key if high else None
    return _Span(layer.name, old[low : len(old) - high], new[low : len(new) - high], above)


def _staying(span: _Span, was: dict[str, Shape]) -> set[str]:
    """The shapes that lie in the same order before and after; whatever gets past them is put anew."""
    after = [shape.key for shape in span.new if shape.key in was]
    both = set(after)
    order = [shape.key for shape in span.old if shape.key in both]
    if order == after:
        return both
    rank = {key: number for number, key in enumerate(order)}
    kept, highest = set(), -1
    for key in after:
        if rank[key] > highest:
            highest = rank[key]
            kept.add(key)
    return kept


def _touched(old: Shape, new: Shape) -> Touched | None:
    """What differs of a shape that was drawn anew; None: nothing does."""
    moved = old.at != new.at or old.scale != new.scale
    marked = _marked(old, new)
    redrawn = old.body is not new.body and old.body != new.body
    return Touched(new, moved, marked, redrawn) if moved or marked or redrawn else None


def _marked(old: Shape, new: Shape) -> tuple[str, ...]:
    names = ["data-part"] if old.part != new.part else []
    if old.cell != new.cell:
        names.append("data-cell")
    if old.label != new.label:
        names.append("aria-label")
    if old.more != new.more:
        one, other = dict(old.more), dict(new.more)
        names += [name for name in one | other if one.get(name) != other.get(name)]
    return tuple(names)


def apply(change: Change, scene: Scene) -> Scene:
    """The scene that the change leads to."""
    leaving = {*change.gone, *(put.shape.key for put in change.put)}
    now = {touched.shape.key: touched.shape for touched in change.touched}
    layers = {
        layer.name: [now.get(shape.key, shape) for shape in layer.shapes if shape.key not in leaving]
        for layer in scene.layers
    }
    for put in change.put:
        shapes = layers[put.layer]
        keys = [shape.key for shape in shapes]
        shapes.insert(len(keys) if put.before is None else keys.index(put.before), put.shape)

    def led(part: tuple[Layer, ...]) -> tuple[Layer, ...]:
        return tuple(Layer(layer.name, tuple(layers[layer.name])) for layer in part)

    return replace(
        scene,
        board=led(scene.board),
        margin=led(scene.margin),
        title=scene.title if change.title is None else change.title,
        description=scene.description if change.description is None else change.description,
        frame=change.frame or scene.frame,
        window=change.window or scene.window,
    )


def for_page(change: Change, sprite: str = "") -> dict[str, Any]:
    """A change as plain values for a page whose drawings come from ``sprite``.

    ``gone`` lists keys. ``put`` lists for a layer what comes into it, in order: the key that follows (null: none; 0:
    that which came just before), and the shape: its key, place, other attributes, drawing; a page that has a shape of
    that key already moves it there. ``moved`` gives for a key the new place, ``redrawn`` its drawing, ``marked`` for an
    attribute what it is now for each key (null: it has that one no more). A place is two numbers, and a third for the
    size if that is not 1. A drawing lists its strokes, one that recurs by its number in ``strokes``. What is empty is
    left out.
    """
    put = [(each, _written(each.shape, sprite)) for each in change.put]
    redrawn = {t.shape.key: strokes(t.shape.body, sprite) for t in change.touched if t.redrawn}
    pens = _Pens([*[shape.strokes for _, shape in put], *redrawn.values()])
    marked: dict[str, dict[str, str | None]] = {}
    for touched in change.touched:
        if touched.marked:
            now = dict(touched.shape.marks)
            for name in touched.marked:
                marked.setdefault(name, {})[touched.shape.key] = now.get(name)
    found: dict[str, Any] = {
        "gone": change.gone,
        "strokes": pens.recurring,
        "put": _by_layer(put, pens),
        "moved": {t.shape.key: place(t.shape.at, t.shape.scale) for t in change.touched if t.moved},
        "marked": marked,
        "redrawn": {key: pens.drawing(drawn) for key, drawn in redrawn.items()},
        "title": change.title,
        "description": change.description,
        "frame": change.frame and extent(change.frame),
        "window": change.window and extent(change.window),
    }
    return {name: value for name, value in found.items() if value}


class _Written(NamedTuple):
    """A shape as a page is told of one that comes."""

    place: str
    marks: dict[str, str]
    strokes: tuple[str, ...]


_WRITTEN: Final[Memory[tuple[int, str], tuple[Shape, _Written]]] = Memory(4096)


def _written(shape: Shape, sprite: str) -> _Written:
    """Most shapes that come have come before, at this table or at another, and are the very same."""
    found = _WRITTEN.get((id(shape), sprite))  # it holds the shape, so that no other can have its number
    if found is None:
        made = _Written(place(shape.at, shape.scale), dict(shape.marks), strokes(shape.body, sprite))
        found = _WRITTEN.keep((id(shape), sprite), (shape, made))
    return found[1]


def _by_layer(put: list[tuple[Put, _Written]], pens: _Pens) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    last = None
    for (layer, follows, shape), written in put:
        before = 0 if follows is not None and follows == last else follows
        last = shape.key
        whole = before, last, written.place, written.marks, pens.drawing(written.strokes)
        found.setdefault(layer, []).append(whole)
    return found


class _Pens:
    """The strokes of all that is drawn anew in a change; those that recur and are long are written once."""

    def __init__(self, drawings: list[tuple[str, ...]]) -> None:
        counts = Counter(chain.from_iterable(drawings))
        self.recurring = [stroke for stroke, count in counts.items() if count > 1 and len(stroke) > SHORT]
        self._number = {stroke: number for number, stroke in enumerate(self.recurring)}

    def drawing(self, drawn: tuple[str, ...]) -> list[str | int]:
        return [self._number.get(stroke, stroke) for stroke in drawn]
