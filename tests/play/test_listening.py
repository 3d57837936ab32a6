"""Listening at all tables at once: resumed from any event and any line of talk, in order, without gap or repeat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import update as change

from patience import until
from play_support import all_heard, events
from sheepfold.play.errors import BadRequest, NotFound
from sheepfold.play.service import Service
from sheepfold.play.tables.listening import Listening
from sheepfold.play.terms import DAY, OfferKind, SeatPlan, Terms, Update
from sheepfold.store import schema

pytestmark = pytest.mark.anyio


class Listener:
    """A connection of somebody who listens, and what was sent over it."""

    def __init__(self) -> None:
        self.heard: list[Update] = []
        self.listening: Listening

    @property
    def numbers(self) -> list[int]:
        return [seen.number for seen in events(self.heard)]

    @property
    def said(self) -> list[tuple[int, str]]:
        return [(line.number, line.text) for update in self.heard for line in update.chat]

    async def send(self, update: Update) -> None:
        self.heard.append(update)


@asynccontextmanager
async def connected(service: Service, user: int) -> AsyncIterator[Listener]:
    line = Listener()
    async with service.watching.listen(user, line.send) as line.listening:
        running = asyncio.create_task(line.listening.run())
        yield line
        running.cancel()


async def play(fold, table: str, turns: int, first: int = 0) -> int:
    """So many moves in turn; the number of Ann's last event."""
    for turn in range(first, first + turns):
        update = await fold.service.tables.move(table, (fold.ann, fold.bob)[turn % 2], "add 1")
    return update.position.number


async def test_what_was_told_before_comes_again_after_what_was_missed(fold):
    table = await fold.table(goal=100)
    known = await play(fold, table, 2)
    await play(fold, table, 2)
    async with connected(fold.service, fold.ann) as line:
        await play(fold, table, 1)
        await until(lambda: line.numbers == [known + 3])
        await line.listening.follow({table: known}, {})
        assert line.numbers == [known + 3, known + 1, known + 2, known + 3]
        await play(fold, table, 1, first=1)
        await until(lambda: line.numbers[-1] == known + 4)
        assert line.numbers[1:] == list(range(known + 1, known + 5))


async def test_what_was_told_is_not_told_again_when_nothing_was_missed(fold):
    table = await fold.table(goal=100)
    known = await play(fold, table, 2)
    async with connected(fold.service, fold.ann) as line:
        await play(fold, table, 2)
        await until(lambda: line.numbers == [known + 1, known + 2])
        for since in (known, known + 1, known + 2):
            await line.listening.follow({table: since}, {})
        assert line.numbers == [known + 1, known + 2]


async def test_who_knows_more_than_was_told_here_hears_only_the_rest(fold):
    table = await fold.table(goal=100)
    line = Listener()
    async with fold.service.watching.listen(fold.ann, line.send) as line.listening:
        known = await play(fold, table, 3)
        await line.listening.follow({table: known - 1}, {})
        assert line.numbers == [known]


async def test_talk_is_resumed_in_the_same_way(fold):
    table = await fold.table()
    for text in ("one", "two", "three"):
        await fold.service.chat.say(table, fold.bob, text)
    async with connected(fold.service, fold.ann) as line:
        await fold.service.chat.say(table, fold.bob, "four")
        await until(lambda: line.said == [(4, "four")])
        await line.listening.follow({}, {table: 2})
        assert line.said[1:] == [(3, "three"), (4, "four")]
        await line.listening.follow({}, {table: 3})
        await fold.service.chat.say(table, fold.bob, "five")
        await until(lambda: line.said[1:] == [(3, "three"), (4, "four"), (5, "five")])


async def test_talk_is_followed_without_events_and_events_without_talk(fold):
    table = await fold.table(goal=100)
    known = await play(fold, table, 1)
    await fold.service.chat.say(table, fold.bob, "hello")
    async with connected(fold.service, fold.ann) as line:
        await line.listening.follow({table: known - 1}, {})
        assert (line.numbers, line.said) == ([known], [])
        await line.listening.follow({}, {table: 0})
        assert (line.numbers, line.said) == ([known], [(1, "hello")])


