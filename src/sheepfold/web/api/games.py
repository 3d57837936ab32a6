"""Routes of the shelf: the games, their options, and what a set of options amounts to."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold.bots import bot_names, levels
from sheepfold.core.errors import OptionError
from sheepfold.core.options import Choice, Flag, Maybe, Numbers, Option, Whole
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.web.api.endpoint import Call, get, post
from sheepfold.web.api.shapes import GameName, OptionsToCheck

TAG = "Games"


class OptionCard(msgspec.Struct, omit_defaults=True):
    """One option: what it is called, how it is typed, what it takes."""

    name: str
    kind: str
    form: str
    help: str
    default: Any
    low: int | None = None
    high: int | None = None
    among: tuple[str, ...] | None = None
    length: int | None = None


class LevelCard(msgspec.Struct):
    """A bot that people choose to play against: what it is called, how it plays, about how long it thinks."""

    name: str
    title: str
    words: str
    seconds: float
    usual: bool


class GameCard(msgspec.Struct):
    """A game on the shelf."""

    name: str
    title: str
    credits: str
    summary: str
    version: int
    fewest_seats: int
    most_seats: int
    bots: tuple[str, ...]
    levels: tuple[LevelCard, ...]
    """The weakest first."""


class GameSheet(msgspec.Struct):
    """A game with its options and how its moves are written."""

    card: GameCard
    options: list[OptionCard]
    endings: tuple[str, ...]
    moves: str


class OptionsFound(msgspec.Struct):
    """The whole set that the given options amount to, and the fewest words that say the same."""

    options: dict[str, Any]
    words: tuple[str, ...]


@get("/games", TAG, cost=1)
async def list_games(call: Call) -> list[GameCard]:
    """All games on the shelf."""
    return [card(call.service.shelf.game(name)) for name in SHELF]


@get("/games/{game}", TAG, cost=1)
async def show_game(call: Call, game: GameName) -> GameSheet:
    """A game with its options and its notation."""
    found = call.service.shelf.game(game)
    return GameSheet(card(found), [option_card(o) for o in found.options.declared()], found.endings, found.help())


@post("/games/{game}/options", TAG, cost=2, needs="", anonymous=True)
async def check_options(call: Call, game: GameName, body: OptionsToCheck) -> OptionsFound:
    """Check a set of options without opening a table.

    Answers with every option resolved, or with a problem that says which one does not fit and why.
    """
    kind = call.service.shelf.game(game).options
    if body.options and body.words:
        raise OptionError("Give the options as an object or as words, not both.")
    made = kind.read(body.words) if body.words else kind.make(body.options)
    return OptionsFound(made.to_json(), made.words())


def card(game: AnyGame) -> GameCard:
    return GameCard(
        name=game.name,
        title=game.title,
        credits=game.credits,
        summary=game.summary,
        version=game.version,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        bots=bot_names(game),
        levels=tuple(LevelCard(one.name, one.title, one.words, one.seconds, one.usual) for one in levels(game)),
    )


def option_card(option: Option) -> OptionCard:
    made = OptionCard(option.name, type(option).__name__.lower(), option.form, option.help, option.default)
    match option:
        case Whole() | Maybe():
            made.low, made.high = option.low, option.high
        case Choice():
            made.among = option.among
        case Numbers():
            made.length, made.high = option.length, option.high
        case Flag():
            pass
    return made
