"""Shared replays: where one goes all go, private games stay private, and there are only so many."""

from __future__ import annotations

import pytest

from patience import until
from play.conftest import Fold
from play_support import overheard
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.tables.looking_back import MOST_SHARED
from sheepfold.play.terms import Access, TableId

pytestmark = pytest.mark.anyio


async def finished(fold: Fold, access: Access = Access.OPEN) -> TableId:
    table = await fold.table(access=access)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.resign(table, fold.bob)
    return table


async def test_where_one_goes_all_go(fold: Fold) -> None:
    table, together = await finished(fold), fold.service.shared_replays
    room = await together.open(table, fold.ann, 1)
    following, heard = overheard(together.follow(table, room))
    await until(lambda: len(heard) == 1)
    assert heard[0].ply == 1
    await together.turn(table, room, fold.bob, 0)
    await until(lambda: len(heard) == 2)
    assert heard[1].ply == 0
    assert heard[1].by.startswith("Bob")
    assert (await together.position(table, room)).turns == 1
    following.cancel()


async def test_a_private_game_stays_private(fold: Fold) -> None:
    table, together = await finished(fold, Access.PRIVATE), fold.service.shared_replays
    invite = await fold.service.tables.invitation(table, fold.ann)
    room = await together.open(table, fold.ann, 0)
    with pytest.raises(NotFound):
        await together.position(table, room, fold.cyd)
    with pytest.raises(NotFound):
        await together.turn(table, room, fold.cyd, 1)
    with pytest.raises(NotFound):
        await anext(together.follow(table, room, fold.cyd))
    await together.turn(table, room, fold.cyd, 1, invite)
    assert (await together.position(table, room, None, invite)).ply == 1


async def test_what_cannot_be_looked_at_together_is_refused(fold: Fold) -> None:
    running, together = await fold.table(), fold.service.shared_replays
    with pytest.raises(NotNow, match="over"):
        await together.open(running, fold.ann, 0)
    table, other = await finished(fold), await finished(fold)
    with pytest.raises(BadRequest, match="positions from 0 to"):
        await together.open(table, fold.ann, 999)
    room = await together.open(table, fold.ann, 0)
    for where, name in ((table, "nobody"), (other, room)):
        with pytest.raises(NotFound, match="start another"):
            await together.turn(where, name, fold.ann, 0)
    with pytest.raises(BadRequest):
        await together.turn(table, room, fold.ann, -1)


async def test_a_table_keeps_so_many_shared_replays(fold: Fold) -> None:
    table, together = await finished(fold), fold.service.shared_replays
    rooms = []
    for _ in range(MOST_SHARED + 1):
        fold.clock.pass_by(1)
        rooms.append(await together.open(table, fold.ann, 0))
    with pytest.raises(NotFound):
        await together.position(table, rooms[0])
    assert (await together.position(table, rooms[1])).ply == 0
