"""Mail that comes in: commands and answers are carried out once, and answered to whom they may be answered."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest
from sqlalchemy import text

from catching import Caught
from mail.conftest import PASSWORD, Post
from sheepfold.command import Sender, obey
from sheepfold.play.notices.recipients import ABSENT

pytestmark = pytest.mark.anyio

HOUSE = "sheepfold@fold.example"
ANN, BOB = "ann@mail.example", "bob@mail.example"


async def first_mail(door: Post) -> tuple[str, Caught]:
    """A table of which Bob was told by mail, and that mail."""
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (mail,) = await door.send()
    return table, mail


async def total(door: Post, table: str) -> int:
    found: int = (await door.service.watching.look(table, door.ann)).position.view.total
    return found


async def test_an_answer_with_nothing_but_a_move_is_enough(door: Post) -> None:
    table, mail = await first_mail(door)
    assert (await door.answer(mail, "add 2")).startswith("2.0.0")
    assert await total(door, table) == 3
    reply, turn = sorted(await door.send(), key=lambda caught: caught.to, reverse=True)
    assert (reply.to, reply.mail["Auto-Submitted"]) == (BOB, "auto-replied")
    assert (turn.to, turn.mail["Auto-Submitted"]) == (ANN, "auto-generated")
    assert "You add 2" in reply.text


async def test_a_command_in_the_subject_and_the_comment_in_the_body(door: Post) -> None:
    table = await door.table()
    await door.write(ANN, HOUSE, f"tiny move 101 Ann {PASSWORD.replace(' ', '_')} add 1")
    assert await total(door, table) == 0
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.drop_all()
    await door.write(ANN, HOUSE, f"tiny move 101 Ann {token} add 1", "Good luck!")
    assert await total(door, table) == 1
    assert [line.text for line in await door.service.chat.read(table, door.bob)] == ["Good luck!"]
    reply, turn = sorted(await door.send(), key=lambda caught: caught.to)
    assert (reply.to, turn.to) == (ANN, BOB)
    assert "Good luck!" in turn.text
    assert token not in reply.raw.decode() + turn.raw.decode()


async def test_what_was_said_before_an_answer_stands_in_its_reply(door: Post) -> None:
    _, mail = await first_mail(door)
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.write(ANN, HOUSE, f"tiny chat 101 Ann {token}", "Take your time")
    await door.send()
    await door.answer(mail, "add 2\nI did")
    reply = next(caught for caught in await door.send() if caught.to == BOB)
    written = [line for line in reply.text.splitlines() if " writes: " in line]
    assert written == ["Ann writes: Take your time", "Bob writes: I did"]


async def test_a_mail_does_not_tell_again_what_the_last_one_told(door: Post) -> None:
    await door.begin(ANN, "tiny challenge bob ann")
    first = next(caught for caught in await door.send() if caught.to == ANN)
    assert "The game begins" in first.text
    await door.service.tables.move(await door.service.boards.find(101), door.bob, "add 1")
    (second,) = [caught for caught in await door.send() if caught.to == ANN]
    assert ("Bob adds 1" in second.text, "The game begins" in second.text) == (True, False)


async def test_a_comment_goes_with_a_challenge_and_with_whatever_answers_it(door: Post) -> None:
    await door.begin(ANN, "tiny challenge ann bob", "Have fun!")
    told = next(caught for caught in await door.send() if caught.to == BOB)
    assert "Ann writes: Have fun!" in told.text
    assert "you may withdraw without loss: answer reject" in " ".join(told.text.split())
    await door.answer(told, "reject\nNo time, sorry.")
    over = next(caught for caught in await door.send() if caught.to == ANN)
    assert ("over" in over.mail["Subject"], "Bob writes: No time, sorry." in over.text) == (True, True)


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


async def test_an_answer_to_an_old_mail_is_no_move_at_a_board_that_has_gone_on(door: Post) -> None:
    table, old = await first_mail(door)
    await door.answer(old, "add 2")
    await door.service.tables.move(table, door.ann, "add 1")
    await door.send()
    await door.answer(old, "add 2")
    assert await total(door, table) == 4
    (refusal,) = await door.send()
    assert "about move 2, but the next move is number 4" in " ".join(refusal.text.split())
    await door.answer(old, "tiny move 101#4 add 2")  # whoever says which move it is means it
    assert await total(door, table) == 6
    newest = (await door.send())[-1]
    await door.service.tables.move(table, door.ann, "add 1")
    await door.answer(newest, "propose")
    assert (await door.service.tables.info(table)).offers  # words for the table are good at any time


@pytest.mark.parametrize("named", ["In-Reply-To", "References"])
async def test_the_reply_to_a_command_can_be_answered_as_long_as_its_move_is_the_next(door: Post, named: str) -> None:
    await door.begin(ANN, "tiny challenge ann bob")
    mine = next(caught for caught in await door.send() if caught.to == ANN)
    table, name = await door.service.boards.find(101), str(mine.mail["Message-ID"])
    for number in (1, 2):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = ANN, mine.mail["Reply-To"], f"Re: {mine.mail['Subject']}"
        mail["Message-ID"], mail[named] = f"<{number}@mail.example>", f"<{'x' * 90}@mail.example> {name}".split()[-1]
        mail.set_content("add 2")
        await door.bring(ANN, str(mine.mail["Reply-To"]), mail.as_bytes())
        assert await total(door, table) == 1 + number
        if number == 1:
            await door.service.tables.move(table, door.bob, "add 1")


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
        {"X_Autoreply": "yes"},
        {"Message_ID": "<board101.x@fold.example>"},
        {"Subject": "Automatische Antwort: Tiny Board 101 Bob"},
        {"Subject": "Out of office Re: Tiny Board 101 Bob"},
        {"Subject": "Abwesenheitsnotiz: Tiny Board 101 Bob"},
    ],
)
async def test_machines_are_not_answered(door: Post, headers: dict[str, str]) -> None:
    table, mail = await first_mail(door)
    await door.answer(mail, "add 2", **headers)
    assert await total(door, table) == 1
    assert await door.send() == []


async def test_a_report_of_delivery_is_not_answered(door: Post) -> None:
    for sender in ("mailer-daemon@mail.example", ANN):
        await door.bring("", HOUSE, f"From: {sender}\r\nSubject: help\r\n\r\nno\r\n".encode())
    assert await door.send() == []


async def test_strangers_are_answered_once_a_day(door: Post) -> None:
    for _ in range(5):
        await door.write("victim@mail.example", HOUSE, "help")
    assert len(await door.send()) == 1
    door.wall.pass_by(86_401)
    await door.write("victim@mail.example", HOUSE, "help")
    assert len(await door.send()) == 1


async def test_whoever_sends_too_much_is_asked_to_wait(door: Post) -> None:
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
    said = [await door.write(ANN, HOUSE, f"vacation Ann {token}") for _ in range(62)]
    assert said[-1].startswith("451")
    assert len(await door.send()) <= 60


async def test_nobody_is_flooded_by_mails_that_others_write_in_their_name(door: Post) -> None:
    table, mail = await first_mail(door)
    for _ in range(15):
        await door.write(BOB, HOUSE, "help")
    answers = [" ".join(caught.text.split()) for caught in await door.send()]
    warned = [number for number, told in enumerate(answers, 1) if "next 2 minutes is carried out, but not" in told]
    assert (len(answers), warned) == (10, [10])
    await door.answer(mail, "add 2")
    assert BOB in {caught.to for caught in await door.send()}
    assert await total(door, table) == 3


async def test_what_a_seat_may_know_goes_only_to_its_own_confirmed_address(door: Post) -> None:
    await door.table(sealed=True)
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
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


async def test_several_boards_in_one_letter_go_where_one_would(door: Post) -> None:
    for _ in range(2):
        await door.table(sealed=True)
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
    await door.write("thief@mail.example", HOUSE, f"tiny showas Ann {token} 101 102")
    (reply,) = await door.send()
    assert (reply.to, reply.mail["Reply-To"]) == (ANN, None)  # an answer could mean either
    assert "answer this mail" not in reply.text
    assert ("board 101" in reply.text, "board 102" in reply.text) == (True, True)
    await door.service.accounts.change_mail(door.ann, "new@mail.example")
    await door.drop_all()
    await door.write("other@mail.example", HOUSE, f"tiny showas Ann {token} 101 102")
    (reply,) = await door.send()
    assert ("confirmed" in reply.text, "board 102" in reply.text) == (True, False)


async def test_mail_for_others_is_refused_at_the_door(door: Post) -> None:
    assert (await door.write(ANN, "somebody@else.example", "help")).startswith("550")


async def test_a_mail_that_is_too_large_is_refused_at_the_door(door: Post) -> None:
    assert (await door.write(ANN, HOUSE, "help", "x" * 3_000_000)).startswith("552")


async def test_an_answer_that_sends_the_picture_back_is_taken(door: Post) -> None:
    table, told = await first_mail(door)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = BOB, told.mail["Reply-To"], f"Re: {told.mail['Subject']}"
    mail["Message-ID"] = "<picture@mail.example>"
    mail.set_content("add 2\n\n> old")
    mail.add_alternative(f"<div>add 2</div><blockquote>{told.html}</blockquote>", subtype="html")
    mail.get_payload()[1].add_related(bytes(900_000), "image", "png", cid="<board@picture>")  # type: ignore[index,union-attr]
    assert (await door.bring(BOB, str(told.mail["Reply-To"]), mail.as_bytes())).startswith("2.0.0")
    assert await total(door, table) == 3


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
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
    lines = [f"tiny move {101 + n} Ann {token} add 1" for n in range(5)]
    await asyncio.gather(*(door.write(ANN, HOUSE, line) for line in lines))
    assert [await total(door, table) for table in tables] == [1] * 5


async def test_who_moved_by_mail_is_told_of_the_next_turn_at_once_whatever_page_is_open(door: Post) -> None:
    table, mail = await first_mail(door)
    await door.service.sessions.new_session(door.bob)
    await door.answer(mail, "add 2")
    await door.send()
    await door.service.tables.move(table, door.ann, "add 1")
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
    assert "answer that mail" in " ".join(welcome.text.split())
    await door.answer(asked, "yes")
    await door.begin(new, "tiny challenge cyd bob")
    assert {caught.to for caught in await door.send()} == {new, BOB}


async def test_a_message_is_not_lost_in_a_reply_that_reaches_nobody(door: Post) -> None:
    cyd = (await door.service.accounts.register("Cyd", "long-enough-word", "cyd@mail.example")).id
    await door.service.messages.send(door.ann, [cyd], "Another game?")
    await door.drop_all()
    for _ in range(2):
        await door.write("cyd@mail.example", HOUSE, "vacation cyd long-enough-word")
    (reply,) = await door.send()
    assert "Another game?" not in reply.text
    await door.service.addresses.confirm(await door.service.addresses.link("confirm", cyd))
    await door.write("cyd@mail.example", HOUSE, "vacation cyd long-enough-word")
    assert "Another game?" in (await door.send())[-1].text


async def test_who_begins_a_board_by_mail_and_is_to_move_can_answer_with_the_move(door: Post) -> None:
    await door.begin(ANN, "tiny challenge ann bob")
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
    token = (await door.service.sessions.new_token(door.ann, "mail", ["mail", "play"]))[1]
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
    await door.service.tables.move(table, door.ann, "add 1")
    await door.answer(mail, line)
    found = [caught for caught in await door.send() if caught.to == BOB]
    assert any(str(caught.mail["Subject"]) == "Tiny Board 101 Bob" for caught in found)


# -- mails that come back ------------------------------------------------------------------------

REPORT = """From: MAILER-DAEMON@mail.example
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{number}@mail.example>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.mail.example

