"""Rate limits: a few knocks are free, too many are told when to come back, and others are not disturbed."""

import asyncio

import pytest

from sheepfold.web.pace import Pace, neighbourhood
from sheepfold.web.problems import TooMany


def knock(pace, times, who="a"):
    async def all_of_them():
        for _ in range(times):
            await pace.knock("login", who)

    asyncio.run(all_of_them())


def pace(on=True):
    return Pace("async+memory://", on=on, paces={"login": "3/minute"})


def test_the_limit_is_free_and_one_more_is_refused_with_a_time():
    found = pace()
    knock(found, 3)
    with pytest.raises(TooMany) as refused:
        knock(found, 1)
    assert 1 <= refused.value.retry_after <= 60


def test_one_callers_haste_does_not_cost_another():
    found = pace()
    knock(found, 3)
    knock(found, 3, who="b")


def test_limits_can_be_switched_off():
    knock(pace(on=False), 50)


def test_an_ipv6_household_counts_as_one():
    assert neighbourhood("2001:db8:1:2::1") == neighbourhood("2001:db8:1:2:ffff::9")
    assert neighbourhood("2001:db8:1:2::1") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("10.0.0.1") != neighbourhood("10.0.0.2")
    assert neighbourhood("nonsense") == "unknown"


def test_an_ipv4_address_counts_for_itself_on_a_server_that_listens_to_both():
    assert neighbourhood("::ffff:10.0.0.1") == neighbourhood("10.0.0.1")
    assert neighbourhood("::ffff:10.0.0.1") != neighbourhood("::ffff:10.0.0.2")
