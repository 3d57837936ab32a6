"""``sheepfold dataset``: games of people as tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cheap import CHEAP
from cli.conftest import Command
from sheepfold import data
from sheepfold.cli.records import position
from sheepfold.core.records.record import from_json
from sheepfold.games import game
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import SeatPlan, Terms

PASSWORD = "correct horse"


async def house(path: Path, agreed: bool) -> None:
    """An installation with one finished game of Mutton, against a bot."""
    async with Service.open(Setup(database=f"sqlite:///{path}", tick=0, workers=1, hasher=CHEAP)) as service:
        ann = (await service.accounts.register("Ann", PASSWORD, None)).id
        await service.accounts.share_games(ann, agreed)
        table = await service.tables.open(ann, Terms("mutton", {"quick": 3}, (SeatPlan("me"), SeatPlan("bot", "grey"))))
        await service.tables.resign(table.id, ann)


def test_games_of_those_who_agreed_become_tables_without_names(sheepfold: Command, tmp_path: Path) -> None:
    asyncio.run(house(tmp_path / "house.db", agreed=True))
    done = sheepfold("dataset", str(tmp_path / "house.db"), "--out", str(tmp_path / "out"), "--with", "views")
    assert done.returncode == 0, done.stderr
    assert "mutton-01: 1 game" in done.stdout
    folder = tmp_path / "out" / "mutton-01"
    (row,) = data.scan(folder, "games").collect().iter_rows(named=True)
    assert (sorted(row["bots"]), row["reason"], row["seed"]) == (["grey", "person"], "resigned", None)
    assert position(game("mutton"), from_json(row["record"]), None).at == row["moves"]
    assert data.datasheet(folder)["plan"]["options"]["quick"] == 3
    for path in folder.iterdir():
        assert b"Ann" not in path.read_bytes()
    again = sheepfold("dataset", str(tmp_path / "house.db"), "--out", str(tmp_path / "out"))
    assert again.returncode == 2
    assert "mutton-01" in again.stderr


def test_where_nobody_agreed_there_is_nothing(sheepfold: Command, tmp_path: Path) -> None:
    asyncio.run(house(tmp_path / "house.db", agreed=False))
    done = sheepfold("dataset", str(tmp_path / "house.db"), "--out", str(tmp_path / "out"))
    assert (done.returncode, (tmp_path / "out").exists()) == (0, False)
    assert "no finished game" in done.stdout


def test_a_database_that_is_not_there_is_named(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold("dataset", str(tmp_path / "none.db"), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "There is no database" in done.stderr
    assert not (tmp_path / "none.db").exists()
