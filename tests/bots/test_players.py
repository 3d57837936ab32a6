"""Players: a bot thinks without a kernel until there is one, and as long as it was told to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.bots import players
from sheepfold.bots.players import Opponent, Players
from sheepfold.core.bot import Means
from sheepfold.core.contract import Move
from sheepfold.games import Shelf


class Learner:
    """A bot that tells by its move what it thinks with."""

    def __init__(self) -> None:
        self.means = Means()

    def equip(self, means: Means) -> None:
        self.means = means

    def choose(self, view: Any, rng: Random) -> Move:
        return str(self.means.kernel), str(self.means.effort)


class Slow:
    """A kernel that is compiled when the test says so."""

    kernel: Any = None

    def __init__(self, shelf: Shelf, game: str) -> None:
        pass

    def wait(self, seconds: float | None = None) -> None:
        pass


def test_a_bot_gets_its_kernel_as_soon_as_that_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "Warming", Slow)
    monkeypatch.setattr(players, "bot", lambda *_: Learner())
    opponent = Opponent(Players(Shelf({"pebbles": "pebbles"}), effort=2.0), "pebbles", "learner")
    assert opponent.choose(None, Random(1))[0] == "None"
    monkeypatch.setattr(Slow, "kernel", "compiled")
    assert opponent.choose(None, Random(1)) == ("compiled", "2.0")
    assert opponent.explain(None, ()) == "It gives no reasons."
