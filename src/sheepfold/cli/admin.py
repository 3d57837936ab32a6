"""``sheepfold admin``: the host's hand on people, tables and the database, also while servers run."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sheepfold.cli.arguments import Parser, UsageError, whole
from sheepfold.cli.files import FileError, write_file
from sheepfold.cli.say import safe
from sheepfold.core.options import shown

if TYPE_CHECKING:
    from sheepfold.play.admin import Admin
    from sheepfold.play.service import Service

TASKS: Final = {
    "users": "list people, or those whose name or mail address contains WHAT",
    "close-user": "shut out the user with number WHAT",
    "reopen-user": "let the user with number WHAT in again",
    "tables": "list the running tables (WHAT: waiting, running or over)",
    "close-table": "end table WHAT without a result",
    "backup": "copy the SQLite database to the file WHAT while play goes on",
    "export": "write everything to the file WHAT, as lines of JSON",
    "import": "fill an empty database from the export WHAT",
    "check-records": "replay all running games under these rules (WHAT: all, finished ones too)",
    "ratings": "work out all ratings again from the stored results",
}


def parser() -> Parser:
    lines = "; ".join(f"{task}: {line}" for task, line in TASKS.items())
    made = Parser("admin", "Look after an installation.", f"Tasks are {lines}.")
    made.add_argument("task", metavar="TASK", choices=TASKS, help=", ".join(TASKS))
    made.add_argument("what", metavar="WHAT", nargs="?", default="", help="what the task needs, see below")
    made.add_argument("--database", metavar="URL", help="sqlite:///PATH or postgresql://… (SHEEPFOLD_DATABASE)")
    made.add_argument("--bus", metavar="BUS", help="between processes: local, postgres or redis://… (SHEEPFOLD_BUS)")
    made.add_argument("--limit", metavar="N", type=whole(1, 10**6), default=100, help="lines of a list (100)")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup

    database = asked.database or os.environ.get("SHEEPFOLD_DATABASE") or "sqlite:///sheepfold.db"
    bus = asked.bus or os.environ.get("SHEEPFOLD_BUS") or "local"
    if database.startswith("sqlite:///") and asked.task != "import" and not Path(database[10:]).exists():
        raise UsageError(f"There is no database {database[10:]!r}; name one with --database.")

    async def work() -> int:
        async with Service.open(Setup(database=database, bus=bus, tick=0, workers=0)) as service:
            return await _tasks(service, asked.limit)[asked.task](asked.what)

    return asyncio.run(work())


def _tasks(service: Service, limit: int) -> dict[str, Callable[[str], Awaitable[int]]]:
    admin = service.admin

    async def close_user(what: str) -> int:
        await admin.close_user(_number(what))
        print("Closed: they cannot log in, sit or talk any more.")
        return 0

    async def reopen_user(what: str) -> int:
        await admin.close_user(_number(what), closed=False)
        print("Open again.")
        return 0

    async def close_table(what: str) -> int:
        await admin.close_table(_given(what, "a table"))
        print("Closed without a result.")
        return 0

    async def backup(what: str) -> int:
        await admin.backup(Path(_given(what, "a file")))
        print(f"Copied to {what}.")
        return 0

    async def export(what: str) -> int:
        lines = await admin.export_all()
        write_file(Path(_given(what, "a file")), "\n".join(lines) + "\n")
        print(f"{len(lines) - 1} rows written to {what}.")
        return 0

    async def bring_in(what: str) -> int:
        rows = await admin.import_all(_lines(_given(what, "a file")))
        print(f"{rows} rows read.")
        return 0

    async def ratings(what: str) -> int:
        print(f"{await admin.recompute_ratings()} rated results worked through.")
        return 0

    return {
        "users": lambda what: _users(admin, what, limit),
        "close-user": close_user,
        "reopen-user": reopen_user,
        "tables": lambda what: _tables(admin, what, limit),
        "close-table": close_table,
        "backup": backup,
        "export": export,
        "import": bring_in,
        "check-records": lambda what: _check_records(admin, what),
        "ratings": ratings,
    }


async def _users(admin: Admin, match: str, limit: int) -> int:
    for user in await admin.users(match, limit):
        kind = "guest" if user.guest else "closed" if user.closed else "account"
        print(f"{user.id:>8}  {_day(user.created_at)}  {kind:<8} {user.games:>5} games  {safe(user.name)}")
    return 0


async def _tables(admin: Admin, what: str, limit: int) -> int:
    from sheepfold.play.terms import Status

    if what not in ("", *Status):
        raise UsageError(f"Tables are {', '.join(Status)}.")
    for table in await admin.tables(Status(what or "running"), limit):
        info = table.info
        names = ", ".join(safe(name) for name in info.names.values())
        print(f"{info.id}  {_day(info.opened_at)}  {info.terms.game:<8} {info.terms.access:<8} {names}")
    return 0


async def _check_records(admin: Admin, what: str) -> int:
    """Exit code 1 when a game does not replay."""
    if what not in ("", "all"):
        raise UsageError("check-records takes nothing, or the word all.")
    problems = await admin.check_records(every=what == "all")
    for problem in problems:
        print(f"{problem.table} ({problem.game}): {safe(problem.reason)}")
    print("All games replay under these rules." if not problems else f"{len(problems)} games do not replay.")
    return 1 if problems else 0


def _lines(name: str) -> list[str]:
    try:
        return Path(name).read_text("utf-8").split("\n")[:-1]
    except (OSError, ValueError):
        raise FileError(f"{shown(name)} cannot be read.") from None


def _number(what: str) -> int:
    if not (what.isascii() and what.isdigit() and len(what) < 16):
        raise UsageError("Name the user by number; see sheepfold admin users.")
    return int(what)


def _given(what: str, kind: str) -> str:
    if not what:
        raise UsageError(f"Name {kind}; see sheepfold admin --help.")
    return what


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
