"""People: guests, accounts, logins, and being forgotten."""

from __future__ import annotations

import os
from functools import partial

import pytest
from argon2 import PasswordHasher
from sqlalchemy import update

from sheepfold.bots import levels
from sheepfold.games import SHELF
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow
from sheepfold.play.people.accounts import FRIENDLY, NICE
from sheepfold.play.service import Service
from sheepfold.play.terms import DAY, Clock, SeatPlan, Status, Terms
from sheepfold.store import schema

pytestmark = pytest.mark.anyio


async def test_a_guest_plays_at_once_and_keeps_the_games_when_registering(fold):
    table = await fold.table()
    user = await fold.service.accounts.register("Annabel", "correct horse", "Ann@Example.org", guest=fold.ann)
    assert (user.id, user.guest, user.name) == (fold.ann, False, "Annabel")
    assert (await fold.service.tables.info(table)).seats[0].name == "Annabel"
    assert (await fold.service.tables.info(table)).seats[0].kind == "user"
    with pytest.raises(NotNow):
        await fold.service.accounts.register("Annabel2", "correct horse", guest=fold.ann)


async def test_a_game_that_does_not_replay_keeps_nobody_from_a_vacation_or_from_going(fold):
    broken, table = await fold.table(clock=Clock("days", DAY)), await fold.table(clock=Clock("days", DAY))
    empty = (await fold.service.tables.open(fold.ann, Terms("tiny", {}, (SeatPlan("open"), SeatPlan("open"))))).id
    newer = update(schema.tables).where(schema.tables.c.id.in_([broken, empty])).values(version=99)
    await fold.service._engine.write(lambda conn: conn.execute(newer))
    for old in (broken, empty):
        fold.service._engine.forget(old)
    await fold.service.vacations.take(fold.ann, 3)
    assert not (await fold.service.watching.look(table)).position.clocks[0].running
    await fold.service.accounts.delete(fold.ann)
    assert (await fold.service.tables.info(table)).status is Status.OVER


async def test_a_nameless_guest_gets_a_name(fold):
    assert len((await fold.service.accounts.new_guest()).name) > 3


@pytest.mark.parametrize("name", ["", "a", "x" * 25, "<b>bold</b>", "a\nb\x00", "_x", "🐑🐑"])
async def test_names_are_plain(fold, name):
    with pytest.raises(BadRequest):
        await fold.service.accounts.register(name, "12345678")


async def test_a_name_that_looks_like_an_accounts_is_taken(fold):
    accounts = fold.service.accounts
    await accounts.register("Dolly", "correct horse")
    for name in ("dolly", "D0lly", "DoIly", "\u216eolly"):
        with pytest.raises(NotNow, match="looks like"):
            await accounts.register(name, "correct horse")
        with pytest.raises(NotNow, match="looks like"):
            await accounts.new_guest(name)
    with pytest.raises(NotNow, match="looks like"):
        await accounts.register("D0lly", "correct horse", guest=fold.ann)
    assert (await accounts.user(fold.ann)).name == "Ann"


async def test_a_name_is_written_in_one_script(fold):
    for make in (fold.service.accounts.new_guest, partial(fold.service.accounts.register, password="12345678")):
        with pytest.raises(BadRequest, match="mixes Cyrillic and Latin"):
            await make("D\u043era")
        assert (await make("\u0414\u043e\u0440\u0430")).name == "\u0414\u043e\u0440\u0430"


@pytest.mark.parametrize("name", ["Admin", "M0derator", "sheepfold", "Somebody", "sleeper", "RANDOM"])
async def test_nobody_speaks_for_the_house_or_its_bots(fold, name):
    with pytest.raises(BadRequest, match="reserved"):
        await fold.service.accounts.register(name, "correct horse")
    with pytest.raises(BadRequest, match="reserved"):
        await fold.service.accounts.new_guest(name)


async def test_the_same_name_in_other_letters_finds_the_account(fold):
    dora = await fold.service.accounts.register("\uff24\uff4f\uff52\uff41", "correct horse")
    assert dora.name == "Dora"
    assert (await fold.service.accounts.verify(" \uff44\uff4f\uff52\uff41", "correct horse")).id == dora.id
    assert (await fold.service.accounts.user_named("DORA")).id == dora.id


async def test_a_deleted_accounts_name_is_free_again(fold):
    accounts = fold.service.accounts
    dora = await accounts.register("Dora", "correct horse")
    await accounts.delete(dora.id)
    assert (await accounts.register("D0ra", "correct horse")).name == "D0ra"


