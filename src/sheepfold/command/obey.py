"""A command in, its reply out: understood, carried out, or refused in one sentence with nothing changed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from sheepfold.command import helping, looking, opening, people, playing, writing
from sheepfold.command.proof import Open, Unproven, speaker, understood
from sheepfold.command.request import Request
from sheepfold.command.sender import HOUSE, Guard, Reply, Sender
from sheepfold.command.syntax import (
    GAME,
    SERVER,
    SHORTEST_PASSWORD,
    STRUCK,
    TABLE_WORDS,
    TOKEN,
    Form,
    command,
    secrets_in,
    syntax,
    without_passwords,
)
from sheepfold.command.words import NotUnderstood, split
from sheepfold.core.errors import SheepfoldError
from sheepfold.play.service import Service

LONGEST: Final = 4_000
"""Characters of a line; no command needs as many."""
LONGEST_BODY: Final = 20_000
BETTER: Final = (
    "You typed a password. A token in its place is safer: it opens less and can be revoked. Make one under Settings in"
    " the browser."
)

Handler = Callable[[Request], Awaitable[Reply]]

SERVER_HANDLERS: Final[Mapping[str, Handler]] = {
    "help": helping.server_help,
    "signup": people.signup,
    "change": people.change,
    "signoff": people.signoff,
    "list": looking.list_,
    "all": looking.all_show,
    "vacation": people.vacation,
}
GAME_HANDLERS: Final[Mapping[str, Handler]] = {
    "challenge": opening.challenge,
    "move": playing.move,
    "preview": playing.preview,
    "queue": playing.queue,
    "show": looking.show,
    "showas": looking.showas,
    "history": looking.history,
    "games": looking.games,
    "standings": looking.standings,
    "help": helping.game_help,
    "resign": playing.resign,
    "chat": playing.chat,
    "seek": opening.seek,
    "accept": opening.accept,
    "reject": opening.reject,
}


async def obey(service: Service, sender: Sender, line: str, body: str = "", guard: Guard | None = None) -> Reply:
    """Carry a command out. Whatever is wrong with it becomes a reply that says so; then nothing was changed."""
    guard = guard or Open(service, sender)
    form: Form | None = None
    game: str | None = None
    board: int | None = None
    plain = False
    try:
        if len(line) > LONGEST or len(body) > LONGEST_BODY:
            raise NotUnderstood(f"A command has at most {LONGEST} characters, and a body {LONGEST_BODY}.")
        words = await _in_full(service, sender, split(line))
        form, game, rest = command(words, service.games)
        asked = await understood(service, sender, form, game, rest)
        board = asked.board
        plain = not asked.secret and "who" in form.shape and len(asked.rest) < 2 + form.least
        user = await speaker(service, sender, guard, asked)
        request = Request(service, sender, guard, asked, body, user)
        handlers = SERVER_HANDLERS if game is None else GAME_HANDLERS
        reply = await handlers[form.name](request)
    except SheepfoldError as error:
        return _refusal(service, sender, line, error, form, game, board, plain)
    typed = bool(asked.secret) and not asked.secret.startswith(TOKEN)
    if not typed:
        return reply
    return replace(reply, password_typed=True, text=writing.letter(reply.text, writing.paragraph(BETTER)))


async def _in_full(service: Service, sender: Sender, words: list[str]) -> list[str]:
    """The words of a command. In an answer to a board the game, the command and the board may be left out."""
    if sender.board is None or not words:
        return words
    first = words[0].lower()
    if first in service.games or (first in SERVER and first not in GAME):
        return words
    table = await service.boards.find(sender.board, sender.user)
    game = (await service.info(table, sender.user)).terms.game
    if first in TABLE_WORDS or first not in GAME:
        return [game, "move", str(sender.board), *words]
    if "board" in GAME[first].shape and (len(words) == 1 or not words[1].partition("#")[0].isdigit()):
        return [game, first, str(sender.board), *words[1:]]
    return [game, *words]


# -- refusals ----------------------------------------------------------------------------------


def _refusal(
    service: Service,
    sender: Sender,
    line: str,
    error: SheepfoldError,
    form: Form | None,
    game: str | None,
    board: int | None,
    plain: bool,
) -> Reply:
    """What was wrong, how it is typed, what was sent without its password."""
    if form is None and isinstance(error, NotUnderstood) and error.suggestion:
        form = SERVER.get(error.suggestion) or GAME.get(error.suggestion)
        game = None if error.suggestion in SERVER else "GAME"
    title = HOUSE if game in (None, "GAME") else service.game(game).title
    quoted = " ".join(line.split())
    if not plain:
        quoted = without_passwords(line, service.games, names=not isinstance(error, Unproven))
    lines = (
        [] if form is None else ["Syntax:", *(writing.hanging(each, "  ", "        ") for each in syntax(form, game))]
    )
    text = writing.letter(
        writing.paragraph(_scrubbed(str(error), line, service, plain)),
        "\n".join(lines) if lines else "The commands are listed by: help",
        "You sent:\n" + writing.hanging(quoted[:LONGEST], "  > ", "  > ") if quoted else "",
        "Nothing was changed.",
    )
    where = f" Board {board}" if board is not None else ""
    typed = STRUCK in quoted
    return Reply(f"{title}{where} Error", text, board, ok=False, password_typed=typed, to=sender.user)


def _scrubbed(sentence: str, line: str, service: Service, plain: bool) -> str:
    """A sentence without any word that could be a password, not even its beginning: errors quote what they mean."""
    for word in [] if plain else secrets_in(line, service.games):
        for end in range(len(word), SHORTEST_PASSWORD - 1, -1):
            sentence = re.sub(re.escape(word[:end]), STRUCK, sentence, flags=re.IGNORECASE)
    return sentence
