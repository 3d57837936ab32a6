"""Rules of the games in our own words, with pictures by the games themselves and every option explained."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.contract.face import PAPERS, Face
from sheepfold.core.drawing.pen import SYMBOLS
from sheepfold.core.drawing.scene import UnknownDrawing
from sheepfold.core.words.prose import anchor
from sheepfold.games import SHELF, game
from sheepfold.web.pages.home import cards
from sheepfold.web.pages.rendering import drawn, framed, small
from sheepfold.web.pages.tables.new import called, in_words, takes
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere
from sheepfold.web.updates.scenes import PLAIN

COLUMN: Final = 24
"""How long at most what is written at the left of a game's help may be."""
_FIGURE: Final = re.compile(r"!figure (?P<name>.+)")
"""A picture of the game's face, a paragraph of its own."""
_SIGN: Final = re.compile(r"\{(?P<name>[^{}\n]+)\}")
"""A small drawing within a line."""


@dataclass(frozen=True, slots=True)
class RulesText:
    """A game's rules as HTML, and its headings for the list of contents."""

    body: Markup
    contents: tuple[tuple[str, str], ...]


@page("GET", "/rules", cost=3)
async def shelf(visit: Visit) -> Response:
    return visit.render("rules_shelf.html", cards=cards(visit))


@page("GET", "/rules/{game}", cost=3)
async def rules(visit: Visit) -> Response:
    found = game(visit.request.path_params["game"])
    read = visit.site.faces.shown(found.name, lambda face: guide(found.name, face))
    return visit.render(
        "rules.html",
        game=found,
        guide=read,
        options=found.options.declared(),
        face=visit.face(found.name),
        papers=PAPERS if is_printed(found.name) else {},
        called=called,
        takes=takes,
        in_words=in_words,
        ways=ways(found.help()),
    )


@page("GET", "/rules/{game}/{paper}.pdf", cost=10)
async def to_print(visit: Visit) -> Response:
    """The game as PDF, to cut out and play."""
    found, paper = game(visit.request.path_params["game"]), visit.request.path_params["paper"]
    if paper not in PAPERS or not is_printed(found.name):
        raise NothingThere("There is no such sheet to print.")
    await visit.count("sheets")
    headers = {"content-disposition": f'inline; filename="{found.name}-{paper}.pdf"', "cache-control": "no-store"}
    return Response(await visit.site.printer.game(found.name, paper), media_type="application/pdf", headers=headers)


def is_printed(name: str) -> bool:
    """Whether the game says what of it is to be printed."""
    return hasattr(SHELF.room(name, "printed"), "PRINTED")


def ways(help_text: str) -> list[tuple[str, str]]:
    """How moves are written, and what each means: a game's help, line by line. A line that goes on with the one before
    it, or says something about all of them, has nothing at its left."""
    found = []
    for line in filter(str.strip, help_text.splitlines()):
        form, gap, meaning = line.partition("  ")
        found.append((form, meaning.strip()) if gap and len(form) <= COLUMN else ("", line))
    return found


@cache
def guide(name: str, face: Face = PLAIN) -> RulesText:
    """The guide of a game as HTML. Kept: rendering it plays out the positions that it shows."""
    reader = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    reader.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table class="plain">\n')
    reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
    tokens = list(_illustrated(reader.parse(SHELF.guide(name)), name, face))
    contents = tuple(_anchor(tokens))
    return RulesText(Markup(reader.renderer.render(tokens, reader.options, {})), contents)


def _illustrated(tokens: Sequence[Token], name: str, face: Face) -> Iterator[Token]:
    """The same with drawings in their places."""
    coming = iter(tokens)
    for token in coming:
        if token.type == "paragraph_open":
            words, close = next(coming), next(coming)
            if found := _FIGURE.fullmatch(words.content):
                yield _html("html_block", figure(name, face, found["name"]) + "\n")
            else:
                yield from (token, _with_signs(words, name, face), close)
        else:
            yield _with_signs(token, name, face)


def _with_signs(token: Token, name: str, face: Face) -> Token:
    """An inline token whose text says where a small drawing is to be."""
    if token.children is None:
        return token
    children: list[Token] = []
    for child in token.children:
        if child.type != "text":
            children.append(child)
            continue
        # By turns: words, and the name of a sign between them.
        for number, piece in enumerate(_SIGN.split(child.content)):
            children.append(_html("html_inline", sign(name, face, piece)) if number % 2 else child.copy(content=piece))
    return token.copy(children=children)


def _html(kind: str, content: str) -> Token:
    return Token(kind, "", 0, content=content)


def _anchor(tokens: list[Token]) -> list[tuple[str, str]]:
    """Give every heading a name to jump to."""
    found = []
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            name = anchor(words.content)
            opening.attrSet("id", name)
            found.append((name, words.content))
    return found


def figure(name: str, face: Face, title: str) -> str:
    """A position played out by the game's own code, with its caption; nothing while the game's face is put aside.
    Raises UnknownDrawing."""
    if face is PLAIN:
        return ""
    if title not in face.figures:
        raise UnknownDrawing("figure", title, face.figures)
    shown = face.figures[title]
    picture = drawn(game(name), framed(game(name), shown.sample))
    return str(Markup("<figure>{}<figcaption>{}</figcaption></figure>").format(picture, shown.caption))


def sign(game_name: str, face: Face, name: str) -> str:
    """A small drawing within the text; words beside it say what it is."""
    if face is PLAIN and name not in SYMBOLS:
        return ""
    return str(small(game(game_name), face, name, **{"class": "sign"}))
