"""Whether somebody sends back what was mailed to them: that is never passed on as their words.

A letter holds what only its reader may know, and programs quote it in more ways than can be listed. So a comment that
came by mail is compared with the letters that its writer may have got, made again from what they may know. Only letters
and digits are compared: no mark, break, blank or charset that stands between them matters.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from itertools import pairwise
from typing import Final
from unicodedata import normalize

from sheepfold.command import boards, writing
from sheepfold.command.verbs import GAME, syntax
from sheepfold.core.words.paragraphs import written
from sheepfold.play.errors import NotFound
from sheepfold.play.service import Service
from sheepfold.play.terms import TableId, UserId

RUN: Final = 20
"""Letters and digits in a row that two texts share only if one repeats the other."""
BEGINNING: Final = 10
"""The same for the beginning of a line."""
LEAST: Final = 6
"""Characters without blanks of a line that can be known by being the same."""
LONGEST_WORD: Final = 60
"""Characters of a word; longer ones are encoded text, or an address."""
MOST_TABLES: Final = 20
"""So many tables of the writer are looked at, the latest first. To write the letters of 20 tables of Mutton again takes
57 ms of processor time, to compare them 8; one comment in so many milliseconds is no load, so nothing is kept."""

_ENCODED: Final = re.compile(r"=([0-9A-Fa-f]{2})")
_MARK: Final = re.compile(r"^\W*[A-Za-z]{0,3}[>|\]]\s*")
_ADDRESS: Final = re.compile(
    r"board[0-9]+\.[0-9a-z]{10}"
    r"|(?:(?:answer[0-9]+|confirm|consent|bounce)\.|puzzle\.[0-9a-z]{1,20}-)[0-9]+-[0-9a-z]{5}"
)
"""Where answers go: whoever knows such an address can play for its owner."""
_PLAIN: Final = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Sent:
    """What letters may have told: their lines, and the names in them, which everybody may write."""

    lines: tuple[str, ...]
    names: frozenset[str]


def repeats(words: str, sent: Sent) -> bool:
    """Whether words hold some of what was sent, or cannot be compared with it."""
    if any(len(word) > LONGEST_WORD and "://" not in word for word in words.split()):
        return True
    decoded = _decoded(words)
    if _ADDRESS.search(decoded.replace("\n", "")):
        return True
    lines = [_MARK.sub("", line) for line in decoded.splitlines()]
    letters = _decoded("\n".join(sent.lines)).splitlines()
    if not _signs(lines).isdisjoint(_signs(letters)):
        return True
    told, given = ([_plain(line, sent.names) for line in each] for each in (letters, lines))
    stream, whole = "".join(told), "".join(given)
    beginnings = {line[:BEGINNING] for line in told if len(line) >= BEGINNING}
    return (
        not set(_runs(whole)).isdisjoint(_runs(stream))
        or any(whole[at : at + BEGINNING] in beginnings for at in _starts(given))
        or any(BEGINNING <= len(line) < RUN and line in stream for line in (*given, *map("".join, pairwise(given))))
    )


def _signs(lines: Iterable[str]) -> set[str]:
    """Lines without their blanks, where enough is left to know them by."""
    return {signs for line in lines if len(signs := "".join(line.split())) >= LEAST}


def _runs(text: str) -> Iterator[str]:
    return (text[at : at + RUN] for at in range(len(text) - RUN + 1))


def _starts(lines: Iterable[str]) -> Iterator[int]:
    """Where lines begin in all of them together."""
    at = 0
    for line in lines:
        yield at
        at += len(line)


def _decoded(text: str) -> str:
    """The text without quoted-printable and HTML entities that no program has undone."""
    undone = _ENCODED.sub(lambda found: chr(int(found[1], 16)), text.replace("=\n", ""))
    return normalize("NFKC", unescape(undone)).casefold()


def _plain(line: str, names: Collection[str]) -> str:
    return "".join(word for word in _PLAIN.findall(line) if word not in names)


# -- what was sent -----------------------------------------------------------------------------


async def sent_to(
    service: Service, user: UserId, table: TableId | None, asked: int | None, letterhead: Sequence[str]
) -> Sent:
    """What the user may have been mailed: of that table, as it stands and before the move that was ``asked`` for, and
    of all their others as they stand."""
    lines, names = [*letterhead, *writing.Phrase], set[str]()
    others = [each.info.id for each in await service.lists.of_user(user, limit=MOST_TABLES, over=False)]
    for each in dict.fromkeys([table, *others] if table else others):
        with suppress(NotFound):
            board = replace(await boards.look(service, each, user), talk=())
            names.update(*(_PLAIN.findall(name.casefold()) for name in board.info.plain_names.values()))
            story = (await service.watching.story(each, user)).events
            lines += [words for event in story for words in event.sentences]
            lines += [f"{writing.day(event.at)} {' '.join(event.sentences)}" for event in story]
            lines += await asyncio.to_thread(_letters, board)
    if table and asked is not None:
        with suppress(NotFound):
            past = await service.boards.past(table, asked - 1, user)
            info = await service.tables.info(table, user)
            game = service.shelf.game(info.terms.game)
            lines += written(await asyncio.to_thread(game.paragraphs, past.view, info.names)).splitlines()
    return Sent(tuple(lines), frozenset(names))


def _letters(board: boards.Board) -> list[str]:
    """Everything that a letter about the board as it stands may hold."""
    game = board.info.terms.game
    letters = [boards.reply(replace(board, way="answer"), picture=True), boards.reply(board, picture=False)]
    lines = [line for letter in letters for line in (letter.subject, *written(letter.paragraphs).splitlines())]
    if (drawn := letters[0].picture) is not None:
        lines += (drawn.title, drawn.description)
    return [*lines, writing.how_written(game), *(line for verb in GAME.values() for line in syntax(verb, game))]
