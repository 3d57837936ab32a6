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

from sheepfold.core.look.beasts import SYMBOLS
from sheepfold.games import SHELF
from sheepfold.web.pages import art, phrases, static
from sheepfold.web.pages.faces import page_files
from sheepfold.web.pages.preferences import CHOICES, TITLES

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
    )
    made.filters |= {"quote": lambda text: quote(str(text), safe=""), "cells": cells, **phrases.FILTERS}
    made.globals |= {
        "static": static.shelf().url,
        "own_file": lambda game, name: static.shelf().optional(f"games/{game}/{name}"),
        "beast": beast,
        "piece": piece,
        "pieces": pieces,
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


@lru_cache(4096)
def piece(name: str, /, **values: Hashable) -> Markup:
    """A piece of a piece, made once for the same values: for what is large and seldom changes."""
    return Markup(template(name).render(values))


def pieces(name: str, each: Iterable[Hashable]) -> Markup:
    """The same piece for one value after another, which it knows as ``it``: those that stay are not made again."""
    return Markup("".join([piece(name, it=value) for value in each]))


def cells(values: Sequence[str], special: tuple[str, ...] = (), kind: str = "") -> Markup:
    """Many cells of a table at once, those with special values of another kind: rows that stay are not made again."""
    return _cells(tuple(values), special, kind)


@lru_cache(4096)
def _cells(values: tuple[str, ...], special: tuple[str, ...], kind: str) -> Markup:
    return Markup("".join([_cell(value, kind if value in special else "") for value in values]))


@lru_cache(4096)
def _cell(value: str, kind: str) -> Markup:
    return Markup('<td class="{}">{}</td>' if kind else "<td>{1}</td>").format(kind, value)
