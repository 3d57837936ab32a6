"""Agents: players of other people's making, named by where they are (``my.agents:Net``, ``http://127.0.0.1:9000/``).

An agent is a bot: a class without arguments, or an object, with ``choose(view, rng)``. Or it is a function of an
observation and a mask, as learners train them, that gives the number of the next part (``core/contract/numbers.py``).
Or it is a program at an address, which is sent a position as JSON and answers with a move.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Equipped, Means
from sheepfold.core.contract.numbers import STOP, NumberedGame
from sheepfold.core.errors import MoveError, SheepfoldError
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.records.to_json import plain
from sheepfold.core.words.prose import shown
from sheepfold.games import NAME, Shelf

AGENTS: Final = "SHEEPFOLD_AGENTS"
"""The setting that seats agents among the house's bots: ``net=my.agents:Net,dogs/rex=their.module:Rex``, separated by
commas; before a slash stands the only game that it plays. It is inherited by workers."""


LONGEST: Final = 60.0
"""Seconds that an agent may think about a move."""
LONGEST_ANSWER: Final = 1 << 16
"""Bytes of a program's answer."""


class BadAgent(SheepfoldError):
    """An agent cannot be loaded, failed, or made an illegal move."""


def is_place(name: str) -> bool:
    """Whether a bot's name is the place of an agent."""
    return ":" in name


def named(game: str, setting: str | None = None) -> Mapping[str, str]:
    """The agents that play a game here, by the names under which they sit down. Raises BadAgent."""
    found = {}
    text = os.environ.get(AGENTS, "") if setting is None else setting
    for entry in filter(None, (word.strip() for word in text.split(","))):
        called, _, place = entry.partition("=")
        only, _, name = called.strip().rpartition("/")
        if not NAME.fullmatch(name) or not is_place(place):
            raise BadAgent(f"Write an agent as name=module:thing or game/name=module:thing, not {shown(entry)!r}.")
        if only in ("", game):
            found[name] = place.strip()
    return found


def agent(game: AnyGame, place: str, shelf: Shelf) -> Bot:
    """The agent at that place, ready to play this game. The current folder is searched as well. Raises BadAgent."""
    if place.startswith(("http://", "https://")):
        return Agent(game, place, Program(game, place))
    module, _, name = place.partition(":")
    if not all(word.isidentifier() for word in (*module.split("."), *name.split("."))):
        raise BadAgent(f"Write an agent as module:thing or http://ADDRESS, not {shown(place)!r}.")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = import_module(module)
        for word in name.split("."):
            found = getattr(found, word)
        made = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:  # code of others can fail in any way
        raise BadAgent(f"The agent {place} cannot be loaded: {_words(error)}") from None
    if hasattr(made, "choose"):
        return Agent(game, place, made)
    if callable(made):
        return Agent(game, place, Learned(game, made, shelf))
    raise BadAgent(f"The agent {place} is neither a bot with a method choose nor a function of observation and mask.")


def _words(error: BaseException) -> str:
    """The error of an agent's code on one line."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}".rstrip(": ")[:200] + "."


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after so long. Only where a signal can interrupt: in the main thread, on Unix; in the workers
    of a server, which have a limit of their own, it does no harm."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError(f"it thought for more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Agent:
    """An agent whose exceptions and illegal moves become BadAgent."""

    def __init__(self, game: AnyGame, place: str, inner: Bot) -> None:
        self.game, self.place, self.inner = game, place, inner

    def equip(self, means: Means) -> None:
        if isinstance(self.inner, Equipped):
            self.inner.equip(means)

    def choose(self, view: Any, rng: Random) -> Move:
        """Its move, which is checked in a world that fits its view. Raises BadAgent."""
        try:
            with limited(LONGEST):
                move = self.inner.choose(view, rng)
        except Exception as error:
            raise BadAgent(f"The agent {self.place} failed: {_words(error)}") from error
        try:
            return self.game.check(self.game.imagine(view, Random(1)), view.seat, tuple(move)).move
        except (MoveError, TypeError) as error:
            raise BadAgent(f"The agent {self.place} made no legal move, but {shown(repr(move))}: {error}") from None


class Learned:
    """A bot made of a policy: a function of observation and mask, asked for every part anew."""

    def __init__(self, game: AnyGame, function: Callable[[Any, Any], Any], shelf: Shelf) -> None:
        room: Any = shelf.room(game.name, "numbers")
        if not hasattr(room, "numbers"):
            raise BadAgent(f"{game.title} has no module numbers, so no function of observations can play it.")
        self._game, self._function = game, function
        self._numbers: Callable[[Any, int], NumberedGame] = lru_cache(maxsize=8)(room.numbers)

    def choose(self, view: Any, rng: Random) -> Move:
        import numpy as np

        game = self._game
        state = game.imagine(view, Random(1))  # in any world that fits, the same may be played
        numbers = self._numbers(state.options, game.seated(state))
        move: Move = ()
        ahead = game.ahead(state, view.seat, move)
        while ahead.parts:
            seen: Any = np.zeros(numbers.size, np.float32)
            mask = np.zeros(len(numbers.parts), np.int8)
            numbers.fill(view, move, seen)
            mask[[numbers.number[part] for part in ahead.parts if part in numbers.number]] = 1
            if ahead.complete:
                mask[numbers.number[STOP]] = 1
            number = int(self._function(seen, mask))
            if not 0 <= number < len(mask) or not mask[number]:
                raise ValueError(f"action {number} is not legal here; the mask tells which are")
            part = numbers.parts[number]
            if part == STOP and part not in ahead.parts:
                return move
            move = (*move, part)
            ahead = game.ahead(state, view.seat, move, ahead)
        return move


class Program:
    """A program at an address. It is sent what its seat may know, with the parts that may come next, and answers with a
    ``move`` (as people write it, or a list of parts) or with one ``part``, and is asked again; null: that was all."""

    def __init__(self, game: AnyGame, address: str) -> None:
        self._game, self._address = game, address

    def choose(self, view: Any, rng: Random) -> Move:
        game = self._game
        state = game.imagine(view, Random(1))  # in any world that fits, the same may be played
        seats = game.seated(state)
        position = {
            "game": game.name,
            "options": state.options.to_json(),
            "seats": seats,
            "seat": view.seat,
            "view": plain(view),
            "text": game.text(view, {seat: f"Player {seat}" for seat in range(1, seats + 1)}),
        }
        move: Move = ()
        ahead = game.ahead(state, view.seat, move)
        while ahead.parts:
            answer = self._ask({**position, "so_far": move, "parts": ahead.parts, "complete": ahead.complete})
            match answer:
                case {"move": str(text)}:
                    return game.read(state, view.seat, text)
                case {"move": list(parts)}:
                    return tuple(parts)
                case {"part": None}:
                    return move
                case {"part": part} if part in ahead.parts:
                    move = (*move, part)
                case _:
                    raise ValueError(f"it answered {shown(json.dumps(answer))}, which is neither a move nor a part")
            ahead = game.ahead(state, view.seat, move, ahead)
        return move

    def _ask(self, position: Mapping[str, Any]) -> Any:
        body = json.dumps(position, ensure_ascii=False).encode()
        request = Request(self._address, body, {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=LONGEST) as answer:
                return json.loads(answer.read(LONGEST_ANSWER))
        except URLError as error:
            raise ConnectionError(f"it cannot be reached: {error.reason}") from None
