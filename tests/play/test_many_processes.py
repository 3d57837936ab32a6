"""Several servers on one PostgreSQL: any of them serves any table, and nothing happens twice or not at all."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from patience import PATIENCE, until
from play_support import a_table, all_heard, events, facts, nags, overheard, people, reads_mail
from servers import Postgres, Redis
from sheepfold.play.errors import Busy, NotFound, Stale
from sheepfold.play.service import Service
from sheepfold.play.terms import DAY, Access, Clock, Conditional, OfferKind, SeatPlan, Status, Terms
from sheepfold.store import schema
from tests_path import workers_can_import_tests
from tiny import Added

pytestmark = pytest.mark.anyio


async def test_a_move_at_one_server_is_seen_at_the_other(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    listener, heard = overheard(other.watching.watch(table, bob, since=4))
    await until(lambda: bool(heard))
    await one.tables.move(table, ann, "add 1")
    await until(lambda: len(heard) > 1)
    listener.cancel()
    assert facts(heard[1]) == [Added(1, 1)]
    await other.tables.move(table, bob, "add 2")
    await until(lambda: _total(one, table, 3))


async def test_servers_may_begin_at_the_same_moment(two):
    for _ in range(10):
        await two[0]._engine.write(lambda conn: conn.execute(schema.heartbeat.delete()))
        await asyncio.gather(*(service.ticker.beat() for service in two for _ in range(4)))


async def test_talk_travels_too(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    talked, updates = overheard(other.watching.watch(table, bob, chat_since=0))
    async with all_heard(other, bob) as heard:
        await until(lambda: bool(updates))
        await one.chat.say(table, ann, "hello")
        await until(lambda: len(updates) > 1)
        assert updates[1].chat[0].text == "hello"
        await until(lambda: [update.table for update in heard if update.chat] == [table])
        await one.tables.move(table, ann, "add 1")
        await until(lambda: any(update.position.to_move == (2,) for update in heard))
    talked.cancel()


async def test_a_shared_replay_is_followed_at_another_server(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    await one.tables.move(table, ann, "add 1")
    await one.tables.resign(table, bob)
    room = await one.shared_replays.open(table, ann, 1)
    following, heard = overheard(other.shared_replays.follow(table, room, bob))
    await until(lambda: len(heard) == 1)
    await one.shared_replays.turn(table, room, ann, 0)
    await until(lambda: [each.ply for each in heard] == [1, 0])
    await other.shared_replays.turn(table, room, bob, 1)
    assert (await one.shared_replays.position(table, room)).ply == 1
    following.cancel()


async def test_the_end_of_a_session_at_one_server_is_heard_at_the_other(two):
    one, other = two
    ann, _ = await people(one)
    session = await one.sessions.new_session(ann)
    with other.revocations.of(ann) as revoked:
        await one.sessions.end_session(session)
        await asyncio.wait_for(revoked.wait(), PATIENCE)


async def test_who_listens_at_all_tables_misses_nothing_that_happens_at_another_server(two):
    one, other = two
    ann, bob = await people(one)
    async with all_heard(other, ann) as heard:
        table = await a_table(one, ann, bob)
        story = await one.watching.story(table, ann)
        await until(lambda: events(heard) == list(story.events))


async def test_servers_that_race_leave_no_gap_and_no_double(two):
    users = await people(two[0])
    table = await a_table(two[0], *users)

    async def play(service: Service, user: int) -> int:
        made = 0
        while made < 30:
            update = await service.watching.look(table, user)
            if update.position.seat not in update.position.to_move:
                await asyncio.sleep(0.002)
                continue
            try:
                await service.tables.move(table, user, "add 1", expected=update.position.number)
                made += 1
            except Stale:
                continue
        return made

    async with asyncio.timeout(PATIENCE):
        made = await asyncio.gather(*(play(service, user) for service in two for user in users))

    async def have_heard_the_same() -> bool:
        one, other = [(await service.watching.look(table)).position.number for service in two]
        return one == other

    await until(have_heard_the_same)  # who made the last move knows of it; the other hears of it in a moment
    story = await two[1].watching.story(table)
    moves = [fact for fact in facts(story) if isinstance(fact, Added)]
    assert len(moves) == sum(made) == 120
    assert [move.seat for move in moves] == [1, 2] * 60


async def test_sealed_moves_at_different_servers_do_not_collide(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob, sealed=True)
    await other.watching.look(table)
    for total in (2, 4, 6):
        number = (await one.watching.look(table, ann)).position.number
        await asyncio.gather(
            one.tables.move(table, ann, "add 1", expected=number), other.tables.move(table, bob, "add 1")
        )
        await until(lambda total=total: _total(one, table, total))
        await until(lambda total=total: _total(other, table, total))


async def test_a_private_table_is_no_table_for_strangers_at_any_server(two):
    ann, bob = await people(two[0])
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), access=Access.PRIVATE)
    table = (await two[0].tables.open(ann, terms)).id
    for service in two:
        with pytest.raises(NotFound):
            await service.watching.choices(table, bob)
        with pytest.raises(NotFound):
            await service.watching.record(table, bob)


async def test_a_queue_kept_at_one_server_is_played_at_the_other(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    await one.watching.look(table)
    await other.tables.set_queue(table, bob, [Conditional("add 2")])
    await until(lambda: _ready(one, table, bob, 1))
    await one.tables.move(table, ann, "add 1")
    await until(lambda: _total(other, table, 3))


async def test_a_move_kept_ready_is_played_once_whoever_plays_it(two):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    await one.tables.set_queue(table, bob, [Conditional("add 2"), Conditional("add 3")])
    await until(lambda: _ready(other, table, bob, 2))
    await one.tables.move(table, ann, "add 1")
    await until(lambda: _total(other, table, 3))
    await other.tables.move(table, ann, "add 1")
    await until(lambda: _ready(other, table, bob, 0))
    assert (await other.watching.look(table)).position.view.total == 7


async def test_a_forfeit_happens_once(two, clock):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob, Clock("live", 60, 0))
    clock.pass_by(61)
    await asyncio.gather(one.ticker.tick(), other.ticker.tick())
    story = await one.watching.story(table)
    assert [seen.sentences for seen in story.events][-1:] == [("Ann (guest) ran out of time.",)]
    assert (await other.tables.info(table)).status is Status.OVER


async def test_a_reminder_comes_once(two, clock):
    one, other = two
    ann, bob = await people(one)
    await reads_mail(one, ann, bob)
    tables = [await a_table(one, ann, bob, Clock("days", DAY)) for _ in range(5)]
    for table in tables:
        await other.watching.look(table)
    clock.pass_by(0.8 * DAY)
    await asyncio.gather(one.ticker.tick(), other.ticker.tick())
    reminded = [(table, ann, 2) for table in sorted(tables)]  # they were told of the start before
    assert await nags(one) == reminded
    for service, user in ((one, ann), (other, bob)):
        await service.tables.offer(tables[0], user, OfferKind.DRAW)
        await service.tables.answer(tables[0], user, OfferKind.DRAW, False)
        await service.ticker.tick()
    assert await nags(one) == [(*row[:2], 3) if row[0] == tables[0] else row for row in reminded]  # Bob's offer


async def test_play_goes_on_when_postgresql_restarts(two, postgres):
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    listener, heard = overheard(other.watching.watch(table, bob, since=0))
    await one.tables.move(table, ann, "add 1")
    restart = asyncio.create_task(asyncio.to_thread(_restart, postgres))
    with suppress(Busy):  # if it takes longer than the store waits
        await other.tables.move(table, bob, "add 1", key="k")
    await restart
    await other.tables.move(table, bob, "add 1", key="k")
    await one.tables.move(table, ann, "add 1")
    await until(lambda: bool(heard) and heard[-1].position.view is not None and heard[-1].position.view.total == 3)
    listener.cancel()
    numbers = [seen.number for update in heard for seen in update.events]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_play_goes_on_when_redis_restarts(make, redis: Redis):
    async with Service.open(make(bus=redis.url, tick=0.1)) as one, Service.open(make(bus=redis.url, tick=0.1)) as other:
        ann, bob = await people(one)
        table = await a_table(one, ann, bob)
        listener, heard = overheard(other.watching.watch(table, bob, since=0))
        redis.stop()
        await one.tables.move(table, ann, "add 1")
        await other.tables.move(table, bob, "add 1")
        redis.start()
        await one.tables.move(table, ann, "add 1")
        await until(lambda: bool(heard) and heard[-1].position.view.total == 3)
        listener.cancel()


async def test_a_bot_is_looked_after_by_whichever_server_has_time(make, clock, monkeypatch):
    workers_can_import_tests(monkeypatch)
    monkeypatch.setattr("sheepfold.play.bots.workers.START_GRACE", 1.0)
    async with Service.open(make(bus="postgres")) as idle:
        (ann, _) = await people(idle)
    async with Service.open(make(bus="postgres", workers=1)) as first:
        terms = Terms("tiny", {"goal": 1000}, (SeatPlan("me"), SeatPlan("bot", "sleeper")))
        table = (await first.tables.open(ann, terms)).id
        await first.tables.move(table, ann, "add 1")
    async with Service.open(make(bus="postgres", workers=1, think=0.1)) as second:
        clock.pass_by(3600)
        await second.ticker.tick()
        # every other random move is a secret swap, after which the sleeper's worker is started once more
        await until(lambda: _turn(second, table, (1,)))


def _restart(postgres: Postgres) -> None:
    postgres.stop()
    postgres.start()


async def _total(service: Service, table: str, total: int) -> bool:
    return (await service.watching.look(table)).position.view.total == total


async def _ready(service: Service, table: str, user: int, moves: int) -> bool:
    return len(await service.tables.queue(table, user)) == moves


async def _turn(service: Service, table: str, seats: tuple[int, ...]) -> bool:
    return (await service.watching.look(table)).position.to_move == seats
