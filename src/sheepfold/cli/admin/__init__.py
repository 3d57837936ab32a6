"""``sheepfold admin``: the host's hand on people, tables and the database, also while servers run."""

from __future__ import annotations

import asyncio
import os
import time
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sheepfold.cli.admin import mailing, moderation
from sheepfold.cli.arguments import Parser, UsageError, whole
from sheepfold.cli.files import FileError, write_file
from sheepfold.cli.output import safe
from sheepfold.core.words.prose import listed, plural, shown

if TYPE_CHECKING:
    from sheepfold.play.host.admin import Admin
    from sheepfold.play.service import Service

TASKS: Final = {
    "users": ("[WORD]", "list people, or those whose name or mail address contains the word"),
    "close-user": ("NUMBER", "close somebody's account; their games stay"),
    "reopen-user": ("NUMBER", "open a closed account again"),
    "mute": ("NUMBER", "let somebody play, but not talk"),
    "unmute": ("NUMBER", "let them talk again"),
    "rename": ("NUMBER NAME", "rename somebody; the trail keeps the old name"),
    "reset-password": ("NUMBER", "print a new password for somebody who lost theirs"),
    "talk": ("TABLE", "list what was said at a table, with the numbers of the lines"),
    "remove-talk": ("TABLE LINE", "remove a line of talk for everybody"),
    "trail": ("", "list who did what from where, newest first; --user USER, --days N"),
    "outbox": ("[ACT] [NUMBER]", "list mails that wait or were given up; retry or drop one, or all given up"),
    "link": ("PURPOSE NUMBER", "print somebody's link to confirm their mail address, or to recover their account"),
    "tables": ("[STATUS]", "list the running tables, or those waiting, or over"),
    "close-table": ("TABLE", "end a game without a result; all who watch are told"),
    "backup": ("FILE", "copy the SQLite database while play goes on"),
    "export": ("FILE", "write everything as lines of JSON"),
    "import": ("FILE", "fill an empty database from an export"),
    "check-records": ("[all]", "replay all running games (all: finished ones too) under these rules"),
    "clean": ("", "close and delete now what nobody used for longer than SHEEPFOLD_KEEP_… says"),
    "ratings": ("", "compute all ratings again from the stored results"),
}
"""Every task: what it takes (in brackets what it can do without), and what it does."""


def parser() -> Parser:
    width = max(len(f"{task} {takes}") for task, (takes, _) in TASKS.items())
    lines = [f"  {f'{task} {takes}':<{width}}  {line}" for task, (takes, line) in TASKS.items()]
    made = Parser("admin", "Look after an installation. Everything but import works while servers run.")
    made.formatter_class = RawDescriptionHelpFormatter
    made.epilog = "\n".join(["tasks:", *lines])
    made.add_argument("task", metavar="TASK", choices=TASKS, help="what to do, see below")
    made.add_argument("what", metavar="WHAT", nargs="*", help="what the task takes")
    made.takes_database()
    made.add_argument("--limit", metavar="N", type=whole(1, 10**4), default=100, help="how many lines a list has (100)")
    made.add_argument("--user", metavar="USER", help="trail: only of this user, by name or number")
    made.add_argument("--days", metavar="N", type=whole(1, 10**4), help="trail: only of the last N days")
    made.add_argument("--dry-run", action="store_true", help="clean: change nothing, only tell what would be done")
    made.add_argument(
        "--cursor", metavar="CURSOR", help="continue a list where it stopped, with the word that it named"
    )
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    takes, _ = TASKS[asked.task]
    needed = [word for word in takes.split() if not word.startswith("[")]
    if not len(needed) <= len(asked.what) <= len(takes.split()) or "" in asked.what:
        raise UsageError(f"Write: sheepfold admin {f'{asked.task} {takes}'.strip()}")
    lines = _lines(*asked.what) if asked.task == "import" else []
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup
    from sheepfold.web.settings import Settings

    if asked.dry_run and asked.task != "clean":
        raise UsageError("--dry-run goes only with clean.")
    settings = Settings.read(os.environ, database=asked.database, bus=asked.bus)
    database = settings.database
    if database.startswith("sqlite:///") and asked.task != "import" and not Path(database[10:]).exists():
        raise UsageError(f"There is no database {database[10:]!r}; name one with --database.")

    async def work() -> int:
        async with Service.open(
            Setup(database=database, bus=settings.bus, tick=0, workers=0, retention=settings.retention)
        ) as service:
            return await _tasks(service, asked, lines)[asked.task](*asked.what) or 0

    return asyncio.run(work())


