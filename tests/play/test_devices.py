"""Browsers are known again by a secret that lets nobody in, and that is worth nothing once it was replaced."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from sheepfold.play.people import sessions
from sheepfold.play.terms import DAY
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

PASSWORD = "crook and bell"


@pytest.fixture
async def dora(fold):
    return await fold.service.accounts.register("Dora", PASSWORD, "dora@sheep.example")


async def test_a_browser_is_known_to_the_accounts_that_were_opened_in_it(fold, dora):
    found, emil = fold.service.devices, await fold.service.accounts.register("Emil", PASSWORD)
    assert not await found.knows("", "Dora")
    secret = await found.remember(dora.id, "")
    assert [await found.knows(secret, name) for name in ("Dora", " dora ", "DORA@sheep.example")] == [True] * 3
    assert not await found.knows(secret, "Emil")
    assert not await found.knows("another", "Dora")
    both = await found.remember(emil.id, secret)
    assert await found.knows(both, "Dora")
    assert await found.knows(both, "Emil")


async def test_every_login_brings_a_new_secret_and_the_old_one_is_worth_nothing(fold, dora):
    found = fold.service.devices
    planted = await found.remember(dora.id, "")
    fresh = await found.remember(dora.id, planted)
    assert not await found.knows(planted, "Dora")
    assert await found.knows(fresh, "Dora")


async def test_a_secret_that_nobody_was_given_makes_no_browser_known(fold, dora):
    fresh = await fold.service.devices.remember(dora.id, "made up")
    assert not await fold.service.devices.knows("made up", "Dora")
    assert await fold.service.devices.knows(fresh, "Dora")


async def test_the_secret_itself_is_not_stored(fold, dora):
    secret = await fold.service.devices.remember(dora.id, "")
    rows = await fold.service._engine.read(lambda conn: conn.execute(select(schema.devices)).all())
    assert secret not in str(rows)
    assert len(rows) == 1


async def test_a_new_password_makes_every_browser_unknown(fold, dora):
    secret = await fold.service.devices.remember(dora.id, "")
    await fold.service.accounts.change_password(dora.id, PASSWORD, PASSWORD + "!")
    assert not await fold.service.devices.knows(secret, "Dora")


async def test_deleting_the_account_forgets_its_browsers(fold, dora):
    await fold.service.devices.remember(dora.id, "")
    await fold.service.accounts.delete(dora.id)
    assert not await fold.service._engine.read(lambda conn: conn.execute(select(schema.devices)).all())


async def test_a_browser_that_did_not_come_back_is_forgotten(fold, dora):
    secret = await fold.service.devices.remember(dora.id, "")
    fold.clock.pass_by(sessions.DEVICE_DAYS * DAY + 1)
    assert not await fold.service.devices.knows(secret, "Dora")


async def test_so_many_browsers_are_kept_and_the_oldest_goes_first(fold, dora):
    known = []
    for _ in range(sessions.MOST_DEVICES + 1):
        fold.clock.pass_by(60)
        known.append(await fold.service.devices.remember(dora.id, ""))
    expected = [False] + [True] * sessions.MOST_DEVICES
    assert [await fold.service.devices.knows(secret, "Dora") for secret in known] == expected
