"""Clocks: who loses how much, reminders, forfeits, vacations, and servers that were down."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, update

from patience import until
from play_support import facts, nags, reads_mail
from sheepfold.core.contract import Outcome
from sheepfold.core.scores import Scores
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, Busy, NotFound, NotNow, TooMany
from sheepfold.play.service import Service
from sheepfold.play.tables.log import Ended
from sheepfold.play.terms import DAY, Clock, Conditional, Rest, SeatClock, SeatPlan, Status, Terms
from sheepfold.play.time import clock as clocks_of
from sheepfold.play.time.clock import GRACE
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

LIVE = Clock("live", 300, 5)
DAYS = Clock("days", 3 * DAY)


async def clocks(fold, table: str) -> tuple[SeatClock, ...]:
    return (await fold.service.watching.look(table)).position.clocks


async def test_a_live_clock_takes_what_passed_and_gives_the_increment(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(20)
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert await clocks(fold, table) == (SeatClock(1, 285, False), SeatClock(2, 300, True))


async def test_whose_time_is_over_forfeits(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(299)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.RUNNING
    fold.clock.pass_by(2)
    await fold.service.ticker.tick()
    update = await fold.service.watching.look(table, since=4)
    assert facts(update) == [Ended("forfeited", 1)]
    assert update.position.outcome.winners == (2,)


async def test_a_store_that_was_away_puts_no_forfeit_off(fold, monkeypatch):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(301)

    async def away(*given: object) -> None:
        raise Busy("The store does not answer just now.")

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "change", away)
        with pytest.raises(Busy):
            await fold.service.ticker.tick()
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.OVER


async def test_a_table_of_a_game_that_is_gone_holds_up_no_other_clock(fold):
    gone, table = await fold.table(clock=LIVE, goal=100), await fold.table(clock=LIVE, goal=100)

    def take_away(conn: Connection) -> None:
        conn.execute(update(schema.tables).where(schema.tables.c.id == gone).values(game="gone", due=0.0))

    await fold.service._engine.write(take_away)
    fold.service._engine.forget(gone)
    fold.clock.pass_by(301)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.OVER
    with pytest.raises(NotNow):
        await fold.service.tables.info(gone)


async def test_sealed_moves_tick_for_all_who_have_not_chosen(fold):
    table = await fold.table(clock=LIVE, sealed=True, goal=100)
    fold.clock.pass_by(100)
    await fold.service.tables.move(table, fold.ann, "add 1")
    fold.clock.pass_by(100)
    await fold.service.tables.move(table, fold.bob, "add 1")
    assert [clock.left for clock in await clocks(fold, table)] == [205, 105]


async def test_who_is_as_late_as_another_does_not_win_by_it(fold):
    table = await fold.table(seats=3, clock=LIVE, sealed=True, goal=100)
    await fold.service.tables.move(table, fold.bob, "add 1")
    fold.clock.pass_by(301)
    await fold.service.ticker.tick()
    assert (await fold.service.watching.look(table)).position.outcome == Outcome((2,), Scores(), "forfeited", 1)


async def test_who_was_late_first_forfeits(fold):
    table = await fold.table(clock=LIVE, sealed=True, goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1")
    fold.clock.pass_by(1)
    await fold.service.tables.move(table, fold.bob, "add 1")
    fold.clock.pass_by(400)
    await fold.service.ticker.tick()
    assert (await fold.service.watching.look(table)).position.outcome == Outcome((1,), Scores(), "forfeited", 2)


async def test_secret_steps_gain_no_time(fold):
    table = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(10)
    for _ in range(5):
        await fold.service.tables.move(table, fold.ann, "swap")
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await clocks(fold, table))[0].left == 295


async def test_secret_steps_and_moves_kept_ready_set_no_clock_not_even_after_a_restart(fold):
    table = await fold.table(clock=LIVE, goal=100)
    before = await fold.service.watching.look(table)
    fold.clock.pass_by(2)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2")])
    await fold.service.tables.move(table, fold.ann, "swap")
    fold.clock.pass_by(2)
    await fold.service.ticker.tick()
    async with Service.open(fold.setup) as later:
        assert await later.watching.look(table) == before


async def test_a_day_clock_starts_anew_with_every_move(fold):
    table = await fold.table(clock=DAYS, goal=100)
    fold.clock.pass_by(2 * DAY)
    await fold.service.tables.move(table, fold.ann, "add 1")
    fold.clock.pass_by(2 * DAY)
    await fold.service.tables.move(table, fold.bob, "add 1")
    assert (await clocks(fold, table))[0] == SeatClock(1, 3 * DAY, True)


async def test_a_day_clock_reminds_once_and_then_forfeits(fold):
    await reads_mail(fold.service, fold.ann, fold.bob)
    table = await fold.table(clock=DAYS, goal=100)
    told = []
    for _ in range(6):
        fold.clock.pass_by(DAY / 2 + GRACE)
        await fold.service.ticker.tick()
        told.append(await nags(fold.service))
    once = [(table, fold.ann, 2)]
    assert told == [[], [], [], [], once, []]  # first the start, then the reminder; the end takes its place
    assert (await fold.service.tables.info(table)).status is Status.OVER


async def test_a_day_clock_nags_when_that_was_agreed(fold):
    await reads_mail(fold.service, fold.ann, fold.bob)
    table = await fold.table(clock=Clock("days", 20 * DAY, nag=7 * DAY), goal=100)
    fold.clock.pass_by(7 * DAY - 10)
    await fold.service.ticker.tick()
    assert await nags(fold.service) == []
    fold.clock.pass_by(20)
    for _ in range(2):
        await fold.service.ticker.tick()
    assert await nags(fold.service) == [(table, fold.ann, 2)]
    assert (await fold.service.tables.info(table)).status is Status.RUNNING


def test_nags_repeat_and_come_a_day_before_the_end():
    def days(clock):
        return [left / DAY for left in clocks_of.reminders(clock)]

    assert days(Clock("days", 21 * DAY, nag=7 * DAY)) == [14, 7, 1]
    assert days(Clock("days", 3 * DAY, nag=DAY)) == [2, 1]
    assert days(Clock("days", 4 * DAY)) == [1]
    assert days(Clock("days", 7 * DAY, nag=7 * DAY)) == []
    assert days(Clock("live", 600)) == []


def test_who_has_little_left_of_all_time_together_is_not_nagged_at_once():
    clock = Clock("days", 21 * DAY, nag=7 * DAY, total=26 * DAY)
    times = clocks_of.begin(clock, [1], 0.0)
    ticking = frozenset({1})
    times = clocks_of.moved(clock, clocks_of.charge(clock, times, ticking, 20 * DAY, {}), 1)
    assert times.left[1] == 6 * DAY
    assert clocks_of.to_remind(clock, times, ticking, 20 * DAY, {}) == ()
    assert clocks_of.due(clock, times, ticking, {}) == 25 * DAY
    late = clocks_of.charge(clock, times, ticking, 25 * DAY, {})
    assert clocks_of.to_remind(clock, late, ticking, 25 * DAY, {}) == (1,)
    assert clocks_of.to_remind(clock, clocks_of.remind(clock, late, [1]), ticking, 25 * DAY, {}) == ()


def test_clocks_are_read_as_they_were_written():
    times = clocks_of.Times({1: 5.0}, 7.0, {1: 2}, {1: 9.0})
    assert clocks_of.Times.from_json(times.to_json(), 7.0) == times


async def test_a_day_clock_may_bound_all_moves_together(fold):
    table = await fold.table(clock=Clock("days", 10 * DAY, total=15 * DAY), goal=100)
    fold.clock.pass_by(9 * DAY)
    await fold.service.ticker.beat()
    await fold.service.tables.move(table, fold.ann, "add 1")
    ann, bob = await clocks(fold, table)
    assert (ann.left, bob.left) == (6 * DAY, 10 * DAY)
    await fold.service.tables.move(table, fold.bob, "add 1")
    fold.service._engine.forget(table)  # as after a restart
    fold.clock.pass_by(6 * DAY + GRACE)
    await fold.service.ticker.tick()
    info, outcome = await fold.service.tables.info(table), (await fold.service.watching.look(table)).position.outcome
    assert (info.status, outcome.reason, outcome.by) == (Status.OVER, "forfeited", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        Clock("days", DAY, nag=2 * DAY),
        Clock("days", DAY, nag=60),
        Clock("days", DAY, total=60),
        Clock("live", 300, nag=9),
    ],
)
async def test_terms_of_a_clock_fit_together(fold, wrong):
    with pytest.raises(BadRequest):
        await fold.table(clock=wrong)


async def test_vacation_stops_day_clocks_only(fold):
    days = await fold.table(clock=DAYS, goal=100)
    live = await fold.table(clock=LIVE, goal=100)
    fold.clock.pass_by(60)
    await fold.service.vacations.take(fold.ann, 10)
    fold.clock.pass_by(10 * DAY)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(days)).status is Status.RUNNING
    assert (await fold.service.tables.info(live)).status is Status.OVER
    fold.clock.pass_by(3 * DAY)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(days)).status is Status.OVER


async def test_the_clock_of_somebody_on_vacation_is_shown_standing_still(fold):
    table = await fold.table(clock=DAYS, goal=100)
    assert (await clocks(fold, table))[0].running
    await fold.service.vacations.take(fold.ann, 5)
    assert not (await clocks(fold, table))[0].running
    await fold.service.vacations.take(fold.ann, 0)
    assert (await clocks(fold, table))[0].running


async def test_two_vacations_in_one_turn_both_count(fold):
    table = await fold.table(clock=DAYS, goal=100)
    for _ in range(2):
        fold.clock.pass_by(DAY / 2)
        await fold.service.vacations.take(fold.ann, 5)
        fold.clock.pass_by(5 * DAY)
    await fold.service.ticker.tick()
    assert (await fold.service.watching.look(table, fold.ann)).position.clocks[0].left == 2 * DAY


async def test_a_vacation_taken_beside_a_running_server_counts_there_too(small):
    """No line of a log tells the server of it."""
    days = await small.table(clock=DAYS, goal=100)
    assert (await clocks(small, days))[0].running
    await small.service.ticker.beat()
    async with Service.open(small.setup) as beside:
        until = await beside.vacations.take(small.ann, 10)
        await small.service.ticker.beat()
        assert await small.service.boards.resting(days) == {1: until}
        assert not (await clocks(small, days))[0].running
        small.clock.pass_by(2 * DAY)
        await beside.vacations.take(small.ann, 0)
    await small.service.ticker.beat()
    assert await small.service.boards.resting(days) == {}
    assert (await clocks(small, days))[0] == SeatClock(1, 3 * DAY, True)


async def test_nobody_is_called_late_whose_vacation_was_taken_beside_the_server(small):
    table = await small.table(clock=DAYS, goal=100)
    await small.service.ticker.beat()
    async with Service.open(small.setup) as beside:
        await beside.vacations.take(small.ann, 10)
    small.clock.pass_by(5 * DAY)
    await small.service.tables.move(table, small.ann, "add 1")
    assert (await small.service.tables.info(table)).status is Status.RUNNING


async def test_a_year_has_thirty_days_of_vacation_and_unused_ones_come_back(fold):
    await fold.service.vacations.take(fold.ann, 30)
    fold.clock.pass_by(DAY)
    await fold.service.vacations.take(fold.ann, 0)
    with pytest.raises(TooMany):
        await fold.service.vacations.take(fold.ann, 30)
    await fold.service.vacations.take(fold.ann, 29)


async def test_the_days_left_of_the_year_are_known(fold):
    assert await fold.service.vacations.of(fold.ann) == Rest(30, None)
    until = await fold.service.vacations.take(fold.ann, 10)
    fold.clock.pass_by(4 * DAY)
    assert await fold.service.vacations.of(fold.ann) == Rest(26, until)
    await fold.service.vacations.take(fold.ann, 0)
    assert await fold.service.vacations.of(fold.ann) == Rest(26, None)
    fold.clock.pass_by(366 * DAY)
    assert await fold.service.vacations.of(fold.ann) == Rest(30, None)
    with pytest.raises(NotFound):
        await fold.service.vacations.of(999)


async def test_a_server_that_was_down_charges_nobody(fold):
    table = await fold.table(clock=LIVE, goal=100)
    await fold.service.ticker.beat()
    fold.clock.pass_by(10_000)
    async with Service.open(fold.setup) as later:
        await later.ticker.tick()
        assert (await later.watching.look(table)).position.clocks[0].left == 300
        fold.clock.pass_by(301)
        await later.ticker.tick()
        assert (await later.tables.info(table)).status is Status.OVER


async def test_a_machine_that_slept_charges_nobody(make_setup, clock):
    async with Service.open(make_setup(tick=0.01)) as service:
        ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
        asked = Terms("tiny", {"goal": 100}, (SeatPlan("me"), SeatPlan()), LIVE)
        table = (await service.tables.open(ann, asked)).id
        await service.tables.sit(table, bob)
        began = (await service.watching.look(table)).position.at
        clock.pass_by(10_000)

        async def given_back() -> bool:  # by the ticker alone: nobody asks for anything else
            return (await service.watching.look(table)).position.at > began + 9_000

        await until(given_back)
        assert (await service.watching.look(table)).position.clocks[0].left == 300


async def test_time_is_given_back_before_anybody_is_called_late(make_setup, clock, monkeypatch):
    async with Service.open(make_setup(tick=0.01)) as service:
        ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
        table = (await service.tables.open(ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), LIVE))).id
        await service.tables.sit(table, bob)

        tried = 0

        async def away() -> None:
            nonlocal tried
            tried += 1
            raise Busy("The store does not answer just now.")

        with monkeypatch.context() as patch:
            patch.setattr(service.ticker, "beat", away)
            clock.pass_by(10_000)
            await until(lambda: tried > 3)
        began = (await service.watching.look(table)).position.at

        async def given_back() -> bool:
            return (await service.watching.look(table)).position.at > began

        await until(given_back)
        assert (await service.watching.look(table)).position.clocks[0].left == 300


async def test_while_a_server_lives_time_is_charged(fold):
    table = await fold.table(clock=LIVE, goal=100)
    for _ in range(10):
        fold.clock.pass_by(5)
        await fold.service.ticker.beat()
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await clocks(fold, table))[0].left == 255


async def test_no_clock_never_ends(fold):
    table = await fold.table()
    fold.clock.pass_by(1000 * DAY)
    await fold.service.ticker.tick()
    assert (await fold.service.tables.info(table)).status is Status.RUNNING
    assert await clocks(fold, table) == ()
