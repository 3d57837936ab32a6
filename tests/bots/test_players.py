"""Players: a bot thinks without a kernel until there is one, and as long as it was told to."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from sheepfold.bots import bot, players
from sheepfold.bots.players import Opponent, Players
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Means
from sheepfold.games import SHELF, Shelf
from sheepfold.play.host.background import WorkerPool


class Steady:
    """A bot that tells by its move what it thinks with; kernels are not for it."""

    def __init__(self) -> None:
        self.means = Means()

    def equip(self, means: Means) -> None:
        self.means = means

    def choose(self, view: Any, rng: Random) -> Move:
        return str(self.means.kernel), str(self.means.effort)


class Learner(Steady):
    """The same, but it makes use of a kernel."""

    uses_kernel = True


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


def test_a_kernel_is_on_its_way_once_its_bot_has_sat_down(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, waited = [], []

    class Told(Slow):
        kernel = "compiled"

        def __init__(self, shelf: Shelf, game: str) -> None:
            begun.append(game)

        def wait(self, seconds: float | None = None) -> None:
            waited.append(seconds)

    monkeypatch.setattr(players, "Warming", Told)
    monkeypatch.setattr(players, "bot", lambda *_: Learner())
    sitting = Players(Shelf({"pebbles": "pebbles"}))
    sitting.expect("pebbles", "learner")
    assert (begun, waited) == (["pebbles"], []), "nobody waits before a move is to be made"
    for _ in range(2):
        assert sitting.of("pebbles", "learner").choose(None, Random(1))[0] == "compiled"
    assert (begun, waited) == (["pebbles"], [players.FIRST_WAIT])


def test_nothing_is_compiled_for_a_bot_that_has_no_use_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "Warming", lambda *_: pytest.fail("a kernel was warmed"))
    monkeypatch.setattr(players, "bot", lambda game, name, shelf, means: equipped(Steady(), means))
    opponent = Opponent(Players(Shelf({"pebbles": "pebbles"}), effort=2.0), "pebbles", "steady")
    assert opponent.choose(None, Random(1)) == ("None", "2.0")


def test_tables_of_one_process_can_let_the_same_bot_think_for_other_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slow, "kernel", "compiled")
    monkeypatch.setattr(players, "Warming", Slow)
    monkeypatch.setattr(players, "bot", lambda game, name, shelf, means: equipped(Learner(), means))
    sitting = Players(Shelf({"pebbles": "pebbles"}), effort=2.0)
    efforts = [
        sitting.of("pebbles", "learner", Means(None, times)).choose(None, Random(1))[1]
        for times in (1.0, 4.0, 0.5, 1.0)
    ]
    assert efforts == ["2.0", "8.0", "1.0", "2.0"]


def equipped(player: Steady, means: Means) -> Steady:
    player.equip(means)
    return player


def test_whoever_makes_a_bot_keeps_numpy_on_one_thread_before_any_game_loads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tables in a terminal, reviews, the arena and puzzles all make their bots here."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    bot(SHELF.game("mutton"), "grey")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    bot(SHELF.game("mutton"), "grey")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2", "a host may know better"


@pytest.mark.anyio
async def test_a_worker_starts_with_numpy_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shelf may hold games that load NumPy at once."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    workers = WorkerPool("os:getenvb", 1, timeout=60)
    assert await workers.ask(b"OPENBLAS_NUM_THREADS") == b"1"
    await workers.close()
