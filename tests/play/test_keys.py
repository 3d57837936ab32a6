"""A key stands for one request: the same again is harmless, another one is refused and changes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from patience import until
from play_support import a_table, facts, people
from sheepfold.play.errors import KeyUsed
from sheepfold.play.service import Service
from sheepfold.play.terms import Access, OfferKind, SeatPlan, Terms
from tiny import Added

pytestmark = pytest.mark.anyio


async def total(service: Service, table: str) -> int:
    return (await service.watching.look(table)).position.view.total


OTHERS = ("add 2", ("add", "2"), "swap", ("swap",), "random", "dance", ("dance",), "")
"""Other moves than adding one, some of which could never be made."""


@pytest.mark.parametrize("first", ["add 1", ("add", "1"), " ADD  1"], ids=str)
async def test_a_key_is_not_good_for_another_move(fold, first):
    table = await fold.table(goal=100)
    await fold.service.tables.move(table, fold.ann, first, key="k")
    await fold.service.tables.move(table, fold.bob, "add 1", key="k")  # a key is its sender's own
    before = await fold.service.watching.look(table, fold.ann)
    for other in OTHERS:
        with pytest.raises(KeyUsed):
            await fold.service.tables.move(table, fold.ann, other, key="k")
    assert await fold.service.watching.look(table, fold.ann) == before
    async with Service.open(fold.setup) as later:
        for other in OTHERS:
            with pytest.raises(KeyUsed):
                await later.tables.move(table, fold.ann, other, key="k")


@pytest.mark.parametrize("first", ["add 1", ("add", "1"), " ADD  1"], ids=str)
async def test_the_same_move_is_the_same_request_however_it_is_put(fold, first):
    table = await fold.table(goal=100)
    stands = (await fold.service.tables.move(table, fold.ann, first, key="k")).position
    async with Service.open(fold.setup) as later:
        for service in (fold.service, later):
            for again in ("add 1", ("add", "1"), ["add", "1"], "Add 1 "):
                assert (await service.tables.move(table, fold.ann, again, expected=1, key="k")).position == stands


async def test_what_chance_answered_is_asked_for_again_in_the_same_words(fold):
    table = await fold.table(goal=100)
    made = await fold.service.tables.move(table, fold.ann, "random", key="k")
    (added,) = facts(made)
    assert isinstance(added, Added)
    async with Service.open(fold.setup) as later:
        for service in (fold.service, later):
            for again in ("random", " Random", f"add {added.number}", ("add", str(added.number))):
                assert (await service.tables.move(table, fold.ann, again, key="k")).position == made.position
            with pytest.raises(KeyUsed):
                await service.tables.move(table, fold.ann, "swap", key="k")


async def test_a_move_that_was_taken_back_keeps_its_key(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1", key="k")
    await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)
    await fold.service.tables.answer(table, fold.bob, OfferKind.UNDO, True)
    async with Service.open(fold.setup) as later:
        for service in (fold.service, later):
            await service.tables.move(table, fold.ann, "add 1", key="k")
            with pytest.raises(KeyUsed):
                await service.tables.move(table, fold.ann, "add 2", key="k")
            assert await total(service, table) == 0


async def test_a_key_is_good_for_one_table(fold):
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()))
    table = (await fold.service.tables.open(fold.ann, terms, "k")).id
    spelled_out = (await fold.service.tables.info(table, fold.ann)).terms
    for same in (terms, spelled_out):
        assert (await fold.service.tables.open(fold.ann, same, "k")).id == table
    others = (
        replace(terms, options={"goal": 7}),
        replace(terms, access=Access.PRIVATE),
        replace(terms, seats=(SeatPlan(), SeatPlan("me"))),
        replace(terms, aids=False),
    )
    for other in others:
        with pytest.raises(KeyUsed):
            await fold.service.tables.open(fold.ann, other, "k")
    assert [listed.info.id for listed in await fold.service.lists.of_user(fold.ann)] == [table]
    assert (await fold.service.tables.open(fold.bob, others[0], "k")).id != table


async def test_a_key_is_good_for_one_line_of_talk(fold):
    table = await fold.table()
    line = await fold.service.chat.say(table, fold.ann, "hello", key="k")
    assert await fold.service.chat.say(table, fold.ann, " hello ", key="k") == line
    with pytest.raises(KeyUsed):
        await fold.service.chat.say(table, fold.ann, "goodbye", key="k")
    await fold.service.chat.say(table, fold.bob, "goodbye", key="k")
    assert [line.text for line in await fold.service.chat.read(table, fold.ann)] == ["hello", "goodbye"]


async def test_of_two_moves_under_one_key_at_two_servers_one_is_made(two):
    ann, bob = await people(two[0])
    table = await a_table(two[0], ann, bob)
    await until(lambda: two[1]._engine.bus.alive)
    for number in range(6):
        wishes = zip(two, ("add 1", "add 2"), strict=True)
        moves = [server.tables.move(table, (ann, bob)[number % 2], move, key=f"k{number}") for server, move in wishes]
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["KeyUsed", "Update"]
