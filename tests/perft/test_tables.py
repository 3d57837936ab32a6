"""Perft tables: how many ways there are to play on from known positions. Any slip in the rules changes a count.

``tests/perft/GAME.json`` has one row per position: options, seats, the moves that led there (``after``),
what is counted, how deep, and how many there are. ``sheepfold golden`` makes a table,
``sheepfold perft`` counts for one row.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.games import SHELF
from sheepfold.lab import perft

LAWFUL = SHELF.more("pebbles=pebbles")


def table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((Path(__file__).parent / f"{name}.json").read_text())
    return rows


def rows() -> list[Any]:
    return [
        pytest.param(name, row, id=f"{name}-{number}")
        for name in LAWFUL
        if (Path(__file__).parent / f"{name}.json").exists()
        for number, row in enumerate(table(name), 1)
    ]


@pytest.mark.parametrize("name", LAWFUL)
def test_every_game_has_a_table(name: str) -> None:
    assert len(table(name)) >= 5


@pytest.mark.parametrize(("name", "row"), rows())
def test_the_count_is_as_it_was(name: str, row: dict[str, Any]) -> None:
    chosen = LAWFUL.game(name)
    state = chosen.start(chosen.options.make(row["options"]), row["seats"])
    for seat, text in row.get("after", ()):
        seat = NATURE if seat == "nature" else seat
        state, _ = chosen.apply(state, seat, chosen.read(state, seat, text))
    count = {"parts": perft.parts, "moves": perft.moves}[row["count"]]
    assert count(chosen, state, row["depth"]) == row["is"]