async def test_guests_may_be_called_alike(fold):
    assert (await fold.service.accounts.new_guest("Ann")).name == "Ann"


@pytest.mark.parametrize(("password", "mail"), [("short", None), ("x" * 201, None), ("12345678", "not a mail")])
async def test_passwords_and_mail_addresses_are_checked(fold, password, mail):
    with pytest.raises(BadRequest):
        await fold.service.accounts.register("Dora", password, mail)


async def test_names_and_addresses_are_unique_whatever_their_case(fold):
    await fold.service.accounts.register("Dora", "12345678", "dora@example.org")
    with pytest.raises(NotNow):
        await fold.service.accounts.register("DORA", "12345678")
    with pytest.raises(NotNow):
        await fold.service.accounts.register("Dora2", "12345678", "Dora@Example.org")


async def test_a_login_needs_name_or_address_and_the_password(fold):
    dora = await fold.service.accounts.register("Dora", "12345678", "dora@example.org")
    assert (await fold.service.accounts.verify("dora", "12345678")).id == dora.id
    assert (await fold.service.accounts.verify("DORA@example.org", "12345678")).id == dora.id
    with pytest.raises(Forbidden) as wrong:
        await fold.service.accounts.verify("dora", "87654321")
    with pytest.raises(Forbidden) as unknown:
        await fold.service.accounts.verify("nobody", "87654321")
    assert str(wrong.value) == str(unknown.value)


async def test_a_new_password_opens_the_account_and_the_old_one_does_not(fold):
    accounts = fold.service.accounts
    dora = await accounts.register("Dora", "12345678")
    await accounts.change_password(dora.id, "12345678", "abcdefgh")
    await accounts.verify("Dora", "abcdefgh")
    with pytest.raises(Forbidden):
        await accounts.verify("Dora", "12345678")


async def test_a_deleted_account_leaves_no_empty_table_open(fold):
    table = (await fold.service.tables.open(fold.ann, Terms("tiny", {}, (SeatPlan("open"), SeatPlan("open"))))).id
    await fold.service.accounts.delete(fold.ann)
    assert (await fold.service.tables.info(table)).status is Status.OVER
    assert await fold.service.lists.lobby() == []


async def test_a_deleted_account_leaves_the_others_their_games(fold):
    over, running = await fold.table(goal=1), await fold.table()
    await fold.service.tables.move(over, fold.ann, "add 1")
    await fold.service.chat.say(over, fold.ann, "my address is …")
    await fold.service.chat.set_note(over, fold.ann, "secret")
    secret = await fold.service.sessions.new_session(fold.ann)
    await fold.service.accounts.delete(fold.ann)
    await fold.service.accounts.delete(fold.ann)
    assert (await fold.service.watching.record(over)).seats == ("Somebody", "Bob")
    assert (await fold.service.tables.info(running)).status is Status.OVER
    assert (await fold.service.chat.read(over))[0].text == "(deleted)"
    assert await fold.service.sessions.session(secret) is None
    with pytest.raises(NotFound):
        await fold.service.accounts.user(fold.ann)
    assert (await fold.service.watching.story(over)).events[0].sentences == ("Somebody opened the table.",)


async def test_a_deleted_account_is_expected_at_no_table_any_more(fold):
    dolly = await fold.service.accounts.register("Dolly", "correct horse")
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("user", "dolly")))
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.accounts.delete(dolly.id)
    assert "dolly" not in str(await fold.service.watching.look(table, fold.ann)).casefold()
    assert await fold.service.tables.sit(table, fold.bob) == 2


async def test_work_on_passwords_yields_to_the_games(make_setup):
    seen = []

    class Hasher(PasswordHasher):
        def hash(self, password, *, salt=None):
            seen.append(os.getpriority(os.PRIO_PROCESS, 0))
            return super().hash(password, salt=salt)

    async with Service.open(make_setup(hasher=Hasher(1, 8, 1))) as service:
        await service.accounts.register("Dolly", "correct horse")
    assert seen == [min(os.getpriority(os.PRIO_PROCESS, 0) + NICE, 19)]


async def test_no_guest_is_called_like_a_bot() -> None:
    bots = {level.title.casefold() for name in SHELF for level in levels(SHELF.game(name))}
    assert len(bots) >= 20
    assert bots.isdisjoint(name.casefold() for name in FRIENDLY)
