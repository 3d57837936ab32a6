"""``sheepfold admin``: the host's hand on people, tables and the database, also while servers run."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sheepfold.cli.arguments import Parser, UsageError, whole
from sheepfold.cli.files import file_errors, write_file
from sheepfold.cli.output import safe
from sheepfold.core.words.prose import listed, plural, whole_number

if TYPE_CHECKING:
    from sheepfold.play.cursors import Rows
    from sheepfold.play.host.audit_log import Trace
    from sheepfold.play.service import Service


class Tasks:
    """What each task does with its words; a number is the exit code."""

    def __init__(self, service: Service, asked: Namespace, lines: list[str]) -> None:
        self._service, self._asked, self._lines = service, asked, lines
        self._admin, self._moderation = service.admin, service.moderation

    # -- people ------------------------------------------------------------------------------------

    async def users(self, match: str = "") -> None:
        found = await self._admin.users(match, self._asked.limit, self._asked.cursor)
        for user in found:
            kind = "closed" if user.closed else "muted" if user.muted else "guest" if user.guest else "account"
            mail = f" <{safe(user.mail)}>" if user.mail else ""
            played = plural(user.games, "game")
            print(f"{user.id:>8}  {_day(user.created_at)}  {kind:<8} {played:>11}  {safe(user.name)}{mail}")
        _conclude(found, "No user has this in their name or mail address." if match else "There are no users yet.")

    async def close_user(self, who: str) -> None:
        await self._moderation.close_user(_number(who))
        print("Closed: they cannot log in, sit or talk any more.")

    async def reopen_user(self, who: str) -> None:
        await self._moderation.close_user(_number(who), closed=False)
        print("Opened again: they can log in.")

    async def mute(self, who: str) -> None:
        await self._moderation.mute(_number(who))
        print("Muted: they may play, but not talk.")

    async def unmute(self, who: str) -> None:
        await self._moderation.mute(_number(who), muted=False)
        print("They may talk again.")

    async def rename(self, who: str, name: str) -> None:
        print(f"Renamed: they are called {safe(await self._moderation.rename(_number(who), name))} now.")

    async def reset_password(self, who: str) -> None:
        password = await self._service.accounts.reset_password(_number(who))
        print(f"The new password is {password}; all their sessions and tokens have ended.")

    async def audit_log(self) -> None:
        who = self._asked.user
        if who is not None:
            digits = who.isascii() and who.isdigit()
            who = _number(who) if digits else (await self._service.accounts.user_named(who)).id
        found = await self._moderation.audit_log(who, self._asked.days, self._asked.limit, self._asked.cursor)
        for trace in found:
            print(_told(trace))
        _conclude(found, "The trail has nothing of that time.")

    # -- mail --------------------------------------------------------------------------------------

    async def outbox(self, act: str = "", which: str = "") -> None:
        one = _number(which) if which else None
        match act:
            case "":
                await self._waiting_mails()
            case "retry":
                print(f"{plural(await self._service.outbox.retry(one), 'mail')} will be tried again at once.")
            case "drop":
                print(f"{plural(await self._service.outbox.forget(one), 'mail')} dropped.")
            case _:
                raise UsageError("Write outbox alone, outbox retry [NUMBER] or outbox drop [NUMBER].")

    async def _waiting_mails(self) -> None:
        rows = await self._service.outbox.rows(self._asked.limit)
        for row in rows:
            state = "given up" if row.given_up else f"tried {plural(row.attempts, 'time')}" if row.attempts else "waits"
            said = f"  {safe(row.said)}" if row.said else ""
            print(f"{row.id:>8}  {_minute(row.due)}  {state:<14} {safe(row.key)}{said}")
        if not rows:
            print("The outbox is empty.", file=sys.stderr)
        if failing := await self._service.bounces.latest(self._asked.limit):
            print("Addresses that mails came back from:")
        for each in failing:
            state = f"failed {plural(each.times, 'time')}" if each.mailed else "not mailed any more"
            who = f"{safe(each.name)} {safe(each.mail or '')}"
            print(f"{each.user_id:>8}  {_minute(each.at)}  {state:<20} {who}  {safe(each.said)}")

    async def link(self, purpose: str, who: str) -> None:
        from sheepfold.web.settings import Settings

        if purpose not in ("confirm", "recover"):
            raise UsageError("Write link confirm NUMBER or link recover NUMBER.")
        end = await self._service.addresses.link("confirm" if purpose == "confirm" else "recover", _number(who))
        print(f"{Settings.read(os.environ).origin or 'http://127.0.0.1:8000'}/{purpose}/{end}")

    # -- tables ------------------------------------------------------------------------------------

    async def tables(self, what: str = "") -> None:
        from sheepfold.play.terms import Status

        if what not in ("", *Status):
            raise UsageError(f"Choose which tables: {listed(Status, 'or')}.")
        status = Status(what or "running")
        found = await self._admin.tables(status, self._asked.limit, self._asked.cursor)
        for table in found:
            info = table.info
            names = ", ".join(safe(name) for name in info.names.values())
            print(f"{info.id}  {_day(info.opened_at)}  {info.terms.game:<8} {info.terms.access:<8} {names}")
        _conclude(found, f"No table is {status}.")

    async def close_table(self, table: str) -> None:
        closed = await self._admin.close_table(table)
        print("Closed without a result." if closed else "That game was over already; its result stays.")

    async def talk(self, table: str) -> None:
        said = await self._moderation.talk(table, self._asked.limit)
        for line in said:
            who = f"{safe(line.name)} ({line.user})"
            print(f"{line.number:>6}  {_second(line.at)}  {line.room:<8} {who}: {safe(line.text) or 'removed'}")
        if not said:
            print("Nobody has said anything there.", file=sys.stderr)

    async def remove_talk(self, table: str, line: str) -> None:
        which = whole_number(line, range(10**9))
        if which is None:
            raise UsageError("Name the line by number; see sheepfold admin talk.")
        removed = await self._moderation.remove_talk(table, which)
        print("Removed for everybody." if removed else "That line was removed already.")

    # -- the database ------------------------------------------------------------------------------

    async def backup(self, file: str) -> None:
        await self._admin.backup(Path(file))
        print(f"Copied to {file}.")

    async def export(self, file: str) -> None:
        found = await self._admin.export_all()
        write_file(Path(file), "\n".join(found) + "\n")
        print(f"{len(found) - 2} rows written to {file}.")

    async def bring_in(self, file: str) -> None:
        print(f"{await self._admin.import_all(self._lines)} rows read.")

    async def check_records(self, what: str = "") -> int:
        if what not in ("", "all"):
            raise UsageError("check-records takes nothing, or the word all.")
        check = await self._admin.check_records(every=what == "all")
        for problem in check.problems:
            print(f"{problem.table} ({problem.game}): {safe(problem.reason)}")
        kind = "running and finished" if what else "running"
        if check.problems:
            print(f"Of {check.games} {kind} games {len(check.problems)} cannot be replayed under these rules.")
            return 1
        print(f"{plural(check.games, f'{kind} game')} checked: all replay under these rules.")
        return 0

    async def clean(self) -> None:
        dry = self._asked.dry_run
        done = await self._admin.clean(dry)
        for what, count in sorted(done.items()):
            print(f"{count:>8}  {what} {'to be ' if dry else ''}{what.done}")
        if not done:
            print("There is nothing to clean up.")

    async def ratings(self) -> None:
        print(f"{await self._admin.recompute_ratings()} rated results worked through.")


TASKS: Final[Mapping[str, tuple[Callable[..., Awaitable[int | None]], str, str]]] = {
    "users": (Tasks.users, "[WORD]", "list people, or those whose name or mail address contains the word"),
    "close-user": (Tasks.close_user, "NUMBER", "close somebody's account; their games stay"),
    "reopen-user": (Tasks.reopen_user, "NUMBER", "open a closed account again"),
    "mute": (Tasks.mute, "NUMBER", "let somebody play, but not talk"),
    "unmute": (Tasks.unmute, "NUMBER", "let them talk again"),
    "rename": (Tasks.rename, "NUMBER NAME", "rename somebody; the trail keeps the old name"),
    "reset-password": (Tasks.reset_password, "NUMBER", "print a new password for somebody who lost theirs"),
    "talk": (Tasks.talk, "TABLE", "list what was said at a table, with the numbers of the lines"),
    "remove-talk": (Tasks.remove_talk, "TABLE LINE", "remove a line of talk for everybody"),
    "trail": (Tasks.audit_log, "", "list who did what from where, newest first; --user USER, --days N"),
    "outbox": (
        Tasks.outbox,
        "[ACT] [NUMBER]",
        "list mails that wait or were given up; retry or drop one, or all given up",
    ),
    "link": (
        Tasks.link,
        "PURPOSE NUMBER",
        "print somebody's link to confirm their mail address, or to recover their account",
    ),
    "tables": (Tasks.tables, "[STATUS]", "list the running tables, or those waiting, or over"),
    "close-table": (Tasks.close_table, "TABLE", "end a game without a result; all who watch are told"),
    "backup": (Tasks.backup, "FILE", "copy the SQLite database while play goes on"),
    "export": (Tasks.export, "FILE", "write everything as lines of JSON"),
    "import": (Tasks.bring_in, "FILE", "fill an empty database from an export"),
    "check-records": (
        Tasks.check_records,
        "[all]",
        "replay all running games (all: finished ones too) under these rules",
    ),
    "clean": (Tasks.clean, "", "close and delete now what nobody used for longer than SHEEPFOLD_KEEP_… says"),
    "ratings": (Tasks.ratings, "", "compute all ratings again from the stored results"),
}
"""Every task: what does it, what it takes (in brackets what it can do without), and its help."""


def admin_parser() -> Parser:
    width = max(len(f"{task} {takes}") for task, (_, takes, _) in TASKS.items())
    lines = [f"  {f'{task} {takes}':<{width}}  {line}" for task, (_, takes, line) in TASKS.items()]
    made = Parser("admin", "Look after an installation. Everything but import works while servers run.", _admin)
    made.formatter_class = RawDescriptionHelpFormatter
    made.epilog = "\n".join(["tasks:", *lines])
    made.add_argument("task", metavar="TASK", choices=TASKS, help="what to do, see below")
    made.add_argument("what", metavar="WHAT", nargs="*", default=[], help="what the task takes")
    made.takes_database()
    made.add_argument("--limit", metavar="N", type=whole(1, 10**4), default=100, help="how many lines a list has (100)")
    made.add_argument("--user", metavar="USER", help="trail: only of this user, by name or number")
    made.add_argument("--days", metavar="N", type=whole(1, 10**4), help="trail: only of the last N days")
    made.add_argument("--dry-run", action="store_true", help="clean: change nothing, only tell what would be done")
    made.add_argument(
        "--cursor", metavar="CURSOR", help="continue a list where it stopped, with the word that it named"
    )
    return made


def _admin(asked: Namespace) -> int:
    act, takes, _ = TASKS[asked.task]
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
    setup = Setup(database=database, bus=settings.bus, tick=0, workers=0, retention=settings.retention)

    async def work() -> int:
        async with Service.open(setup) as service:
            return await act(Tasks(service, asked, lines), *asked.what) or 0

    return asyncio.run(work())


def _lines(name: str) -> list[str]:
    with file_errors(name, "read"):
        return Path(name).read_text("utf-8").removesuffix("\n").split("\n")


def _number(who: str) -> int:
    """Somebody by number. Raises UsageError."""
    found = whole_number(who, range(10**15))
    if found is None:
        raise UsageError("Name the user by number; see sheepfold admin users.")
    return found


def _told(trace: Trace) -> str:
    """``2026-11-16 10:31:02  Dolly (7) logged in, from 192.0.2.7``"""
    who = "The host" if trace.user is None and trace.host else "Somebody unknown"
    if trace.user is not None:
        who = f"{safe(trace.name)} ({trace.user})"
    about = f": {safe(trace.about)}" if trace.about else ""
    by = ", by the host" if trace.host and trace.user is not None else ""
    return f"{_second(trace.at)}  {who} {trace.act}{about}{by}{f', from {trace.address}' if trace.address else ''}"


def _conclude(found: Rows[Any], none: str) -> None:
    """A list that is empty, or not whole, says so; on stderr, so that only the list is piped on."""
    if not found:
        print(none, file=sys.stderr)
    elif found.next is not None:
        print(f"There are more: continue with --cursor {found.next}", file=sys.stderr)


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))


def _minute(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment))


def _second(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(moment))
