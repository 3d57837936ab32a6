"""The tasks of ``sheepfold admin`` that concern people and what they did."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from sheepfold.cli.arguments import UsageError
from sheepfold.cli.output import safe
from sheepfold.core.words.prose import whole_number

if TYPE_CHECKING:
    from sheepfold.play.cursors import Rows
    from sheepfold.play.host.audit_log import Trace
    from sheepfold.play.service import Service


CLOSED: Final = "Closed: they cannot log in, sit or talk any more."


def tasks(service: Service, asked: Namespace) -> dict[str, Callable[..., Awaitable[int | None]]]:
    """What each task does with its words; a number is the exit code."""
    moderation = service.moderation

    async def rename(who: str, name: str) -> None:
        print(f"Renamed: they are called {safe(await moderation.rename(number(who), name))} now.")

    async def reset_password(who: str) -> None:
        password = await service.accounts.reset_password(number(who))
        print(f"The new password is {password}; all their sessions and tokens have ended.")

    async def talk(table: str) -> None:
        said = await moderation.talk(table, asked.limit)
        for line in said:
            who = f"{safe(line.name)} ({line.user})"
            print(f"{line.number:>6}  {_moment(line.at)}  {line.room:<8} {who}: {safe(line.text) or 'removed'}")
        if not said:
            print("Nobody has said anything there.", file=sys.stderr)

    async def remove_talk(table: str, line: str) -> None:
        which = whole_number(line, range(10**9))
        if which is None:
            raise UsageError("Name the line by number; see sheepfold admin talk.")
        removed = await moderation.remove_talk(table, which)
        print("Removed for everybody." if removed else "That line was removed already.")

    async def audit_log() -> None:
        user = None if asked.user is None else await _somebody(service, asked.user)
        found = await moderation.audit_log(user, asked.days, asked.limit, asked.cursor)
        for trace in found:
            print(_told(trace))
        conclude(found, "The trail has nothing of that time.")

    return {
        "close-user": lambda who: _done(moderation.close_user(number(who)), CLOSED),
        "reopen-user": lambda who: _done(
            moderation.close_user(number(who), closed=False), "Opened again: they can log in."
        ),
        "mute": lambda who: _done(moderation.mute(number(who)), "Muted: they may play, but not talk."),
        "unmute": lambda who: _done(moderation.mute(number(who), muted=False), "They may talk again."),
        "rename": rename,
        "reset-password": reset_password,
        "talk": talk,
        "remove-talk": remove_talk,
        "trail": audit_log,
    }


async def _done(act: Awaitable[None], said: str) -> None:
    await act
    print(said)


def number(who: str) -> int:
    """Somebody by number. Raises UsageError."""
    found = whole_number(who, range(10**15))
    if found is None:
        raise UsageError("Name the user by number; see sheepfold admin users.")
    return found


async def _somebody(service: Service, who: str) -> int:
    """Somebody by number, or an account by name. Raises NotFound."""
    if who.isascii() and who.isdigit():
        return number(who)
    return (await service.accounts.user_named(who)).id


def _told(trace: Trace) -> str:
    """``2026-11-16 10:31:02  Dolly (7) logged in, from 192.0.2.7``"""
    who = "The host" if trace.user is None and trace.host else "Somebody unknown"
    if trace.user is not None:
        who = f"{safe(trace.name)} ({trace.user})"
    about = f": {safe(trace.about)}" if trace.about else ""
    by = ", by the host" if trace.host and trace.user is not None else ""
    return f"{_moment(trace.at)}  {who} {trace.act}{about}{by}{f', from {trace.address}' if trace.address else ''}"


def _moment(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at))


def conclude(found: Rows[Any], none: str) -> None:
    """A list that is empty, or not whole, says so; on stderr, so that only the list is piped on."""
    if not found:
        print(none, file=sys.stderr)
    elif found.next is not None:
        print(f"There are more: continue with --cursor {found.next}", file=sys.stderr)
