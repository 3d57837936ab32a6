"""The time in the house: agreed in the store, deaf to clocks that are set, and given back when nobody could move."""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience import until
from play_support import facts, overheard
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotNow
from sheepfold.play.service import Service
from sheepfold.play.tables.log import Ended
from sheepfold.play.terms import DAY, Clock, Conditional, OfferKind, SeatClock, Status
from sheepfold.play.time.clock import GRACE
from sheepfold.play.time.heartbeat import CATCH_UP, DOWN, DRIFT, SLOWER, AgreedTime, agree

pytestmark = pytest.mark.anyio

HOUR = 3600.0
LIVE = Clock("live", 300, 5)
DAYS = Clock("days", 3 * DAY)
LATE = "Your time had run out before this came"


async def left(service: Service, table: str) -> list[float | None]:
    return [clock.left for clock in (await service.watching.look(table)).position.clocks]


# -- what time it is ---------------------------------------------------------------------------


def test_servers_go_by_the_clock_that_they_all_read():
    found = agree(100.0, 0.0, 102.0, (101.9, 102.1), anew=False)
    assert (found.at, found.ahead) == (102.0, 0.0)


@pytest.mark.parametrize("by", [HOUR, -HOUR, DAY, -DAY])
def test_a_clock_that_was_set_moves_nothing(by):
    found = agree(100.0, 0.0, 102.0 + by, (102.0, 102.0), anew=False)
    assert found.at == pytest.approx(102.0, abs=2 * SLOWER)
    again = agree(found.at, found.ahead, 104.0 + by, (104.0, 104.0), anew=False)
    assert again.at == pytest.approx(104.0, abs=5 * SLOWER)


def test_time_that_is_ahead_of_a_clock_goes_more_slowly_until_they_meet():
    now, ahead, shown = 1000.0, 60.0, 940.0
    for _ in range(4000):
        shown += 2
        found = agree(now, ahead, shown, (now + 2, now + 2), anew=False)
        assert now < found.at <= now + 2
        now, ahead = found.at, found.ahead
    assert (now, ahead) == (shown, 0.0)


def test_a_slow_drift_is_followed():
    now, shown = 1000.0, 1000.0
    for _ in range(1000):
        shown += 2.001
        now = agree(now, 0.0, shown, (now + 2, now + 2), anew=False).at
    assert now == shown


def test_who_just_began_believes_the_store_and_never_goes_back():
    assert agree(1000.0, 0.0, 1500.0, None, anew=True).at == 1500.0
    assert agree(1000.0, 0.0, 400.0, None, anew=True).at == 1000.0
    assert agree(1000.0, -HOUR, 1002.0 + HOUR, None, anew=False).at == 1002.0


def test_who_fell_behind_the_others_follows_them():
    """This one's own count stood still, and the others went on."""
    assert agree(1000.0, 0.0, 1002.0, (500.0, 500.0), anew=False).at == 1002.0


STEPS = st.lists(
    st.tuples(st.sampled_from(["pass", "set", "beat", "slow beat"]), st.floats(-2 * DAY, 2 * DAY)), max_size=40
)


@given(STEPS)
def test_time_never_goes_back_and_goes_no_faster_than_it_passes(steps):
    passed, wrong = 1000.0, 0.0
    time = AgreedTime(lambda: passed, lambda: passed)
    time.set(5000.0, passed, passed)
    row = (5000.0, 0.0)
    wrong = 4000.0
    before = time.now
    for kind, by in steps:
        allowed = 0.0
        if kind == "pass":
            passed += (allowed := abs(by) / DAY)
        elif kind == "set":
            wrong += by
        else:
            low = passed
            passed += (allowed := 3.0 if kind == "slow beat" else 0.001)
            found = agree(*row, (low + passed) / 2 + wrong, time.reckoned(low, passed), anew=False)
            row = found.at, found.ahead
            time.set(found.at, low, passed)
            allowed += DRIFT
        assert before <= time.now <= before + allowed + 1e-6
        before = time.now


