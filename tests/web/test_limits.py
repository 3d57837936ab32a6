"""Rate limits: a whole budget at once, then as fast as it comes back; one caller's haste costs no other anything."""

from __future__ import annotations

import asyncio

import pytest

from sheepfold.play.errors import Busy
from sheepfold.play.people.users import neighbourhood
from sheepfold.play.rate_limits import LIMITS, Budgets, Claim, Claimed, Rate, TokenBucket, TokenBuckets
from sheepfold.web.problems import TooOften
from sheepfold.web.rate_limits import BUSY, EXCHANGE, MOST_WAITING, SOON, TIDYING, Limits

TEN = Rate(burst=10, per_second=1)
CALLER, ADDRESS = (LIMITS["milliseconds", who] for who in ("player", "address"))


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


class Store(Budgets):
    """Budgets of which only the calls matter."""

    shared = True

    def __init__(self, *, away: bool = False) -> None:
        self.away, self.claims, self.known = away, [], {}

    async def take(self, *claims: Claim) -> Claimed:
        if self.away:
            raise Busy("away")
        self.claims += claims
        return Claimed(used=(1.0,) * len(claims))

    async def merge(self, spent):
        if self.away:
            raise Busy("away")
        self.claims += spent
        for claim in spent:
            self.known[claim.key] = self.known.get(claim.key, 0.0) + claim.seconds
        return {claim.key: self.known[claim.key] for claim in spent}


@pytest.fixture
def clock():
    return Clock()


def limits(clock, store=None, **more):
    return Limits(store or Store(), clock=clock, sleep=clock.sleep, **more)


def spend(found, who, cost, times=1):
    async def all_of_it():
        for _ in range(times):
            await found.spend(cost, who)

    asyncio.run(all_of_it())


# -- buckets ------------------------------------------------------------------------------------


def test_a_whole_budget_is_spent_at_once_and_comes_back_with_time(clock):
    buckets = TokenBuckets(TEN, clock)
    buckets.spend("a", 10)
    assert buckets.wait("a", 5) == 5
    clock.now = 4
    assert buckets.wait("a", 5) == 1
    clock.now = 5
    assert buckets.wait("a", 5) == 0
    clock.now = 1000
    assert buckets.wait("a", 10) == 0
    assert buckets.wait("a", 11) == 1, "no more comes back than there was"


def test_a_key_that_was_not_seen_for_long_takes_no_room(clock):
    buckets = TokenBuckets(TEN, clock)
    for second in range(100):
        clock.now = second
        buckets.spend(f"once at {second}", 1)
    assert len(buckets) <= 4 * TEN.fill + 2


def test_a_debt_outlives_the_generation_in_which_it_was_made(clock):
    buckets = TokenBuckets(TEN, clock)
    clock.now = 2 * TEN.fill
    buckets.spend("a", 10)
    clock.now += 0.1
    buckets.spend("b", 1)
    assert buckets.wait("a", 10) > 9


def test_somebody_with_any_number_of_addresses_takes_bounded_room_and_stays_known(clock):
    buckets = TokenBuckets(TEN, clock, most=100)
    for number in range(10_000):
        buckets.spend(f"invented {number}", 1)
        if number % 50 == 0:
            buckets.spend("hasty", 0.1)
    assert len(buckets) <= 200
    assert buckets.wait("hasty", 0) == pytest.approx(10)


def test_one_bucket_gives_so_much_at_once_and_then_what_comes_back_and_takes_nothing_when_it_refuses(clock):
    bucket = TokenBucket(TEN, clock)
    assert [bucket.take() for _ in range(10)] == [0.0] * 10
    assert bucket.take() == 1.0
    clock.now = 0.5
    assert [bucket.take(), bucket.take()] == [0.5, 0.5]
    clock.now = 1.0
    assert bucket.take() == 0.0
    assert bucket.take() == 1.0
    clock.now = 1000
    assert bucket.take(10) == 0.0
    assert bucket.take() == 1.0, "no more comes back than there was"


# -- the limits of a process -------------------------------------------------------------------


def test_who_spent_a_whole_budget_waits_a_moment_and_is_served(clock):
    spend(limits(clock), "user:1", CALLER.burst / 10, times=10)
    assert clock.now == 0
    found = limits(clock)
    spend(found, "user:1", CALLER.burst)
    spend(found, "user:1", CALLER.per_second / 2)
    assert clock.now == pytest.approx(0.5)


def test_who_asks_for_much_too_much_is_told_when_to_come_back(clock):
    found = limits(clock)
    spend(found, "user:1", CALLER.burst)
    with pytest.raises(TooOften) as refused:
        spend(found, "user:1", 5 * CALLER.per_second)
    assert refused.value.retry_after == 4
    assert str(refused.value) == "Too many requests: wait 4 seconds."
    assert clock.now == SOON, "refusals are not handed out as fast as they are asked for"
    clock.now += 4
    spend(found, "user:1", 5 * CALLER.per_second)


def test_one_callers_haste_does_not_cost_another(clock):
    found = limits(clock)
    spend(found, "user:1", CALLER.burst)
    spend(found, "user:2", CALLER.burst)
    spend(found, "at:10.0.0.1", ADDRESS.burst)
    spend(found, "at:10.0.0.2", ADDRESS.burst)
    assert clock.now == 0


