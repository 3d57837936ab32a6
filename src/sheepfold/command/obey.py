"""A command in, its reply out: understood, carried out, or refused in one sentence with nothing changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from sheepfold.command import helping, looking, opening, people, playing, writing
from sheepfold.command.counting import CountedByAddress, Open
from sheepfold.command.forms import GAME, SERVER, TABLE_WORDS, Verb
from sheepfold.command.proof import speaker, understood
from sheepfold.command.request import Request
from sheepfold.command.sender import HOUSE, Counting, Reply, Sender
from sheepfold.command.striking import STRUCK, TOKEN, Trust, scrubbed, without_passwords
from sheepfold.command.syntax import BOARD, Understood, board_at, command
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.paragraphs import Line, Paragraph, Text, paragraph
from sheepfold.core.unseen import visible
from sheepfold.core.words import NotUnderstood, find, near, split
from sheepfold.play.errors import NotFound
from sheepfold.play.service import Service
from sheepfold.play.users import User

LONGEST: Final = 4_000
"""Characters of a line; no command needs as many."""
LONGEST_QUOTE: Final = 500
FEW: Final = 4
"""A game, a command, a board and a move: from whoever may leave userid and password out, no more is needed."""
LONGEST_BODY: Final = 20_000
BETTER: Final = (
    "You typed a password. A token in its place is safer: it opens less and can be revoked. Make one under Settings in"
    " the browser."
)

UNCOUNTED: Final = ("shell", "terminal")
"""Doors of whoever owns the database."""

Handler = Callable[[Request], Awaitable[Reply]]

SERVER_HANDLERS: Final[Mapping[str, Handler]] = {
    "help": helping.server_help,
    "signup": people.signup,
    "change": people.change,
    "signoff": people.signoff,
    "list": looking.list_,
    "message": people.message,
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
    "subscribe": playing.subscribe,
    "unsubscribe": playing.subscribe,
    "limit": opening.limit,
    "seek": opening.seek,
    "accept": opening.accept,
    "reject": opening.reject,
}


async def obey(service: Service, sender: Sender, line: str, body: str = "", counting: Counting | None = None) -> Reply:
    """Carry a command out. Whatever is wrong with it becomes a reply that says so; then nothing was changed."""
    counting = counting or (Open if sender.door in UNCOUNTED else CountedByAddress)(service, sender)
    line, body = _readable(line), _readable(body)
    reached = Reached()
    try:
        if len(line) > LONGEST or len(body) > LONGEST_BODY:
            raise NotUnderstood(f"A command has at most {LONGEST} characters, and a body {LONGEST_BODY}.")
        words = await _in_full(service, sender, split(line))
        form, game, rest = command(words, service.games)
        reached.form, reached.game = form, game
        reached.asked = asked = await understood(service, sender, form, game, rest)
        reached.user = user = await speaker(service, sender, counting, asked)
        handlers = SERVER_HANDLERS if game is None else GAME_HANDLERS
        reply = await handlers[form.name](Request(service, sender, counting, asked, body, user))
    except SheepfoldError as error:
        return await _with_table(service, sender, reached, _refusal(service, sender, line, error, reached))
    typed = _password_typed(asked)
    messages = await _messages(service, sender, user, form)
    text = writing.letter(*reply.paragraphs, *messages, paragraph(BETTER if typed else ""))
    return replace(reply, password_typed=typed, paragraphs=text)


def _password_typed(asked: Understood) -> bool:
    colons = [word.partition(":")[2] for word in asked.rest] if asked.form.name == "challenge" else []
    return any(word and not word.startswith(TOKEN) for word in (asked.secret, *colons))


async def _messages(service: Service, sender: Sender, user: User | None, form: Verb) -> Text:
    """What others wrote to whoever speaks, once: not where the reply may reach nobody, or somebody else."""
    if user is None or "who" not in form.shape or form.name == "signoff":
        return ()
    if sender.door == "mail" and not user.mail_confirmed:
        return ()
    found = await service.messages.unread(user.id)
    return tuple(
        paragraph(f"{each.sender} wrote to you on {writing.day(each.at)}:") + writing.quoted(each.text)
        for each in found
    )


def _readable(text: str) -> str:
    """Without what no database takes: halves of characters, and NUL."""
    return text.encode(errors="replace").decode().replace("\0", "?")


async def _in_full(service: Service, sender: Sender, words: list[str]) -> list[str]:
    """The words of a command. In an answer to a board the game, the command and the board may be left out; elsewhere
    the game, where a board follows."""
    if sender.board is None:
        return await _with_game(service, sender, words)
    if not words:
        raise NotUnderstood("There is no move in this: write it into the first line, above what you answer to.")
    first = words[0].lower()
    if first in service.games or (first in SERVER and first not in GAME):
        return words
    table = await service.boards.find(sender.board, sender.user)
    game = (await service.info(table, sender.user)).terms.game
    whole = len(words) == 1 and first in GAME  # accept and reject also answer whoever seated the sender
    if (first in TABLE_WORDS and not whole) or first not in GAME:
        return [game, "move", _meant(sender, first), *words]
    missing = len(words) == 1 or ("board" in GAME[first].shape and BOARD.fullmatch(words[1]) is None)
    if board_at(GAME[first]) is not None and missing:
        meant = words[1].lower() if first == "move" and len(words) > 1 else "resign"
        return [game, first, _meant(sender, meant), *words[1:]]
    return [game, *words]


def _meant(sender: Sender, word: str) -> str:
    """The board that is answered to, with the number of the move that was asked for, if a move stands there."""
    bound = sender.asked is not None and word not in TABLE_WORDS
    return f"{sender.board}#{sender.asked}" if bound else f"{sender.board}"


async def _with_game(service: Service, sender: Sender, words: list[str]) -> list[str]:
    """The words with the game that was left out: that of the board. Raises NotUnderstood."""
    begins = [*service.games, *SERVER]
    name = find(words[0], GAME) if words else None
    if name is None or find(words[0], begins) or (words[0].lower() != name and near(words[0], begins)):
        return words
    at = board_at(GAME[name])
    board = BOARD.fullmatch(words[at + 1]) if at is not None and len(words) > at + 1 else None
    if board is not None:
        with suppress(NotFound):
            table = await service.boards.find(int(board[1]), sender.user)
            return [(await service.info(table, sender.user)).terms.game, *words]
    raise NotUnderstood(f"{name} follows the name of a game: {', '.join(f'{game} {name}' for game in service.games)}.")


# -- refusals ----------------------------------------------------------------------------------


@dataclass
class Reached:
    """How far a command came."""

    form: Verb | None = None
    game: str | None = None
    asked: Understood | None = None
    user: User | None = None

    @property
    def trust(self) -> Trust:
        """Whether the password stood where it belongs."""
        asked = self.asked
        if asked is None or asked.form.proof is None:
            return "fits"
        if asked.secret:
            return "proven" if self.user is not None and "who" in asked.form.shape else "nothing"
        return "left out" if len(asked.rest) < 2 else "nothing"


def _refusal(service: Service, sender: Sender, line: str, error: SheepfoldError, reached: Reached) -> Reply:
    """What was wrong, how it is typed, what was sent without its password."""
    form, game, words = reached.form, reached.game, split(line[:LONGEST])
    if form is None and words:
        game = find(words[0], service.games)
        meant = error.suggestion if isinstance(error, NotUnderstood) else ""
        form = (GAME if game else SERVER).get(meant)
    title = HOUSE if game is None else service.game(game).title
    trust = reached.trust
    bare = sender.board is not None and bool(words) and words[0].lower() not in {*service.games, *SERVER, *GAME}
    if bare or (reached.asked is None and sender.user is not None and len(words) <= FEW):
        trust = "left out"
    sentence = visible(scrubbed(str(error), line[:LONGEST], service.games, trust=trust))
    quoted = visible(without_passwords(line[:LONGEST], service.games, trust=trust))
    cut = quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[:LONGEST_QUOTE]} ..."
    text = writing.letter(
        paragraph(sentence),
        _typed(form, game, bare),
        (Line("You sent:"), Line(cut, "  > ", "  > ")) if cut else (),
        paragraph("Nothing was changed."),
    )
    board = None if reached.asked is None else reached.asked.board
    where = f" Board {board}" if board is not None else ""
    to = sender.user if reached.user is None else reached.user.id
    return Reply(f"{title}{where} Error", text, board, ok=False, password_typed=STRUCK in quoted, to=to)


def _typed(form: Verb | None, game: str | None, bare: bool) -> Paragraph:
    """How the command is typed; whoever answers a board with a move needs to know less."""
    if form is None:
        return paragraph("The commands are listed by: help")
    if bare and game is not None and form is GAME["move"]:
        how = f"How moves are written: {game} help"
        return paragraph("Answer with nothing but your move in the first line.", how)
    return paragraph("Syntax:") + writing.syntax_of(form, game)


async def _with_table(service: Service, sender: Sender, reached: Reached, refusal: Reply) -> Reply:
    """The refusal with the table that was meant, where its reader may see that: by mail they can answer to it."""
    board = refusal.board or sender.board
    if board is None or refusal.to is None or (reached.asked is not None and reached.asked.name and not reached.user):
        return refusal
    try:
        return replace(refusal, board=board, table=await service.boards.find(board, refusal.to))
    except SheepfoldError:
        return refusal
