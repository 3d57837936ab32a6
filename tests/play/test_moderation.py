"""The host's powers: closing, muting, renaming, new passwords, removing talk."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from patience import until
from play_support import overheard
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow
from sheepfold.play.people.users import ClientInfo
from sheepfold.play.terms import SeatPlan, Terms
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"


def texts(lines) -> list[str]:
    return [line.text for line in lines]


async def last_act(fold) -> tuple[int | None, str, str, bool]:
    trace = (await fold.service.moderation.audit_log(limit=1))[0]
    return trace.user, trace.act, trace.about, trace.host


# -- people ------------------------------------------------------------------------------------


async def test_who_is_muted_may_play_but_not_talk(fold):
    table = await fold.table()
    await fold.service.moderation.mute(fold.ann)
    with pytest.raises(Forbidden, match="muted"):
        await fold.service.chat.say(table, fold.ann, "hello")
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert await last_act(fold) == (fold.ann, "was muted", "", True)
    await fold.service.moderation.mute(fold.ann, muted=False)
    assert (await fold.service.chat.say(table, fold.ann, "hello")).text == "hello"
    with pytest.raises(NotFound):
        await fold.service.moderation.mute(99_999)


async def test_a_renamed_person_keeps_everything_but_the_name(fold):
    accounts, moderation = fold.service.accounts, fold.service.moderation
    dora = (await accounts.register("Dora", PASSWORD)).id
    table = (await fold.service.tables.open(dora, Terms("tiny", {}, (SeatPlan("me"), SeatPlan())))).id
    assert (await fold.service.tables.info(table)).seats[0].name == "Dora"
    assert await moderation.rename(dora, " Dorothea ") == "Dorothea"
    assert (await accounts.verify("dorothea", PASSWORD)).id == dora
    assert (await fold.service.tables.info(table)).seats[0].name == "Dorothea"
    assert await last_act(fold) == (dora, "was renamed", "Dora → Dorothea", True)
    assert (await accounts.register("Dora", PASSWORD)).name == "Dora"


async def test_a_seat_kept_for_somebody_stays_theirs_under_the_new_name(fold):
    dora = (await fold.service.accounts.register("Dora", PASSWORD)).id
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("user", "dora")))
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.moderation.rename(dora, "Dorothea")
    assert (await fold.service.tables.info(table)).seats[1].name == "Dorothea"
    other = (await fold.service.accounts.register("Dora", PASSWORD)).id
    with pytest.raises(Forbidden):
        await fold.service.tables.sit(table, other)
    assert await fold.service.tables.sit(table, dora) == 2


async def test_the_host_gives_no_name_that_may_not_be_chosen(fold):
    moderation = fold.service.moderation
    dora = (await fold.service.accounts.register("Dora", PASSWORD)).id
    await fold.service.accounts.register("Edith", PASSWORD)
    for name, error in (("EDITH", NotNow), ("admin", BadRequest), ("x", BadRequest), ("D\u043era", BadRequest)):
        with pytest.raises(error):
            await moderation.rename(dora, name)
    with pytest.raises(NotNow):
        await moderation.rename(fold.ann, "Edith")
    assert await moderation.rename(fold.ann, "Annabel") == "Annabel"
    assert (await fold.service.accounts.user(fold.ann)).guest
    with pytest.raises(NotFound):
        await moderation.rename(99_999, "Nemo")


async def test_a_deleted_name_is_gone_also_where_a_bot_took_the_seat_over(fold):
    dora = (await fold.service.accounts.register("Dora", PASSWORD)).id
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan("user", "Dora")))
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.tables.sit(table, dora)
    bot = update(schema.seats).where(schema.seats.c.user_id == dora).values(user_id=None, sits=False, bot="one")
    await fold.service._engine.write(lambda conn: conn.execute(bot))
    await fold.service.accounts.delete(dora)
    assert "Dora" not in "\n".join(await fold.service.admin.export_all())


async def test_a_new_password_from_the_host_ends_what_the_old_one_let_in(fold):
    accounts, credentials = fold.service.accounts, fold.service.sessions
    dora = (await accounts.register("Dora", PASSWORD)).id
    session = await credentials.new_session(dora, ClientInfo("192.0.2.7"))
    _, token = await credentials.new_token(dora, "my bot", ["play"])
    fresh = await accounts.reset_password(dora)
    assert (await accounts.verify("Dora", fresh)).id == dora
    with pytest.raises(Forbidden):
        await accounts.verify("Dora", PASSWORD)
    assert await credentials.session(session) is None
    assert await credentials.token(token) is None
    assert await last_act(fold) == (dora, "got a new password", "", True)
    with pytest.raises(Forbidden):
        await accounts.reset_password(fold.ann)


# -- talk --------------------------------------------------------------------------------------


async def test_a_removed_line_is_gone_for_everybody(fold):
    table = await fold.table()
    for user, text in ((fold.ann, "hello"), (fold.bob, "buy wool"), (fold.ann, "no")):
        await fold.service.chat.say(table, user, text)
    wool = (await fold.service.moderation.talk(table))[1]
    assert (wool.number, wool.name, wool.text) == (2, "Bob", "buy wool")
    assert await fold.service.moderation.remove_talk(table, 2)
    assert await last_act(fold) == (fold.bob, "had a line removed", f"{table} 2", True)
    for reader in (fold.ann, fold.bob, None):
        lines = await fold.service.chat.read(table, reader)
        assert texts(lines) == ["hello", "(removed by the host)", "no", "removed a line."]
        assert [line.removes for line in lines] == [None, None, None, 2]
        assert [line.number for line in lines] == [1, 2, 3, 4]
    assert "buy wool" not in "\n".join(await fold.service.admin.export_all())
    assert not await fold.service.moderation.remove_talk(table, 2)
    for number in (4, 99):
        with pytest.raises(NotFound):
            await fold.service.moderation.remove_talk(table, number)
    with pytest.raises(NotFound):
        await fold.service.moderation.talk("nothing")


async def test_whoever_watches_hears_which_of_their_lines_went(fold):
    table = await fold.table()
    await fold.service.chat.say(table, fold.cyd, "from the gallery")
    await fold.service.chat.say(table, fold.ann, "hello")
    listener, heard = overheard(fold.service.watching.watch(table, fold.bob, since=0, chat_since=0))
    await until(lambda: bool(heard))
    await fold.service.moderation.remove_talk(table, 1)
    await fold.service.moderation.remove_talk(table, 2)
    await until(lambda: any(line.removes for update in heard for line in update.chat))
    listener.cancel()
    (told,) = [line for update in heard for line in update.chat if line.removes]
    assert (told.number, told.removes) == (2, 1)
    assert [line.removes for line in await fold.service.chat.read(table, fold.cyd)] == [None, None, 1, 2]


async def test_a_line_removed_after_the_game_keeps_the_numbers_of_all_readers(fold):
    table = await fold.table(goal=1)
    await fold.service.chat.say(table, fold.ann, "hello")
    await fold.service.chat.say(table, fold.cyd, "from the gallery")
    await fold.service.tables.move(table, fold.ann, "add 1")
    before = await fold.service.chat.read(table, fold.bob)
    await fold.service.moderation.remove_talk(table, 1)
    after = await fold.service.chat.read(table, fold.bob)
    assert [line.number for line in after[:2]] == [line.number for line in before] == [1, 2]
    assert (after[0].text, after[1].text, after[2].removes) == ("(removed by the host)", "from the gallery", 1)


async def test_a_line_that_was_removed_and_is_sent_again_stays_removed(fold):
    table = await fold.table()
    await fold.service.chat.say(table, fold.ann, "hello", "key")
    await fold.service.moderation.remove_talk(table, 1)
    assert (await fold.service.chat.say(table, fold.ann, "hello", "key")).text == "(removed by the host)"
    assert len(await fold.service.chat.read(table)) == 2


async def test_talk_says_who_is_a_guest(fold):
    table = await fold.table()
    await fold.service.chat.say(table, fold.ann, "hello")
    await fold.service.accounts.register("Annabel", PASSWORD, guest=fold.ann)
    await fold.service.chat.say(table, fold.bob, "hello")
    assert [(line.name, line.guest) for line in await fold.service.chat.read(table)] == [
        ("Annabel", False),
        ("Bob", True),
    ]
