"""``sheepfold play`` alone: pick a game, pick a seat, play."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from sheepfold.bots import bot_names
from sheepfold.cli import play
from sheepfold.cli.files import default_keeper
from sheepfold.cli.games import described
from sheepfold.cli.play.game import TerminalGame
from sheepfold.cli.play.terminal import Terminal, say, terminal
from sheepfold.core.contract import Seat
from sheepfold.core.errors import Malformed, SheepfoldError
from sheepfold.core.options import described as options_of
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.words.paragraphs import written
from sheepfold.core.words.prose import whole_number
from sheepfold.games import SHELF
from sheepfold.games import game as take_down

T = TypeVar("T")

EVERYBODY = "all"
"""The answer for people at all seats."""


class QuestionBack(SheepfoldError):
    """Not an answer but a question back; the text is what they wanted to know."""


def run() -> int:
    """Ask what is to be played, and play it."""
    at = terminal()
    try:
        return _begin(at)
    except (EOFError, KeyboardInterrupt):
        say("\nGoodbye.")
        return 0


def _until(at: Terminal, question: str, answer: Callable[[str], T]) -> T:
    """Ask until the answer makes sense."""
    while True:
        try:
            return answer(at.ask(question))
        except SheepfoldError as error:
            say(str(error))


def _begin(at: Terminal) -> int:
    games = [take_down(name) for name in SHELF]
    say("Welcome to Sheepfold.\n")
    for number, game in enumerate(games, 1):
        say(f"{number}. {described(game)}\n")
    game = _until(at, f"Which game? (1 to {len(games)}, or its name; Enter for {games[0].name}) ", _game)
    seats = game.seats[0]
    if len(game.seats) > 1:
        seats = _until(at, f"How many seats? ({seat_range(game)}; Enter for {seats}) ", lambda text: _seats(game, text))
    options = _until(
        at, "Options? (Enter for the usual ones, ? to see them) ", lambda text: _options(game, seats, text)
    )
    view = game.view(game.start(options, seats), None)
    people = [1]
    if seats > 1:
        roles = ", ".join(
            f"{seat} {role}" if (role := game.role(view, seat)) else str(seat) for seat in range(1, seats + 1)
        )
        people = _until(
            at,
            f"Your seat? ({roles}; {EVERYBODY} if people sit at every seat; Enter for 1) ",
            lambda text: _people(game, options, seats, text),
        )
    if len(people) == 1:
        name = at.ask("Your name? (Enter for Player) ")
        names = play.seat_names(game, seats, people, [name] if name else None, None)
        if seats > 1:
            say(f"You play against the bot {bot_names(game)[0]}.")
    else:
        given = [at.ask(f"Name at seat {seat}? (Enter for Player {seat}) ") or f"Player {seat}" for seat in people]
        names = play.seat_names(game, seats, people, given, None)
    say()
    return play.sit_down(TerminalGame.fresh(game, options, names), default_keeper(game.name, datetime.now()), at)


def _game(text: str) -> AnyGame:
    names = list(SHELF)
    if place := whole_number(text, range(1, len(names) + 1)):
        return take_down(names[place - 1])
    return take_down(text.lower() or names[0])


def _options(game: AnyGame, seats: int, text: str) -> object:
    """The options, if the game can start with them."""
    if text == "?":
        raise QuestionBack(written(options_of(game.options, game.title)))
    options = game.options.read(text.split())
    game.start(options, seats)
    return options


def _seats(game: AnyGame, text: str) -> int:
    if seats := whole_number(text or str(game.seats[0]), game.seats):
        return seats
    raise Malformed(f"Please type a number of seats: {seat_range(game)}.")


def _people(game: AnyGame, options: object, seats: int, text: str) -> list[Seat]:
    if text.lower() == EVERYBODY:
        return list(range(1, seats + 1))
    return play.chosen_seats(game, options, seats, [text or "1"])