async def test_a_table_that_one_sits_down_at_is_told_from_its_beginning(fold):
    async with connected(fold.service, fold.bob) as line:
        table = await fold.table(goal=100)
        await fold.service.chat.say(table, fold.ann, "welcome")
        await play(fold, table, 2)
        last = (await fold.service.watching.look(table, fold.bob)).position.number
        await until(lambda: bool(line.numbers) and line.numbers[-1] == last and bool(line.said))
    assert line.numbers == list(range(1, last + 1))
    assert line.said == [(1, "welcome")]


async def test_of_a_table_that_was_over_for_long_only_what_is_new_is_told(fold):
    table = await fold.table(goal=1)
    await fold.service.chat.say(table, fold.ann, "good luck")
    last = await play(fold, table, 1)
    fold.clock.pass_by(3 * DAY)
    async with connected(fold.service, fold.bob) as line:
        await fold.service.tables.offer(table, fold.ann, OfferKind.REMATCH)
        await fold.service.chat.say(table, fold.ann, "again?")
        await until(lambda: bool(line.numbers) and bool(line.said))
    assert line.numbers == [last + 1]
    assert line.said == [(2, "again?")]


async def test_a_resume_that_cannot_be_tells_nothing_and_names_the_table(fold):
    table, other = await fold.table(goal=100), await fold.table(goal=100)
    last = await play(fold, table, 1)
    async with connected(fold.service, fold.ann) as line:
        with pytest.raises(BadRequest, match=f"Table {other}: There is no event 99 yet"):
            await line.listening.follow({table: last - 1, other: 99}, {})
        with pytest.raises(NotFound, match="Table zzzzzzzzzzz: There is no such table"):
            await line.listening.follow({table: last - 1, "zzzzzzzzzzz": 0}, {})
        assert line.heard == []
        await line.listening.follow({table: last - 1}, {})
        assert line.numbers == [last]


async def test_who_lost_a_seat_to_a_bot_can_still_resume(fold, make_setup):
    async with Service.open(make_setup(workers=1)) as service:
        terms = Terms("tiny", {"goal": 100}, (SeatPlan("me"), SeatPlan()))
        table = (await service.tables.open(fold.ann, terms)).id
        await service.tables.sit(table, fold.bob)
        for _ in range(9):  # of which spectators hear nothing
            await service.tables.move(table, fold.bob, "swap")
        number = (await service.watching.look(table, fold.bob)).position.number
        await service.tables.leave(table, fold.bob)
        await service.tables.offer(table, fold.ann, OfferKind.TAKEOVER, about=2, bot=service.tables.bots("tiny")[0])
        assert (await service.watching.look(table, fold.bob)).position.seat is None
        async with connected(service, fold.bob) as line:
            await line.listening.follow({table: number}, {})
            assert line.heard == []
            await line.listening.follow({table: 0}, {})
            assert line.numbers == [1, 2, 3, 4, 5, 6, 7]


async def test_a_table_that_does_not_replay_silences_no_other(fold):
    broken, table = await fold.table(goal=100), await fold.table(goal=100)
    async with all_heard(fold.service, fold.ann) as heard:
        engine = fold.service._engine
        aged = change(schema.tables).where(schema.tables.c.id == broken).values(version=99)
        await engine.write(lambda conn: conn.execute(aged))
        engine.forget(broken)
        for listener in engine.listeners.of([fold.ann]):
            listener.notify(broken)
        await play(fold, table, 1)
        await until(lambda: [update.table for update in heard] == [table])


async def test_a_table_that_waits_for_the_listener_is_told_of_once(fold):
    dora = (await fold.service.accounts.register("Dora", "a long password")).id
    async with connected(fold.service, dora) as line, connected(fold.service, fold.bob) as other:
        seats = (SeatPlan("me"), SeatPlan("user", "Dora"))
        table = (await fold.service.tables.open(fold.ann, Terms("tiny", {}, seats))).id
        await until(lambda: [update.table for update in line.heard] == [table])
        await fold.service.chat.say(table, fold.ann, "Come and play", "a key")
        await until(lambda: bool(line.said))
        assert [bool(update.chat) for update in line.heard] == [False, True]
        assert not other.heard
