"""Budgets in the database: so much at once, then as fast as it comes back, for all processes together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import func, select

from sheepfold.play import rate_limits as budgets
from sheepfold.play.rate_limits import Claim, Rate, digest, hourly
from sheepfold.play.service import Service
from sheepfold.store import Store, open_store, schema

pytestmark = pytest.mark.anyio

THREE = Rate(burst=3, per_second=0.1)
"""Three at once, then one every ten seconds."""


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = open_store(database)
    yield opened
    await opened.close()


async def take(store: Store, now: float, *claims: Claim) -> budgets.Claimed:
    return await store.write(lambda conn: budgets.take(conn, claims, now))


async def granted(store: Store, now: float, claim: Claim, tries: int = 9) -> int:
    return sum([not (await take(store, now, claim)).wait for _ in range(tries)])


async def test_a_whole_budget_may_be_taken_at_once_and_then_as_it_comes_back(store):
    claim = Claim("a", THREE)
    assert await granted(store, 1000.0, claim) == 3
    assert (await take(store, 1004.0, claim)).wait == pytest.approx(6)
    assert await granted(store, 1010.0, claim) == 1
    assert await granted(store, 2000.0, claim) == 3


async def test_each_key_has_a_budget_of_its_own(store):
    assert await granted(store, 1000.0, Claim("a", THREE)) == 3
    assert await granted(store, 1000.0, Claim("b", THREE)) == 3


async def test_of_several_budgets_all_are_taken_from_or_none(store):
    small, large = Claim("small", THREE), Claim("large", Rate(10, 0.1))
    for _ in range(5):
        await take(store, 1000.0, small, large)
    assert (await take(store, 1000.0, large)).used == (pytest.approx(4),)


async def test_what_was_not_needed_comes_back(store):
    claim = Claim("a", THREE)
    await take(store, 1000.0, claim)
    await take(store, 1000.0, claim)
    await store.write(lambda conn: budgets.give_back(conn, [claim], 1000.0))
    assert (await take(store, 1000.0, claim)).used == (pytest.approx(2),)


async def test_a_clock_that_was_set_back_locks_nobody_out(store):
    claim = Claim("a", THREE)
    assert await granted(store, 1_000_000.0, claim) == 3
    assert (await take(store, 1000.0, claim)).wait <= 4 / THREE.per_second
    assert await granted(store, 1000.0 + 2 * THREE.fill, claim) == 3


async def test_what_processes_let_through_counts_even_beyond_the_budget_but_not_for_ever(store):
    async def merged(cost: float) -> float:
        return (await store.write(lambda conn: budgets.merge(conn, [Claim("a", THREE, cost)], 1000.0)))["a"]

    assert await merged(2) == pytest.approx(20)
    assert await merged(2) == pytest.approx(40)
    assert await merged(50) == pytest.approx(60)
    assert (await take(store, 1000.0, Claim("a", THREE))).wait == pytest.approx(40)


async def test_what_was_typed_is_not_kept(store):
    await take(store, 1000.0, Claim("login name:crook and bell", THREE))
    rows = await store.read(lambda conn: conn.execute(select(schema.budgets.c.key)).scalars().all())
    assert rows == [digest("login name:crook and bell")]


async def test_whole_budgets_are_forgotten(fold):
    def rows() -> object:
        return fold.service._engine.read(
            lambda conn: conn.execute(select(func.count()).select_from(schema.budgets)).scalar()
        )

    await fold.service.budgets.take(Claim("slow", hourly(2, 1)), Claim("quick", Rate(1, 1e6)))
    fold.clock.pass_by(1)
    await fold.service.budgets.tidy()
    assert await rows() == 1


async def test_processes_that_take_at_once_are_granted_no_more_than_there_is(make_setup):
    async with AsyncExitStack() as stack:
        services = [await stack.enter_async_context(Service.open(make_setup())) for _ in range(2)]
        claims = [Claim("a", hourly(10, 1)), Claim("b", hourly(12, 1))]
        orders = (claims, claims[::-1])
        found = await asyncio.gather(*(services[n % 2].budgets.take(*orders[n // 2 % 2]) for n in range(40)))
    assert sum(not taken.wait for taken in found) == 10
