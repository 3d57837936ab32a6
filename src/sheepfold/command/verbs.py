"""The syntax of every command: a table of verbs, and the parser that puts a line's words into their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sheepfold.core.words.prose import NotUnderstood, chosen

TABLE_WORDS: Final = ("propose", "undo", "accept", "reject", "end", "resign", "rematch")
"""Words that stand in the place of a move. Whatever a game means by one can be written otherwise."""

HYPHENS: Final = ("-", "‐", "‑", "–", "—")
"""What stands for a hyphen, or for two: telephones make dashes of those that are typed."""


def with_hyphens(words: str) -> str:
    """Options and moves with plain hyphens."""
    return words.translate(dict.fromkeys(map(ord, HYPHENS), "-"))


@dataclass(frozen=True, slots=True)
class Verb:
    """A command. ``shape`` names its words in order: ``board``, ``who`` (a userid and a password), ``new`` (the same
    for somebody who is nobody yet); all that follows is the rest."""

    name: str
    syntax: str
    help: str
    shape: tuple[str, ...] = ()
    least: int = 0
    """So many words must follow,"""
    lacking: str = "Something is missing"
    """which is said where they do not,"""
    most: int | None = None
    """and no more than so many may; None: any number."""
    leads: tuple[str, ...] = ()
    """Words of which one may stand before all others."""
    options: bool = False
    """Whether words that begin with a hyphen are options."""

    def is_option(self, word: str) -> bool:
        return self.options and word.startswith(HYPHENS)

    @property
    def proof(self) -> int | None:
        """Where the userid stands that a password follows; None: nowhere."""
        for index, slot in enumerate(self.shape):
            if slot in ("who", "new"):
                return index
        return None


def _by_name(*verbs: Verb) -> dict[str, Verb]:
    return {verb.name: verb for verb in verbs}


def _at_board(name: str, help: str) -> Verb:
    """A command that takes nothing but a board and who gives it. What is to be said stands in the body: in the line,
    whoever mistypes the rest would say their password."""
    return Verb(name, f"{name} BOARD USERID PASSWORD", help, ("board", "who"), most=0)


SERVER: Final[Mapping[str, Verb]] = _by_name(
    Verb("help", "help [COMMAND | GAME | commands] ...", "tells about commands and games"),
    Verb(
        "signup",
        "signup USERID PASSWORD [ADDRESS ...]",
        "makes an account; mail goes to these addresses, or to your own if you leave them out",
        ("new",),
    ),
    Verb("add", "add USERID PASSWORD [ADDRESS ...]", "has your mail sent to further addresses as well", ("who",)),
    Verb(
        "change",
        "change password USERID OLD NEW\nchange address USERID PASSWORD [ADDRESS ...]",
        "gives you another password, or other mail addresses",
        ("word", "who"),
    ),
    Verb("signoff", "signoff USERID PASSWORD", "deletes your account; running games are given up", ("who",), most=0),
    Verb("list", "list [GAME ...]", "lists the games, or the boards that run or wait for players"),
    Verb(
        "message",
        "message USERID PASSWORD TO ...",
        "sends the body of your mail to other people",
        ("who",),
        1,
        "The userid of a reader is missing",
    ),
    Verb(
        "all",
        "all show USERID [active | inactive | next | all]",
        "lists somebody's boards of all games",
        ("word",),
        1,
        "A userid is missing",
        2,
    ),
    Verb(
        "puzzle",
        "puzzle [USERID PASSWORD [ANSWER[#PUZZLE]]]\npuzzle next USERID PASSWORD [GAME]\n"
        "puzzle mail USERID PASSWORD [yes | no]",
        "shows the puzzle of the day or takes your answer; gives you one of your strength; mails you the day's",
        ("who",),
        leads=("next", "mail"),
    ),
    Verb("research", "research USERID PASSWORD [yes | no]", "lets games be exported without names", ("who",), most=1),
    Verb("vacation", "vacation USERID PASSWORD [DAYS]", "stops your clocks for some days; 0 ends it", ("who",), most=1),
)
"""Commands that stand alone."""

OF_CHALLENGES: Final = (
    ("--nagtime=DAYS", "remind a player who is to move every so many days (7)"),
    ("--forfeittime=DAYS", "a player who has not moved for so many days loses (21)"),
    ("--totaltime=DAYS", "days for all moves of a player together (no limit)"),
    ("--thinking=WORD", "how long the bots think, if they can vary it: brief, usual or long (usual)"),
    ("--hurry", "bots do not wait to give you time"),
    ("--unrated", "the result does not count"),
)
"""The options of every challenge. ``opening.agreed`` reads them."""

GAME: Final[Mapping[str, Verb]] = _by_name(
    Verb(
        "challenge",
        f"challenge [-OPTION ...] {' '.join(f'[{option}]' for option, _ in OF_CHALLENGES)} USERID1 USERID2 ...",
        "starts a board at once; a bot's name is a userid like any other",
        options=True,
        least=1,
        lacking="The userids of the players are missing",
    ),
    Verb(
        "move",
        "move BOARD[#NUMBER] USERID PASSWORD MOVE[#NUMBER]\n"
        "move BOARD USERID PASSWORD propose | undo | accept | reject | end | resign | rematch",
        "makes your move; with a number only if it is that move's turn",
        ("board", "who"),
        1,
        "A move is missing",
    ),
    Verb(
        "preview",
        "preview BOARD USERID PASSWORD MOVE\npreview BOARD MOVE [; MOVE ...]",
        "shows what a move would do, and does not make it; where nothing is hidden, several moves in turn",
        ("board", "who"),
        1,
        "A move is missing",
    ),
    Verb(
        "queue",
        "queue BOARD USERID PASSWORD [MOVE ; MOVE ... | none]",
        "keeps moves ready for your turns; without a move it lists them, none drops them",
        ("board", "who"),
    ),
    Verb(
        "show",
        "show BOARD[#NUMBER] ...\nshow USERID ... [active | inactive | next | all]",
        "shows boards as everybody may see them, or lists somebody's boards",
        least=1,
        lacking="A board or a userid is missing",
    ),
    Verb(
        "showas",
        "showas USERID PASSWORD BOARD[#NUMBER] ...\nshowas USERID PASSWORD active | inactive | next | all",
        "shows boards with your own secrets",
        ("who",),
        1,
        "A board is missing",
    ),
    Verb("history", "history [BOARD]", "tells all that happened at a board; alone it lists what is over", most=1),
    Verb("review", "review BOARD [SEAT]", "looks back at a board that is over: what was skill, what was luck",
         ("board",), most=1),
    Verb("again", "again BOARD#NUMBER USERID PASSWORD [SEAT] [anew]",
         "plays on from a board that is over, after that move, against bots; anew: what is hidden is dealt again",
         ("board", "who"), most=2),
    Verb("games", "games [USERID ... [active | inactive | next | all]]", "lists the boards that are being played"),
    Verb("standings", "standings [USERID]", "lists the ratings", most=1),
    Verb("ratings", "ratings [USERID]", "lists the ratings, as standings does", most=1),
    Verb("help", "help [COMMAND | commands | rules] ...", "tells how the game is played by mail, or its rules"),
    _at_board("resign", "gives a game up; before your first move it costs nothing"),
    _at_board("rematch", "proposes another game when this one is over"),
    _at_board("chat", "sends the body of your mail to everybody at a board"),
    _at_board("subscribe", "mails you about a board at which others play"),
    _at_board("unsubscribe", "ends those mails"),
    Verb(
        "seek",
        "seek [-OPTION ...] [--OPTION ...] USERID PASSWORD [SEATS]\nseek",
        "opens a board for anybody who comes; alone it lists those that wait",
        ("who",),
        most=1,
        options=True,
    ),
    _at_board("accept", "takes a seat at a board that waits for players"),
    _at_board("reject", "withdraws from a board that waits for players"),
    Verb(
        "limit",
        "limit USERID PASSWORD [NUMBER | none]",
        "sets at how many boards others may seat you; 0: at none",
        ("who",),
        most=1,
    ),
)  # fmt: skip
"""Commands that follow a game's name."""