def _tasks(service: Service, asked: Namespace, lines: list[str]) -> dict[str, Callable[..., Awaitable[int | None]]]:
    admin = service.admin

    async def close_table(what: str) -> None:
        closed = await admin.close_table(what)
        print("Closed without a result." if closed else "That game was over already; its result stays.")

    async def backup(what: str) -> None:
        await admin.backup(Path(what))
        print(f"Copied to {what}.")

    async def export(what: str) -> None:
        found = await admin.export_all()
        write_file(Path(what), "\n".join(found) + "\n")
        print(f"{len(found) - 2} rows written to {what}.")

    async def bring_in(_: str) -> None:
        print(f"{await admin.import_all(lines)} rows read.")

    async def ratings() -> None:
        print(f"{await admin.recompute_ratings()} rated results worked through.")

    return (
        moderation.tasks(service, asked)
        | mailing.tasks(service, asked)
        | {
            "users": lambda match="": _users(admin, match, asked),
            "tables": lambda status="": _tables(admin, status, asked),
            "close-table": close_table,
            "backup": backup,
            "export": export,
            "import": bring_in,
            "check-records": lambda which="": _check_records(admin, which),
            "clean": lambda: _clean(admin, asked.dry_run),
            "ratings": ratings,
        }
    )


async def _clean(admin: Admin, dry: bool) -> None:
    done = await admin.clean(dry)
    for what, count in sorted(done.items()):
        print(f"{count:>8}  {what} {'to be ' if dry else ''}{what.done}")
    if not done:
        print("There is nothing to clean up.")


async def _users(admin: Admin, match: str, asked: Namespace) -> None:
    found = await admin.users(match, asked.limit, asked.cursor)
    for user in found:
        kind = "closed" if user.closed else "muted" if user.muted else "guest" if user.guest else "account"
        mail = f" <{safe(user.mail)}>" if user.mail else ""
        played = plural(user.games, "game")
        print(f"{user.id:>8}  {_day(user.created_at)}  {kind:<8} {played:>11}  {safe(user.name)}{mail}")
    moderation.conclude(
        found, "There are no users yet." if not match else "No user has this in their name or mail address."
    )


async def _tables(admin: Admin, what: str, asked: Namespace) -> None:
    from sheepfold.play.terms import Status

    if what not in ("", *Status):
        raise UsageError(f"Choose which tables: {listed(Status, 'or')}.")
    status = Status(what or "running")
    found = await admin.tables(status, asked.limit, asked.cursor)
    for table in found:
        info = table.info
        names = ", ".join(safe(name) for name in info.names.values())
        print(f"{info.id}  {_day(info.opened_at)}  {info.terms.game:<8} {info.terms.access:<8} {names}")
    moderation.conclude(found, f"No table is {status}.")


async def _check_records(admin: Admin, what: str) -> int:
    """Exit code 1 when a game does not replay."""
    if what not in ("", "all"):
        raise UsageError("check-records takes nothing, or the word all.")
    check = await admin.check_records(every=what == "all")
    for problem in check.problems:
        print(f"{problem.table} ({problem.game}): {safe(problem.reason)}")
    kind = "running and finished" if what else "running"
    if check.problems:
        print(f"Of {check.games} {kind} games {len(check.problems)} cannot be replayed under these rules.")
        return 1
    print(f"{plural(check.games, f'{kind} game')} checked: all replay under these rules.")
    return 0


def _lines(name: str) -> list[str]:
    try:
        return Path(name).read_text("utf-8").removesuffix("\n").split("\n")
    except (OSError, ValueError):
        raise FileError(f"{shown(name)} cannot be read.") from None


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
