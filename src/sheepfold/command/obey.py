"""A command in, its reply out: understood, carried out, or refused in one sentence with nothing changed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from sheepfold.command import looking, opening, people, playing, puzzles, writing
from sheepfold.command.help import challenge_syntax, game_help, server_help
from sheepfold.command.login import (
    ACCOUNT,
    LimitedByAddress,
    Unasked,
    Unlimited,
    accounts_among,
    may_leave_out,
    speaker,
    understood,
)
from sheepfold.command.redaction import TOKEN, RefusedLine, about, fitting, quote, recognised, secret_places
from sheepfold.command.request import HOUSE, Counting, Reply, Request, Sender
from sheepfold.command.verbs import BOARD, GAME, SERVER, TABLE_WORDS, Understood, Verb, board_at, command, with_hyphens
from sheepfold.core.errors import Malformed, SheepfoldError
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.lookalikes import visible
from sheepfold.core.words.paragraphs import Line, Paragraph, Text, paragraph
from sheepfold.core.words.prose import NotUnderstood, find, listed, near, split
from sheepfold.play.errors import NotFound
from sheepfold.play.people.users import User, name_key
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId

LONGEST: Final = 4_000
"""Characters of a line; no command needs as many."""
MOST_WORDS: Final = 200
LONGEST_QUOTE: Final = 500
LONGEST_ASKED: Final = 200
"""Characters of a line that can stand in the subject of a question."""
WIDEST: Final = 64
"""Characters of a word in a quotation: no line of a mail is longer."""
LONGEST_BODY: Final = 20_000
BETTER: Final = (
    "You typed a password. A token is safer: it allows less, and you can revoke it. Make one under Settings in"
    " the browser."
)

SHOUTED: Final = ("", "I", "OK")
"""What is written in capitals in a sentence; else they may be animals."""
SIGNS: Final = "\"'().,;:!?…"
ENDS: Final = (".", "!", "?", "…", ")")
"""How a sentence ends."""
LONGEST_WORD: Final = 30
STARTERS: Final = (
    "again", "all", "do", "does", "games", "hallo", "hi", "his", "how", "last", "lost", "love", "me", "mist", "more",
    "que", "quelle", "see", "shot", "that", "und", "what", "wo", "wolf",
)  # fmt: skip
"""Words that sentences begin with, though they are commands or look like one."""
_PROSE: Final = re.compile(r"[\"'(]*(?:(?:[^\W\d_]{2,}|[Ia])(?:['’][^\W\d_]+)*)?[\"').,;:!?…]*|[^\w\s]+")
"""A word of a sentence, perhaps with signs around it; or signs alone, as in faces."""
NEED_PASSWORDS: Final = ("signup", *ACCOUNT)
"""Commands in which a password is no mistake."""

Handler = Callable[[Request], Awaitable[Reply]]

SERVER_HANDLERS: Final[Mapping[str, Handler]] = {
    "help": server_help,
    "signup": people.signup,
    "add": people.add,
    "change": people.change,
    "signoff": people.signoff,
    "list": looking.list_,
    "message": people.message,
    "all": looking.all_show,
    "puzzle": puzzles.puzzle,
    "research": people.research,
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
    "review": looking.review,
    "again": looking.again,
    "games": looking.games,
    "standings": looking.standings,
    "ratings": looking.standings,
    "help": game_help,
    "resign": playing.table_word,
    "rematch": playing.table_word,
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
    counting = counting or (Unlimited if sender.door == "shell" else LimitedByAddress)(service, sender)
    line, body = _readable(line), _readable(body)
    reached = Reached()
    try:
        if len(line) > LONGEST or len(body) > LONGEST_BODY:
            raise NotUnderstood(
                f"A command has at most {LONGEST:,} characters, and what stands below it {LONGEST_BODY:,}."
            )
        if len(split(line)) > MOST_WORDS:
            raise NotUnderstood(f"A command has at most {MOST_WORDS} words.")
        line, body = await _talk(service, sender, line, body)
        reached.words = words = await _in_full(service, sender, split(line))
        verb, game, rest = command(words, service.shelf)
        reached.asked = asked = await understood(service, sender, verb, game, rest)
        reached.user = user = await speaker(service, sender, counting, asked)
        handlers = SERVER_HANDLERS if game is None else GAME_HANDLERS
        reply = await handlers[verb.name](Request(service, sender, counting, asked, body, user))
    except SheepfoldError as raised:
        error: SheepfoldError = raised
        if isinstance(error, Malformed) and sender.board is not None and _is_sentence(line, service.shelf):
            error = NotUnderstood(writing.Phrase.NOT_SAID)
        if isinstance(error, Unasked) and len(line) <= LONGEST_ASKED:
            return _question(line, error.user)
        return await _with_table(service, sender, reached, await _refusal(service, sender, line, error, reached))
    messages = await _messages(service, sender, user, verb)
    better = paragraph(BETTER if _password_typed(asked) else "")
    text = writing.letter(*reply.paragraphs, *messages, better)
    return replace(reply, paragraphs=text)


def _question(line: str, user: UserId) -> Reply:
    """What is asked before a command is carried out that anybody may have sent in the user's name."""
    command = " ".join(line.split())
    text = writing.letter(
        paragraph(writing.Phrase.WANTED),
        writing.commands(command),
        paragraph(writing.Phrase.IF_YOU),
        paragraph(writing.Phrase.IF_NOT),
    )
    return Reply(command, text, ok=False, asks=user)