def test_who_has_not_enough_costs_the_neighbours_nothing(clock):
    found = limits(clock)
    spend(found, "user:1", CALLER.burst)
    for _ in range(10):
        with pytest.raises(TooOften):
            asyncio.run(found.spend(CALLER.burst, "at:10.0.0.1", "user:1"))
    clock.now = 0
    spend(found, "at:10.0.0.1", ADDRESS.burst)
    assert clock.now == 0


def test_an_address_that_could_not_pay_anyway_is_refused_before_anything_is_looked_up(clock):
    found = limits(clock)
    asyncio.run(found.check(ADDRESS.burst, "at:10.0.0.1"))
    spend(found, "at:10.0.0.1", ADDRESS.burst)
    asyncio.run(found.check(ADDRESS.per_second * SOON, "at:10.0.0.1"))
    assert clock.now == 0
    with pytest.raises(TooOften):
        asyncio.run(found.check(ADDRESS.per_second * SOON + 1, "at:10.0.0.1"))
    assert clock.now == SOON


def test_no_more_than_so_many_are_kept_waiting(clock):
    async def crowd():
        gate = asyncio.Event()
        found = Limits(Store(), clock=clock, sleep=lambda seconds: gate.wait())
        await found.spend(CALLER.burst, "user:1")
        waiting = [asyncio.create_task(found.spend(9 * CALLER.per_second, "user:1")) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooOften):
            await asyncio.wait_for(found.spend(9 * CALLER.per_second, "user:1"), 60)
        gate.set()
        assert all(isinstance(end, TooOften) for end in await asyncio.gather(*waiting, return_exceptions=True))

    asyncio.run(crowd())


def test_limits_can_be_switched_off(clock):
    found = limits(clock, on=False)
    spend(found, "user:1", CALLER.burst, times=100)
    asyncio.run(found.count("guests", "at:10.0.0.1"))
    assert clock.now == 0


# -- several processes -------------------------------------------------------------------------


def test_processes_hear_of_each_others_busiest_callers(clock):
    store = Store()
    one, other = limits(clock, store), limits(clock, store)
    spend(one, "user:1", CALLER.burst)
    asyncio.run(one.exchange())
    spend(other, "user:1", CALLER.burst / 2)
    asyncio.run(other.exchange())
    with pytest.raises(TooOften) as refused:
        spend(other, "user:1", CALLER.burst / 2)
    assert refused.value.retry_after >= CALLER.fill / 2


def test_quiet_callers_are_not_talked_about(clock):
    store = Store()
    found = limits(clock, store)
    spend(found, "user:1", 0.9 * BUSY * CALLER.per_second)
    spend(found, "user:2", 1.1 * BUSY * CALLER.per_second)
    asyncio.run(found.exchange())
    assert [claim.key for claim in store.claims] == ["user:2"]
    asyncio.run(found.exchange())
    assert len(store.claims) == 1


def test_what_was_spent_during_an_exchange_is_not_forgotten_by_it(clock):
    class Slow(Store):
        async def merge(self, spent):
            await found.spend(CALLER.burst / 2, "user:1")
            return await super().merge(spent)

    found = limits(clock, Slow())
    spend(found, "user:1", CALLER.burst / 2)
    asyncio.run(found.exchange())
    with pytest.raises(TooOften):
        spend(found, "user:1", CALLER.burst / 2)


def test_a_database_that_is_away_stops_nobody(clock):
    found = limits(clock, Store(away=True))
    asyncio.run(found.count("guests", "at:10.0.0.1"))
    spend(found, "user:1", CALLER.burst)
    with pytest.raises(Busy):
        asyncio.run(found.exchange())
    spend(found, "user:2", CALLER.burst)


def test_a_deed_is_counted_for_the_address_and_for_the_caller(clock):
    store = Store()
    asyncio.run(limits(clock, store).count("tables", "at:10.0.0.1", "user:1"))
    assert [(claim.key, claim.rate) for claim in store.claims] == [
        ("tables by address at:10.0.0.1", LIMITS["tables", "address"]),
        ("tables by address in days at:10.0.0.1", LIMITS["tables", "address in days"]),
        ("tables by player user:1", LIMITS["tables", "player"]),
    ]


@pytest.mark.parametrize(("shared", "sleeps"), [(True, EXCHANGE), (False, TIDYING)])
def test_a_process_alone_has_nothing_to_exchange_but_tidies_up_too(clock, shared, sleeps):
    class Tidied(Exception):
        pass

    class Kept(Store):
        async def tidy(self):
            raise Tidied

    Kept.shared, naps = shared, []

    async def sleep(seconds):
        naps.append(seconds)

    with pytest.raises(Tidied):
        asyncio.run(Limits(Kept(), sleep=sleep).run())
    assert set(naps) == {sleeps}
    assert sum(naps) == TIDYING
    asyncio.run(Limits(Kept(), sleep=sleep, on=False).run())


# -- addresses ---------------------------------------------------------------------------------


def test_an_ipv6_household_counts_as_one():
    assert neighbourhood("2001:db8:1:2::1") == neighbourhood("2001:db8:1:2:ffff::9")
    assert neighbourhood("2001:db8:1:2::1") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("10.0.0.1") != neighbourhood("10.0.0.2")
    assert neighbourhood("nonsense") == "unknown"


def test_an_ipv4_address_counts_for_itself_on_a_server_that_listens_to_both():
    assert neighbourhood("::ffff:10.0.0.1") == neighbourhood("10.0.0.1")
    assert neighbourhood("::ffff:10.0.0.1") != neighbourhood("::ffff:10.0.0.2")
