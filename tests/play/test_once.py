"""Law of the service: whoever plays a move, it is checked, applied and written once, and so is what chance answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sheepfold.play.terms import Conditional

from .conftest import Fold

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("move", ["add 1", ["add", "1"]])
async def test_a_persons_move(fold: Fold, asked: Counter[str], move: Any) -> None:
    table = await fold.table(goal=100)
    asked.clear()
    await fold.service.tables.move(table, fold.ann, move)
    assert asked == {"check": 1, "play": 1, "notate": 1}


async def test_a_move_and_what_chance_answers(fold: Fold, asked: Counter[str]) -> None:
    table = await fold.table(goal=100, dice=True)
    asked.clear()
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert asked == {"check": 2, "play": 2, "notate": 2}


async def test_a_move_kept_ready(fold: Fold, asked: Counter[str]) -> None:
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2")])
    asked.clear()
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.watching.look(
        table, fold.ann, since=(await fold.service.watching.look(table, fold.ann)).position.number, wait=60
    )
    assert asked == {"check": 2, "play": 2, "notate": 2}
