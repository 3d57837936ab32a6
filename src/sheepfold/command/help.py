"""Help, in our own words: the commands, a single one, a game and its rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from sheepfold.command import writing
from sheepfold.command.request import HOUSE, Reply, Request
from sheepfold.command.verbs import GAME, OF_CHALLENGES, SERVER, Verb
from sheepfold.core.options import described
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.words.paragraphs import Line, Paragraph, Text, paragraph, table_of
from sheepfold.core.words.prose import NotUnderstood, chosen

if TYPE_CHECKING:
    from markdown_it.token import Token

ABOUT: Final = (
    "Write one command in the subject of a mail, in the form in the browser, or behind sheepfold mail. What you write"
    " in the body goes to the other players. You may shorten words as long as they stay clear. You may leave out the"
    ' game where you name a board. Put a name with blanks in double quotes, "like this".'
)
TOKENS: Final = (
    "Instead of your password you can write a token. It allows less, and you can revoke it. Make one under Settings in"
    " the browser."
)
WORDS: Final = (
    "Instead of a move you can write: propose (a draw), undo (your last move, if it showed nothing),"
    " accept and reject (what is proposed), end (the game, once it is decided), resign, rematch (when the game is"
    " over). To a draw, undo, end or rematch everybody must agree; bots agree to all but a draw."
)
RULES, COMMANDS = "rules", "commands"
"""What one may ask help about beside single commands."""
MOST_SUBJECTS: Final = 8
MOVING: Final = ("move", "preview", "queue")
"""Commands that take moves."""


async def server_help(request: Request) -> Reply:
    """All commands, some of them, or games."""
    return _together(HOUSE, [_server_help(request, word) for word in _subjects(request)])


def _subjects(request: Request) -> Sequence[str]:
    """What is asked about; nothing in particular stands for itself."""
    if len(request.asked.rest) > MOST_SUBJECTS:
        raise NotUnderstood(f"Ask for help about {MOST_SUBJECTS} things at most.")
    return request.asked.rest or ("",)


def _together(title: str, found: Sequence[Reply]) -> Reply:
    text = tuple(chain.from_iterable(reply.paragraphs for reply in found))
    return found[0] if len(found) == 1 else Reply(f"{title} help", text)


def _server_help(request: Request, word: str) -> Reply:
    games = request.service.shelf
    known = dict.fromkeys([*games, *SERVER, *GAME, COMMANDS])
    found = chosen(word, known, "command or game") if word else COMMANDS
    if found == COMMANDS:
        return Reply(f"{HOUSE} help", overview(games))
    if found in games:
        return Reply(f"{request.service.shelf.game(found).title} help", of_game(request.service.shelf.game(found)))
    texts = [of_verb(verbs[found], game) for verbs, game in ((SERVER, None), (GAME, "GAME")) if found in verbs]
    return Reply(f"{HOUSE} help: {found}", tuple(chain.from_iterable(texts)))


async def game_help(request: Request) -> Reply:
    """A game, or some of its commands."""
    return _together(request.game.title, [_game_help(request, word) for word in _subjects(request)])


def _game_help(request: Request, word: str) -> Reply:
    if not word:
        return Reply(f"{request.game.title} help", of_game(request.game))
    found = chosen(word, [*GAME, RULES, COMMANDS], "command of a game")
    if found == COMMANDS:
        listing = paragraph(f"Commands of {request.game.title}:") + _list(GAME, request.game.name)
        return Reply(f"{request.game.title} help: {found}", writing.letter(listing))
    if found == RULES:
        title = f"{request.game.title} rules"
        lead = paragraph(f"The rules of {request.game.title}")
        return Reply(title, writing.letter(lead, *rules(request.service.shelf.guide(request.game.name))))
    game, verb = request.game, GAME[found]
    more = _options(game) if verb.options else (_moves(game),) if found in MOVING else ()
    return Reply(f"{game.title} help: {found}", (*of_verb(verb, request.asked.game), *more))


def overview(games: Iterable[str]) -> Text:
    """Every command with its syntax."""
    return writing.letter(
        paragraph("Playing by mail"),
        paragraph(ABOUT),
        paragraph("Commands:") + _list(SERVER, None),
        paragraph(f"Commands of a game, where GAME is {', '.join(games)}:") + _list(GAME, "GAME"),
        paragraph(WORDS),
        paragraph("Options of every challenge:") + _common(),
        paragraph(TOKENS),
        paragraph("More about a command or a game: help COMMAND, help GAME"),
    )


def _list(verbs: Mapping[str, Verb], game: str | None) -> Paragraph:
    """Each command as it is typed, and below it what it does."""
    lines = ((*writing.syntax_of(verb, game), Line(verb.help, "      ", "      ")) for verb in verbs.values())
    return tuple(chain.from_iterable(lines))


def _common() -> Paragraph:
    return table_of((f"  {option}", words) for option, words in OF_CHALLENGES)


def of_verb(verb: Verb, game: str | None) -> Text:
    """One command."""
    more = WORDS if verb.name == "move" else ""
    options = _common() if verb.options else ()
    about = paragraph(f"{verb.name}: {verb.help}.")
    return writing.letter(about, writing.syntax_of(verb, game), options, paragraph(more))


def challenge_syntax(game: AnyGame) -> str:
    """How a board of the game is started, with each of its options."""
    options = [f"[{option.form.replace(' | ', '|')}]" for option in game.options.declared()]
    common = [f"[{option}]" for option, _ in OF_CHALLENGES]
    userids = " ".join(f"USERID{seat}" for seat in range(1, game.seats[0] + 1))
    more = " ..." if len(game.seats) > 1 else ""
    return " ".join([game.name, "challenge", *options, *common, f"{userids}{more}"])


def of_game(game: AnyGame) -> Text:
    """What a game is, its options, and how its moves are written."""
    return writing.letter(
        paragraph(f"{game.title}, by {game.credits}."),
        paragraph(game.summary, f"The rules: {game.name} help {RULES}"),
        paragraph(f"It is for {seat_range(game)} players. A board is started with"),
        (writing.typed(challenge_syntax(game)),),
        *_options(game),
        paragraph("Send a move with") + writing.commands(f"{game.name} move BOARD USERID PASSWORD MOVE"),
        paragraph("They are written like this:") + _moves(game),
        paragraph(WORDS),
        paragraph("All other commands are the same for every game: help lists them."),
    )


def _options(game: AnyGame) -> Text:
    """What can be agreed for a board of the game."""
    return described(game.options, game.title)


def _moves(game: AnyGame) -> Paragraph:
    """Each way that a move of the game is written in."""
    lines = ((line.words, f"  {line.first}") for line in game.forms())
    return tuple(Line(words, first, " " * len(first)) for words, first in lines)


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
