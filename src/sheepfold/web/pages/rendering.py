"""Templates, and what they all can use: words, drawings from the sprite, addresses of static files."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from sheepfold.core.face import Each, Pieces
from sheepfold.core.look.beasts import SYMBOLS
from sheepfold.games import SHELF
from sheepfold.web.pages import art, phrases, static
from sheepfold.web.pages.faces import page_files
from sheepfold.web.pages.kept_templates import kept_templates
from sheepfold.web.pages.preferences import CHOICES, TITLES

HOLE: Final = "\0"
"""What stands in a piece where another will."""
TEMPLATES: Final = Path(__file__).parent.parent / "templates"


def _of_a_game(address: str) -> str | None:
    """A template that a game brings along, by its name and the file's."""
    found = dict(page_files(SHELF)).get(address)
    return None if found is None else found.read_text("utf-8")


@cache
def environment() -> Environment:
    """The templates, with everything escaped by default and a misspelt name an error."""
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader({"games": FunctionLoader(_of_a_game)})]),
        autoescape=True,
        auto_reload=False,  # else every use of a template asks the disk whether it changed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_templates(),
    )
    made.filters |= {"quote": lambda text: quote(str(text), safe=""), "cells": cells, **phrases.FILTERS}
    made.globals |= {
        "static": static.shelf().url,
        "own_file": lambda game, name: static.shelf().optional(f"games/{game}/{name}"),
        "beast": beast,
        "piece": piece,
        "pieces": lambda name, each: Markup(pieces(name, each)),
        "hero": lambda: Markup(art.hero(sprite_url())),
        "fresh_key": lambda: secrets.token_urlsafe(12),
        "choices": CHOICES,
        "titles": TITLES,
        "sure": phrases.SURE,
    }
    return made


@cache
def template(name: str) -> Template:
    """A template by its name. The environment would look it up anew, and in longer than some take to render; and what
    all can use would be gathered from layers of mappings at every use."""
    found = environment().get_template(name)
    found.globals = dict(found.globals)
    return found


def sprite_url() -> str:
    return static.shelf().url(art.SPRITE)


@cache
def beast(name: str, kind: str = "") -> Markup:
    """A drawing from the sprite, as an ornament beside words."""
    side = SYMBOLS[name][0]
    return Markup('<svg viewBox="0 0 {0} {0}" class="{1}" aria-hidden="true"><use href="{2}#{3}"/></svg>').format(
        side, kind, sprite_url(), name
    )


@lru_cache(16384)
def piece(name: str, it: Hashable) -> Markup:
    """A piece of a page, made once for the same value, which its template knows as ``it``."""
    return Markup(template(name).render(it=it))


def pieces(name: str, each: Iterable[Hashable]) -> str:
    """The same piece for one value after another, each on lines of its own."""
    return "\n".join([piece(name, it) for it in each])


@lru_cache(16384)
def _own_piece(game: str, name: str, it: Hashable) -> str:
    """A piece that a game brings along."""
    return template(f"games/{game}/{name}").render(it=it)


@lru_cache(4096)
def _one_by_one(game: str, name: str, values: tuple[Hashable, ...]) -> str:
    """The same one for several values."""
    return "\n".join([_own_piece(game, name, it) for it in values])


@lru_cache(4096)
def _around(game: str, name: str, it: Hashable, holes: int) -> list[str]:
    """One that holds others, cut where they stand."""
    return template(f"games/{game}/{name}").render(it=it, inside=[Markup(HOLE)] * holes).split(HOLE)


def put_together(game: str, made: Pieces) -> str:
    """Pieces that a game brings along, each on lines of its own; those that stay are not made again."""
    found = []
    for each in made:
        if isinstance(each, Each):
            if each.values:
                found.append(_one_by_one(game, each.template, tuple(each.values)))
        elif each.inside:
            first, *others = _around(game, each.template, each.it, len(each.inside))
            held = [put_together(game, inside) + after for inside, after in zip(each.inside, others, strict=True)]
            found.append(first + "".join(held))
        else:
            found.append(_own_piece(game, each.template, each.it))
    return "\n".join(found)


def cells(values: Sequence[str], special: tuple[str, ...] = (), kind: str = "") -> Markup:
    """Many cells of a table at once, those with special values of another kind: rows that stay are not made again."""
    return _cells(tuple(values), special, kind)


@lru_cache(4096)
def _cells(values: tuple[str, ...], special: tuple[str, ...], kind: str) -> Markup:
    return Markup("".join([_cell(value, kind if value in special else "") for value in values]))


@lru_cache(4096)
def _cell(value: str, kind: str) -> Markup:
    return Markup('<td class="{}">{}</td>' if kind else "<td>{1}</td>").format(kind, value)
