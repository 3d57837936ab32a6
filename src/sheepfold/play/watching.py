"""Looking at tables: who may, what they missed, and updates without gap or repeat for those who stay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.play import seating, talk
from sheepfold.play.errors import BadRequest, Busy
from sheepfold.play.house import House
from sheepfold.play.table import Table
from sheepfold.play.terms import ChatLine, Status, TableId, Update, UserId

LONGEST_WAIT: Final = 60.0
PAUSE: Final = 1.0
"""Seconds after which somebody who watches asks again a store that did not answer."""


async def seen(
    house: House, table: TableId, user: UserId | None, invite: str | None, since: int | None = None
) -> Table:
    """The table, if the user may look at it, and with event ``since`` in it if there is one. Raises NotFound."""
    found = await house.table(table)
    ahead = since is not None and since > found.number(found.seat_of(user))
    if house.bus.shared and (ahead or not seating.may_see(found, user, invite)):
        found = await house.fresh(table)  # another process told the viewer more than we have heard of
    if not seating.may_see(found, user, invite):
        raise seating.no_table()
    return found


async def lines(
    house: House,
    table: Table,
    viewer: Seat | None,
    since: int,
    before: int | None = None,
    limit: int = talk.MOST_LINES,
) -> tuple[ChatLine, ...]:
    """What the viewer may read of the talk after line ``since``: seats read the gallery when the game is over."""
    asked = partial(talk.lines, table=table.deed.id, seated=viewer is not None, over=table.status is Status.OVER)
    return tuple(await house.read(lambda conn: asked(conn, since=since, before=before, limit=limit)))


async def look(
    house: House,
    table: TableId,
    user: UserId | None,
    invite: str | None,
    since: int | None,
    chat_since: int | None,
    wait: float,
) -> Update:
    """What the viewer missed, or with ``wait`` the next thing to tell. Raises NotFound, BadRequest."""
    found = await seen(house, table, user, invite, since)
    viewer = found.seat_of(user)
    if since is not None and not 0 <= since <= found.number(viewer):
        raise BadRequest(f"There is no event {since} yet; the last one is {found.number(viewer)}.")
    if wait > 0 and since is not None:
        return await _news(watch(house, table, user, invite, since, chat_since), min(wait, LONGEST_WAIT))
    update = found.update(viewer, since, house.now)
    if chat_since is None:
        return update
    return replace(update, chat=await lines(house, found, viewer, chat_since))


async def watch(
    house: House,
    table: TableId,
    user: UserId | None,
    invite: str | None,
    since: int | None,
    chat_since: int | None,
) -> AsyncGenerator[Update]:
    """How things stand, then whatever is new as it comes; all of it anew where what was told is no longer so, as when
    the store has lost its last moments, or who had a seat has none. Raises NotFound."""
    room = house.rooms.get(table)
    wake = asyncio.Event()
    room.wakes.add(wake)
    first, heard, shown = True, (-1, Status.WAITING), None
    told: tuple[int, float | None] = 0, 0.0
    anew = False
    try:
        while True:
            wake.clear()
            try:
                found = await seen(house, table, user, invite, since)
                viewer = found.seat_of(user)
                if found.stamp(told[0]) != told[1] or (since is not None and since > found.number(viewer)):
                    anew, since, heard = True, 0, (-1, Status.WAITING)
                    chat_since = None if chat_since is None else 0
                update, talks = found.update(viewer, since, house.now), (room.talks, found.status)
                told = found.length, found.stamp(found.length)
                if anew:
                    update = replace(update, anew=True)
                if chat_since is not None and talks != heard:
                    update = replace(update, chat=await lines(house, found, viewer, chat_since))
            except Busy:
                if first:
                    raise
                await asyncio.sleep(PAUSE)  # a store that is away sends nobody away who watches
                continue
            times = update.position.at, update.position.clocks
            if first or update.events or update.chat or times != shown:  # time that was given back is no event
                yield update
            first, anew, since, shown, heard = False, False, update.position.number, times, talks
            if update.chat:
                chat_since = update.chat[-1].number
            await wake.wait()
    finally:
        room.wakes.discard(wake)
        house.rooms.leave(table)


async def _news(updates: AsyncGenerator[Update], wait: float) -> Update:
    """The first update with something new in it, or the last one when the time is over."""
    try:
        update = await anext(updates)
        if not update.events and not update.chat:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    update = await anext(updates)
        return update
    finally:
        await updates.aclose()