BOARD: Final = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{0,6}))?")
"""A board's number, perhaps with that of a move. The old server's help wrote ``board#`` for it."""
ADDRESSES: Final = ("signup", "add", "change")
"""Commands that end with mail addresses."""
WITH_BOARDS: Final[Mapping[str, int]] = {"show": 0, "history": 0, "showas": 2}
"""Commands behind which boards may stand, or something else in their place, and where the first one does."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A line, understood."""

    verb: Verb
    game: str | None
    rest: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    board: int | None = None
    number: int | None = None
    """The move that the board's number was given with."""
    word: str = ""
    name: str = ""
    """The userid, if one was given,"""
    secret: str = ""
    """and what stood in the place of the password."""
    secrets: tuple[int, ...] = ()
    """Which of the words that follow the command are passwords."""


def syntax(verb: Verb, game: str | None) -> list[str]:
    """How a command is typed, a line for each way."""
    return [f"{game} {line}" if game else line for line in verb.syntax.split("\n")]


def command(words: Sequence[str], games: Iterable[str]) -> tuple[Verb, str | None, list[str]]:
    """Which command the words begin with, of which game, and the words that follow. Raises NotUnderstood."""
    known = list(games)
    if not words:
        raise NotUnderstood("There is no command in this. The word help lists them all.", "help")
    first = chosen(words[0], [*known, *SERVER], "command or game")
    if first not in known:
        verb, rest = SERVER[first], list(words[1:])
        if rest and rest[0].lower() in verb.leads:
            verb = replace(verb, shape=("word", *verb.shape))
        return verb, None, rest
    if len(words) == 1:
        return GAME["help"], first, []
    return GAME[chosen(words[1], GAME, f"command of {first}")], first, list(words[2:])


