"""Games for research: only of people who all agreed, and nothing that says who they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheepfold.core.records.record import to_json
from sheepfold.play.errors import Forbidden

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"


async def two_accounts(fold: Any) -> None:
    for user, name in ((fold.ann, "Ann"), (fold.bob, "Bob")):
        await fold.service.accounts.register(name, PASSWORD, None, guest=user)


async def finished(fold: Any) -> Any:
    table = await fold.table(goal=1)
    await fold.service.tables.move(table, fold.ann, "add 1")
    return table


async def test_a_game_is_shared_when_all_who_played_agreed_and_no_longer(fold: Any) -> None:
    await two_accounts(fold)
    share, shared = fold.service.accounts.share_games, fold.service.admin.shared_records
    await finished(fold)
    assert await shared() == []
    await share(fold.ann, True)
    assert await shared() == [], "Bob has not agreed"
    await share(fold.bob, True)
    (record,) = await shared()
    assert record.outcome is not None
    await share(fold.ann, False)
    assert await shared() == []


async def test_a_shared_game_has_neither_names_nor_what_tells_which_it_was(fold: Any) -> None:
    await two_accounts(fold)
    for user in (fold.ann, fold.bob):
        await fold.service.accounts.share_games(user, True)
    table = await finished(fold)
    whole = await fold.service.watching.record(table, fold.ann)
    (record,) = await fold.service.admin.shared_records()
    text = to_json(record)
    assert record.moves == whole.moves
    assert record.seats == ("person", "person")
    for secret in ("Ann", "Bob", whole.commitment, whole.seed, table):
        assert secret not in text


async def test_running_games_and_those_of_deleted_people_stay_out(fold: Any) -> None:
    await two_accounts(fold)
    for user in (fold.ann, fold.bob):
        await fold.service.accounts.share_games(user, True)
    await fold.table(goal=5)
    await finished(fold)
    assert len(await fold.service.admin.shared_records()) == 1
    await fold.service.accounts.delete(fold.bob)
    assert await fold.service.admin.shared_records() == []


async def test_a_guest_cannot_agree_and_ones_own_data_tells_it(fold: Any) -> None:
    with pytest.raises(Forbidden, match="Only an account"):
        await fold.service.accounts.share_games(fold.cyd, True)
    await two_accounts(fold)
    assert (await fold.service.history.own_data(fold.ann))["account"]["research"] is False
    await fold.service.accounts.share_games(fold.ann, True)
    assert json.loads(json.dumps(await fold.service.history.own_data(fold.ann)))["account"]["research"] is True
