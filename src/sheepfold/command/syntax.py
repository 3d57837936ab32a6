"""Every command: how it is typed, what it does in a line, and where in it a password stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.command.words import NotUnderstood, chosen, quoted, split
from sheepfold.games import SHELF

STRUCK: Final = "***"
"""What stands in the place of a password wherever a line is quoted."""
SHORTEST_PASSWORD: Final = 8
TOKEN: Final = "fold_"
"""How every token begins."""
BOARD: Final = re.compile(r"([0-9]{1,9})(?:#([0-9]{1,6}))?")

TABLE_WORDS: Final = ("propose", "undo", "accept", "reject", "resign")
"""Words that stand in the place of a move and are none in any game."""


@dataclass(frozen=True, slots=True)
class Form:
    """A command. ``shape`` names its words in order: ``board``, ``who`` (a userid and a password), ``new`` (the same
    for somebody who is nobody yet); all that follows is the rest."""

    name: str
    syntax: str
    help: str
    shape: tuple[str, ...] = ()
    least: int = 0
    """So many words must follow."""
    options: bool = False
    """Whether words that begin with a hyphen are options."""

    @property
    def proof(self) -> int | None:
        """Where the userid stands that a password follows; None: nowhere."""
        for index, slot in enumerate(self.shape):
            if slot in ("who", "new"):
                return index
        return None


def _forms(*forms: Form) -> dict[str, Form]:
    return {form.name: form for form in forms}


SERVER: Final[Mapping[str, Form]] = _forms(
    Form("help", "help [COMMAND | GAME]", "tells about a command or a game"),
    Form(
        "signup",
        "signup USERID PASSWORD [ADDRESS]",
        "makes an account; the address is where mail goes, your own if you leave it out",
        ("new",),
    ),
    Form(
        "change",
        "change password USERID OLD NEW\nchange address USERID PASSWORD ADDRESS",
        "gives you another password or mail address",
        ("word", "who"),
        1,
    ),
    Form("signoff", "signoff USERID PASSWORD", "deletes your account; running games are given up", ("who",)),
    Form("list", "list [GAME ...]", "lists the games, or the boards that run or wait for players"),
    Form("message", "message USERID PASSWORD TO ...", "sends the body of your mail to other people", ("who",), 1),
    Form("all", "all show USERID [next | active]", "lists somebody's boards of all games", ("word",), 1),
    Form("vacation", "vacation USERID PASSWORD [DAYS]", "stops your clocks for some days; 0 ends it", ("who",)),
)
"""Commands that stand alone."""

GAME: Final[Mapping[str, Form]] = _forms(
    Form(
        "challenge",
        "challenge [-OPTION ...] [--nagtime=DAYS] [--forfeittime=DAYS] [--totaltime=DAYS] [--unrated]"
        " USERID1 USERID2 ...",
        "starts a board at once; a bot's name is a userid like any other",
        options=True,
        least=1,
    ),
    Form(
        "move",
        "move BOARD[#NUMBER] USERID PASSWORD MOVE\n"
        "move BOARD USERID PASSWORD propose | undo | accept | reject | resign",
        "makes your move; with a number only if it is that move's turn",
        ("board", "who"),
        1,
    ),
    Form(
        "preview",
        "preview BOARD USERID PASSWORD MOVE",
        "shows what a move would come to, and does not make it",
        ("board", "who"),
        1,
    ),
    Form(
        "queue",
        "queue BOARD USERID PASSWORD [MOVE ; MOVE ... | none]",
        "keeps moves ready for your turns; without a move it lists them, none drops them",
        ("board", "who"),
    ),
    Form(
        "show",
        "show BOARD[#NUMBER] ...\nshow USERID ... [active | next | all]",
        "shows boards as everybody may see them, or lists somebody's boards",
        least=1,
    ),
    Form("showas", "showas USERID PASSWORD BOARD[#NUMBER]", "shows a board with your own secrets", ("who", "board")),
    Form("history", "history BOARD", "tells all that happened at a board", ("board",)),
    Form("games", "games [USERID]", "lists the boards that are being played"),
    Form("standings", "standings [USERID]", "lists the ratings"),
    Form("help", "help", "tells how the game is played by mail"),
    Form("resign", "resign BOARD USERID PASSWORD", "gives a game up; before your first move it costs nothing",
         ("board", "who")),
    Form("chat", "chat BOARD USERID PASSWORD [TEXT]", "says something at a board: the text, or the body of your mail",
         ("board", "who")),
    Form("subscribe", "subscribe BOARD USERID PASSWORD", "sends you mail about a board of others", ("board", "who")),
    Form("unsubscribe", "unsubscribe BOARD USERID PASSWORD", "ends that", ("board", "who")),
    Form(
        "seek",
        "seek [-OPTION ...] [--OPTION ...] USERID PASSWORD [SEATS]\nseek",
        "opens a board for whoever comes; alone it lists those that wait",
        ("who",),
        options=True,
    ),
    Form("accept", "accept BOARD USERID PASSWORD", "takes a seat at a board that waits for players", ("board", "who")),
    Form("reject", "reject BOARD USERID PASSWORD", "withdraws from a board that waits for players", ("board", "who")),
    Form(
        "limit",
        "limit USERID PASSWORD [NUMBER | none]",
        "at how many boards others may seat you at once; 0 shuts you off",
        ("who",),
    ),
)  # fmt: skip
"""Commands that follow a game's name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A line, understood."""

    form: Form
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


