"""Bots: the random player every game has, each game's own, and the levels that people choose from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, MutableMapping
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from sheepfold.bots.agents import BadAgent, agent, is_place, named
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import BARE, Bot, Equipped, Level, Means, random_move, reasons
from sheepfold.core.contract.lesson import Lesson, course
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, Shelf

__all__ = [
    "BELLWETHER", "RANDOM", "BadAgent", "KnownBot", "UnknownBot", "bot", "bot_names", "guests", "known_bot", "lab_bot",
    "lesson_bots", "level", "levels", "one_thread", "responders", "strongest", "usual",
]  # fmt: skip

RANDOM: Final = "random"
BELLWETHER: Final = "bellwether"


class RandomBot:
    """Plays any game on the shelf at random: it imagines a world that fits its view, and moves in that.

    All such worlds have the same legal moves, so any of them will do: its generator is spent on moves alone, and a
    kernel that knows the true world can draw the same ones.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: Any, rng: Random) -> Move:
        return random_move(self.game, self.game.imagine(view, Random(1)), view.seat, rng)


class Bellwether:
    """Knows the lesson by what its seat sees, as any bot knows a game."""

    def __init__(self, game: AnyGame, lesson: Lesson, beyond: Bot) -> None:
        """``beyond``: who moves where the pupil has gone another way, or the lesson is over."""
        self._book, self._beyond = course(game, lesson).book, beyond

    def choose(self, view: Any, rng: Random) -> Move:
        return self._book[view] if view in self._book else self._beyond.choose(view, rng)

    def explain(self, view: Any, move: Move) -> str:
        """It is frank about who made its move."""
        if self._book.get(view) == move:
            return "I lead you through your first game."
        return reasons(self._beyond, view, move)


class UnknownBot(SheepfoldError):
    """The game has no bot of that name."""


def _own(game: AnyGame, shelf: Shelf) -> Mapping[str, Callable[[], Bot]]:
    """The game's own bots, and agents that sit among them; a game without a room for them has none of its own."""
    own: Mapping[str, Callable[[], Bot]] = getattr(shelf.room(game.name, "bot"), "BOTS", {})
    guests = {name: partial(agent, game, place, shelf) for name, place in named(game.name).items()}
    return {**guests, **own}


def levels(game: AnyGame, shelf: Shelf = SHELF) -> tuple[Level, ...]:
    """The ladder of bots that people choose from, the weakest first. A game without a ladder offers all its bots."""
    declared: tuple[Level, ...] = getattr(shelf.room(game.name, "bot"), "LEVELS", ())
    if declared:
        return declared
    own = [Level(name, name.capitalize(), "", usual=not n) for n, name in enumerate(_own(game, shelf))]
    return (*own[::-1],) or (Level(RANDOM, "Random", "Plays at random.", usual=True),)


def guests(game: AnyGame) -> tuple[Level, ...]:
    """Agents that the host seated among the bots. They are on no ladder."""
    return tuple(level(game, name) for name in named(game.name))


def level(game: AnyGame, name: str, shelf: Shelf = SHELF) -> Level:
    """The description of a bot, also of one that is on no ladder. Raises UnknownBot."""
    found = next((one for one in levels(game, shelf) if one.name == name), None)
    if found is None:
        _check(game, name, shelf)
        words = {RANDOM: "Plays at random.", BELLWETHER: "Leads you through your first game."}.get(name, "")
        if name in named(game.name):
            words = "An agent that the host added."
        return Level(name, name.capitalize(), words)
    return found


class KnownBot(NamedTuple):
    """A bot as people know it."""

    title: str
    level: int
    """Which step of its game's ladder it is, from 1; 0: it is on none."""
    levels: int
    """How many there are."""

    @property
    def words(self) -> str:
        """What stands beside its name."""
        return f"bot, level {self.level} of {self.levels}" if self.level else "bot"