Final-Recipient: rfc822; bob@mail.example
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 no such mailbox
--b
Content-Type: message/rfc822

Subject: Tiny Board 101 Bob
--b--
"""


async def come_back(door: Post, mail: Caught, number: int, status: str = "5.1.1", action: str = "failed") -> None:
    report = REPORT.format(to=mail.sender, number=number, status=status, action=action)
    assert (await door.bring("", mail.sender, report.encode())).startswith("2.0.0")


async def test_an_address_from_which_mails_come_back_on_several_days_is_not_mailed_any_more(door: Post) -> None:
    table, mail = await first_mail(door)
    assert mail.sender.startswith("bounce.2-")
    for day in range(3):
        for _ in range(2):  # a report that comes twice, and a second one on the same day, count once
            await come_back(door, mail, day)
            await come_back(door, mail, 100 + day)
        assert (await door.service.accounts.user(door.bob)).mail_confirmed is (day < 2)
        door.wall.pass_by(86_400)
    assert await door.send() == []
    (failing,) = await door.service.bounces.latest()
    assert (failing.user_id, failing.times, failing.said) == (door.bob, 3, "5.1.1 550 no such mailbox")
    await door.service.tables.move(table, door.bob, "add 1")
    await door.service.tables.move(table, door.ann, "add 1")
    assert BOB not in {caught.to for caught in await door.send()}
    await door.service.addresses.confirm(await door.service.addresses.link("confirm", door.bob))
    assert await door.service.bounces.of(door.bob) is None


async def test_what_is_not_a_failure_for_good_or_not_ours_is_not_counted(door: Post) -> None:
    _, mail = await first_mail(door)
    await come_back(door, mail, 1, status="4.2.2", action="delayed")
    await come_back(door, mail, 2, status="5.7.1")
    await come_back(door, mail, 3, action="delivered")
    await door.write("away@mail.example", mail.sender, "I am on holiday", "until Monday")
    for wrong in ("bounce.1-" + mail.sender.partition("-")[2], "bounce.2-aaaa@fold.example", HOUSE):
        report = REPORT.format(to=wrong, number=9, status="5.1.1", action="failed")
        await door.bring("", wrong, report.encode())
    assert await door.service.bounces.latest() == []
    assert await door.send() == []


async def test_an_address_that_the_relay_itself_refuses_is_counted_but_nothing_else_that_it_refuses(door: Post) -> None:
    table, _ = await first_mail(door)
    for said, count in (("554 5.7.1 Relay access denied", 0), ("550 5.1.1 nobody here", 1)):
        door.relay.at_rcpt = said
        await door.service.tables.move(table, door.bob, "add 1")
        await door.service.tables.move(table, door.ann, "add 1")
        await door.send()
        assert [each.times for each in await door.service.bounces.latest() if each.user_id == door.bob] == [1] * count