# -- clocks that are set -----------------------------------------------------------------------


@pytest.mark.parametrize("by", [HOUR, -HOUR, DAY, -DAY])
async def test_a_clock_that_is_set_charges_nobody_and_ends_no_game(fold, by):
    table, slow = await fold.table(clock=LIVE, goal=100), await fold.table(clock=DAYS, goal=100)
    await fold.service.ticker.beat()
    fold.clock.pass_by(10)
    before = fold.service.now
    fold.clock.set_by(by)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.ticker.tick()
    await fold.service.ticker.beat()
    await fold.service.ticker.tick()
    assert fold.service.now - before < DRIFT
    fold.clock.pass_by(20)
    await fold.service.ticker.beat()
    await fold.service.tables.move(table, fold.bob, "add 1")
    assert await left(fold.service, table) == pytest.approx([295, 285], abs=DRIFT)
    assert (await fold.service.watching.look(slow)).position.clocks[0].running
    fold.clock.set_by(-by)
    await fold.service.ticker.beat()
    assert fold.service.now - before == pytest.approx(20, abs=DRIFT)


async def test_a_clock_that_was_set_forward_for_good_is_followed_and_the_jump_is_given_back(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.set_by(DAY)
    await fold.service.ticker.beat()
    for _ in range(3):
        fold.clock.pass_by(CATCH_UP / 20)
        await fold.service.ticker.beat()
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await left(fold.service, table))[0] == 215
    fold.clock.pass_by(CATCH_UP)
    await fold.service.ticker.beat()
    assert fold.service.now == fold.clock()
    assert (await left(fold.service, table)) == [215, 300]
    fold.clock.pass_by(1)
    assert (await fold.service.watching.look(table)).position.at == pytest.approx(fold.clock() - 1 - CATCH_UP, abs=1)


