"""Boards as pages get them: lists of sprites as plain data, and once per page the symbols that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sheepfold.core.drawing.scene import Attributes, Layer, Scene, Sprite, Symbol, Var
from sheepfold.core.drawing.svg import lettering


def board_data(scene: Scene, *, ground: bool) -> dict[str, Any]:
    """The board: its window, and every sprite by layer. ``ground``: also the layers that stay as they are."""
    layers = (*scene.ground, *scene.board) if ground else scene.board
    return {
        "title": scene.title,
        "description": scene.description,
        "window": [
            number(side) for side in (scene.window.left, scene.window.top, scene.window.width, scene.window.height)
        ],
        "layers": {layer.name: _sprites(layer, scene) for layer in layers},
    }


def _sprites(layer: Layer, scene: Scene) -> list[Any]:
    """First, by symbol, all cells with a sprite of which there is no more to say. Then the others, in the order in
    which they lie. Drawings of any other kind no page gets."""
    found = [sprite_data(sprite, scene.symbol(sprite)) for sprite in layer.drawn if isinstance(sprite, Sprite)]
    return [{symbol: " ".join(cells) for symbol, cells in layer.cells.items()}, *found] if layer.cells else found


def sprite_data(sprite: Sprite, symbol: Symbol) -> list[Any]:
    """Key and symbol, then the place unless the key tells it; at the end, where there is more to say, what its words,
    part, cell, label and path are."""
    key, name, (x, y), words, part, cell, label, path = sprite
    found: list[Any] = [key, name] if symbol.on_cell else [key, name, number(x), number(y)]
    more = {}
    if words is not None:
        more["words"] = words
    if part is not None:
        more["part"] = part
    if cell is not None:
        more["cell"] = cell
    if label is not None:
        more["label"] = label
    if path:
        more["path"] = path
    if more:
        found.append(more)
    return found


def number(value: float) -> float:
    """As few letters as can be."""
    whole = round(value)
    return whole if whole == value else round(value, 2)


def symbol_data(symbols: Iterable[Symbol]) -> dict[str, dict[str, Any]]:
    """What a page must know of symbols to draw them: which have a drawing in the game's file, how words and paths are
    written, where they are ringed."""
    found = {}
    for symbol in symbols:
        data = {
            "drawn": bool(symbol.body),
            "words": None if symbol.words is None else _attributes(lettering(symbol.words)),
            "strokes": [_attributes(stroke) for stroke in symbol.strokes],
            "outline": symbol.outline,
            "middle": symbol.middle if symbol.outline else None,
            "animal": symbol.animal,
            "on_cell": symbol.on_cell,
            "part": symbol.part,
            "title": symbol.title,
        }
        found[symbol.name] = {name: value for name, value in data.items() if value}
    return found


def _attributes(attributes: Attributes) -> Mapping[str, str]:
    return {name: f"var(--{value.name})" if isinstance(value, Var) else str(value) for name, value in attributes}
