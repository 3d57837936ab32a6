"""How soon a server is open that has very many sleeping tables, beside the same server with none."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import SeatPlan, Terms
from sheepfold_bench.load import serving

SLEEPING = Terms("dogs", {}, (SeatPlan("me"), SeatPlan("bot", "collie")))
"""Begun against a bot and left: it waits for a person."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Seconds from the start of the process until the front page has come, and its processor time by then: medians."""

    waited: float
    worked: float


def measure(tables: int, runs: int, say: Callable[[str], None]) -> tuple[Opening, Opening]:
    """A server with so many sleeping tables, and one without any, each opened so often, turn by turn."""
    with TemporaryDirectory() as folder:
        full, empty = (f"sqlite:///{Path(folder) / name}.db" for name in ("full", "empty"))
        say(f"{tables} tables are laid out")
        asyncio.run(_fill(full, tables))
        asyncio.run(_fill(empty, 0))
        taken = []
        for number in range(runs):
            say(f"opened: {number + 1} of {runs}")
            taken.append((_opened(full), _opened(empty)))
    many, none = zip(*taken, strict=True)
    return _middle(many), _middle(none)


def _opened(database: str) -> Opening:
    begun = time.perf_counter()
    with serving(database, bot_workers=1) as running:
        return Opening(time.perf_counter() - begun, running.cpu())


def _middle(openings: Sequence[Opening]) -> Opening:
    return Opening(median(each.waited for each in openings), median(each.worked for each in openings))


async def _fill(database: str, tables: int) -> None:
    """One table is opened as people do; the others are its copies."""
    async with Service.open(Setup(database=f"{database}.one", tick=0)) as service:
        await service.tables.open((await service.accounts.new_guest("Ann")).id, SLEEPING)
        lines = await service.admin.export_all()
    async with Service.open(Setup(database=database, tick=0, workers=0)) as service:
        await service.admin.import_all(_copied(lines, tables))


def _copied(lines: Sequence[str], tables: int) -> Iterator[str]:
    """An export with so many tables in place of its one."""
    rows = [json.loads(line) for line in lines[1:-1]]
    (one,) = (values["id"] for name, values in rows if name == "tables")
    yield lines[0]
    count = 0
    for name, values in rows:
        mine = one in (values["id"] if name == "tables" else None, values.get("table_id"))
        for number in range(tables) if mine else range(1):
            yield json.dumps([name, _copy(name, values, number) if mine else values])
            count += 1
    yield json.dumps({"rows": count})


def _copy(name: str, values: dict[str, Any], number: int) -> dict[str, Any]:
    """A row of the copy of that number."""
    match name:
        case "tables":
            return {**values, "id": f"t{number}", "open_key": f"k{number}", "invite": f"i{number}"}
        case "boards":
            return {**values, "id": values["id"] + number, "table_id": f"t{number}"}
        case _:
            return {**values, "table_id": f"t{number}"}
