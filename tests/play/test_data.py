"""What is stored is data: no code of a game runs while the store is open for writing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from inspect import isfunction
from typing import Any

import pytest

import tiny
from sheepfold.core.contract import Game
from sheepfold.play.terms import OfferKind

from .conftest import Fold

pytestmark = pytest.mark.anyio


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the game was asked in another thread than that of the tests, which is that of the event loop."""
    found: list[str] = []
    here = threading.current_thread()

    def watched(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            if threading.current_thread() is not here:
                found.append(name)
            return act(*given, **named)

        return ask

    for name, act in {**vars(Game), **vars(tiny.Tiny)}.items():
        if isfunction(act) and not name.startswith("__"):
            monkeypatch.setattr(tiny.Tiny, name, watched(name, act))
    return found


async def test_the_store_asks_no_game_anything_when_one_ends_and_is_played_again(
    fold: Fold, elsewhere: list[str]
) -> None:
    table = await fold.table(goal=4, dice=True)
    elsewhere.clear()
    for user in (fold.ann, fold.bob, fold.ann, fold.bob):
        if (await fold.service.watching.look(table, user)).position.outcome is None:
            await fold.service.tables.move(table, user, "add 3")
    assert (await fold.service.watching.look(table, fold.ann)).position.outcome is not None
    for user in (fold.ann, fold.bob):
        await fold.service.tables.offer(table, user, OfferKind.REMATCH)
    assert (await fold.service.tables.info(table, fold.ann)).rematch is not None
    assert not elsewhere


async def test_nor_when_somebody_gives_up(fold: Fold, elsewhere: list[str]) -> None:
    table = await fold.table(seats=3)
    elsewhere.clear()
    await fold.service.tables.resign(table, fold.bob)
    assert not elsewhere
