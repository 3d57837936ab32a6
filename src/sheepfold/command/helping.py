"""Help, in our own words: the commands, a single one, a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sheepfold.command import writing
from sheepfold.command.forms import GAME, SERVER, Verb
from sheepfold.command.request import Request
from sheepfold.command.rulebook import rules
from sheepfold.command.sender import HOUSE, Reply
from sheepfold.command.syntax import syntax
from sheepfold.core.options import described
from sheepfold.core.progress import AnyGame, seat_range
from sheepfold.core.words import chosen

ABOUT: Final = (
    "One command stands in a line: the subject of a mail, the form in the browser, or the argument of sheepfold mail."
    " What you write into the body goes to the other players. Words may be shortened as long as they stay clear, and"
    " the game may be left out where a board's number says which it is; a name with blanks stands in double quotes,"
    ' "like this".'
)
TOKENS: Final = (
    "In the place of a password a token may stand, which you make and revoke under Settings in the browser: it opens"
    " less, and it can be changed without changing anything else."
)
WORDS: Final = (
    "In the place of a move these words may stand: propose (a draw), undo (your last move, if it showed nothing),"
    " accept and reject (what is proposed), resign. A draw and an undo need the consent of all."
)
COMMON: Final = (
    ("--nagtime=DAYS", "remind whoever is waited for as often (7)"),
    ("--forfeittime=DAYS", "whoever has not moved for so long has lost (21)"),
    ("--totaltime=DAYS", "so much time for all moves of a player (as much as they need)"),
    ("--unrated", "the result does not count"),
)
"""The options of every challenge."""


RULES: Final = "rules"
"""What one may ask help about beside commands."""
MOVING: Final = ("move", "preview", "queue")
"""Commands that take moves."""


async def server_help(request: Request) -> Reply:
    """All commands, one of them, or a game."""
    if not request.asked.rest:
        return Reply(f"{HOUSE} help", overview(request.service.games))
    games, word = request.service.games, request.asked.rest[0]
    found = chosen(word, dict.fromkeys([*games, *SERVER, *GAME]), "command or game")
    if found in games:
        return Reply(f"{request.service.game(found).title} help", of_game(request.service.game(found)))
    blocks = [of_form(forms[found], game) for forms, game in ((SERVER, None), (GAME, "GAME")) if found in forms]
    return Reply(f"{HOUSE} help: {found}", writing.letter(*blocks))


async def game_help(request: Request) -> Reply:
    """A game, or one of its commands."""
    if not request.asked.rest:
        return Reply(f"{request.game.title} help", of_game(request.game))
    found = chosen(request.asked.rest[0], [*GAME, RULES], "command of a game")
    if found == RULES:
        title = f"{request.game.title} rules"
        return Reply(
            title, writing.letter(f"The rules of {request.game.title}", rules(request.service.guide(request.game.name)))
        )
    game, form = request.game, GAME[found]
    more = [_options(game)] if form.options else [_moves(game)] if found in MOVING else []
    return Reply(f"{game.title} help: {found}", writing.letter(of_form(form, request.asked.game), *more))


def overview(games: Iterable[str]) -> str:
    """Every command with its syntax."""
    return writing.letter(
        "Playing by mail",
        writing.paragraph(ABOUT),
        "Commands:\n" + _list(SERVER, None),
        f"Commands of a game, where GAME is {', '.join(games)}:\n" + _list(GAME, "GAME"),
        writing.paragraph(WORDS),
        "Options of every challenge:\n" + writing.table_of([(f"  {form}", words) for form, words in COMMON]),
        writing.paragraph(TOKENS),
        "More about a command or a game: help COMMAND, help GAME",
    )


def _list(forms: Mapping[str, Verb], game: str | None) -> str:
    """Each command as it is typed, and below it what it does."""
    blocks = []
    for form in forms.values():
        lines = [_broken(line) for line in syntax(form, game)]
        blocks.append("\n".join([*lines, writing.paragraph(form.help, "      ")]))
    return "\n".join(blocks)


def _broken(line: str) -> str:
    """A line of syntax, broken between its words where it is too long."""
    return writing.hanging(line, "  ", "        ")


def of_form(form: Verb, game: str | None) -> str:
    """One command."""
    more = [WORDS] if form.name == "move" else []
    options = writing.table_of([(f"  {each}", words) for each, words in COMMON]) if form.options else ""
    about = writing.paragraph(f"{form.name}: {form.help}.")
    return writing.letter(
        about, "\n".join(_broken(line) for line in syntax(form, game)), options, *map(writing.paragraph, more)
    )


def challenge(game: AnyGame) -> str:
    """How a board of the game is started, with each of its options."""
    options = [f"[{option.form.replace(' | ', '|')}]" for option in game.options.declared()]
    common = [f"[{form}]" for form, _ in COMMON]
    userids = " ".join(f"USERID{seat}" for seat in range(1, game.seats[0] + 1))
    more = " ..." if len(game.seats) > 1 else ""
    return " ".join([game.name, "challenge", *options, *common, f"{userids}{more}"])


def of_game(game: AnyGame) -> str:
    """What a game is, its options, and how its moves are written."""
    return writing.letter(
        writing.paragraph(f"{game.title}, by {game.credits}."),
        f"{writing.paragraph(game.summary)}\nThe rules: {game.name} help {RULES}",
        writing.paragraph(f"It is for {seat_range(game)} players. A board is started with"),
        _broken(challenge(game)),
        _options(game),
        f"Moves are sent with\n{writing.commands(f'{game.name} move BOARD USERID PASSWORD MOVE')}",
        f"and written so:\n{_moves(game)}",
        writing.paragraph(WORDS),
        "All other commands are the same for every game: help lists them.",
    )


def _options(game: AnyGame) -> str:
    """What can be agreed for a board of the game."""
    return writing.listed_forms(described(game.options, game.title))


def _moves(game: AnyGame) -> str:
    """Each form that a move of the game is written in."""
    lines = (f"  {line}".rstrip() for line in game.help().rstrip().split("\n"))
    return writing.listed_forms("\n".join(lines))
