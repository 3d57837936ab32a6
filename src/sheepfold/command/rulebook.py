"""The rules of a game as text of a letter, from the guide that its pages show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sheepfold.command import writing
from sheepfold.core.paragraphs import Line, Paragraph, Text, paragraph, table_of

if TYPE_CHECKING:
    from markdown_it.token import Token

_SIGN: Final = re.compile(r"\{[^{}\n]+\}\s*")
"""A small drawing within a line."""
NOT_IN_LETTERS: Final = ("!figure ", "On the page:")
"""How paragraphs begin that only a page can show."""


def rules(guide: str) -> Text:
    """A guide as paragraphs of a mail, without what only a page can show."""
    from markdown_it import MarkdownIt  # few ask for rules, and everybody would wait for it

    tokens = MarkdownIt("commonmark").enable("table").parse(guide)
    return writing.letter(*_paragraphs(tokens))


def _paragraphs(tokens: list[Token]) -> Iterator[Paragraph]:
    bullet, rows = "", list[list[str]]()
    for token, words in pairwise(tokens):
        match token.type:
            case "heading_open":
                yield Line(_plain(words)), Line("-" * len(_plain(words)))
            case "list_item_open":
                bullet = f"{token.info}. " if token.info else "- "
            case "paragraph_open" if bullet:
                yield (Line(_plain(words), bullet),)
                bullet = ""
            case "paragraph_open" if not words.content.startswith(NOT_IN_LETTERS):
                yield paragraph(_plain(words))
            case "table_open":
                rows = []
            case "tr_open":
                rows.append([])
            case "th_open" | "td_open":
                rows[-1].append(_plain(words))
            case "table_close" if any(row[0] for row in rows[1:]):
                yield table_of(rows)


def _plain(token: Token) -> str:
    """The words of a piece without its marks."""
    pieces = (" " if child.type == "softbreak" else child.content for child in token.children or ())
    return _SIGN.sub("", "".join(pieces)).strip()
