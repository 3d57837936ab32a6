"""Every command: how it is typed, what it does in a line, and which words stand where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

TABLE_WORDS: Final = ("propose", "undo", "accept", "reject", "resign", "rematch")
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
    most: int | None = None
    """and no more than so many may; None: any number."""
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


def _forms(*forms: Verb) -> dict[str, Verb]:
    return {form.name: form for form in forms}


SERVER: Final[Mapping[str, Verb]] = _forms(
    Verb("help", "help [COMMAND | GAME | commands] ...", "tells about commands and games"),
    Verb(
        "signup",
        "signup USERID PASSWORD [ADDRESS]",
        "makes an account; the address is where mail goes, your own if you leave it out",
        ("new",),
        most=1,
    ),
    Verb(
        "change",
        "change password USERID OLD NEW\nchange address USERID PASSWORD ADDRESS",
        "gives you another password or mail address",
        ("word", "who"),
        1,
        1,
    ),
    Verb("signoff", "signoff USERID PASSWORD", "deletes your account; running games are given up", ("who",), most=0),
    Verb("list", "list [GAME ...]", "lists the games, or the boards that run or wait for players"),
    Verb("message", "message USERID PASSWORD TO ...", "sends the body of your mail to other people", ("who",), 1),
    Verb(
        "all",
        "all show USERID [active | inactive | next | all]",
        "lists somebody's boards of all games",
        ("word",),
        1,
        2,
    ),
    Verb("vacation", "vacation USERID PASSWORD [DAYS]", "stops your clocks for some days; 0 ends it", ("who",), most=1),
)
"""Commands that stand alone."""

GAME: Final[Mapping[str, Verb]] = _forms(
    Verb(
        "challenge",
        "challenge [-OPTION ...] [--nagtime=DAYS] [--forfeittime=DAYS] [--totaltime=DAYS] [--thinking=WORD]"
        " [--unrated] USERID1 USERID2 ...",
        "starts a board at once; a bot's name is a userid like any other",
        options=True,
        least=1,
    ),
    Verb(
        "move",
        "move BOARD[#NUMBER] USERID PASSWORD MOVE[#NUMBER]\n"
        "move BOARD USERID PASSWORD propose | undo | accept | reject | resign | rematch",
        "makes your move; with a number only if it is that move's turn",
        ("board", "who"),
        1,
    ),
    Verb(
        "preview",
        "preview BOARD USERID PASSWORD MOVE\npreview BOARD MOVE [; MOVE ...]",
        "shows what a move would come to, and does not make it; where nothing is hidden, several of whoever is to move",
        ("board", "who"),
        1,
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
    ),
    Verb(
        "showas",
        "showas USERID PASSWORD BOARD[#NUMBER] ...\nshowas USERID PASSWORD active | inactive | next | all",
        "shows boards with your own secrets",
        ("who",),
        1,
    ),
    Verb("history", "history [BOARD]", "tells all that happened at a board; alone it lists what is over", most=1),
    Verb("games", "games [USERID ...]", "lists the boards that are being played"),
    Verb("standings", "standings [USERID]", "lists the ratings", most=1),
    Verb("ratings", "ratings [USERID]", "lists the ratings, as standings does", most=1),
    Verb("help", "help [COMMAND | commands | rules] ...", "tells how the game is played by mail, or its rules"),
    Verb("resign", "resign BOARD USERID PASSWORD", "gives a game up; before your first move it costs nothing",
         ("board", "who"), most=0),
    Verb("chat", "chat BOARD USERID PASSWORD", "says at a board what stands in the body of your mail",
         ("board", "who"), most=0),  # text in the line: whoever mistypes the rest would say their password
    Verb("subscribe", "subscribe BOARD USERID PASSWORD", "sends you mail about a board of others", ("board", "who"),
         most=0),
    Verb("unsubscribe", "unsubscribe BOARD USERID PASSWORD", "ends that", ("board", "who"), most=0),
    Verb(
        "seek",
        "seek [-OPTION ...] [--OPTION ...] USERID PASSWORD [SEATS]\nseek",
        "opens a board for whoever comes; alone it lists those that wait",
        ("who",),
        most=1,
        options=True,
    ),
    Verb("accept", "accept BOARD USERID PASSWORD", "takes a seat at a board that waits for players", ("board", "who"),
         most=0),
    Verb("reject", "reject BOARD USERID PASSWORD", "withdraws from a board that waits for players", ("board", "who"),
         most=0),
    Verb(
        "limit",
        "limit USERID PASSWORD [NUMBER | none]",
        "at how many boards others may seat you at once; 0 shuts you off",
        ("who",),
        most=1,
    ),
)  # fmt: skip
"""Commands that follow a game's name."""