def board_at(verb: Verb) -> int | None:
    """Which of the words that follow a command is the board's number; None: it has none."""
    if verb.name in WITH_BOARDS:
        return WITH_BOARDS[verb.name]
    if "board" not in verb.shape:
        return None
    return sum(2 if slot == "who" else 1 for slot in verb.shape[: verb.shape.index("board")])


def parse(verb: Verb, game: str | None, words: Sequence[str], *, proof: bool) -> Understood:
    """The words of a command in their places. ``proof``: userid and password stand where they belong, else they are
    left out. Raises NotUnderstood."""
    options = tuple(with_hyphens(word) for word in words if verb.is_option(word))
    rest = [(at, word) for at, word in enumerate(words) if not verb.is_option(word)]
    found: dict[str, object] = {}
    for slot in verb.shape:
        if slot in ("who", "new"):
            if not proof:
                continue
            if len(rest) < 2:
                raise NotUnderstood("A userid and a password are missing." if not rest else "A password is missing.")
            (_, name), (at, secret), *rest = rest
            if not name or not secret:
                raise NotUnderstood("A userid and a password are missing.")
            found |= {"name": name, "secret": secret, "secrets": (at,)}
        elif not rest:
            raise NotUnderstood("A board is missing." if slot == "board" else f"More must follow the word {verb.name}.")
        elif slot == "board":
            found["board"], found["number"] = place(rest.pop(0)[1])
        else:
            found["word"] = rest.pop(0)[1]
    if len(rest) < verb.least:
        raise NotUnderstood(f"{verb.lacking} at the end.")
    if verb.most is not None and len(rest) > verb.most:
        raise NotUnderstood("These are more words than this command takes.")
    understood = Understood(verb, game, tuple(word for _, word in rest), options, **found)  # type: ignore[arg-type]
    if verb.name == "change" and "password".startswith(understood.word.lower()):
        if len(rest) != 1:
            raise NotUnderstood("After the old password the new one follows, and nothing else.")
        return replace(understood, secrets=(*understood.secrets, rest[-1][0]))  # the new one
    if verb.name in ADDRESSES and any("@" not in word for word in understood.rest):
        raise NotUnderstood("After the password only mail addresses may follow.")
    return understood


def place(word: str) -> tuple[int, int | None]:
    """A board's number, perhaps with that of a move. Raises NotUnderstood, and does not say what stood there."""
    match = BOARD.fullmatch(word)
    if match is None:
        raise NotUnderstood("Write the number of a board in its place, such as 101.")
    return int(match[1]), int(match[2]) if match[2] else None