def known_bot(game: str, name: str) -> KnownBot:
    """What people call the bot of this name in tables and records. A bot that is gone is called by its name."""
    ladder = levels(SHELF.game(game)) if game in SHELF else ()
    at = next((n for n, each in enumerate(ladder, 1) if each.name == name), 0)
    return KnownBot(ladder[at - 1].title if at else name.capitalize(), at, len(ladder))


def usual(game: AnyGame, shelf: Shelf = SHELF) -> str:
    """The default bot of a new table."""
    return next(level.name for level in levels(game, shelf) if level.usual)


def strongest(game: AnyGame, shelf: Shelf = SHELF) -> Level | None:
    """The bot that gives advice; None: the game has no bot that thinks."""
    best = levels(game, shelf)[-1]
    return None if best.name == RANDOM else best


def bot_names(game: AnyGame, shelf: Shelf = SHELF) -> tuple[str, ...]:
    """All bots of this game: the default one, then the ladder, then the others."""
    ladder = (level.name for level in levels(game, shelf))
    return tuple(dict.fromkeys((usual(game, shelf), *ladder, *_own(game, shelf), RANDOM)))


def _lesson(game: AnyGame, shelf: Shelf) -> Lesson | None:
    return getattr(shelf.room(game.name, "lesson"), "LESSON", None)


def lesson_bots(game: AnyGame, shelf: Shelf = SHELF) -> tuple[str, ...]:
    """The bots of a first game, offered nowhere else. A game without a lesson has none."""
    return () if _lesson(game, shelf) is None else (BELLWETHER,)


def gentle(game: AnyGame, shelf: Shelf = SHELF) -> str:
    """The bot for a beginner: the second level, where there are two."""
    return [level.name for level in levels(game, shelf)][:2][-1]


def lab_bot(game: AnyGame, name: str, means: Means = BARE) -> Bot:
    """The same for the lab, where those can be named as well whom a game keeps to find the habits of its best bots
    (``RESPONDERS`` in its room ``study``), and agents by their places (``my.agents:Net``). Raises UnknownBot, BadAgent.
    """
    if is_place(name):
        return _with(agent(game, name, SHELF), means)
    try:
        return bot(game, name, means=means)
    except UnknownBot:
        if name not in responders(game):
            raise
        return _with(responders(game)[name](), means)


def responders(game: AnyGame) -> Mapping[str, Callable[[], Bot]]:
    """Bots made to exploit the habits of the best ones."""
    found: Mapping[str, Callable[[], Bot]] = getattr(SHELF.room(game.name, "study"), "RESPONDERS", {})
    return found


def one_thread(environment: MutableMapping[str, str] = os.environ) -> None:
    """Keep NumPy on one thread: bots' matrices are small, and threads would wait for each other.

    NumPy reads the setting once, when it is first imported; so whoever starts a worker sets it, and so does making a
    bot. A setting of the host's is kept.
    """
    environment.setdefault("OPENBLAS_NUM_THREADS", "1")


def bot(game: AnyGame, name: str, shelf: Shelf = SHELF, means: Means = BARE) -> Bot:
    """A bot for one seat of one game. Raises UnknownBot."""
    one_thread()
    _check(game, name, shelf)
    lesson = _lesson(game, shelf) if name == BELLWETHER else None
    if lesson is not None:
        return Bellwether(game, lesson, bot(game, gentle(game, shelf), shelf, means))
    if name == RANDOM:
        return RandomBot(game)
    return _with(_own(game, shelf)[name](), means)


def _with(made: Bot, means: Means) -> Bot:
    if isinstance(made, Equipped):
        made.equip(means)
    return made


def _check(game: AnyGame, name: str, shelf: Shelf) -> None:
    if name not in (RANDOM, *_own(game, shelf), *lesson_bots(game, shelf)):
        raise UnknownBot(f"{game.title} has no bot {name[:40]!r}; there are {', '.join(bot_names(game, shelf))}.")
