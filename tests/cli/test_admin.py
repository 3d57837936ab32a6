"""``sheepfold admin``: the host's tasks at the command line."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Command, refused
from sheepfold.cli.admin import TASKS
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import SeatPlan, Terms


@pytest.fixture
def database(new_database: Callable[[str], str]) -> str:
    """A database with two people and a running table."""
    url = new_database("sqlite")

    async def fill() -> None:
        async with Service.open(Setup(database=url, tick=0, workers=0)) as service:
            ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
            table = await service.tables.open(ann, Terms("dogs", {}, (SeatPlan("me"), SeatPlan())))
            await service.tables.sit(table.id, bob)
            await service.chat.say(table.id, ann, "hello")

    asyncio.run(fill())
    return url


def test_a_host_looks_after_an_installation(sheepfold: Command, database: str, tmp_path: Path) -> None:
    def admin(*words: str) -> str:
        done = sheepfold("admin", *words, "--database", database)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert " 1 game  Ann" in admin("users", "an")
    admin("close-user", "1")
    assert "Ann (1) was shut out, by the host" in admin("trail", "--user", "1", "--days", "2")
    assert "closed" not in admin("users", "bob")
    admin("reopen-user", "1")
    admin("mute", "2")
    assert "muted" in admin("users", "bob")
    admin("unmute", "2")
    assert "called Bobby now" in admin("rename", "2", "Bobby")
    table = admin("tables").split()[0]
    assert "hello" in admin("talk", table)
    admin("remove-talk", table, "1")
    assert "removed" in admin("talk", table)
    assert "Bob → Bobby, by the host" in admin("trail")
    assert admin("check-records", "all") == "1 running and finished game checked: all replay under these rules.\n"
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
        ["ratings", "x"],
        ["users", "ann", "bob"],
        ["users", ""],
        ["trail", "x"],
        ["rename", "1"],
        ["rename", "1", "admin"],
        ["reset-password", "1"],
        ["mute", "99"],
        ["talk", "nothing"],
        ["remove-talk", "nothing", "1"],
        ["remove-talk", "nothing", "x"],
        ["trail", "--user", "nobody"],
        ["trail", "--days", "0"],
        ["trail", "--cursor", "x"],
        ["users", "--limit", "0"],
        ["users", "--cursor", "nonsense"],
        ["users", "--dry-run"],
        ["clean", "everything"],
        ["backup"],
        ["backup", "/nowhere/copy.db"],
        ["export", "/proc/all.jsonl"],
        ["dance"],
        ["users", "--database", "postgresql://127.0.0.1:1/nothing"],
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


def test_a_missing_export_makes_no_database(sheepfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    assert sheepfold("admin", "import", "nothing.jsonl", "--database", f"sqlite:///{path}").returncode == 2
    assert not path.exists()


@pytest.mark.parametrize("kind", ["a text", "a folder", "a database of another program"])
def test_what_is_no_database_of_ours_is_refused_in_one_line(sheepfold: Command, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "some.db"
    if kind == "a text":
        path.write_text("Mary had a little lamb.\n" * 100)
    elif kind == "a folder":
        path.mkdir()
    else:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE users (name)")
        other.close()
    done = sheepfold("admin", "users", "--database", f"sqlite:///{path}")
    assert done.returncode == 2
    assert done.stderr.startswith("sheepfold: The database ")
    assert done.stderr.count("\n") == 1


def test_an_export_without_its_last_line_end_is_still_whole(sheepfold: Command, database: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    written = sheepfold("admin", "export", str(file), "--database", database).stdout.split()[0]
    file.write_text(file.read_text().rstrip("\n"))
    done = sheepfold("admin", "import", str(file), "--database", f"sqlite:///{tmp_path}/other.db")
    assert done.stdout == f"{written} rows read.\n"


def test_lists_say_when_they_are_empty_or_cut(sheepfold: Command, database: str) -> None:
    def said(*words: str) -> str:
        return sheepfold("admin", *words, "--database", database).stderr

    assert said("tables", "over") == "No table is over.\n"
    assert said("users", "zebedee") == "No user has this in their name or mail address.\n"
    more = said("users", "--limit", "1")
    assert more.startswith("There are more: continue with --cursor ")
    rest = sheepfold("admin", "users", "--cursor", more.split()[-1], "--database", database)
    assert "Ann" in rest.stdout
    assert rest.stderr == ""
    assert said("users") == ""


def test_a_closed_guest_is_listed_as_closed(sheepfold: Command, database: str) -> None:
    sheepfold("admin", "close-user", "1", "--database", database)
    assert "closed" in sheepfold("admin", "users", "ann", "--database", database).stdout


def test_closing_a_game_that_has_ended_says_that_its_result_stays(sheepfold: Command, database: str) -> None:
    async def resign() -> str:
        async with Service.open(Setup(database=database, tick=0, workers=0)) as service:
            (table,) = await service.lists.of_user(1)
            await service.tables.resign(table.info.id, 1)
            return table.info.id

    table = asyncio.run(resign())
    assert "its result stays" in sheepfold("admin", "close-table", table, "--database", database).stdout


def test_a_dry_run_says_what_cleaning_would_do_and_cleaning_does_it(sheepfold: Command, database: str) -> None:
    async def open_long_ago() -> None:
        async with Service.open(Setup(database=database, tick=0, workers=0)) as service:
            table = await service.tables.open(1, Terms("dogs", {}, (SeatPlan("me"), SeatPlan())))
        with sqlite3.connect(database.removeprefix("sqlite:///")) as raw:
            raw.execute("UPDATE tables SET moved_at = 0 WHERE id = ?", [table.id])
        raw.close()

    def clean(*words: str) -> str:
        done = sheepfold("admin", "clean", *words, "--database", database)
        assert done.returncode == 0, done.stderr
        return done.stdout

    asyncio.run(open_long_ago())
    assert clean("--dry-run") == "       1  waiting tables to be closed\n"
    assert clean() == "       1  waiting tables closed\n"
    assert clean() == "There is nothing to clean up.\n"


def test_an_export_that_cannot_be_read_is_refused_with_the_reason(sheepfold: Command, tmp_path: Path) -> None:
    (tmp_path / "picture.jsonl").write_bytes(b"\x89PNG")
    reasons = {"nothing.jsonl": "no such file", ".": "is a directory", "picture.jsonl": "is not text"}
    for name, reason in reasons.items():
        refused(sheepfold("admin", "import", name, "--database", f"sqlite:///{tmp_path}/new.db"), name, reason)
    assert not (tmp_path / "new.db").exists()


def test_every_task_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "command.md").read_text()
    assert [task for task in TASKS if f"`{task}" not in page] == []