def syntax(form: Form, game: str | None) -> list[str]:
    """How a command is typed, a line for each way."""
    return [f"{game} {line}" if game else line for line in form.syntax.split("\n")]


def command(words: Sequence[str], games: Iterable[str]) -> tuple[Form, str | None, list[str]]:
    """Which command the words begin with, of which game, and the words that follow. Raises NotUnderstood."""
    known = list(games)
    if not words:
        raise NotUnderstood("There is no command in this; help lists them all.", "help")
    first = chosen(words[0], [*known, *SERVER], "command or game")
    if first not in known:
        return SERVER[first], None, list(words[1:])
    if len(words) == 1:
        return GAME["help"], first, []
    return GAME[chosen(words[1], GAME, f"command of {first}")], first, list(words[2:])


def parse(form: Form, game: str | None, words: Sequence[str], *, proof: bool) -> Asked:
    """The words of a command in their places. ``proof``: userid and password stand where they belong, else they are
    left out. Raises NotUnderstood."""
    options = tuple(word for word in words if form.options and word.startswith("-"))
    rest = [word for word in words if not (form.options and word.startswith("-"))]
    found: dict[str, object] = {}
    for slot in form.shape:
        if slot in ("who", "new"):
            if not proof:
                continue
            if len(rest) < 2:
                raise NotUnderstood("A userid and a password are missing." if not rest else "A password is missing.")
            found["name"], found["secret"] = rest.pop(0), rest.pop(0)
        elif not rest:
            raise NotUnderstood(f"{'A board' if slot == 'board' else 'A word'} is missing.")
        elif slot == "board":
            found["board"], found["number"] = place(rest.pop(0))
        else:
            found["word"] = rest.pop(0)
    if len(rest) < form.least:
        raise NotUnderstood("Something is missing at the end.")
    return Asked(form, game, tuple(rest), options, **found)  # type: ignore[arg-type]


def place(word: str) -> tuple[int, int | None]:
    """A board's number, perhaps with that of a move. Raises NotUnderstood, and does not say what stood there."""
    match = BOARD.fullmatch(word)
    if match is None:
        raise NotUnderstood("Where a board's number belongs stands something else.")
    return int(match[1]), None if match[2] is None else int(match[2])


# -- what is struck out ------------------------------------------------------------------------


def without_passwords(line: str, games: Iterable[str] = SHELF, *, names: bool = True) -> str:
    """The line as it may be quoted, kept and shown: ``***`` where a password stands, or could stand.

    Where a line does not fit its command nobody knows which word is what: all are struck but those that are surely
    none. ``names=False`` strikes userids as well: whoever mistook the order has put the password there.
    """
    return " ".join(STRUCK if hide else quoted(word) for word, hide in _marked(split(line), list(games), names))


def secrets_in(line: str, games: Iterable[str] = SHELF) -> list[str]:
    """The words of a line that could be passwords, the longest first."""
    found = {word for word, hide in _marked(split(line), list(games), True) if hide and len(word) >= SHORTEST_PASSWORD}
    return sorted(found, key=len, reverse=True)


def _marked(words: list[str], games: list[str], names: bool) -> list[tuple[str, bool]]:
    """Each word, and whether it is struck out."""
    try:
        form, _, rest = _meant(words, games)
    except NotUnderstood:
        return [(word, not _harmless(word, games)) for word in words]
    lead = len(words) - len(rest)
    marked = [(word, False) for word in words[:lead]]
    if form.proof is None:
        return [*marked, *((word, ":" in word or word.startswith(TOKEN)) for word in rest)]
    try:
        parse(form, None, rest, proof=True)
        fits = True
    except NotUnderstood:
        fits = False
    plain = [index for index, word in enumerate(rest) if not (form.options and word.startswith("-"))]
    if not fits:
        return [*marked, *((word, not _harmless(word, games)) for word in rest)]
    struck = {plain[form.proof + 1]}
    if not names:
        struck.add(plain[form.proof])
    if form.name == "change":
        struck.update(plain[form.proof + 2 :] if rest[plain[0]].lower().startswith("p") else ())
    return [*marked, *((word, index in struck or word.startswith(TOKEN)) for index, word in enumerate(rest))]


def _meant(words: list[str], games: list[str]) -> tuple[Form, str | None, list[str]]:
    """As ``command``, with nearly right words taken as right."""
    try:
        return command(words, games)
    except NotUnderstood as error:
        if not error.suggestion:
            raise
        wrong = 1 if len(words) > 1 and words[0].lower() in games else 0
        return command([*words[:wrong], error.suggestion, *words[wrong + 1 :]], games)


def _harmless(word: str, games: list[str]) -> bool:
    """Whether a word can be no password: commands, games, small numbers, boards."""
    known = word.lower() in {*games, *SERVER, *GAME, *TABLE_WORDS}
    return known or (BOARD.fullmatch(word) is not None and len(word) < SHORTEST_PASSWORD)
