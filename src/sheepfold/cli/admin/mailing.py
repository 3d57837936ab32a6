"""The tasks of ``sheepfold admin`` that concern mail: what waits to be sent, and links where no mail can bring them."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sheepfold.cli.admin.moderation import number
from sheepfold.cli.arguments import UsageError
from sheepfold.cli.output import safe
from sheepfold.core.words.prose import plural

if TYPE_CHECKING:
    from sheepfold.play.service import Service


def tasks(service: Service, asked: Namespace) -> dict[str, Callable[..., Awaitable[int | None]]]:
    """What each task does with its words."""

    async def outbox(act: str = "", which: str = "") -> None:
        one = number(which) if which else None
        match act:
            case "":
                await _listed(service, asked.limit)
            case "retry":
                print(f"{plural(await service.outbox.retry(one), 'mail')} will be tried again at once.")
            case "drop":
                print(f"{plural(await service.outbox.forget(one), 'mail')} dropped.")
            case _:
                raise UsageError("Write outbox alone, outbox retry [NUMBER] or outbox drop [NUMBER].")

    async def link(purpose: str, who: str) -> None:
        from sheepfold.web.settings import Settings

        if purpose not in ("confirm", "recover"):
            raise UsageError("Write link confirm NUMBER or link recover NUMBER.")
        end = await service.addresses.link("confirm" if purpose == "confirm" else "recover", number(who))
        print(f"{Settings.read(os.environ).origin or 'http://127.0.0.1:8000'}/{purpose}/{end}")

    return {"outbox": outbox, "link": link}


async def _listed(service: Service, limit: int) -> None:
    rows = await service.outbox.rows(limit)
    for row in rows:
        state = "given up" if row.given_up else f"tried {plural(row.attempts, 'time')}" if row.attempts else "waits"
        due = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.due))
        said = f"  {safe(row.said)}" if row.said else ""
        print(f"{row.id:>8}  {due}  {state:<14} {safe(row.key)}{said}")
    if not rows:
        print("The outbox is empty.", file=sys.stderr)
    if failing := await service.bounces.latest(limit):
        print("Addresses that mails came back from:")
    for each in failing:
        at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.at))
        state = f"failed {plural(each.times, 'time')}" if each.mailed else "not mailed any more"
        print(f"{each.user_id:>8}  {at}  {state:<20} {safe(each.name)} {safe(each.mail or '')}  {safe(each.said)}")