def _password_typed(asked: Understood) -> bool:
    """Whether a token could have stood in the place of a password."""
    if asked.verb.name in NEED_PASSWORDS:
        return False
    colons = [word.partition(":")[2] for word in asked.rest] if asked.verb.name == "challenge" else []
    return any(word and not word.startswith(TOKEN) for word in (asked.secret, *colons))


async def _messages(service: Service, sender: Sender, user: User | None, verb: Verb) -> Text:
    """What others wrote to whoever speaks, once: not where the reply may reach nobody, or somebody else."""
    if user is None or "who" not in verb.shape or verb.name == "signoff":
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


async def _talk(service: Service, sender: Sender, line: str, body: str) -> tuple[str, str]:
    """A line and its body; those of a chat, where an answer to a board is a sentence that cannot be a move. On their
    own turn people may have meant one, which the others must not read: then it is refused."""
    if sender.board is None or sender.user is None or not _is_sentence(line, service.shelf):
        return line, body
    me = await service.accounts.user(sender.user)
    if name_key(me.name) in name_key(line):  # what follows may be a password, in a command that was mistyped
        return line, body
    table = await service.boards.find(sender.board, sender.user)
    position, terms = (
        (await service.watching.look(table, sender.user)).position,
        (await service.tables.info(table, sender.user)).terms,
    )
    if position.seat in position.to_move and position.outcome is None:
        return line, body
    game = service.shelf.game(terms.game)
    try:
        game.check_notation(game.options.make(terms.options), with_hyphens(line))
    except Malformed:
        return "chat", f"{line}\n{body}"
    return line, body


def _is_sentence(line: str, games: Iterable[str]) -> bool:
    """Whether a line is one of a letter: it ends as sentences do, begins like no command, and holds no animal, cell or
    card."""
    words, known = line.split(), [*games, *SERVER, *GAME, *TABLE_WORDS]
    if not words or not line.endswith(ENDS) or len(words[0]) > LONGEST_WORD:
        return False
    if words[0].strip(SIGNS).lower() not in STARTERS and near(words[0], known):
        return False
    return all(_PROSE.fullmatch(word) and (not word.isupper() or word.strip(SIGNS) in SHOUTED) for word in words)


async def _in_full(service: Service, sender: Sender, words: list[str]) -> list[str]:
    """The words of a command. In an answer to a board the game, the command and the board may be left out; elsewhere
    the game, where a board follows."""
    if sender.board is None:
        return await _with_game(service, sender, words)
    if not words:
        raise NotUnderstood(writing.Phrase.NO_MOVE)
    first = words[0].lower()
    short = first == "add" and len(words) < 3  # too short for the command; a game may have a move of that name
    move = short or _is_sentence(" ".join(words), service.shelf)
    if first in service.shelf or (first in SERVER and first not in GAME and not move):
        return words
    table = await service.boards.find(sender.board, sender.user)
    game = (await service.tables.info(table, sender.user)).terms.game
    whole = len(words) == 1 and first in GAME  # accept and reject also answer whoever seated the sender
    if move or (first in TABLE_WORDS and not whole) or first not in GAME:
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
    begins = [*service.shelf, *SERVER]
    name = find(words[0], GAME) if words else None
    if name is None or find(words[0], begins) or (words[0].lower() != name and near(words[0], begins)):
        return words
    at = board_at(GAME[name])
    board = BOARD.fullmatch(words[at + 1]) if at is not None and len(words) > at + 1 else None
    if board is not None:
        with suppress(NotFound):
            table = await service.boards.find(int(board[1]), sender.user)
            return [(await service.tables.info(table, sender.user)).terms.game, *words]
    either = listed((f"{game} {name}" for game in service.shelf), "or")
    raise NotUnderstood(f"Write the name of a game before {name}: {either}.")


