"""Bots that think in this process: each with its game's kernel as soon as that is compiled."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from sheepfold.bots import bot
from sheepfold.bots.compiled import Warming
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import BARE, SILENT, Bot, Compiled, Means, reasons
from sheepfold.games import Shelf

FIRST_WAIT: Final = 3.0
"""Seconds that the first move of a game waits for a kernel that is not ready, which is long enough to read one that was
compiled before; while one is being compiled bots think without it."""


class Players:
    """The bots of a process, by game, name and settings: thinking time and eagerness."""

    def __init__(self, shelf: Shelf, effort: float = 1.0) -> None:
        """``effort``: how many times as long as usual all of them think."""
        self._shelf, self._effort = shelf, effort
        self._bots: dict[tuple[str, str, Means], Bot] = {}
        self._warming: dict[str, Warming] = {}
        self._awaited: set[str] = set()
        self._equipped: set[tuple[str, str, Means]] = set()

    def expect(self, game: str, name: str, means: Means = BARE) -> None:
        """A bot has sat down: compile its kernel meanwhile. Raises UnknownBot."""
        if (game, name, means) not in self._bots:
            self._bots[game, name, means] = bot(self._shelf.game(game), name, self._shelf, self._with(None, means))
        if isinstance(self._bots[game, name, means], Compiled) and game not in self._warming:
            self._warming[game] = Warming(self._shelf, game)

    def of(self, game: str, name: str, means: Means = BARE) -> Bot:
        """The bot, with its kernel if that is ready. Raises UnknownBot."""
        self.expect(game, name, means)
        found = self._bots[game, name, means]
        if isinstance(found, Compiled) and (game, name, means) not in self._equipped:
            self._equip(game, name, means, found)
        return found

    def _equip(self, game: str, name: str, means: Means, player: Compiled) -> None:
        if game not in self._awaited:
            self._awaited.add(game)
            self._warming[game].wait(FIRST_WAIT)
        kernel = self._warming[game].kernel
        if kernel is not None:
            player.equip(self._with(kernel, means))
            self._equipped.add((game, name, means))

    def _with(self, kernel: Any, means: Means) -> Means:
        return replace(means, kernel=kernel, effort=self._effort * means.effort)


class Opponent:
    """One of the players, by its name: a bot at somebody's table."""

    def __init__(self, players: Players, game: str, name: str, means: Means = BARE) -> None:
        self._players, self._game, self._name, self._means = players, game, name, means

    def choose(self, view: Any, rng: Random) -> Move:
        return self._players.of(self._game, self._name, self._means).choose(view, rng)

    def explain(self, view: Any, move: Move) -> str:
        return reasons(self._players.of(self._game, self._name, self._means), view, move) or SILENT
