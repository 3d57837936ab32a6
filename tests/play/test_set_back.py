"""A database that comes back without its last moments, as a replica does that was behind when the first was lost:
tables in memory are read anew, and everybody who was told more is told to begin anew."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import psycopg
import pytest
from sqlalchemy import Connection, delete, insert, select, update

from patience import until
from play_support import a_table, all_heard, events, facts, overheard, people
from sheepfold.play.errors import BadRequest, NotFound, Stale
from sheepfold.play.service import Service
from sheepfold.play.terms import Update
from sheepfold.store import schema
from tiny import Added

from .conftest import Clock

pytestmark = pytest.mark.anyio

tables, log, chat, seats = schema.tables, schema.log, schema.chat, schema.seats


class Copy(NamedTuple):
    """What a replica has of a table."""

    table: str
    row: dict[str, Any]
    lines: Sequence[Any]
    said: Sequence[Any]

    @classmethod
    async def of(cls, service: Service, table: str) -> Copy:
        def read(conn: Connection) -> Copy:
            row = dict(conn.execute(select(tables).where(tables.c.id == table)).mappings().one())
            logged = select(log).where(log.c.table_id == table).order_by(log.c.number)
            said = select(chat).where(chat.c.table_id == table).order_by(chat.c.number)
            rows = [[dict(one) for one in conn.execute(kept).mappings()] for kept in (logged, said)]
            return cls(table, row, *rows)

        return await service._engine.read(read)

    async def takes_over(self, service: Service) -> None:
        """It is the database now."""

        def restore(conn: Connection) -> None:
            for kept, rows in ((log, self.lines), (chat, self.said)):
                conn.execute(delete(kept).where(kept.c.table_id == self.table))
                if rows:
                    conn.execute(insert(kept), rows)
            conn.execute(update(tables).where(tables.c.id == self.table).values(self.row))

        await service._engine.write(restore)


class Playthrough(NamedTuple):
    """Ann and Bob at a table of one server; the copy has their first two moves, and they made two more."""

    one: Service
    other: Service
    ann: int
    bob: int
    table: str
    copy: Copy
    watched: list[Update]
    listened: list[Update]
    clock: Clock

    @property
    def number(self) -> int:
        """Of the last event that Bob was told of."""
        return events(self.watched)[-1].number

    async def total(self, service: Service) -> int:
        return (await service.watching.look(self.table)).position.view.total


@pytest.fixture
def bus() -> str:
    return "postgres"


@pytest.fixture
async def playthrough(two: tuple[Service, Service], clock: Clock) -> AsyncIterator[Playthrough]:
    one, other = two
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    watcher, watched = overheard(one.watching.watch(table, bob, since=0, chat_since=0))
    async with all_heard(one, bob) as listened:
        await one.tables.move(table, ann, "add 1")
        await one.tables.move(table, bob, "add 1")
        await one.chat.say(table, ann, "kept")
        copy = await Copy.of(one, table)
        await one.tables.move(table, ann, "add 2")
        await one.tables.move(table, bob, "add 2")
        await one.chat.say(table, ann, "lost")
        for heard in (watched, listened):
            await until(lambda heard=heard: [line.text for told in heard for line in told.chat] == ["kept", "lost"])
            await until(lambda heard=heard: facts(heard[-1]) == [Added(2, 2)] or Added(2, 2) in _all(heard))
        yield Playthrough(one, other, ann, bob, table, copy, watched, listened, clock)
    watcher.cancel()


def _all(heard: list[Update]) -> list[object]:
    return [fact for told in heard for fact in facts(told)]


def _since_anew(heard: list[Update]) -> list[Update]:
    """What was told from where everything began anew; it must have, once."""
    (first,) = [place for place, told in enumerate(heard) if told.anew]
    return heard[first:]


async def test_who_watches_or_listens_is_told_to_begin_anew(playthrough):
    before = len(playthrough.watched), len(playthrough.listened)
    await playthrough.copy.takes_over(playthrough.other)
    await playthrough.one._engine.invalidation.compare()
    story = await playthrough.other.watching.story(playthrough.table, playthrough.bob)
    for heard, known in zip((playthrough.watched, playthrough.listened), before, strict=True):
        await until(lambda heard=heard: any(told.anew for told in heard))
        told = _since_anew(heard)
        assert events(told) == list(story.events)
        assert [line.text for update in told for line in update.chat] == ["kept"]
        assert told[0].position.view.total == 2
        assert len(heard) == known + 1


async def test_a_move_is_made_on_what_the_store_has_and_never_on_a_gap(playthrough):
    await playthrough.copy.takes_over(playthrough.other)
    await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 3")
    assert await playthrough.total(playthrough.one) == 5
    fresh = await Copy.of(playthrough.one, playthrough.table)
    assert [line["number"] for line in fresh.lines] == list(range(len(playthrough.copy.lines) + 1))
    for heard in (playthrough.watched, playthrough.listened):
        await until(lambda heard=heard: Added(1, 3) in _all(heard))
        assert [fact for fact in _all(_since_anew(heard)) if isinstance(fact, Added)] == [
            Added(1, 1),
            Added(2, 1),
            Added(1, 3),
        ]


async def test_a_move_that_was_meant_for_what_is_lost_is_refused_with_what_is(playthrough):
    number = playthrough.number
    await playthrough.copy.takes_over(playthrough.other)
    with pytest.raises(Stale):
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 3", expected=number)
    assert await playthrough.total(playthrough.one) == 2


async def test_as_many_other_lines_are_not_taken_for_those_that_were_lost(playthrough):
    """Another server went on with the replica before this one noticed anything."""
    await playthrough.copy.takes_over(playthrough.other)
    playthrough.clock.pass_by(1)
    await playthrough.other.tables.move(playthrough.table, playthrough.ann, "add 3")
    await playthrough.other.tables.move(playthrough.table, playthrough.bob, "add 3")
    await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
    for service in (playthrough.one, playthrough.other):
        await until(lambda service=service: _stands(playthrough, service, 2 + 3 + 3 + 1))
    for heard in (playthrough.watched, playthrough.listened):
        story = await playthrough.other.watching.story(playthrough.table, playthrough.bob)
        await until(lambda heard=heard, story=story: heard[-1].position.number == story.position.number)
        assert events(_since_anew(heard)) == list(story.events)


async def _stands(playthrough: Playthrough, service: Service, total: int) -> bool:
    return await playthrough.total(service) == total


async def test_the_store_is_the_last_to_say_on_which_line_the_next_one_stands(playthrough):
    """Even if the row of the table is the same to the second: a secret step moves no clock."""

    def another_last_line(conn: Connection) -> None:
        last = select(tables.c.length - 1).where(tables.c.id == playthrough.table).scalar_subquery()
        conn.execute(
            update(log).where((log.c.table_id == playthrough.table) & (log.c.number == last)).values(at=log.c.at + 1)
        )

    await playthrough.other._engine.write(another_last_line)
    room = playthrough.one._engine.loaded.get(playthrough.table)
    known = room.table
    await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 3")
    assert room.table is not known


async def test_who_comes_back_knowing_more_than_the_store_is_told_all(playthrough):
    number = playthrough.number
    await playthrough.copy.takes_over(playthrough.other)
    await playthrough.one._engine.invalidation.compare()
    for service in (playthrough.one, playthrough.other):
        found = service.watching.watch(playthrough.table, playthrough.bob, since=number, chat_since=2)
        told = await anext(found)
        await found.aclose()
        assert told.anew
        assert [event.number for event in told.events] == list(range(1, told.position.number + 1))
        assert [line.text for line in told.chat] == ["kept"]
        with pytest.raises(BadRequest, match=f"no event {number} yet"):
            await service.watching.look(playthrough.table, playthrough.bob, since=number)


async def test_a_table_that_was_lost_whole_is_no_table(playthrough):
    def lose(conn: Connection) -> None:
        for kept in (log, chat, seats):
            conn.execute(delete(kept).where(kept.c.table_id == playthrough.table))
        conn.execute(delete(tables).where(tables.c.id == playthrough.table))

    await playthrough.other._engine.write(lose)
    with pytest.raises(NotFound):
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 3")
    with pytest.raises(NotFound):
        await playthrough.one.watching.look(playthrough.table, playthrough.ann)


async def test_after_a_lost_connection_everything_in_memory_is_in_doubt(playthrough, postgres):
    engine = playthrough.one._engine
    room = engine.loaded.get(playthrough.table)
    await engine.heartbeat.beat()
    changes = room.changes
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as host:
        others = "FROM pg_stat_activity WHERE query NOT LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
        host.execute(f"SELECT pg_terminate_backend(pid) {others}")
    await engine.heartbeat.beat()
    assert room.changes > changes
    assert await playthrough.total(playthrough.one) == 6
    await engine.heartbeat.beat()
    assert not room.behind
