"""Guessing passwords: wrong ones slow the next ones down, and nobody can lock anybody else out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from observer import API, Fold, Somebody
from sheepfold.play.rate_limits import FREE, LIMITS, LONGEST_DELAY
from sheepfold.web.problems import TooOften
from sheepfold.web.rate_limits import MOST_NAPPING, Limits

pytestmark = pytest.mark.anyio

KINDS = ("browser", "name at an address", "address", "name")
BROWSER, NAME_HERE, ADDRESS, NAME = (LIMITS["wrong passwords", who] for who in KINDS)

RIGHT = "crook and bell"
SLOW = "Too many wrong passwords: wait "


class CountedLimits(Limits):
    """Limits in a hurry: what requests cost is left to other tests."""

    async def check(self, cost: float, address: str) -> None:
        pass

    async def spend(self, cost: float, *who: str) -> None:
        pass


class Naps:
    """Notes how long somebody is kept waiting, and lets nobody wait."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, new_database):
    return new_database(request.param)


@pytest.fixture
async def fold(database):
    async with Fold.open(database) as found:
        site, naps = found.inside.state.site, Naps()
        found.naps = naps
        found.inside.state.site = replace(site, limits=CountedLimits(site.service.budgets, sleep=naps))
        owner = Somebody(found, "Anna", at="10.0.0.1")
        await owner.arrive()
        found.owner = owner
        yield found


async def try_api(who: Somebody, name: str, password: str) -> int:
    return (await who.ask("POST", f"{API}/session", {"name": name, "password": password})).status


async def try_page(who: Somebody, name: str, password: str) -> int:
    status = (await who.ask("POST", "/login", {"name": name, "password": password})).status
    return 200 if status == 303 else status


@pytest.fixture(params=[try_api, try_page])
def attempt(request):
    return request.param


async def guess(fold: Fold, attempt, name: str = "Anna", at: str = "10.6.6.6", times: int = 100) -> list[int]:
    return [await attempt(Somebody(fold, at=at), name, f"wrong {n}") for n in range(times)]


async def test_a_few_wrong_passwords_are_free_and_more_are_slowed_down_longer_each_time(fold, attempt):
    found = await guess(fold, attempt, times=int(NAME_HERE.burst) + 1)
    assert found == [403] * int(NAME_HERE.burst) + [429]
    assert fold.naps.taken[:5] == [1, 2, 4, 8, LONGEST_DELAY]
    assert len(fold.naps.taken) == NAME_HERE.burst - FREE["name at an address"]


async def test_the_same_happens_to_a_name_that_does_not_exist(fold, attempt):
    known = await guess(fold, attempt, "Anna", times=22)
    naps, fold.naps.taken[:] = list(fold.naps.taken), []
    assert await guess(fold, attempt, "Nobody here", at="10.6.6.7", times=22) == known
    assert fold.naps.taken == naps


async def test_nobody_locks_the_owner_out_or_slows_them_down_from_another_address(fold, attempt):
    await guess(fold, attempt)
    fold.naps.taken.clear()
    assert await attempt(Somebody(fold, at="10.0.0.2"), "Anna", RIGHT) == 200
    assert fold.naps.taken == []


async def test_a_name_counts_however_it_is_written(fold, attempt):
    written = ("Anna", " anna", "ANNA ", "anna")
    found = [await attempt(Somebody(fold, at="10.6.6.6"), written[n % 4], f"wrong {n}") for n in range(21)]
    assert found[-1] == 429


async def test_guessing_from_everywhere_is_slowed_down_and_bounded(fold, attempt):
    found = [await attempt(Somebody(fold, at=f"10.6.6.{n}"), "Anna", f"wrong {n}") for n in range(80)]
    assert found.count(403) == NAME.burst
    assert fold.naps.taken[:4] == [1, 2, 4, 8]
    refused = await Somebody(fold, at="10.6.7.1").ask("POST", f"{API}/session", {"name": "Anna", "password": RIGHT})
    assert refused.status == 429
    assert SLOW in refused.text
    assert 0 < int(dict(refused.headers)["retry-after"]) <= 30


