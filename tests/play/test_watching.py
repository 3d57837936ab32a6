"""Watching: updates without gap or repeat, long polls, all tables at once, and what leaves memory."""

from __future__ import annotations

import asyncio
import gc
from contextlib import aclosing

import pytest

from patience import PATIENCE, until
from play_support import all_heard, facts
from sheepfold.play.errors import BadRequest
from sheepfold.play.service import Service
from sheepfold.play.tables import chat
from sheepfold.play.terms import Access, SeatPlan, Status, Terms, Update
from tiny import Added

pytestmark = pytest.mark.anyio


async def test_a_watcher_sees_every_event_once_and_in_order(fold):
    table = await fold.table(goal=30)

    begun = []

    async def watch(user) -> list[int]:
        found = []
        async with aclosing(fold.service.watching.watch(table, user, since=0)) as updates:
            async for update in updates:
                begun.append(user)
                found += [seen.number for seen in update.events]
                if update.position.outcome:
                    break
        return found

    watchers = [asyncio.create_task(watch(user)) for user in (fold.ann, fold.bob, fold.cyd, None, None)]
    await until(lambda: len(begun) == len(watchers))
    for turn in range(30):  # the last of them reaches the goal
        await fold.service.tables.move(table, (fold.ann, fold.bob)[turn % 2], "add 1")
        if turn % 3 == 0:
            await fold.service.tables.move(table, fold.bob, "swap")
    for numbers in await asyncio.gather(*watchers):
        assert numbers == list(range(1, len(numbers) + 1))


async def test_all_that_is_shown_together_belongs_to_one_moment(fold, monkeypatch):
    """Somebody takes the last seat while the chat is read for a page: it shows the game, and nothing half."""
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), access=Access.OPEN)
    table = (await fold.service.tables.open(fold.ann, terms)).id
    read = chat.read

    async def slowly(*asked, **more):
        found = await read(*asked, **more)
        await fold.service.tables.sit(table, fold.bob)
        return found

    monkeypatch.setattr(chat, "read", slowly)
    sight = await fold.service.watching.page(table, fold.ann, since=0)
    assert sight.info.status is Status.RUNNING
    assert sight.position.view is not None
    assert sight.own.choices is not None


async def test_a_lost_connection_resumes_where_it_was(fold):
    table = await fold.table()
    await fold.service.tables.move(table, fold.ann, "add 1")
    number = (await fold.service.watching.look(table, fold.bob)).position.number
    await fold.service.tables.move(table, fold.bob, "add 2")
    await fold.service.tables.move(table, fold.ann, "add 3")
    async with aclosing(fold.service.watching.watch(table, fold.bob, since=number)) as updates:
        update = await anext(updates)
    assert facts(update) == [Added(2, 2), Added(1, 3)]
    assert [seen.number for seen in update.events] == [number + 1, number + 2]


async def test_a_move_is_told_even_if_its_mover_goes_away_while_it_is_stored(fold):
    table = await fold.table(goal=30)
    number = (await fold.service.watching.look(table, fold.bob)).position.number
    async with aclosing(fold.service.watching.watch(table, fold.bob, since=number)) as updates:
        await anext(updates)
        moving = asyncio.create_task(fold.service.tables.move(table, fold.ann, "add 1"))
        await asyncio.sleep(0)
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        async with asyncio.timeout(PATIENCE):
            assert facts(await anext(updates)) == [Added(1, 1)]
    await fold.service.tables.move(table, fold.bob, "add 2")


async def test_all_who_see_the_same_are_told_the_same_and_share_one_position(fold):
    table = await fold.table()
    one = await fold.service.watching.look(table, fold.cyd, since=2)
    other = await fold.service.watching.look(table, None, since=2)
    assert one == other
    assert one.position is other.position


async def test_however_many_numbers_are_asked_from_few_answers_are_kept(fold):
    table = await fold.table(goal=1000)
    for turn in range(40):
        await fold.service.tables.move(table, (fold.ann, fold.bob)[turn % 2], "add 1")

    def kept() -> int:
        gc.collect()
        return sum(
            type(found) is Update for found in gc.get_objects()
        )  # others leave dead proxies about, which answer nothing

    before = kept()
    for since in range(44):
        update = await fold.service.watching.look(table, since=since)
        assert [seen.number for seen in update.events] == list(range(since + 1, 45))
    assert kept() - before < 8


async def test_a_long_poll_ends_with_the_news(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table, fold.bob)).position.number
    poll = asyncio.create_task(fold.service.watching.look(table, fold.bob, since=number, wait=30))
    await until(lambda: fold.service._engine.loaded.get(table).wakes)
    await fold.service.tables.move(table, fold.ann, "swap")
    assert not (await fold.service.watching.look(table, fold.bob, since=number)).events
    assert not poll.done()
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert facts(await poll) == [Added(1, 1)]


async def test_a_long_poll_without_news_ends_empty(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table)).position.number
    assert (await fold.service.watching.look(table, since=number, wait=0.05)).events == ()


async def test_nobody_has_seen_the_future(fold):
    table = await fold.table()
    for since in (-1, 99):
        with pytest.raises(BadRequest):
            await fold.service.watching.look(table, since=since)


async def test_the_card_comes_along_only_when_it_changed(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table)).position.number
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await fold.service.watching.look(table, since=number)).info is None
    assert (await fold.service.watching.look(table)).info is not None
    await fold.service.tables.leave(table, fold.ann)
    assert (await fold.service.watching.look(table, since=number + 1)).info.seats[0].left


async def test_a_user_hears_of_all_their_tables_but_not_of_secrets(fold):
    first, second = await fold.table(), await fold.table()
    async with all_heard(fold.service, fold.bob) as heard:
        await fold.service.tables.move(first, fold.ann, "swap")
        await fold.service.tables.move(first, fold.ann, "add 1")
        await until(lambda: len(heard) == 1)
        await fold.service.tables.move(second, fold.ann, "add 1")
        await until(lambda: len(heard) == 2)
        await fold.service.tables.move(second, fold.bob, "add 1")
        await until(lambda: len(heard) == 3)
    assert [(update.table, facts(update)) for update in heard] == [
        (first, [Added(1, 1)]),
        (second, [Added(1, 1)]),
        (second, [Added(2, 1)]),
    ]


async def test_finished_games_leave_memory_and_can_still_be_opened(fold):
    tables = [await fold.table(goal=1) for _ in range(40)]
    for table in tables:
        await fold.service.tables.move(table, fold.ann, "add 1")
    assert fold.service.metrics().tables < 20
    assert (await fold.service.watching.look(tables[0])).position.view.total == 1


async def test_what_was_stored_is_there_after_a_restart(fold):
    table = await fold.table(dice=True, goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1", key="k")
    await fold.service.tables.move(table, fold.bob, "swap")
    before = await fold.service.watching.story(table, fold.bob)
    async with Service.open(fold.setup) as later:
        after = await later.watching.story(table, fold.bob)
        assert after == before
        again = await later.tables.move(table, fold.ann, "add 1", key="k")
        assert again.position.view.total == before.position.view.total
