"""Talk, notes and conditional moves."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from patience import until
from sheepfold.core.errors import Malformed
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.service import Service
from sheepfold.play.terms import Conditional, SeatPlan, Terms

pytestmark = pytest.mark.anyio


def texts(lines) -> list[str]:
    return [line.text for line in lines]


async def test_seats_talk_at_the_table_and_spectators_in_the_gallery(fold):
    table = await fold.table()
    await fold.service.chat.say(table, fold.ann, "good  luck")
    await fold.service.chat.say(table, fold.cyd, "seat 2 will win")
    assert texts(await fold.service.chat.read(table, fold.bob)) == ["good luck"]
    assert texts(await fold.service.chat.read(table)) == ["good luck", "seat 2 will win"]
    await fold.service.tables.resign(table, fold.ann)
    assert texts(await fold.service.chat.read(table, fold.bob)) == ["good luck", "seat 2 will win"]


async def test_a_seat_cannot_count_what_the_gallery_says(fold):
    table = await fold.table()
    for number, text in enumerate(("one", "two", "three"), 1):
        await fold.service.chat.say(table, fold.cyd, "psst")
        assert (await fold.service.chat.say(table, fold.ann, text)).number == number
    for user in (fold.ann, fold.bob):
        assert [(line.number, line.text) for line in await fold.service.chat.read(table, user, since=1)] == [
            (2, "two"),
            (3, "three"),
        ]
    assert [line.number for line in await fold.service.chat.read(table, fold.cyd)] == [1, 2, 3, 4, 5, 6]


async def test_after_the_game_a_seat_reads_on_where_it_was_and_all_talk_together(fold):
    table = await fold.table()
    for user, text in ((fold.ann, "one"), (fold.cyd, "psst"), (fold.bob, "two"), (fold.cyd, "psst psst")):
        await fold.service.chat.say(table, user, text)
    async with aclosing(fold.service.watching.watch(table, fold.bob, since=0, chat_since=1)) as updates:
        assert texts((await anext(updates)).chat) == ["two"]
        await fold.service.tables.resign(table, fold.ann)
        assert texts((await anext(updates)).chat) == ["psst", "psst psst"]
        for user, number in ((fold.ann, 5), (fold.cyd, 6)):
            assert (await fold.service.chat.say(table, user, "good game")).number == number
            assert [line.number for line in (await anext(updates)).chat] == [number]
    assert texts(await fold.service.chat.read(table)) == ["one", "psst", "two", "psst psst", "good game", "good game"]


async def test_until_the_game_begins_all_talk_together_so_that_whoever_sits_down_misses_nothing(fold):
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan(), SeatPlan()))
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.chat.say(table, fold.cyd, "may I?")
    last = (await fold.service.chat.say(table, fold.bob, "and I?")).number
    await fold.service.tables.sit(table, fold.bob)
    await fold.service.chat.say(table, fold.ann, "do")
    assert texts(await fold.service.chat.read(table, fold.ann)) == ["may I?", "and I?", "do"]
    assert texts(await fold.service.chat.read(table, fold.bob, since=last)) == ["do"]


async def test_a_line_said_twice_with_one_key_is_said_once(fold):
    table = await fold.table()
    first = await fold.service.chat.say(table, fold.ann, "hello", key="k")
    assert await fold.service.chat.say(table, fold.ann, "hello", key="k") == first
    assert texts(await fold.service.chat.read(table, since=first.number)) == []


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
async def test_empty_and_endless_talk_is_refused(fold, text):
    table = await fold.table()
    with pytest.raises(BadRequest):
        await fold.service.chat.say(table, fold.ann, text)


async def test_talk_holds_nothing_that_nobody_sees(fold):
    table = await fold.table()
    assert (await fold.service.chat.say(table, fold.ann, "good\u202e game\u200b\x1b[2J")).text == "good game[2J"
    with pytest.raises(BadRequest):
        await fold.service.chat.say(table, fold.ann, "\u200b\u2066 \u3164")


async def test_talk_reaches_those_who_watch(fold):
    table = await fold.table()
    async with aclosing(fold.service.watching.watch(table, fold.bob, chat_since=0)) as updates:
        await anext(updates)
        await fold.service.chat.say(table, fold.ann, "hello")
        update = await anext(updates)
    assert texts(update.chat) == ["hello"]
    assert (update.chat[0].name, update.events) == ("Ann", ())


async def test_many_may_talk_at_once(fold):
    table = await fold.table()
    await asyncio.gather(*(fold.service.chat.say(table, fold.ann, str(n)) for n in range(20)))
    assert [line.number for line in await fold.service.chat.read(table)] == list(range(1, 21))


async def test_notes_are_private(fold):
    table = await fold.table()
    await fold.service.chat.set_note(table, fold.ann, "Bob swaps a lot")
    assert await fold.service.chat.note(table, fold.ann) == "Bob swaps a lot"
    assert await fold.service.chat.note(table, fold.bob) == ""
    with pytest.raises(Forbidden):
        await fold.service.chat.note(table, fold.cyd)
    with pytest.raises(BadRequest):
        await fold.service.chat.set_note(table, fold.ann, "x" * 10_001)


async def test_a_note_may_be_written_twice_at_once(fold):
    table = await fold.table()
    await asyncio.gather(*(fold.service.chat.set_note(table, fold.ann, f"note {n}") for n in range(20)))
    assert (await fold.service.chat.note(table, fold.ann)).startswith("note ")


async def all_heard(fold, table: str, total: int) -> None:
    async def counted() -> bool:
        return (await fold.service.watching.look(table)).position.view.total == total

    await until(counted)


async def dropped(fold, table: str) -> None:
    async def empty() -> bool:
        return not await fold.service.tables.queue(table, fold.bob)

    await until(empty)


async def test_conditional_moves_are_played_when_the_turn_comes(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(
        table, fold.bob, [Conditional("add 2"), Conditional("add 3", when="Ann adds 1")]
    )
    await fold.service.tables.move(table, fold.ann, "add 1")
    await all_heard(fold, table, 3)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await all_heard(fold, table, 7)
    assert await fold.service.tables.queue(table, fold.bob) == ()


async def test_a_condition_that_does_not_fit_drops_the_queue(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2", when="adds 3"), Conditional("add 2")])
    await fold.service.tables.move(table, fold.ann, "add 1")
    await dropped(fold, table)
    assert (await fold.service.watching.look(table)).position.to_move == (2,)


async def test_a_queued_move_that_is_not_legal_is_dropped(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 9")])
    await fold.service.tables.move(table, fold.ann, "add 1")
    await dropped(fold, table)


async def test_what_is_no_move_of_the_game_is_not_kept(fold):
    table = await fold.table(goal=100)
    kept = (Conditional("add 2"),)
    await fold.service.tables.set_queue(table, fold.bob, kept)
    for user in (fold.ann, fold.bob):
        with pytest.raises(Malformed, match="Write add 1"):
            await fold.service.tables.set_queue(table, user, [Conditional("add 1"), Conditional("fly")])
    assert await fold.service.tables.queue(table, fold.bob) == kept
    assert (await fold.service.watching.look(table)).position.view.total == 0


async def test_a_queue_set_in_ones_own_turn_is_played_at_once(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(table, fold.ann, [Conditional("add 2")])
    await all_heard(fold, table, 2)


async def test_a_move_kept_ready_is_played_by_the_next_server_if_the_last_one_died(fold, monkeypatch):
    table = await fold.table(goal=100)
    await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 2")])
    with monkeypatch.context() as patch:
        patch.setattr(Engine, "look_after", lambda *given: None)
        await fold.service.tables.move(table, fold.ann, "add 1")
    async with Service.open(fold.setup) as later:
        fold.clock.pass_by(2)
        await later.ticker.tick()
        await until(lambda: _total(later, table, 3))


async def _total(service: Service, table: str, total: int) -> bool:
    return (await service.watching.look(table)).position.view.total == total


async def test_queues_are_private_and_bounded(fold):
    table = await fold.table()
    with pytest.raises(Forbidden):
        await fold.service.tables.queue(table, fold.cyd)
    with pytest.raises(BadRequest):
        await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 1")] * 21)
    await fold.service.tables.resign(table, fold.ann)
    with pytest.raises(NotNow):
        await fold.service.tables.set_queue(table, fold.bob, [Conditional("add 1")])
