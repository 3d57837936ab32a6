"""Several addresses of one person: each is confirmed by itself, and all get the same mail."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from catching import Caught
from mail.conftest import PASSWORD, Post
from mail.test_receiving import REPORT
from sheepfold.command import Reply, Sender, obey
from sheepfold.play.errors import NotNow

pytestmark = pytest.mark.anyio

HOUSE = "sheepfold@fold.example"
ANN, BOB, WORK, HOME = "ann@mail.example", "bob@mail.example", "bob@work.example", "bob@home.example"
NAMED = f'Bob "{PASSWORD}"'


async def say(door: Post, line: str) -> Reply:
    return await obey(door.service, Sender("shell"), line)


async def questions(door: Post) -> dict[str, Caught]:
    """The mails that ask whether an address is somebody's."""
    return {mail.to: mail for mail in await door.send() if mail.mail["Subject"] == "Is this your address?"}


async def told(door: Post, table: str) -> list[str]:
    """Who is mailed that it is Bob's turn."""
    await door.service.tables.move(table, door.ann, "add 1")
    found = sorted(mail.to for mail in await door.send())
    await door.service.tables.move(table, door.bob, "add 1")
    await door.drop_all()
    return found


async def with_further(door: Post, *further: str) -> str:
    """A table of Ann and Bob, who has these further addresses."""
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    assert (await say(door, f"add {NAMED} {' '.join(further)}")).ok
    for mail in (await questions(door)).values():
        await door.answer(mail, "yes")
    await door.send()
    return table


async def test_a_further_address_is_mailed_once_it_is_confirmed(door: Post) -> None:
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    reply = await say(door, f"add {NAMED} {WORK} {HOME}")
    assert "We have mailed bob@work.example and bob@home.example" in " ".join(reply.text.split())
    asked = await questions(door)
    assert set(asked) == {WORK, HOME}
    assert await told(door, table) == [BOB]
    assert (await door.answer(asked[WORK], "")).startswith("2.0.0")
    assert [mail.to for mail in await door.send()] == [WORK]  # it is thanked where it answered
    assert await told(door, table) == [BOB, WORK]
    link = asked[HOME].text.split("/confirm/")[1].split()[0]
    assert await door.service.addresses.check("confirm", link) == door.bob
    await door.service.addresses.confirm(link)
    with pytest.raises(NotNow):
        await door.service.addresses.confirm(link)
    assert await told(door, table) == [HOME, BOB, WORK]


async def test_all_addresses_get_the_same_letter_which_names_them_all(door: Post) -> None:
    table = await with_further(door, WORK)
    await door.service.tables.move(table, door.ann, "add 1")
    one, other = await door.send()
    assert one.raw == other.raw
    assert one.mail["To"] == f"{BOB}, {WORK}"


async def test_whoever_writes_from_a_further_address_is_answered_there(door: Post) -> None:
    table = await with_further(door, WORK)
    await door.service.tables.move(table, door.ann, "add 1")
    mail = next(mail for mail in await door.send() if mail.to == WORK)
    await door.answer(mail, "add 2")
    assert (await door.service.watching.look(table, door.ann)).position.view.total == 3
    assert sorted(mail.to for mail in await door.send()) == [ANN, WORK]


async def test_a_challenge_from_a_further_address_is_asked_about_there(door: Post) -> None:
    await with_further(door, WORK)
    await door.write(WORK, HOUSE, "tiny challenge Bob Ann")
    (question,) = await door.send()
    assert (question.to, question.mail["Subject"]) == (WORK, "tiny challenge Bob Ann")


async def test_a_link_to_a_new_password_comes_to_the_first_address_alone(door: Post) -> None:
    await with_further(door, WORK)
    await door.service.addresses.ask_to_recover("Bob")
    assert [mail.to for mail in await door.send()] == [BOB]


async def test_an_account_may_begin_with_several_addresses_and_change_them_all(door: Post) -> None:
    assert (await say(door, f"signup Cid cidspassword {WORK} {HOME}")).ok
    asked = await questions(door)
    for address in (WORK, HOME):  # in either order: to confirm the first does not end the other's link
        await door.answer(asked[address], "")
    cid = (await door.service.accounts.user_named("Cid")).id
    reader = await door.service.mail_wishes.reader(cid)
    assert reader is not None
    assert (reader.mail, reader.further) == (WORK, (HOME,))
    assert (await say(door, "change address Cid cidspassword cid@mail.example")).ok
    assert await door.service.addresses.further(cid) == []
    own = await door.service.addresses.further(door.bob)
    assert (await say(door, f"add {NAMED}")).ok is False  # at the shell no mail says from where
    assert own == await door.service.addresses.further(door.bob)


async def test_by_mail_the_address_that_is_written_from_may_be_left_out(door: Post) -> None:
    await door.write(HOME, HOUSE, f"add {NAMED}")
    assert set(await questions(door)) == {HOME}


async def test_what_is_no_address_or_one_too_many_adds_none(door: Post) -> None:
    many = " ".join(f"b{number}@mail.example" for number in range(5))
    for line, why in (
        (f"add {NAMED} {WORK} @nonsense", "'@nonsense' is not a mail address"),
        (f"add {NAMED} {many}", "Mail goes to 5 addresses of yours at most"),
        ("add Cid cidspassword cid@mail.example", "You have no mail address yet"),
    ):
        if "Cid" in line:
            await say(door, "signup Cid cidspassword")
        reply = await say(door, line)
        assert not reply.ok
        assert why in " ".join(reply.text.split())
    assert await door.service.addresses.further(door.bob) == []


async def test_a_further_address_that_fails_for_good_is_dropped_and_the_first_stays(door: Post) -> None:
    table = await with_further(door, WORK, HOME)
    await door.service.tables.move(table, door.ann, "add 1")
    mail = (await door.send())[0]
    report = REPORT.format(to=mail.sender, number=1, status="5.1.1", action="failed").replace(BOB, WORK)
    await door.bring("", mail.sender, report.encode())
    assert [each.address for each in await door.service.addresses.further(door.bob)] == [HOME]
    assert await door.service.bounces.latest() == []
    door.relay.nobody = HOME
    await door.service.tables.move(table, door.bob, "add 1")
    assert await told(door, table) == [BOB]
    assert await door.service.addresses.further(door.bob) == []
    assert (await door.service.accounts.user(door.bob)).mail_confirmed


async def test_the_addresses_are_in_ones_own_data_and_go_with_the_account(door: Post) -> None:
    await with_further(door, WORK)
    found = await door.service.history.own_data(door.bob)
    assert found["further_addresses"] == [{"address": WORK, "confirmed": True}]
    await door.service.accounts.delete(door.bob)
    engine = door.service._engine
    assert await engine.read(lambda tx: tx.execute(text("SELECT count(*) FROM further_addresses")).scalar()) == 0
