"""Mail that comes in: commands and answers are carried out once, and answered to whom they may be answered."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from catching import Caught
from mail.conftest import PASSWORD, Post
from sheepfold.command import Sender, obey
from sheepfold.play.notices import ABSENT

pytestmark = pytest.mark.anyio

HOUSE = "sheepfold@fold.example"
ANN, BOB = "ann@mail.example", "bob@mail.example"


async def first_mail(door: Post) -> tuple[str, Caught]:
    """A table of which Bob was told by mail, and that mail."""
    table = await door.table()
    await door.service.correspondence.acted_by_mail(table, door.bob)
    await door.service.move(table, door.ann, "add 1")
    (mail,) = await door.send()
    return table, mail


async def total(door: Post, table: str) -> int:
    found: int = (await door.service.look(table, door.ann)).position.view.total
    return found


async def test_an_answer_with_nothing_but_a_move_is_enough(door: Post) -> None:
    table, mail = await first_mail(door)
    assert (await door.answer(mail, "add 2")).startswith("2.0.0")
    assert await total(door, table) == 3
    reply, turn = sorted(await door.send(), key=lambda caught: caught.to, reverse=True)
    assert (reply.to, reply.mail["Auto-Submitted"]) == (BOB, "auto-replied")
    assert (turn.to, turn.mail["Auto-Submitted"]) == (ANN, "auto-generated")
    assert "Bob adds 2" in reply.text


async def test_a_command_in_the_subject_and_the_comment_in_the_body(door: Post) -> None:
    table = await door.table()
    await door.write(ANN, HOUSE, f"tiny move 101 Ann {PASSWORD.replace(' ', '_')} add 1")
    assert await total(door, table) == 0
    token = (await door.service.credentials.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.drop_all()
    await door.write(ANN, HOUSE, f"tiny move 101 Ann {token} add 1", "Good luck!")
    assert await total(door, table) == 1
    assert [line.text for line in await door.service.chat(table, door.bob)] == ["Good luck!"]
    reply, turn = sorted(await door.send(), key=lambda caught: caught.to)
    assert (reply.to, turn.to) == (ANN, BOB)
    assert "Good luck!" in turn.text
    assert token not in reply.raw.decode() + turn.raw.decode()


async def test_a_mail_that_comes_again_changes_nothing(door: Post) -> None:
    table, mail = await first_mail(door)
    for _ in range(3):
        await door.answer(mail, "add 2", Message_ID="<once@mail.example>")
    assert await total(door, table) == 3
    assert len([caught for caught in await door.send() if caught.to == BOB]) == 1


async def test_mails_in_the_wrong_order_change_nothing_wrongly(door: Post) -> None:
    table, mail = await first_mail(door)
    await door.answer(mail, "add 2")
    await door.answer(mail, "add 3")
    assert await total(door, table) == 3
    replies = [caught for caught in await door.send() if caught.to == BOB]
    assert "It is not your turn" in replies[-1].text


async def test_an_address_with_another_signature_is_nobodys(door: Post) -> None:
    table, mail = await first_mail(door)
    good = str(mail.mail["Reply-To"])
    for bad in (f"board101.{'a' * 26}@fold.example", good.replace("board101", "board102"), good.replace("@", "a@")):
        await door.write(BOB, bad, "Re: x", "add 2")
    assert await total(door, table) == 1
    assert await door.write(BOB, good.upper().replace("FOLD.EXAMPLE", "fold.example"), "Re: x", "add 2")
    assert await total(door, table) == 3


async def test_a_new_password_or_address_ends_the_addresses_for_answers(door: Post) -> None:
    table, mail = await first_mail(door)
    await door.service.accounts.change_password(door.bob, PASSWORD, "another horse")
    await door.answer(mail, "add 2")
    assert await total(door, table) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<x.example>"},
        {"Message_ID": "<board101.x@fold.example>"},
    ],
)
async def test_machines_are_not_answered(door: Post, headers: dict[str, str]) -> None:
    table, mail = await first_mail(door)
    await door.answer(mail, "add 2", **headers)
    assert await total(door, table) == 1
    assert await door.send() == []


async def test_a_report_of_delivery_is_not_answered(door: Post) -> None:
    await door.bring("", HOUSE, b"From: mailer-daemon@mail.example\r\nSubject: Undelivered\r\n\r\nno\r\n")
    assert await door.send() == []


async def test_strangers_are_answered_once_a_day(door: Post) -> None:
    for _ in range(5):
        await door.write("victim@mail.example", HOUSE, "help")
    assert len(await door.send()) == 1
    door.wall.pass_by(86_401)
    await door.write("victim@mail.example", HOUSE, "help")
    assert len(await door.send()) == 1


async def test_whoever_sends_too_much_is_asked_to_wait(door: Post) -> None:
    said = [await door.write(ANN, HOUSE, "help") for _ in range(62)]
    assert said[-1].startswith("451")
    assert len(await door.send()) <= 60


async def test_what_a_seat_may_know_goes_only_to_its_own_confirmed_address(door: Post) -> None:
    await door.table(sealed=True)
    token = (await door.service.credentials.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.write("thief@mail.example", HOUSE, f"tiny showas Ann {token} 101")
    (reply,) = await door.send()
    assert reply.to == ANN
    await door.service.accounts.change_mail(door.ann, "new@mail.example")
    await door.drop_all()
    await door.write("other@mail.example", HOUSE, f"tiny showas Ann {token} 101")
    (reply,) = await door.send()
    assert reply.to == "other@mail.example"
    assert "confirmed" in reply.text
    assert "101" not in reply.text


async def test_mail_for_others_is_refused_at_the_door(door: Post) -> None:
    assert (await door.write(ANN, "somebody@else.example", "help")).startswith("550")


async def test_a_mail_that_is_too_large_is_refused_at_the_door(door: Post) -> None:
    assert (await door.write(ANN, HOUSE, "help", "x" * 300_000)).startswith("552")


async def test_answering_confirms_an_address(door: Post) -> None:
    await door.service.accounts.change_mail(door.bob, "bob@new.example")
    (asked,) = await door.send()
    assert asked.to == "bob@new.example"
    await door.answer(asked, "")
    assert (await door.service.accounts.user(door.bob)).mail_confirmed
    (reply,) = await door.send()
    assert reply.to == "bob@new.example"


async def test_no_password_is_in_any_reply_or_in_the_store(door: Post, capsys: pytest.CaptureFixture[str]) -> None:
    await door.table()
    secret = "wrongpassword77"
    for line in (
        f"tiny move 101 Ann {secret} add 1",
        f"tiny mvoe 101 Ann {secret} add",
        f"change password Ann {secret}",
    ):
        await door.write(ANN, HOUSE, line, f"body\n> tiny move 101 Ann {secret} add 1")
    rows = await door.service.outbox.rows()
    assert len(rows) == 3
    assert not any(secret in row.content for row in rows)
    assert not any(secret in caught.raw.decode() for caught in await door.send())
    heard = capsys.readouterr()
    assert secret not in heard.out + heard.err


async def test_commands_of_many_at_once_are_all_carried_out(door: Post) -> None:
    tables = [await door.table() for _ in range(5)]
    token = (await door.service.credentials.new_token(door.ann, "mail", ["mail", "play"]))[1]
    lines = [f"tiny move {101 + n} Ann {token} add 1" for n in range(5)]
    await asyncio.gather(*(door.write(ANN, HOUSE, line) for line in lines))
    assert [await total(door, table) for table in tables] == [1] * 5


async def test_who_moved_by_mail_is_told_of_the_next_turn_at_once_whatever_page_is_open(door: Post) -> None:
    table, mail = await first_mail(door)
    await door.service.credentials.new_session(door.bob)
    await door.answer(mail, "add 2")
    await door.send()
    await door.service.move(table, door.ann, "add 1")
    assert [caught.to for caught in await door.send()] == [BOB]
    door.wall.pass_by(ABSENT)
    assert await door.send() == []


async def test_what_was_received_is_kept_in_the_store(door: Post) -> None:
    await door.write(ANN, HOUSE, "help")
    found = await door.service._engine.read(lambda conn: conn.execute(text("SELECT count(*) FROM received")).scalar())
    assert found == 1


async def test_somebody_signs_up_confirms_and_begins_a_game_by_mail_alone(door: Post) -> None:
    new = "cyd@mail.example"
    await door.write(new, HOUSE, "signup Cyd long-enough-word")
    asked, welcome = sorted(await door.send(), key=lambda caught: "Reply-To" not in caught.mail)
    assert "Welcome, Cyd" in welcome.text
    await door.answer(asked, "yes")
    await door.write(new, HOUSE, "tiny challenge cyd bob")
    assert {caught.to for caught in await door.send()} == {new, BOB}


async def test_who_begins_a_board_by_mail_and_is_to_move_can_answer_with_the_move(door: Post) -> None:
    await door.write(ANN, HOUSE, "tiny challenge ann bob")
    mine = next(caught for caught in await door.send() if caught.to == ANN)
    assert "To move, answer this mail" in mine.text
    await door.answer(mine, "add 2")
    assert await total(door, await door.service.boards.find(101)) == 2


async def test_whom_the_host_of_the_machine_seats_first_is_told_too(door: Post) -> None:
    assert (await obey(door.service, Sender("shell"), "tiny challenge ann bob")).ok
    assert {caught.to for caught in await door.send()} == {ANN, BOB}
    assert (await obey(door.service, Sender("shell"), f'tiny challenge "ann:{PASSWORD}" bob')).ok
    assert {caught.to for caught in await door.send()} == {BOB}


async def test_a_refusal_can_be_answered_with_a_better_move(door: Post) -> None:
    table, mail = await first_mail(door)
    await door.answer(mail, "add 99")
    (refusal,) = await door.send()
    assert (refusal.to, "Error" in refusal.mail["Subject"]) == (BOB, True)
    await door.answer(refusal, "add 2")
    assert await total(door, table) == 3


async def test_why_a_move_was_refused_goes_only_to_the_confirmed_address(door: Post) -> None:
    await door.table()
    token = (await door.service.credentials.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.write("thief@mail.example", HOUSE, f"tiny move 101 Ann {token} add 99")
    assert [caught.to for caught in await door.send()] == [ANN]
    await door.service.accounts.change_mail(door.ann, "new@mail.example")
    await door.drop_all()
    await door.write("other@mail.example", HOUSE, f"tiny move 101 Ann {token} add 99")
    (reply,) = await door.send()
    assert (reply.to, "It was refused" in reply.text) == ("other@mail.example", True)


@pytest.mark.parametrize("line", ["history", "preview add 1", "nonsense", "show 101#1"])
async def test_an_answer_that_does_not_say_how_the_board_stands_keeps_no_turn_from_being_told(
    door: Post, line: str
) -> None:
    table, mail = await first_mail(door)
    await door.answer(mail, "add 2")
    await door.send()
    await door.service.move(table, door.ann, "add 1")
    await door.answer(mail, line)
    found = [caught for caught in await door.send() if caught.to == BOB]
    assert any("It is the turn of Bob" in caught.text for caught in found)