# -- refusals ----------------------------------------------------------------------------------


@dataclass
class Reached:
    """How far a command came."""

    words: list[str] = field(default_factory=list)
    """In full, with what may be left out."""
    asked: Understood | None = None
    user: User | None = None


async def _refusal(service: Service, sender: Sender, line: str, error: SheepfoldError, reached: Reached) -> Reply:
    """What was wrong, how it is typed, what was sent without its password."""
    typed = split(line[:LONGEST])[:MOST_WORDS]
    refused, game = await _refused(service, sender, typed, reached)
    secret = secret_places(refused)
    added = len(refused.words) - len(typed)
    seen = replace(refused, words=tuple(typed))
    quoted = visible(quote(seen, {at - added for at in secret}))
    cut = " ".join(_cut(word, WIDEST) for word in _cut(quoted, LONGEST_QUOTE).split(" "))
    command = bool(typed) and typed[0].lower() in {*service.shelf, *SERVER, *GAME}
    bare = sender.board is not None and bool(typed) and (not command or _is_sentence(line, service.shelf))
    text = writing.letter(
        paragraph(visible(about(str(error), refused, secret))),
        _typed(refused.verb, None if game is None else service.shelf.game(game), bare),
        (Line(writing.Phrase.YOU_SENT), Line(cut, "  > ", "  > ")) if cut else (),
        paragraph(writing.Phrase.UNCHANGED),
    )
    title = HOUSE if game is None else service.shelf.game(game).title
    board = None if reached.asked is None else reached.asked.board
    where = f" Board {board}" if board is not None else ""
    to = sender.user if reached.user is None else reached.user.id
    return Reply(f"{title}{where} Error", text, board, ok=False, line=quoted, to=to)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


async def _refused(
    service: Service, sender: Sender, typed: list[str], reached: Reached
) -> tuple[RefusedLine, str | None]:
    """What was understood of a line, and the game that it speaks of."""
    words = reached.words or typed
    verb, game, follow = recognised(words, service.shelf)
    known = verb is not None and may_leave_out(sender, verb)
    bare = known and len(words) > len(typed) + 1
    asked = reached.asked or (None if bare else fitting(verb, words[follow:]))
    proven = reached.user is not None and asked is not None and bool(asked.secret) and "who" in asked.verb.shape
    names = await accounts_among(service, words)
    return RefusedLine(tuple(words), verb, follow, asked, proven, known, bare, names, frozenset(service.shelf)), game


def _typed(verb: Verb | None, game: AnyGame | None, bare: bool) -> Paragraph:
    """How the command is typed; whoever answers a board with a move needs to know less."""
    name = None if game is None else game.name
    if verb is None:
        return paragraph(writing.Phrase.LISTED)
    if bare and name is not None and verb is GAME["move"]:
        return paragraph(writing.Phrase.BARE_MOVE, writing.how_written(name), writing.Phrase.HOW_TO_TALK)
    if game is not None and verb is GAME["challenge"]:
        return *paragraph("Syntax:"), writing.typed(challenge_syntax(game))
    return paragraph("Syntax:") + writing.syntax_of(verb, name)


async def _with_table(service: Service, sender: Sender, reached: Reached, refusal: Reply) -> Reply:
    """The refusal with the table that was meant, where its reader may see that: by mail they can answer to it."""
    board = refusal.board or sender.board
    if board is None or refusal.to is None or (reached.asked is not None and reached.asked.name and not reached.user):
        return refusal
    try:
        return replace(refusal, board=board, table=await service.boards.find(board, refusal.to))
    except SheepfoldError:
        return refusal
