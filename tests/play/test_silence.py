"""Servers whose words to each other are late or lost: whoever watches or listens misses nothing for all that."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from patience import until
from play_support import a_table, all_heard, events, facts, overheard, people
from sheepfold.core.errors import Malformed
from sheepfold.live import BusMessage
from sheepfold.play.service import Service
from sheepfold.play.tables import repository
from sheepfold.play.terms import OfferKind, Status, Update
from tiny import Added

pytestmark = pytest.mark.anyio


class Playthrough(NamedTuple):
    """A table at which moves are made at one server, and what Bob hears at the other: at the table, and at all his."""

    one: Service
    other: Service
    ann: int
    bob: int
    table: str
    watched: list[Update]
    listened: list[Update]

    async def both_hear(self, *wanted: object) -> None:
        """Wait until these facts were told on either way, once, in order, and nothing else."""
        for heard in (self.watched, self.listened):
            await until(lambda heard=heard: [fact for update in heard for fact in facts(update)] == list(wanted))

    async def both_read(self, *wanted: str) -> None:
        for heard in (self.watched, self.listened):
            await until(lambda heard=heard: [line.text for update in heard for line in update.chat] == list(wanted))


@asynccontextmanager
async def at_a_table(one: Service, other: Service) -> AsyncIterator[Playthrough]:
    ann, bob = await people(one)
    table = await a_table(one, ann, bob)
    number = (await other.watching.look(table, bob)).position.number
    watcher, watched = overheard(other.watching.watch(table, bob, since=number, chat_since=0))
    async with all_heard(other, bob) as listened:
        await until(lambda: bool(watched))
        yield Playthrough(one, other, ann, bob, table, watched, listened)
    watcher.cancel()


@pytest.fixture
async def playthrough(two: tuple[Service, Service]) -> AsyncIterator[Playthrough]:
    async with at_a_table(*two) as found:
        yield found


async def test_a_refused_request_that_finds_a_move_tells_of_it(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
        with pytest.raises(Malformed):
            await playthrough.other.tables.move(playthrough.table, playthrough.bob, "dance")
        await playthrough.both_hear(Added(1, 1))
    await playthrough.other.tables.move(playthrough.table, playthrough.bob, "add 2")
    await playthrough.both_hear(Added(1, 1), Added(2, 2))


async def test_a_question_from_somebody_who_knows_more_tells_of_it(playthrough, carrier):
    with carrier.silent():
        number = (await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")).position.number
        await playthrough.other.watching.look(playthrough.table, playthrough.ann, since=number)
        await playthrough.both_hear(Added(1, 1))


async def test_a_move_that_comes_second_tells_of_the_first(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
        await playthrough.other.tables.move(playthrough.table, playthrough.bob, "add 2")
        await playthrough.both_hear(Added(1, 1), Added(2, 2))


async def test_a_table_that_was_forgotten_tells_whoever_listens_when_it_is_read_anew(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
        playthrough.other._engine.invalidation.heard(BusMessage(playthrough.table, "forget", 0))
        await playthrough.other.watching.look(playthrough.table)
        await playthrough.both_hear(Added(1, 1))


@pytest.mark.parametrize("work", ["load", "catch_up"])
async def test_a_table_that_is_forgotten_while_it_is_read_is_read_again(playthrough, monkeypatch, work):
    """Ann gets another name at the other server, and the word of it comes when the old one has just been read."""
    loop, engine, read = asyncio.get_running_loop(), playthrough.other._engine, getattr(repository, work)
    renamed: list[str] = []

    async def rename() -> None:
        renamed.append(await playthrough.one.moderation.rename(playthrough.ann, "Anna"))
        engine.invalidation.heard(BusMessage(playthrough.table, "forget", 0))

    def interrupted(*given: object) -> object:
        found = read(*given)
        if not renamed:
            asyncio.run_coroutine_threadsafe(rename(), loop).result()
        return found

    if work == "load":
        engine.loaded.forget(playthrough.table)
    monkeypatch.setattr(repository, work, interrupted)
    assert (await engine.fresh(playthrough.table)).seat(1).name == "Anna"
    assert (await playthrough.other.watching.look(playthrough.table, playthrough.bob)).info.seats[0].name == "Anna"


async def test_a_comparison_finds_moves_and_talk_without_a_word(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
        await playthrough.one.chat.say(playthrough.table, playthrough.ann, "your turn")
        await playthrough.other._engine.invalidation.compare()
        await playthrough.both_hear(Added(1, 1))
        await playthrough.both_read("your turn")
    await playthrough.one.chat.say(playthrough.table, playthrough.ann, "well?")
    await playthrough.both_read("your turn", "well?")


async def test_a_comparison_finds_new_tables_and_the_ends_of_old_ones_for_whoever_listens(playthrough, carrier):
    one, other, ann, bob = playthrough[:4]
    with carrier.silent():
        fresh = await a_table(one, ann, bob, goal=1)
        await one.tables.move(fresh, ann, "add 1")
        await one.tables.resign(playthrough.table, ann)
        await other._engine.invalidation.compare()
        await until(lambda: {update.table for update in playthrough.listened} == {fresh, playthrough.table})
    await until(lambda: sum(update.position.outcome is not None for update in playthrough.listened) == 2)
    whole = [update for update in playthrough.listened if update.table == fresh]
    assert events(whole) == list((await one.watching.story(fresh, bob)).events)


async def test_a_comparison_finds_what_is_offered_and_said_after_the_end(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.resign(playthrough.table, playthrough.ann)
        await playthrough.other._engine.invalidation.compare()
        await until(lambda: bool(playthrough.listened))
        await playthrough.one.tables.offer(playthrough.table, playthrough.ann, OfferKind.REMATCH)
        await playthrough.one.chat.say(playthrough.table, playthrough.ann, "again?")
        await playthrough.other._engine.invalidation.compare()
        await playthrough.both_read("again?")
        await until(lambda: len(events(playthrough.listened)) == len(events(playthrough.watched)) == 2)


async def test_who_only_asks_now_and_then_hears_of_it_by_the_next_comparison(playthrough, carrier):
    other, table = playthrough.other, await a_table(playthrough.one, playthrough.ann, playthrough.bob)
    await other.watching.look(table)
    with carrier.silent():
        await playthrough.one.tables.move(table, playthrough.ann, "add 1")
        await other._engine.invalidation.compare()
        assert (await other.watching.look(table)).position.view.total == 1
        assert (await other.tables.info(table)).status is Status.RUNNING


async def test_whose_turn_it_is_gets_choices_at_a_server_that_has_not_heard_of_it(playthrough, carrier):
    with carrier.silent():
        await playthrough.one.tables.move(playthrough.table, playthrough.ann, "add 1")
        assert "add" in (await playthrough.other.watching.choices(playthrough.table, playthrough.bob)).parts


async def test_talk_is_heard_after_words_may_have_been_lost(playthrough):
    playthrough.other._engine.invalidation.gap()
    await playthrough.one.chat.say(playthrough.table, playthrough.ann, "hello")
    await playthrough.both_read("hello")


async def test_servers_that_compare_by_themselves_leave_nobody_waiting_for_a_word(make, bus, carrier, monkeypatch):
    monkeypatch.setattr("sheepfold.play.time.ticker.COMPARE", 0.2)
    monkeypatch.setattr("sheepfold.play.time.ticker.BEAT", 1e9)  # beats of other occasions must not stand in for it
    setup = make(bus=bus, tick=0.1, now=time.time)
    async with Service.open(setup) as one, Service.open(setup) as other, at_a_table(one, other) as playthrough:
        with carrier.silent():
            for number in range(3):
                await one.tables.move(playthrough.table, playthrough.ann, "add 1")
                await one.chat.say(playthrough.table, playthrough.ann, f"turn {number}")
                with pytest.raises(Malformed):
                    await other.tables.move(playthrough.table, playthrough.ann, "dance")
                await until(lambda number=number: len(events(playthrough.watched)) == 2 * number + 1)
                await one.tables.move(playthrough.table, playthrough.bob, "add 2")
                await until(lambda number=number: len(events(playthrough.watched)) == 2 * number + 2)
            await playthrough.both_hear(*[Added(1, 1), Added(2, 2)] * 3)
            await playthrough.both_read("turn 0", "turn 1", "turn 2")
        await one.tables.move(playthrough.table, playthrough.ann, "add 3")
        await playthrough.both_hear(*[Added(1, 1), Added(2, 2)] * 3, Added(1, 3))
