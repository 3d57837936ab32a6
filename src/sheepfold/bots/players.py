"""Bots that think in this process: each with its game's kernel as soon as that is compiled."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from sheepfold.bots import bot
from sheepfold.bots.compiled import Warming
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import SILENT, Bot, Compiled, Means, reasons
from sheepfold.games import Shelf

FIRST_WAIT: Final = 3.0
"""Seconds that the first move of a game waits for a kernel that is not ready, which is long enough to read one that was
compiled before; while one is being compiled bots think without it."""


class Players:
    """The bots of a process by game and name, and by how many times as long as the others of the process they think."""

    def __init__(self, shelf: Shelf, effort: float = 1.0) -> None:
        self._shelf, self._effort = shelf, effort
        self._bots: dict[tuple[str, str, float], Bot] = {}
        self._warming: dict[str, Warming] = {}
        self._awaited: set[str] = set()
        self._equipped: set[tuple[str, str, float]] = set()

    def expect(self, game: str, name: str, times: float = 1.0) -> None:
        """The bot has sat down: what it thinks with is made ready meanwhile. Raises UnknownBot."""
        if (game, name, times) not in self._bots:
            means = Means(None, self._effort * times)
            self._bots[game, name, times] = bot(self._shelf.game(game), name, self._shelf, means)
        if isinstance(self._bots[game, name, times], Compiled) and game not in self._warming:
            self._warming[game] = Warming(self._shelf, game)

    def of(self, game: str, name: str, times: float = 1.0) -> Bot:
        """The bot, with whatever it can have by now. Raises UnknownBot."""
        self.expect(game, name, times)
        found = self._bots[game, name, times]
        if isinstance(found, Compiled) and (game, name, times) not in self._equipped:
            self._equip(game, name, times, found)
        return found

    def _equip(self, game: str, name: str, times: float, player: Compiled) -> None:
        if game not in self._awaited:
            self._awaited.add(game)
            self._warming[game].wait(FIRST_WAIT)
        kernel = self._warming[game].kernel
        if kernel is not None:
            player.equip(Means(kernel, self._effort * times))
            self._equipped.add((game, name, times))


class Opponent:
    """One of the players, by its name: a bot at somebody's table."""

    def __init__(self, players: Players, game: str, name: str) -> None:
        self._players, self._game, self._name = players, game, name

    def choose(self, view: Any, rng: Random) -> Move:
        return self._players.of(self._game, self._name).choose(view, rng)

    def explain(self, view: Any, move: Move) -> str:
        return reasons(self._players.of(self._game, self._name), view, move) or SILENT
