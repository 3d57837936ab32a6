"""A line taken apart: which command it is, of which game, and which word is what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sheepfold.command.forms import GAME, SERVER, Verb, with_hyphens
from sheepfold.core.words import NotUnderstood, chosen

BOARD: Final = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{0,6}))?")
"""A board's number, perhaps with that of a move. The old server's help wrote ``board#`` for it."""
WITH_BOARDS: Final[Mapping[str, int]] = {"show": 0, "history": 0, "showas": 2}
"""Commands behind which boards may stand, or something else in their place, and where the first one does."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A line, understood."""

    form: Verb
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


def syntax(form: Verb, game: str | None) -> list[str]:
    """How a command is typed, a line for each way."""
    return [f"{game} {line}" if game else line for line in form.syntax.split("\n")]


def command(words: Sequence[str], games: Iterable[str]) -> tuple[Verb, str | None, list[str]]:
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


def board_at(form: Verb) -> int | None:
    """Which of the words that follow a command is the board's number; None: it has none."""
    if form.name in WITH_BOARDS:
        return WITH_BOARDS[form.name]
    if "board" not in form.shape:
        return None
    return sum(2 if slot == "who" else 1 for slot in form.shape[: form.shape.index("board")])


def parse(form: Verb, game: str | None, words: Sequence[str], *, proof: bool) -> Understood:
    """The words of a command in their places. ``proof``: userid and password stand where they belong, else they are
    left out. Raises NotUnderstood."""
    options = tuple(with_hyphens(word) for word in words if form.is_option(word))
    rest = [(at, word) for at, word in enumerate(words) if not form.is_option(word)]
    found: dict[str, object] = {}
    for slot in form.shape:
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
            raise NotUnderstood(f"{'A board' if slot == 'board' else 'A word'} is missing.")
        elif slot == "board":
            found["board"], found["number"] = place(rest.pop(0)[1])
        else:
            found["word"] = rest.pop(0)[1]
    if len(rest) < form.least:
        raise NotUnderstood("Something is missing at the end.")
    if form.most is not None and len(rest) > form.most:
        raise NotUnderstood("There is a word too many in this.")
    understood = Understood(form, game, tuple(word for _, word in rest), options, **found)  # type: ignore[arg-type]
    if understood.secrets and form.name == "change" and "password".startswith(understood.word.lower()):
        return replace(understood, secrets=(*understood.secrets, rest[-1][0]))  # the new one
    return understood


def place(word: str) -> tuple[int, int | None]:
    """A board's number, perhaps with that of a move. Raises NotUnderstood, and does not say what stood there."""
    match = BOARD.fullmatch(word)
    if match is None:
        raise NotUnderstood("Where a board's number belongs stands something else.")
    return int(match[1]), int(match[2]) if match[2] else None
