"""Tables by their numbers, and moves by theirs."""

from __future__ import annotations

import asyncio

import pytest

from sheepfold.play.errors import NotFound
from sheepfold.play.terms import Access, SeatPlan, Terms

pytestmark = pytest.mark.anyio

TERMS = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()))


async def test_tables_are_numbered_from_101_on_one_after_the_other(fold):
    opened = [await fold.service.tables.open(fold.ann, TERMS) for _ in range(3)]
    assert [info.board for info in opened] == [101, 102, 103]
    assert await fold.service.boards.find(102) == opened[1].id
    assert {listed.info.board for listed in await fold.service.lists.lobby()} == {101, 102, 103}


async def test_the_same_request_again_takes_no_other_number(fold):
    first = await fold.service.tables.open(fold.ann, TERMS, key="once")
    assert (await fold.service.tables.open(fold.ann, TERMS, key="once")).board == first.board
    assert (await fold.service.tables.open(fold.ann, TERMS)).board == first.board + 1


async def test_numbers_go_on_after_an_export_was_read_in_and_the_last_table_is_gone(fold, make_setup, new_database):
    from sheepfold.play.service import Service

    for _ in range(2):
        await fold.service.tables.open(fold.ann, TERMS)
    last = await fold.service.boards.find(102)
    await fold.service._engine.write(
        lambda conn: conn.exec_driver_sql(f"DELETE FROM tables WHERE id = '{last}'")  # as cleaning does
    )
    kept = await fold.service.admin.export_all()
    for kind in ("sqlite", "postgres"):
        async with Service.open(make_setup(database=new_database(kind))) as other:
            await other.admin.import_all(kept)
            assert (await other.tables.open(fold.ann, TERMS)).board == 103
            with pytest.raises(NotFound, match="no board 102"):
                await other.boards.find(102)


async def test_a_private_table_has_no_number_for_strangers(fold):
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), access=Access.PRIVATE)
    board = (await fold.service.tables.open(fold.ann, terms)).board
    assert await fold.service.boards.find(board, fold.ann)
    for stranger in (None, fold.bob):
        with pytest.raises(NotFound, match=f"There is no board {board} here."):
            await fold.service.boards.find(board, stranger)


@pytest.mark.parametrize("options", [{}, {"sealed": True}, {"dice": True}], ids=str)
async def test_the_next_number_follows_the_last_that_everybody_can_read(fold, options):
    """Whoever moved unseen, or is chance, has no number."""
    table = await fold.table(seats=3, goal=100, **options)
    for mover in (fold.ann, fold.bob, fold.cyd, fold.ann):
        await fold.service.tables.move(table, mover, "add 1")
        await fold.service.tables.move(table, fold.cyd, "swap")  # which nobody else knows of
        for user in (fold.ann, fold.bob, fold.cyd, None):
            known = [move.number or 0 for move in await fold.service.boards.written(table, user)]
            assert (await fold.service.boards.next_numbers(table, user))[-1] == 1 + max(known, default=0)


@pytest.mark.parametrize("carrier", ["postgres"], indirect=True)
async def test_two_servers_number_their_tables_in_one_row(two):
    users = [(await service.accounts.new_guest()).id for service in two]
    opened = await asyncio.gather(
        *(service.tables.open(user, TERMS) for service, user in zip(two, users, strict=True) for _ in range(5))
    )
    assert sorted(info.board for info in opened) == list(range(101, 111))
    for info in opened:
        assert [await service.boards.find(info.board) for service in two] == [info.id] * 2
