"""``sheepfold admin``: the host's tasks at the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.conftest import Command
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Plan, Terms


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with two people and a running table."""
    url = f"sqlite:///{tmp_path}/fold.db"

    async def fill() -> None:
        async with Service.open(Setup(database=url, tick=0, workers=0)) as service:
            ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
            table = await service.open_table(ann, Terms("dogs", {}, (Plan("me"), Plan())))
            await service.sit(table.id, bob)

    asyncio.run(fill())
    return url


def test_a_host_looks_after_an_installation(sheepfold: Command, database: str, tmp_path: Path) -> None:
    def admin(*words: str) -> str:
        done = sheepfold("admin", *words, "--database", database)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Ann" in admin("users", "an")
    admin("close-user", "1")
    assert "closed" not in admin("users", "bob")
    admin("reopen-user", "1")
    table = admin("tables").split()[0]
    assert admin("check-records", "all") == "All games replay under these rules.\n"
    admin("backup", str(tmp_path / "copy.db"))
    admin("export", str(tmp_path / "all.jsonl"))
    admin("close-table", table)
    assert table in admin("tables", "over")
    admin("ratings")
    other = f"sqlite:///{tmp_path}/other.db"
    done = sheepfold("admin", "import", str(tmp_path / "all.jsonl"), "--database", other)
    assert done.returncode == 0, done.stderr
    assert table in sheepfold("admin", "tables", "--database", other).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["users", "--database", "mysql://x"],
        ["close-user", "x"],
        ["close-user", "99"],
        ["close-table"],
        ["close-table", "nothing"],
        ["tables", "lost"],
        ["import", "nothing.jsonl"],
        ["check-records", "x"],
        ["dance"],
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(sheepfold: Command, database: str, words: list[str]) -> None:
    more = [] if "--database" in words else ["--database", database]
    done = sheepfold("admin", *words, *more)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_missing_database_is_not_made(sheepfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    assert sheepfold("admin", "users", "--database", f"sqlite:///{path}").returncode == 2
    assert not path.exists()
