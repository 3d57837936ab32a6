"""Reading a command's words: our own options are ``--long``; all other words belong to the game."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.words.prose import shown


class UsageError(SheepfoldError):
    """Words that do not fit the command."""


class Parser(argparse.ArgumentParser):
    """A command: argparse without its habits (no abbreviations, no ``-h``, since ``-huddle`` is a game's, errors in one
    line), and the function that does what was asked and gives the exit code."""

    def __init__(self, command: str, about: str, act: Callable[[Any], int], epilog: str | None = None) -> None:
        super().__init__(
            prog=f"sheepfold {command}", description=about, epilog=epilog, add_help=False, allow_abbrev=False
        )
        self.command, self._act = command, act
        self.add_argument("--help", action="help", help="show this help")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.command}: {message}; see sheepfold {self.command} --help.")

    def takes_game(self, required: bool = True) -> None:
        """A game's name."""
        self.add_argument("game", metavar="GAME", nargs=None if required else "?", help="its name; see sheepfold games")

    def takes_game_options(self) -> None:
        """A game's options in any of their spellings."""
        self.add_argument(
            "options",
            metavar="OPTION",
            nargs="*",
            default=[],
            help="options of the game such as -size=5, size=5 or -no_berserk; see sheepfold options GAME",
        )

    def takes_effort(self) -> None:
        """How long bots may think."""
        about = "thinking time as a multiple of the usual (1)"
        self.add_argument("--effort", metavar="X", type=effort, default=1.0, help=about)

    def takes_database(self) -> None:
        """Where an installation keeps everything, and how its servers hear of each other."""
        self.add_argument("--database", metavar="URL", help="sqlite:///PATH or postgresql://… (SHEEPFOLD_DATABASE)")
        about = "messages between processes: local, postgres or redis://… (SHEEPFOLD_BUS)"
        self.add_argument("--bus", metavar="BUS", help=about)

    def takes_position(self) -> None:
        """A position of a record instead of the start; ``cli.records.asked_position`` gives it."""
        self.add_argument("--from", dest="file", metavar="FILE", help="start from a position of this record")
        self.add_argument(
            "--game", dest="number", metavar="N", type=whole(1, 10**9), default=1, help="the Nth record of that file"
        )
        self.add_argument("--at", metavar="N", type=whole(0, 10**9), help="the position after move N (the last)")

    def run(self, words: list[str]) -> int:
        """Do what the words ask for. Raises SheepfoldError."""
        return self._act(self.read(words))

    def read(self, words: list[str]) -> argparse.Namespace:
        """The arguments; words nobody knows are the game's options where the command takes them."""
        found, rest = self.parse_known_intermixed_args(words)
        if rest and not hasattr(found, "options"):
            word = shown(rest[0])
            self.error(f"there is no option {word!r}" if word.startswith("-") else f"{word!r} is a word too many")
        if rest:
            found.options = [*found.options, *rest]
        return found


def whole(low: int, high: int) -> Callable[[str], int]:
    """A type for ``add_argument``: a whole number in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"give a whole number from {low} to {high}, not {shown(text)!r}")
        return int(text)

    return read


def effort(text: str) -> float:
    """A type for ``add_argument``: how many times as long as usual bots may think."""
    with suppress(ValueError):
        if 0.01 <= (found := float(text)) <= 1000:
            return found
    raise argparse.ArgumentTypeError(f"give a number from 0.01 to 1000, not {shown(text)!r}")


def words(text: str) -> list[str]:
    """A type for ``add_argument``: words joined by commas."""
    found = [word.strip() for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"give words joined by commas, not {shown(text)!r}")
    return found


def seat_count(game: AnyGame, wanted: int | None, names: int = 1) -> int:
    """How many sit down: as many as wanted, else as many as were named, else the fewest."""
    seats = wanted or (names if names > 1 else max(names, game.seats[0]))
    if seats not in game.seats:
        raise UsageError(f"{game.title} is for {seat_range(game)} seats, not {seats}.")
    return seats


def one_each(given: list[str], seats: int, what: str) -> list[str]:
    """One word for each seat: a single one serves all."""
    if len(given) == 1:
        return given * seats
    if len(given) != seats:
        raise UsageError(f"Name one {what} for all seats or one for each of the {seats}, not {len(given)}.")
    return given
