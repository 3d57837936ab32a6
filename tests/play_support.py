"""Small helpers for tests of play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from patience import until
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.service import Service
from sheepfold.play.terms import Clock, SeatPlan, Seen, Terms, Update
from sheepfold.store.people import users


def facts(update: Update) -> list[Any]:
    """All facts of an update, in order."""
    return [fact for seen in update.events for fact in seen.facts]


def overheard(stream: AsyncIterator[Any]) -> tuple[asyncio.Task[None], list[Any]]:
    """What comes out of a stream, collected by a task of its own."""
    heard: list[Any] = []

    async def listen() -> None:
        async for item in stream:
            heard[len(heard) :] = [item]

    return asyncio.create_task(listen()), heard


@asynccontextmanager
async def all_heard(service: Service, user: int) -> AsyncGenerator[list[Update]]:
    """What a user is told at all their tables from now on."""
    heard: list[Update] = []

    async def send(update: Update) -> None:
        heard.append(update)

    async with service.watching.listen(user, send) as listening:
        running = asyncio.create_task(listening.run())
        yield heard
        running.cancel()


async def reads_mail(service: Service, *some: int) -> None:
    """These have confirmed a mail address: what they are told stands in the outbox."""
    for user in some:
        await service._engine.write(partial(users.change, user=user, values={"mail_confirmed": True}))


async def nags(service: Service) -> list[tuple[str | None, int | None, int]]:
    """Who was reminded of which table, and how often they were told anything of it until then."""
    return sorted((row.table, row.user, row.wanted) for row in await service.outbox.rows() if row.reason == Reason.NAG)


def events(updates: list[Update]) -> list[Seen]:
    """All events of some updates, in order."""
    return [seen for update in updates for seen in update.events]


async def people(service: Service) -> tuple[int, int]:
    """Ann and Bob."""
    return (await service.accounts.new_guest("Ann")).id, (await service.accounts.new_guest("Bob")).id


async def a_table(service: Service, ann: int, bob: int, clock: Clock | None = None, **options: object) -> str:
    """A running table of the two."""
    terms = Terms("tiny", {"goal": 1000, **options}, (SeatPlan("me"), SeatPlan()), clock or Clock())
    table = (await service.tables.open(ann, terms)).id
    await service.tables.sit(table, bob)
    return table


async def at_rest(service: Service) -> None:
    """Wait until nothing is done in the background any more."""
    await until(lambda: not service._engine._tasks)