async def test_the_browser_that_logged_in_before_is_let_in_whatever_others_do(fold, attempt):
    for n in range(80):
        await attempt(Somebody(fold, at=f"10.6.6.{n}"), "Anna", f"wrong {n}")
    await guess(fold, attempt, at="10.0.0.9", times=25)
    fold.naps.taken.clear()
    assert await attempt(fold.owner.without_session(at="10.0.0.9"), "Anna", RIGHT) == 200
    assert fold.naps.taken == []


async def test_a_known_browser_is_slowed_down_by_its_own_mistakes_and_slows_down_nobody_else(fold, attempt):
    here = fold.owner.without_session(at="10.0.0.9")
    found = [await attempt(here, "Anna", f"wrong {n}") for n in range(int(BROWSER.burst) + 1)]
    assert found[-2:] == [403, 429]
    fold.naps.taken.clear()
    assert await attempt(Somebody(fold, at="10.0.0.9"), "Anna", RIGHT) == 200
    assert fold.naps.taken == []


async def test_a_known_browser_is_a_stranger_to_other_accounts(fold, attempt):
    other = Somebody(fold, "Bert", at="10.0.0.3")
    await other.arrive()
    for n in range(80):
        await attempt(Somebody(fold, at=f"10.6.6.{n}"), "Anna", f"wrong {n}")
    assert await attempt(other.without_session(), "Anna", RIGHT) == 429


async def test_one_address_cannot_go_through_all_names(fold, attempt):
    found = [await attempt(Somebody(fold, at="10.6.6.6"), f"name {n}", "wrong") for n in range(150)]
    assert found.count(403) == ADDRESS.burst
    assert await attempt(Somebody(fold, at="10.6.6.7"), "Anna", RIGHT) == 200


async def test_right_passwords_cost_nothing(fold, attempt):
    for _ in range(int(ADDRESS.burst) + 5):
        assert await attempt(Somebody(fold, at="10.0.0.8"), "Anna", RIGHT) == 200
    assert fold.naps.taken == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", f"{API}/me/password", {"old": "wrong", "new": "new enough"}),
        ("POST", f"{API}/me/delete", {"password": "wrong"}),
        ("POST", "/settings/password", {"old": "wrong", "new": "new enough"}),
        ("POST", "/settings/delete", {"password": "wrong"}),
    ],
)
async def test_wherever_a_password_is_asked_for_guessing_is_slowed_down(fold, method, path, body):
    thief = fold.owner
    found = [(await thief.ask(method, path, body)).status for _ in range(int(BROWSER.burst) + 1)]
    assert found[-1] == 429
    assert set(found[:-1]) <= {403, 422}
    assert fold.naps.taken[:4] == [1, 2, 4, 8]
    fold.naps.taken.clear()
    owner = Somebody(fold, "Anna", at="10.0.0.5")
    await owner.log_in(RIGHT)
    changed = await owner.ask("PUT", f"{API}/me/password", {"old": RIGHT, "new": "new enough"})
    assert changed.status == 200
    assert fold.naps.taken == []


async def test_a_new_password_that_does_not_suit_is_no_wrong_one(fold):
    for _ in range(30):
        answer = await fold.owner.ask("PUT", f"{API}/me/password", {"old": RIGHT, "new": "short"})
        assert answer.status == 422
    assert fold.naps.taken == []


async def test_no_more_than_so_many_wait_for_their_turn(fold):
    limits = fold.inside.state.site.limits
    limits._napping = MOST_NAPPING
    with pytest.raises(TooOften, match=SLOW):
        await limits.nap(1, "Too many wrong passwords")
    assert await try_api(Somebody(fold, at="10.0.0.2"), "Anna", RIGHT) == 200


async def test_a_wrong_password_in_a_command_counts_as_at_the_login(fold):
    thief = Somebody(fold, at="10.0.0.66")
    for _ in range(int(NAME_HERE.burst)):
        found = await thief.ask("POST", "/command", {"line": "mutton showas Anna wrong-secret 101"})
        assert found.status == 422
    assert await try_api(thief, "Anna", "wrong") == 429
