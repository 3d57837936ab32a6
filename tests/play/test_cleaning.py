"""What nobody comes back to goes after a while; nothing else does, and nobody is disturbed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import structlog
from sqlalchemy import Connection, func, insert, select
from structlog.testing import CapturingLogger

from patience import until
from play_support import facts
from sheepfold.play.errors import NotFound
from sheepfold.play.host import clean_up
from sheepfold.play.host.audit_log import Act
from sheepfold.play.host.clean_up import Fate, Glimpse, Guest, Retention, fate
from sheepfold.play.service import Service
from sheepfold.play.tables.log import Ended
from sheepfold.play.terms import DAY, Access, Clock, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.store import open_store, schema

from .conftest import Fold

pytestmark = pytest.mark.anyio

ALONE = (SeatPlan("me"),)
TWO = (SeatPlan("me"), SeatPlan())


async def opened(fold: Fold, host: UserId, seats: tuple[SeatPlan, ...] = TWO, **more: Any) -> TableId:
    return (await fold.service.tables.open(host, Terms("tiny", {"goal": 3}, seats, **more))).id


async def status(fold: Fold, table: TableId) -> Status | None:
    """None: the table is gone."""
    try:
        return (await fold.service.tables.info(table, fold.ann)).status
    except NotFound:
        return None


async def asked(fold: Fold, work: Callable[[Connection], Any]) -> Any:
    store = open_store(fold.setup.database)
    try:
        return await store.read(work)
    finally:
        await store.close()


async def clean(fold: Fold, dry: bool = False) -> Counter[Fate]:
    return await fold.service.admin.clean(dry)


async def fates(fold: Fold) -> dict[str, int]:
    """What a round does to tables."""
    return {what: count for what, count in (await clean(fold)).items() if what not in (Fate.GUESTS, Fate.SESSIONS)}


# -- the rules ---------------------------------------------------------------------------------

NOW = 1_000 * DAY
GUEST, ACCOUNT = Guest(True, 0.0), Guest(False, 0.0)
HERE = Guest(True, NOW - 60)


def glimpse(state: Status, days: float, *people: Guest, **more: Any) -> Glimpse:
    return Glimpse(state, NOW - days * DAY, people, **more)


@pytest.mark.parametrize(
    ("table", "end"),
    [
        (glimpse(Status.WAITING, 8, GUEST), Fate.WAITING),
        (glimpse(Status.WAITING, 8, ACCOUNT), Fate.WAITING),
        (glimpse(Status.WAITING, 8), Fate.WAITING),
        (glimpse(Status.WAITING, 6, GUEST), None),
        (glimpse(Status.WAITING, 80, GUEST, HERE), None),
        (glimpse(Status.RUNNING, 15, GUEST), Fate.PRACTICE),
        (glimpse(Status.RUNNING, 15, ACCOUNT), Fate.PRACTICE),
        (glimpse(Status.RUNNING, 999, ACCOUNT, rated=True), None),
        (glimpse(Status.RUNNING, 13, GUEST), None),
        (glimpse(Status.RUNNING, 15, HERE), None),
        (glimpse(Status.RUNNING, 999, GUEST, timed=True), None),
        (glimpse(Status.RUNNING, 89, GUEST, GUEST, together=True), None),
        (glimpse(Status.RUNNING, 91, GUEST, GUEST, together=True), Fate.UNFINISHED),
        (glimpse(Status.RUNNING, 91, GUEST, GUEST, together=True, timed=True), None),
        (glimpse(Status.RUNNING, 91, GUEST, Guest(True, NOW - 9 * DAY), together=True), None),
        (glimpse(Status.RUNNING, 999, GUEST, ACCOUNT, together=True), None),
        (glimpse(Status.OVER, 8, GUEST, called_off=True), Fate.CLOSED),
        (glimpse(Status.OVER, 6, GUEST, called_off=True), None),
        (glimpse(Status.OVER, 8, GUEST, GUEST, called_off=True, together=True, begun=False), Fate.CLOSED),
        (glimpse(Status.OVER, 999, GUEST, GUEST, called_off=True, together=True), None),
        (glimpse(Status.OVER, 91, GUEST), Fate.PRACTISED),
        (glimpse(Status.OVER, 89, GUEST), None),
        (glimpse(Status.OVER, 999, ACCOUNT), None),
        (glimpse(Status.OVER, 999, GUEST, GUEST, together=True), None),
        (glimpse(Status.OVER, 999, GUEST, rated=True), None),
    ],
)
def test_what_becomes_of_a_table(table, end):
    assert fate(table, Retention(), NOW) == end


@pytest.mark.parametrize("state", Status)
@pytest.mark.parametrize("called_off", [True, False])
@pytest.mark.parametrize("together", [True, False])
def test_where_the_host_wants_so_everything_stays_for_ever(state, called_off, together):
    ever = Retention(0, 0, 0, 0, 0, 0, 0)
    table = glimpse(state, 999, GUEST, together=together, called_off=called_off and state is Status.OVER)
    assert fate(table, ever, NOW) is None


def test_a_host_may_let_finished_games_go_but_never_rated_ones():
    table = glimpse(Status.OVER, 31, ACCOUNT, ACCOUNT, together=True)
    assert fate(table, Retention(finished=30), NOW) is Fate.FINISHED
    assert fate(replace(table, rated=True), Retention(finished=30), NOW) is None


# -- tables ------------------------------------------------------------------------------------


async def test_a_table_that_nobody_joined_is_closed_then_deleted_and_who_comes_back_between_hears_why(fold):
    table = await opened(fold, fold.ann)
    fold.clock.pass_by(8 * DAY)
    assert await fates(fold) == {Fate.WAITING: 1}
    update = await fold.service.watching.look(table, fold.ann, since=2)
    assert facts(update) == [Ended("aborted", None, idle=True)]
    assert update.events[-1].sentences == ("Nobody came for a long time: the table was closed.",)
    assert await fates(fold) == {}
    fold.clock.pass_by(8 * DAY)
    assert (await clean(fold))[Fate.CLOSED] == 1
    assert await status(fold, table) is None


async def test_who_opened_a_table_and_is_here_keeps_it_open(fold):
    secret = await fold.service.sessions.new_session(fold.ann)
    table = await opened(fold, fold.ann)
    for _ in range(4):
        fold.clock.pass_by(5 * DAY)
        await fold.service.sessions.session(secret)
        assert Fate.WAITING not in await clean(fold)
    assert await status(fold, table) is Status.WAITING


async def test_practice_that_was_left_is_closed_and_other_games_go_on(fold):
    left = await opened(fold, fold.ann, ALONE)
    timed = await opened(fold, fold.ann, ALONE, clock=Clock("days", 30 * DAY))
    between = await fold.table()
    fold.clock.pass_by(15 * DAY)
    assert await fates(fold) == {Fate.PRACTICE: 1}
    assert [await status(fold, table) for table in (left, timed, between)] == [
        Status.OVER,
        Status.RUNNING,
        Status.RUNNING,
    ]


async def test_a_table_that_somebody_watches_is_left_alone(fold):
    table = await opened(fold, fold.ann, ALONE)
    watching = fold.service.watching.watch(table, fold.ann)
    await anext(watching)
    fold.clock.pass_by(15 * DAY)
    await clean(fold)
    assert await status(fold, table) is Status.RUNNING
    await watching.aclose()
    await clean(fold)
    assert await status(fold, table) is Status.OVER


async def test_a_move_at_the_last_moment_keeps_a_game(fold, monkeypatch):
    table = await opened(fold, fold.ann, ALONE)
    fold.clock.pass_by(15 * DAY)
    looked = clean_up.looked
    store = open_store(fold.setup.database)
    last, doomed = await store.read(lambda conn: looked(conn, "", Retention(), fold.clock.time))
    await store.close()
    assert [one.id for one in doomed] == [table]
    await fold.service.tables.move(table, fold.ann, "add 1")
    monkeypatch.setattr(clean_up, "looked", lambda *_: (last, doomed))
    assert Fate.PRACTICE not in await clean(fold)
    assert await status(fold, table) is Status.RUNNING


async def test_results_stay_but_for_old_practice_of_guests(fold):
    dora = (await fold.service.accounts.register("Dora", "12345678")).id
    mine, hers = await opened(fold, fold.ann, ALONE), await opened(fold, dora, ALONE)
    between = await fold.table(goal=3)
    for table, user in ((mine, fold.ann), (hers, dora), (between, fold.ann)):
        await fold.service.tables.move(table, user, "add 3")
        await fold.service.chat.say(table, user, "that was quick")
        await fold.service.chat.set_note(table, user, "remember")
    fold.clock.pass_by(91 * DAY)
    assert await fates(fold) == {Fate.PRACTISED: 1}
    assert [await status(fold, table) for table in (mine, hers, between)] == [None, Status.OVER, Status.OVER]

    def left_over(conn: Connection) -> list[str]:
        parts = [table for table in schema.metadata.sorted_tables if "table_id" in table.c]
        return [part.name for part in parts if conn.execute(select(part).where(part.c.table_id == mine)).first()]

    assert await asked(fold, left_over) == []


async def test_a_game_that_people_had_begun_stays_even_if_the_host_closed_it(fold):
    begun, unbegun = await fold.table(), await fold.table()
    await fold.service.tables.move(begun, fold.ann, "add 1")
    for table in (begun, unbegun):
        await fold.service.admin.close_table(table)
    fold.clock.pass_by(100 * DAY)
    assert (await clean(fold))[Fate.CLOSED] == 1
    assert [await status(fold, table) for table in (begun, unbegun)] == [Status.OVER, None]


async def test_where_a_listed_game_goes_the_next_of_its_host_moves_up(fold):
    tables = []
    for _ in range(4):
        fold.clock.pass_by(20 * DAY)
        tables.append(await opened(fold, fold.ann, ALONE))
        await fold.service.tables.move(tables[-1], fold.ann, "add 3")
    fold.clock.pass_by(35 * DAY)
    await clean(fold)
    rows = await asked(fold, lambda conn: conn.execute(select(schema.tables.c.id, schema.tables.c.front)).all())
    assert {row.id: row.front for row in rows} == dict.fromkeys(tables[1:], True)


async def test_who_still_has_a_deleted_table_before_them_hears_that_it_is_gone(fold):
    table = await opened(fold, fold.ann, ALONE)
    await fold.service.tables.move(table, fold.ann, "add 3")
    async with Service.open(fold.setup) as other:
        await other.watching.look(table, fold.ann)
        fold.clock.pass_by(91 * DAY)
        await clean(fold)
        with pytest.raises(NotFound):
            await other.chat.say(table, fold.ann, "hello?")
        other._engine.invalidation.gap()
        with pytest.raises(NotFound):
            await other.watching.look(table, fold.ann)


async def test_whatever_servers_clean_no_game_that_people_began_together_goes(fold, make_setup):
    """Years of it by two servers at once: games stay as they were, but that those of guests alone may be closed."""
    dora, emil = [(await fold.service.accounts.register(name, "12345678")).id for name in ("Dora", "Emil")]
    among_guests: set[TableId] = set()
    together: set[TableId] = set()
    for host, other in ((dora, emil), (dora, fold.bob), (fold.ann, emil), (fold.ann, fold.bob)):
        for goal, clock in ((3, Clock()), (3, Clock("days", 30 * DAY)), (1, Clock())):
            table = await fold.service.tables.open(host, Terms("tiny", {"goal": goal}, TWO, clock=clock))
            await fold.service.tables.sit(table.id, other)
            await fold.service.tables.move(table.id, host, "add 1")
            (together if {dora, emil} & {host, other} else among_guests).add(table.id)
        await opened(fold, host)
        await opened(fold, host, ALONE)

    def logs(conn: Connection) -> dict[TableId, list[Any]]:
        found: dict[TableId, list[Any]] = {}
        for line in conn.execute(select(schema.log).order_by(schema.log.c.table_id, schema.log.c.number)):
            found.setdefault(line.table_id, []).append(tuple(line))
        return found

    before = await asked(fold, logs)
    async with Service.open(make_setup()) as one, Service.open(make_setup()) as two:
        for _ in range(20):
            fold.clock.pass_by(0.9 * DAY)
            await asyncio.gather(one.ticker.clean(), two.ticker.clean())
        for _ in range(10):
            fold.clock.pass_by(99 * DAY)
            await asyncio.gather(one.admin.clean(), two.admin.clean())
    after = await asked(fold, logs)
    assert set(after) == together | among_guests
    assert {table: after[table] for table in together} == {table: before[table] for table in together}
    assert all(after[table][: len(before[table])] == before[table] for table in among_guests)


async def test_a_table_stands_though_somebody_who_sat_there_and_left_is_gone(fold):
    table = await opened(fold, fold.ann, (SeatPlan("me"), SeatPlan(), SeatPlan()))
    await fold.service.tables.sit(table, fold.bob)
    await fold.service.tables.leave(table, fold.bob)
    secret = await fold.service.sessions.new_session(fold.ann)
    for _ in range(2):
        fold.clock.pass_by(6 * DAY)
        await fold.service.sessions.session(secret)
    assert (await clean(fold))[Fate.GUESTS] == 1
    with pytest.raises(NotFound):
        await fold.service.accounts.user(fold.bob)
    async with Service.open(fold.setup) as other:
        assert (await other.watching.look(table, fold.ann)).info.status is Status.WAITING


# -- people ------------------------------------------------------------------------------------


async def test_guests_without_anything_go_and_nobody_else(fold):
    accounts, credentials = fold.service.accounts, fold.service.sessions
    people = {
        name: (await accounts.new_guest(name)).id for name in ("Idle", "Seated", "Orator", "Present", "Shut", "Trailed")
    }
    people["Account"] = (await accounts.register("Account", "12345678")).id
    await opened(fold, people["Seated"], clock=Clock("days", DAY), access=Access.PRIVATE)
    await fold.service.chat.say(await fold.table(), people["Orator"], "hello")
    secret = await credentials.new_session(people["Present"])
    await credentials.new_session(people["Idle"])
    await fold.service.moderation.close_user(people["Shut"])
    engine = fold.service._engine
    await engine.write(lambda conn: engine.audit_log.note(conn, Act.TOKEN, people["Trailed"]))
    fold.clock.pass_by(6 * DAY)
    await credentials.session(secret)
    newcomer = (await accounts.new_guest("Newcomer")).id
    fold.clock.pass_by(1.5 * DAY)
    assert (await clean(fold))[Fate.GUESTS] == 2
    for idle in (people.pop("Idle"), fold.cyd):
        with pytest.raises(NotFound):
            await accounts.user(idle)
    for user in (*people.values(), newcomer, fold.ann):
        await accounts.user(user)


async def test_no_number_is_given_twice(fold):
    last = (await fold.service.accounts.new_guest("Last")).id
    fold.clock.pass_by(30 * DAY)
    await clean(fold)
    assert (await fold.service.accounts.new_guest("Next")).id > last


async def test_sessions_that_have_ended_go(fold):
    for _ in range(3):
        await fold.service.sessions.new_session(fold.ann, days=1)
    lasting = await fold.service.sessions.new_session(fold.ann, days=100)
    fold.clock.pass_by(2 * DAY)
    assert (await clean(fold))[Fate.SESSIONS] == 3
    assert await fold.service.sessions.session(lasting) is not None


async def test_a_guest_who_comes_back_at_the_last_moment_stays(fold, monkeypatch):
    secret = await fold.service.sessions.new_session(fold.ann)
    fold.clock.pass_by(8 * DAY)
    without = clean_up.without

    def one_comes(conn: Connection, guests: list[UserId], *more: Any) -> list[UserId]:
        assert fold.ann in guests
        conn.execute(schema.sessions.update().values(used_at=fold.clock.time))
        return without(conn, guests, *more)

    monkeypatch.setattr(clean_up, "without", one_comes)
    await clean(fold)
    assert await fold.service.sessions.session(secret) is not None


# -- how it is done ----------------------------------------------------------------------------


async def test_a_dry_run_says_what_would_be_done_and_changes_nothing(fold):
    await opened(fold, fold.ann)
    await fold.service.sessions.new_session(fold.ann, days=1)
    fold.clock.pass_by(8 * DAY)
    before = await fold.service.admin.export_all()
    expected = {Fate.WAITING: 1, Fate.SESSIONS: 1, Fate.GUESTS: 1}
    assert await clean(fold, dry=True) == expected
    assert await fold.service.admin.export_all() == before
    assert await clean(fold) == expected


async def test_steps_go_round_all_tables_a_few_at_a_time(fold, monkeypatch):
    monkeypatch.setattr(clean_up, "LOOKED_AT", 2)
    tables = [await opened(fold, fold.ann) for _ in range(5)]
    fold.clock.pass_by(8 * DAY)
    left = []
    for _ in range(3):
        await fold.service.ticker.clean()
        left.append(len(await fold.service.lists.lobby()))
        await fold.service.ticker.clean()
        assert len(await fold.service.lists.lobby()) == left[-1], "the next step is not due yet"
        fold.clock.pass_by(clean_up.STEP)
    assert left == [3, 1, 0]
    assert [await status(fold, table) for table in tables] == [Status.OVER] * 5
    await opened(fold, fold.ann)
    for _ in range(8 + 4):
        fold.clock.pass_by(DAY)
        await fold.service.ticker.clean()
    assert len(await fold.service.lists.lobby()) == 0, "the round begins anew"


async def test_of_several_servers_one_does_each_step_and_says_so(fold):
    said = CapturingLogger()
    setup = replace(fold.setup, log=structlog.wrap_logger(said, processors=[]))
    await opened(fold, fold.ann)
    fold.clock.pass_by(8 * DAY)
    async with Service.open(setup) as one, Service.open(setup) as other:
        await asyncio.gather(one.ticker.clean(), other.ticker.clean(), one.ticker.clean(), other.ticker.clean())
    assert [call.kwargs for call in said.calls if call.kwargs["event"] == "cleaned"] == [
        {"event": "cleaned", "waiting": 1, "guests": 1}
    ]


async def test_where_servers_were_away_everybody_gets_a_day_to_come_back(fold):
    table = await opened(fold, fold.ann)
    await fold.service.ticker.clean()
    fold.clock.pass_by(30 * DAY)
    for _ in range(2):
        await fold.service.ticker.clean()
        assert await status(fold, table) is Status.WAITING
        fold.clock.pass_by(DAY / 2)
    await fold.service.ticker.clean()
    assert await status(fold, table) is Status.OVER


async def test_a_clock_that_was_far_ahead_and_set_right_stops_no_cleaning(fold):
    table = await opened(fold, fold.ann)
    fold.clock.pass_by(8 * DAY)
    store = open_store(fold.setup.database)
    await store.write(lambda conn: clean_up.taken(conn, fold.clock.time + 1_000 * DAY))
    await store.close()
    await fold.service.ticker.clean()
    assert await status(fold, table) is Status.OVER


async def test_a_database_in_which_a_server_cleaned_can_still_be_filled(fold, make_setup, new_database):
    await fold.service.ticker.clean()
    lines = await fold.service.admin.export_all()
    async with Service.open(make_setup(database=new_database("sqlite"))) as other:
        await other.ticker.clean()
        assert await other.admin.import_all(lines) == len(lines) - 2


async def test_a_server_cleans_by_itself(fold, monkeypatch):
    monkeypatch.setattr("sheepfold.play.time.ticker.STEP", 0.01)
    table = await opened(fold, fold.ann)
    fold.clock.pass_by(8 * DAY)
    async with Service.open(replace(fold.setup, tick=0.01)):

        async def closed() -> bool:
            query = select(schema.tables.c.status).where(schema.tables.c.id == table)
            return bool(await asked(fold, lambda conn: conn.execute(query).scalar_one()) == "over")

        await until(closed)


def test_whatever_is_deleted_with_something_is_found_by_index():
    """A database looks for every row that mentions what is deleted: without an index it reads the whole table."""
    missing = []
    for table in schema.metadata.sorted_tables:
        led = {next(iter(index.columns)).name for index in table.indexes}
        led |= {next(iter(table.primary_key.columns)).name}
        led |= {next(iter(one.columns)).name for one in table.constraints if type(one).__name__ == "UniqueConstraint"}
        missing += [f"{table.name}.{key.parent.name}" for key in table.foreign_keys if key.parent.name not in led]
    assert missing == []


async def test_a_thousand_tables_that_stay_cost_a_step_no_more_than_its_share(fold, monkeypatch):
    """A step reads so many rows and no more, however many there are."""
    loads: list[int] = []
    people = clean_up._people
    monkeypatch.setattr(clean_up, "_people", lambda conn, rows: loads.append(len(rows)) or people(conn, rows))
    template = await opened(fold, fold.ann)

    def many(conn: Connection) -> None:
        row = dict(conn.execute(select(schema.tables).where(schema.tables.c.id == template)).mappings().one())
        conn.execute(insert(schema.tables), [row | {"id": f"x{n:05}", "open_key": str(n)} for n in range(1_000)])

    store = open_store(fold.setup.database)
    await store.write(many)
    count = await store.read(lambda conn: conn.execute(select(func.count()).select_from(schema.tables)).scalar_one())
    await store.close()
    await fold.service.ticker.clean()
    assert count == 1_001
    assert loads == [clean_up.LOOKED_AT]
