"""One's own data: everything that is held about somebody, and nothing that they may not know."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import update

from sheepfold.play.people.users import ClientInfo
from sheepfold.play.terms import SeatPlan, Terms
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"
HERE = ClientInfo("192.0.2.7", "curl/8")


async def test_everything_that_is_held_about_somebody_is_in_it(fold):
    service = fold.service
    dora = (await service.accounts.register("Dora", PASSWORD, "dora@example.org", client=HERE)).id
    table = (await service.tables.open(dora, Terms("tiny", {"goal": 1}, (SeatPlan("me"), SeatPlan())), client=HERE)).id
    await service.tables.sit(table, fold.bob)
    await service.chat.say(table, dora, "hello")
    await service.chat.say(table, fold.bob, "not yours")
    await service.chat.set_note(table, dora, "remember the wolf")
    await service.tables.move(table, dora, "add 1")
    session = await service.sessions.new_session(dora, HERE)
    _, token = await service.sessions.new_token(dora, "my bot", ["play"], HERE)
    found = await service.history.own_data(dora)
    text = json.dumps(found)
    assert (found["account"]["name"], found["account"]["mail"]) == ("Dora", "dora@example.org")
    assert [line["text"] for line in found["talk"]] == ["hello"]
    assert found["notes"] == [{"table_id": table, "text": "remember the wolf"}]
    assert (found["tables"][0]["id"], found["tables"][0]["seat"]) == (table, 1)
    assert found["tables"][0]["record"]["moves"]
    assert [(s["address"], s["program"]) for s in found["sessions"]] == [("192.0.2.7", "curl")]
    assert [token["label"] for token in found["tokens"]] == ["my bot"]
    assert [trace["act"] for trace in found["trail"]] == ["made a token", "opened a table", "signed up"]
    for secret in (session, token, PASSWORD, "$argon2", "not yours"):
        assert secret not in text


async def test_of_a_running_game_only_what_the_seat_was_told_is_in_it(fold):
    table = await fold.table(sealed=True)
    invite = await fold.service.tables.invitation(table, fold.ann)
    await fold.service.chat.set_note(table, fold.bob, "bobs note")
    (found,) = (await fold.service.history.own_data(fold.ann))["tables"]
    text = json.dumps(found)
    told = [words for seen in (await fold.service.watching.story(table, fold.ann)).events for words in seen.sentences]
    assert [words for seen in found["told"] for words in seen["sentences"]] == told
    assert found["record"] is None
    assert "bobs note" not in text
    assert invite not in text
    assert (await fold.service._engine.table(table)).header.seed.hex() not in text


async def test_a_game_that_does_not_replay_keeps_nobody_from_their_data(fold):
    table = await fold.table()
    newer = update(schema.tables).where(schema.tables.c.id == table).values(version=99)
    await fold.service._engine.write(lambda conn: conn.execute(newer))
    fold.service._engine.forget(table)
    (found,) = (await fold.service.history.own_data(fold.ann))["tables"]
    assert "cannot be replayed under the rules" in found["problem"]


async def test_of_who_deleted_the_account_nothing_personal_is_left(fold):
    service = fold.service
    dora = (await service.accounts.register("Dora", PASSWORD, "dora@example.org", client=HERE)).id
    table = (await service.tables.open(dora, Terms("tiny", {}, (SeatPlan("me"), SeatPlan())), client=HERE)).id
    await service.tables.sit(table, fold.bob)
    await service.chat.say(table, dora, "my address is Ewe Lane")
    await service.chat.set_note(table, dora, "remember the wolf")
    await service.sessions.new_session(dora, HERE)
    await service.sessions.new_token(dora, "my bot", ["play"], HERE)
    await service.accounts.delete(dora)
    left = "\n".join(await service.admin.export_all())
    for trace in ("Dora", "dora", "Ewe Lane", "remember the wolf", "my bot", "192.0.2.7", "argon2"):
        assert trace not in left
