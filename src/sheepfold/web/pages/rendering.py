"""Templates, and what they all can use: words, drawings from the sprite, addresses of static files."""

from __future__ import annotations

import gzip
import secrets
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.beasts import SYMBOLS
from sheepfold.core.drawing.scene import Scene, UnknownDrawing
from sheepfold.core.drawing.svg import Files, svg, symbol_file
from sheepfold.core.records.progress import AnyGame
from sheepfold.web.pages import art, phrases, static
from sheepfold.web.pages.people.preferences import CHOICES, TITLES

TEMPLATES: Final = Path(__file__).parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates, with everything escaped by default and a misspelt name an error. Kept: it holds the compiled
    templates."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,  # else every use of a template asks the disk whether it changed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"quote": lambda text: quote(str(text), safe=""), **phrases.FILTERS}
    made.globals |= {
        "static": static.shelf().url,
        "own_file": lambda game, name: static.shelf().optional(f"games/{game}/{name}"),
        "beast": beast,
        "small": small,
        "own_heads": own_heads,
        "hero": lambda: Markup(art.hero(sprite_url())),
        "fresh_key": lambda: secrets.token_urlsafe(12),
        "choices": CHOICES,
        "titles": TITLES,
    }
    return made


def sprite_url() -> str:
    return static.shelf().url(art.SPRITE)


class SymbolFile(NamedTuple):
    """The symbols of a game, plain and compressed, and their address, which changes when any of them does."""

    plain: bytes
    packed: bytes
    address: str


@cache
def symbols(game: AnyGame) -> SymbolFile:
    """Kept: they are the same until the server stops, and every page with a board names their address."""
    made = symbol_file(game.symbols().values()).encode()
    stamp = blake2b(made, digest_size=6).hexdigest()
    return SymbolFile(made, gzip.compress(made, mtime=0), f"/symbols/{game.name}.svg?{stamp}")


def drawn(game: AnyGame, scene: Scene, **attributes: str) -> Markup:
    """A picture of the game within a page."""
    return Markup(svg(scene, Files(sprite_url(), symbols(game).address), **attributes))


def small(game: AnyGame, face: Face, name: str, **attributes: str) -> Markup:
    """A small drawing of the game's face, or else one of the house. Raises UnknownDrawing."""
    own = face.sign(name)
    return beast(name, attributes.get("class", "")) if own is None else drawn(game, own, **attributes)


def own_heads(game: AnyGame, face: Face) -> list[Markup]:
    """The heads of roles that the face draws itself, each with the id by which scripts use it."""
    found = {name: face.sign(name) for name in face.heads.values()}
    return [drawn(game, scene, id=f"head-{name}") for name, scene in found.items() if scene is not None]


def beast(name: str, kind: str = "") -> Markup:
    """A drawing from the sprite, as an ornament beside words."""
    if name not in SYMBOLS:
        raise UnknownDrawing("drawing", name, SYMBOLS)
    side = SYMBOLS[name][0]
    return Markup('<svg viewBox="0 0 {0} {0}" class="{1}" aria-hidden="true"><use href="{2}#{3}"/></svg>').format(
        side, kind, sprite_url(), name
    )
