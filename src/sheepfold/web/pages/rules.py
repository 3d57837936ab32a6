"""Rules of the games in our own words, with pictures by the games themselves and every option explained."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape
from starlette.responses import Response

from sheepfold.core.face import Sample
from sheepfold.core.look.svg import svg
from sheepfold.core.options import Choice, Maybe, Numbers, Option, Whole
from sheepfold.games import SHELF, game
from sheepfold.web.pages import samples
from sheepfold.web.pages.home import cards
from sheepfold.web.pages.rendering import sprite_url
from sheepfold.web.pages.visit import Visit, page

_PICTURE: Final = re.compile(
    r"^!picture (?P<seats>\d+) (?P<moves>\d+) (?P<seed>\d+)(?P<options>( [a-z_]+=\S+)*): (?P<caption>.+)$", re.M
)
"""A picture in a guide: seats, moves played at random, seed, options; then what it shows."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A game's rules as HTML, and its headings for the list of contents."""

    body: Markup
    contents: tuple[tuple[str, str], ...]


@page
async def shelf(visit: Visit) -> Response:
    return visit.render("rules_shelf.html", cards=cards(visit))


@page
async def rules(visit: Visit) -> Response:
    found = game(visit.request.path_params["game"])
    return visit.render(
        "rules.html", game=found, guide=guide(found.name), options=found.options.declared(),
        pitch=visit.face(found.name).pitch or found.summary, takes=takes, usual=usual, ways=found.help().strip(),
        lesson=visit.face(found.name).lesson is not None,
    )  # fmt: skip


@cache
def guide(name: str) -> Guide:
    """The guide of a game, rendered once."""
    text = guide_text(name)
    drawn: list[str] = []

    def keep(found: re.Match[str]) -> str:
        drawn.append(figure(name, found))
        return f"PICTURE{len(drawn) - 1}HERE"

    reader = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = reader.parse(_PICTURE.sub(keep, text))
    contents = tuple(_anchor(tokens))
    html = str(reader.renderer.render(tokens, reader.options, {}))
    html = re.sub(r"<p>PICTURE(\d+)HERE</p>", lambda found: drawn[int(found[1])], html)
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table class="plain">').replace(
        "</table>", "</table></div>"
    )
    return Guide(Markup(html), contents)


def guide_text(name: str) -> str:
    """What a game says of its rules; one that brings no guide has its summary."""
    folder = SHELF.folder(name)
    file = None if folder is None else folder.joinpath("guide.md")
    return file.read_text("utf-8") if file is not None and file.is_file() else game(name).summary


def _anchor(tokens: list[Token]) -> list[tuple[str, str]]:
    """Give every heading a name to jump to."""
    found = []
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            name = re.sub(r"[^a-z0-9]+", "-", words.content.lower()).strip("-")
            opening.attrSet("id", name)
            found.append((name, words.content))
    return found


def figure(name: str, found: re.Match[str]) -> str:
    """A position played out by the game's own code, with its caption."""
    options: tuple[tuple[str, Any], ...] = tuple(tuple(pair.split("=", 1)) for pair in found["options"].split())
    sample = Sample(options, int(found["seats"]), plies=int(found["moves"]), seed=int(found["seed"]))
    drawn = samples.model(game(name), sample)
    return str(
        Markup("<figure>{}<figcaption>{}</figcaption></figure>").format(
            Markup(svg(drawn.inside(), sprite_url())), escape(found["caption"])
        )
    )


def takes(option: Option) -> str:
    """What an option can be, in words."""
    match option:
        case Maybe():
            return f"off, or {option.low} to {option.high}"
        case Whole():
            return f"{option.low} to {option.high}"
        case Choice():
            return ", ".join(option.among)
        case Numbers():
            return f"{option.length} numbers, or the usual"
    return "on or off"


def usual(option: Option) -> str:
    """An option's default, in words."""
    match option.default:
        case None:
            return "off"
        case bool() as on:
            return "on" if on else "off"
    return str(option.default)