async def test_after_a_restart_with_a_clock_that_was_set_back_time_goes_on_where_it_was(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(10)
    await fold.service.ticker.beat()
    before = fold.service.now
    fold.clock.set_by(-DAY)
    async with Service.open(fold.setup) as later:
        assert later.now == before
        fold.clock.pass_by(10)
        await later.ticker.beat()
        assert later.now - before == pytest.approx(10, abs=0.2)
        await later.tables.move(table, fold.ann, "add 1")
        assert (await left(later, table))[0] == pytest.approx(285, abs=0.2)


async def test_a_server_that_joins_others_takes_the_time_that_they_have(fold):
    fold.clock.set_by(HOUR)
    await fold.service.ticker.beat()
    async with Service.open(fold.setup) as other:
        assert other.now == fold.service.now


# -- time in which nobody could move -----------------------------------------------------------


@contextmanager
def hung_sqlite(database: str):
    """Another process holds the turn to write."""
    with open(f"{Path(database.removeprefix('sqlite:///'))}-turn", "ab") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


@contextmanager
def hung_postgres(database: str):
    """Somebody locks the tables of the games and the heartbeat."""
    with psycopg.connect(database) as conn:
        conn.execute("LOCK TABLE tables, log, heartbeat IN EXCLUSIVE MODE")
        yield


@asynccontextmanager
async def hung(fold) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A store that takes nothing for a while, and then goes on; gives what waits until it is asked to write again."""
    hang = hung_sqlite if fold.setup.database.startswith("sqlite") else hung_postgres
    store, asked, waited = fold.service._engine.store, list[object](), list[object]()
    write = store.write

    def counted(work, **how):
        asked.append(work)
        return write(work, **how)

    async def was_asked() -> None:
        waited.append(None)
        await until(lambda: len(asked) >= len(waited))

    with hang(fold.setup.database), patch.object(store, "write", counted):
        yield was_asked


async def test_a_hung_store_charges_nobody_and_ends_no_game(fold):
    table = await fold.table(clock=LIVE, goal=100)
    await fold.service.ticker.beat()
    fold.clock.pass_by(290)
    async with hung(fold) as was_asked:
        beat = asyncio.create_task(fold.service.ticker.beat())
        await was_asked()
        fold.clock.pass_by(30)
    await beat
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.RUNNING
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert await left(fold.service, table) == [15, 300]


async def test_a_move_that_waits_in_a_hung_store_is_charged_up_to_when_it_came(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(100)
    async with hung(fold) as was_asked:
        move = asyncio.create_task(fold.service.tables.move(table, fold.ann, "add 1"))
        await was_asked()
        fold.clock.pass_by(30)
    await move
    assert await left(fold.service, table) == [205, 300]
    fold.clock.pass_by(10)
    await fold.service.tables.move(table, fold.bob, "add 1")
    assert await left(fold.service, table) == [205, 295]


async def test_a_move_kept_ready_is_not_charged_for_a_store_that_hung_before_it(fold):
    table = await fold.table(clock=Clock("live", 20, 0), goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2")])
    async with hung(fold) as was_asked:
        move = asyncio.create_task(fold.service.tables.move(table, fold.ann, "add 1"))
        await was_asked()
        fold.clock.pass_by(30)
    await move

    async def answered() -> bool:
        return (await fold.service.watching.look(table)).position.view.total == 3

    await until(answered)
    assert await left(fold.service, table) == [20, 20]


async def test_a_server_that_stood_still_charges_nobody(make_setup, clock):
    """Stopped, swapped out or asleep: it beats by itself, and did not."""
    async with Service.open(make_setup()) as service:
        ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
        table = await two_at_a_table(service, ann, bob)
        service._engine.heartbeat.regular = True
        clock.pass_by(100)
        await service.tables.move(table, ann, "add 1")
        assert await left(service, table) == [305, 300]


async def test_a_silence_that_another_server_did_not_share_is_not_given_back(make_setup, clock):
    async with Service.open(make_setup()) as awake, Service.open(make_setup()) as asleep:
        ann, bob = [(await awake.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
        table = await two_at_a_table(awake, ann, bob)
        asleep._engine.heartbeat.regular = True
        for _ in range(30):
            clock.pass_by(2)
            await awake.ticker.beat()
        await asleep.tables.move(table, ann, "add 1")
        assert await left(asleep, table) == [245, 300]


async def two_at_a_table(service: Service, ann: int, bob: int) -> str:
    from sheepfold.play.terms import SeatPlan, Terms

    table = (await service.tables.open(ann, Terms("tiny", {"goal": 100}, (SeatPlan("me"), SeatPlan()), LIVE))).id
    await service.tables.sit(table, bob)
    return table


async def test_those_who_watch_see_time_that_is_given_back(fold):
    table = await fold.table(clock=LIVE, goal=100)
    listener, heard = overheard(fold.service.watching.watch(table, fold.bob, since=4))
    await until(lambda: bool(heard))
    fold.clock.pass_by(1000)
    async with Service.open(fold.setup) as later:
        listener_there, heard_there = overheard(later.watching.watch(table, fold.bob, since=4))
        await until(lambda: bool(heard_there))
        await fold.service.ticker.beat()
        fold.service._engine.invalidation.gap()
        await until(lambda: len(heard) > 1)
        listener_there.cancel()
    listener.cancel()
    assert (heard[1].events, heard[1].position.clocks) == ((), heard[0].position.clocks)
    assert heard[1].position.at == heard[0].position.at + 1000


async def test_what_a_vacation_gave_is_not_taken_by_what_is_given_back(fold):
    table = await fold.table(clock=DAYS, goal=100)
    await fold.service.vacations.take(fold.ann, 5)
    for _ in range(4):
        fold.clock.pass_by(DAY)
        await fold.service.ticker.beat()
    fold.clock.pass_by(3 * DAY)  # no server is there for the last day of the vacation and two days more
    async with Service.open(fold.setup) as later:
        fold.clock.pass_by(DAY)
        await later.ticker.beat()
        await later.ticker.tick()
        await later.tables.offer(table, fold.bob, OfferKind.DRAW)
        assert (await later.watching.look(table)).position.clocks == (
            SeatClock(1, 2 * DAY, True),
            SeatClock(2, 3 * DAY, False),
        )


# -- moves that come too late ------------------------------------------------------------------


async def test_a_move_after_the_flag_is_refused_and_ends_the_game_then_and_there(fold):
    table = await fold.table(clock=LIVE, goal=100)
    listener, heard = overheard(fold.service.watching.watch(table, fold.bob, since=4))
    await until(lambda: bool(heard))
    fold.clock.pass_by(300.001)
    for _ in range(2):
        with pytest.raises(NotNow, match=LATE):
            await fold.service.tables.move(table, fold.ann, "add 1")
    await until(lambda: len(heard) > 1)
    listener.cancel()
    assert facts(heard[1]) == [Ended("forfeited", 1)]
    assert (heard[1].position.outcome.winners, heard[1].position.view.total) == ((2,), 0)
    with pytest.raises(NotNow, match=r"The game is over\."):
        await fold.service.tables.move(table, fold.bob, "add 1")


async def test_a_move_in_the_last_moment_is_played(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(299.999)
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await left(fold.service, table))[0] == pytest.approx(5.001)


async def test_the_moment_that_counts_is_when_a_move_came(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(299)
    async with fold.service._engine.loaded.get(table).lock:
        move = asyncio.create_task(fold.service.tables.move(table, fold.ann, "add 1"))
        await asyncio.sleep(0)
        fold.clock.pass_by(2)
    await move
    assert await left(fold.service, table) == [6, 300]


async def test_who_says_nothing_is_called_late_only_when_no_move_can_be_on_its_way(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(300 + GRACE / 2)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.RUNNING
    fold.clock.pass_by(GRACE / 2)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.OVER


async def test_a_draw_cannot_be_agreed_to_after_the_flag(fold):
    table = await fold.table(clock=LIVE, goal=100)
    await fold.service.tables.offer(table, fold.bob, OfferKind.DRAW)
    fold.clock.pass_by(300.5)
    with pytest.raises(NotNow):
        await fold.service.tables.answer(table, fold.ann, OfferKind.DRAW, True)
    assert (await fold.service.watching.look(table)).position.outcome.reason == "forfeited"


async def test_a_move_kept_ready_is_never_late(fold, monkeypatch):
    table = await fold.table(clock=Clock("live", 10, 3), goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2")])
    with monkeypatch.context() as patch:
        patch.setattr(Engine, "look_after", lambda *given: None)  # the server dies before it can play it
        await fold.service.tables.move(table, fold.ann, "add 1")
    fold.clock.pass_by(12)
    await fold.service.ticker.tick()

    async def answered() -> bool:
        return (await fold.service.watching.look(table)).position.view.total == 3

    await until(answered)
    assert await left(fold.service, table) == [13, 3]


async def test_a_store_that_hung_when_the_flag_fell_gives_the_time_back_before_a_move_is_judged(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(295)
    async with hung(fold) as was_asked:
        beat = asyncio.create_task(fold.service.ticker.beat())
        await was_asked()
        fold.clock.pass_by(10)
        move = asyncio.create_task(fold.service.tables.move(table, fold.ann, "add 1"))
        await asyncio.sleep(0)  # it has come, and waits for the beat
        fold.clock.pass_by(20)
    await beat
    await move
    assert (await fold.service.tables.info(table)).status is Status.RUNNING
    assert await left(fold.service, table) == [10, 300]


def test_a_silence_is_longer_than_what_may_lie_between_two_beats():
    from sheepfold.play.time.heartbeat import BEAT

    assert DOWN > 2 * BEAT
