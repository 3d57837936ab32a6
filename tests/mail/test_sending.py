"""Nothing lost and nothing twice: the outbox is stored with what it tells, and drained by whoever comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from catching import catcher
from mail.conftest import Here, Post, Wall, confirmed
from sheepfold.mail.compose import CannotCompose, Composers, Letter
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import BadRequest
from sheepfold.play.notices.outbox import LEASE, PATIENCE
from sheepfold.play.notices.recipients import ABSENT, TALK
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Clock, OfferKind

pytestmark = pytest.mark.anyio


async def test_who_is_to_move_and_has_no_page_open_gets_one_mail(post: Post) -> None:
    table = await post.table()
    await post.service.tables.move(table, post.ann, "add 1")
    (mail,) = await post.send()
    assert mail.to == "bob@mail.example"
    assert mail.mail["Subject"].startswith("Tiny Board 101 Bob")
    assert await post.send() == []
    assert await post.service.outbox.rows() == []


async def test_who_has_moved_before_it_was_sent_gets_none(post: Post) -> None:
    table = await post.table()
    await post.service.tables.move(table, post.ann, "add 1")
    await post.service.tables.move(table, post.bob, "add 1")
    await post.service.tables.move(table, post.ann, "add 1")
    await post.service.tables.move(table, post.bob, "add 1")
    post.wall.pass_by(ABSENT)
    (mail,) = await post.send()
    assert mail.to == "ann@mail.example"


async def test_who_has_a_page_open_is_mailed_when_it_was_closed_for_a_while(post: Post) -> None:
    table = await post.table()
    session = await post.service.sessions.new_session(post.bob)
    await post.service.tables.move(table, post.ann, "add 1")
    post.wall.pass_by(ABSENT)
    assert await post.service.sessions.session(session)  # the page asks
    assert await post.send() == []
    post.wall.pass_by(ABSENT - 1)
    assert await post.send() == []
    post.wall.pass_by(2)
    assert [mail.to for mail in await post.send()] == ["bob@mail.example"]


async def test_a_mail_tells_all_that_is_new_and_answers_the_one_before_it(post: Post) -> None:
    table = await post.table()
    await post.service.mail_wishes.acted_by_mail(table, post.bob)
    await post.service.tables.move(table, post.ann, "add 3")
    (first,) = await post.send()
    await post.service.tables.move(table, post.bob, "add 2")
    await post.service.tables.move(table, post.ann, "add 1")
    (second,) = await post.send()
    assert "Ann adds 1" in second.text
    assert first.mail["Message-ID"] != second.mail["Message-ID"]
    assert second.mail["In-Reply-To"] == first.mail["Message-ID"]
    root = first.mail["References"]
    assert second.mail["References"].split() == [root, first.mail["Message-ID"]]
    thread = await post.service.mail_wishes.thread(table, post.bob)
    assert thread.last == second.mail["Message-ID"]
    assert thread.mailed == (await post.service.watching.look(table, post.bob)).position.number


async def test_others_are_told_of_what_they_wish_and_nobody_who_unsubscribed(post: Post) -> None:
    table, cyd = await post.table(), await confirmed(post.service, "Cyd", "cyd@mail.example")
    await post.drop_all()
    await post.service.mail_wishes.subscribe(table, cyd, "all")
    await post.service.mail_wishes.subscribe(table, post.bob, "none")
    await post.service.tables.move(table, post.ann, "add 1")
    post.wall.pass_by(ABSENT)
    assert [mail.to for mail in await post.send()] == ["cyd@mail.example"]


async def test_nobody_is_told_of_a_step_that_they_hear_nothing_of(post: Post) -> None:
    table = await post.table(sealed=True)
    for user in (post.ann, post.bob):
        await post.service.mail_wishes.subscribe(table, user, "all")
    await post.drop_all()
    await post.service.tables.move(table, post.ann, "swap")
    assert await post.service.outbox.rows() == []


async def test_offers_and_endings_are_told(post: Post) -> None:
    table = await post.table()
    await post.service.tables.move(table, post.ann, "add 1")
    await post.drop_all()
    await post.service.tables.offer(table, post.ann, OfferKind.DRAW)
    post.wall.pass_by(ABSENT)
    (asked,) = await post.send()
    assert "proposes a draw" in asked.text
    await post.service.tables.resign(table, post.ann)
    post.wall.pass_by(ABSENT)
    (over,) = await post.send()
    assert (over.to, "over" in over.mail["Subject"]) == ("bob@mail.example", True)


async def test_talk_is_mailed_to_who_plays_by_mail_once_and_soon(post: Post) -> None:
    table = await post.table()
    await post.service.chat.say(table, post.ann, "You read this on the page.")
    assert await post.service.outbox.rows() == []
    await post.service.mail_wishes.acted_by_mail(table, post.bob)
    await post.service.chat.say(table, post.ann, "Hello")
    await post.service.chat.say(table, post.ann, "Take your time")
    await post.service.chat.say(table, post.bob, "I do")
    assert await post.send() == []
    post.wall.pass_by(TALK + 1)
    (mail,) = await post.send()
    assert (mail.to, mail.mail["Subject"]) == ("bob@mail.example", "Tiny Board 101 Ann")
    assert [line for line in mail.text.splitlines() if " writes: " in line][-3:] == [
        "Ann writes: Hello",
        "Ann writes: Take your time",
        "Bob writes: I do",
    ]
    await post.service.chat.say(table, post.ann, "Good luck")
    await post.service.tables.move(table, post.ann, "add 1")
    (turn,) = await post.send()
    assert [line for line in turn.text.splitlines() if " writes: " in line] == ["Ann writes: Good luck"]
    assert turn.mail["Message-ID"] != mail.mail["Message-ID"]
    post.wall.pass_by(TALK + 1)
    assert await post.send() == []


async def test_no_seat_is_mailed_of_what_the_gallery_says(post: Post) -> None:
    table, cyd = await post.table(), await confirmed(post.service, "Cyd", "cyd@mail.example")
    await post.drop_all()
    await post.service.mail_wishes.acted_by_mail(table, post.bob)
    await post.service.mail_wishes.subscribe(table, post.ann, "all")
    await post.service.chat.say(table, cyd, "Ann is about to win")
    assert await post.service.outbox.rows() == []
    await post.service.tables.move(table, post.ann, "add 1")
    assert not any("about to win" in mail.text for mail in await post.send())


async def test_a_live_game_is_not_mailed(post: Post) -> None:
    table = await post.table(Clock("live", 600, 5))
    await post.service.tables.move(table, post.ann, "add 1")
    assert await post.service.outbox.rows() == []


async def test_a_nag_comes_every_week_and_none_on_vacation(post: Post) -> None:
    table = await post.table()
    await post.service.vacations.take(post.ann, 10)
    post.wall.pass_by(8 * 86_400)
    await post.service.ticker.tick()
    assert await post.send() == []
    post.wall.pass_by(2 * 86_400 + 6 * 86_400)
    await post.service.ticker.tick()
    assert await post.send() == []
    post.wall.pass_by(86_400 + 2)
    await post.service.ticker.tick()
    (nag,) = await post.send()
    assert (nag.to, nag.mail["Subject"].startswith("Nag: Tiny Board")) == ("ann@mail.example", True)
    for days in (7, 6):  # and again, and a day before the end
        post.wall.pass_by(days * 86_400 - 30)
        await post.service.ticker.tick()
        assert await post.send() == []
        post.wall.pass_by(40)
        await post.service.ticker.tick()
        (again,) = await post.send()
        assert (again.to, again.mail["Subject"]) == (nag.to, nag.mail["Subject"])
        assert again.mail["Message-ID"] != nag.mail["Message-ID"]
        nag = again
        await post.service.ticker.tick()
        assert await post.send() == []
    post.wall.pass_by(86_400)
    await post.service.ticker.tick()
    post.wall.pass_by(ABSENT)
    assert {mail.to for mail in await post.send()} == {"ann@mail.example", "bob@mail.example"}
    assert (await post.service.watching.look(table, post.ann)).position.outcome is not None


async def test_no_mail_is_wider_than_its_columns(post: Post) -> None:
    user = await confirmed(post.service, "Wolfgang Amadeus of Fold", "w@mail.example")
    table = await post.table()
    await post.service.mail_wishes.subscribe(table, user, "all")
    await post.service.tables.move(table, post.ann, "add 1")
    await post.service.addresses.ask_to_recover("w@mail.example")
    mails = await post.send()
    await post.service.accounts.change_mail(user, "v@mail.example")
    mails += await post.send()
    assert len([mail for mail in mails if mail.to != "bob@mail.example"]) == 3
    for mail in mails:
        assert all(len(line) <= 72 or line.lstrip().startswith("https://") for line in mail.text.splitlines()), (
            mail.text
        )


async def test_whoever_wants_one_mail_a_day_gets_one_of_all_tables(post: Post) -> None:
    tables = [await post.table() for _ in range(3)]
    await post.service.mail_wishes.wish(post.bob, "daily")
    for table in tables:
        await post.service.tables.move(table, post.ann, "add 1")
    assert await post.send() == []
    post.wall.pass_by(86_400)
    (digest,) = await post.send()
    assert "3 boards" in digest.mail["Subject"]
    assert all(table in digest.text for table in tables)
    assert "Tiny board 101: Ann and Bob" in digest.text
    post.wall.pass_by(86_400)
    assert await post.send() == []


async def test_without_a_confirmed_address_nothing_is_written(post: Post) -> None:
    table = await post.table()
    await post.service.accounts.change_mail(post.bob, "new@mail.example")
    await post.drop_all()
    await post.service.tables.move(table, post.ann, "add 1")
    assert await post.service.outbox.rows() == []


# -- a relay that refuses, a server that dies ----------------------------------------------------


async def waiting(post: Post) -> str:
    """A table of which Bob is to be told at once."""
    table = await post.table()
    await post.service.mail_wishes.acted_by_mail(table, post.bob)
    await post.service.tables.move(table, post.ann, "add 1")
    return table


async def test_a_relay_that_is_away_gets_everything_when_it_is_back(post: Post) -> None:
    with catcher() as other:
        pass
    away = post.another(relay_port=other.port)
    await waiting(post)
    for _ in range(3):
        assert await away.drain()
    (row,) = await post.service.outbox.rows()
    assert (row.attempts, row.given_up) == (0, False)
    assert [mail.to for mail in await post.send()] == ["bob@mail.example"]


@pytest.mark.parametrize("where", ["at_rcpt", "at_data"])
async def test_a_mail_that_is_refused_for_now_is_tried_again_later(post: Post, where: str) -> None:
    await waiting(post)
    setattr(post.relay, where, "451 not now")
    assert await post.send() == []
    (row,) = await post.service.outbox.rows()
    assert (row.attempts, row.said) == (1, "451 not now")
    setattr(post.relay, where, "")
    assert await post.send() == []
    post.wall.pass_by(61)
    assert len(await post.send()) == 1


async def test_a_mail_is_given_up_at_last_and_the_host_can_try_it_again(post: Post) -> None:
    await waiting(post)
    post.relay.at_data = "451 not now"
    for seconds in (0, PATIENCE / 2, PATIENCE / 2 + 1):
        post.wall.pass_by(seconds)
        await post.send()
    (row,) = await post.service.outbox.rows()
    assert row.given_up
    post.relay.at_data = ""
    assert await post.send() == []
    assert await post.service.outbox.retry(row.id) == 1
    assert len(await post.send()) == 1


async def test_an_address_that_nobody_has_is_given_up_at_once(post: Post) -> None:
    await waiting(post)
    post.relay.at_rcpt = "550 nobody here"
    assert await post.send() == []
    (row,) = await post.service.outbox.rows()
    assert (row.given_up, row.said) == (True, "550 nobody here")
    assert await post.service.outbox.forget() == 1


async def test_a_crash_between_commit_and_sending_loses_nothing(post: Post) -> None:
    await waiting(post)
    assert len(await post.service.outbox.claim(5)) == 1  # and whoever claimed it dies
    assert await post.send() == []
    post.wall.pass_by(LEASE + 1)
    assert len(await post.send()) == 1


async def test_a_crash_after_the_relay_has_it_sends_the_same_message_id_again(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await waiting(post)

    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(post.service.outbox, "sent", die)
    with pytest.raises(RuntimeError):
        await post.sending.drain()
    monkeypatch.undo()
    post.wall.pass_by(LEASE + 1)
    await post.send()
    first, second = post.relay.mails
    assert first.mail["Message-ID"] == second.mail["Message-ID"]


async def test_what_happens_while_a_mail_is_sent_is_told_by_another(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await waiting(post)
    (row,) = await post.service.outbox.claim(5)
    made = await post.sending._letters.letter(row)
    await post.service.tables.move(table, post.bob, "add 1")
    await post.service.tables.move(table, post.ann, "add 2")
    await post.service.outbox.sent(row, made.mailed)  # type: ignore[union-attr]
    assert "Ann adds 2" in (await post.send())[0].text


async def test_a_server_that_has_not_heard_of_a_move_tells_it_all_the_same(
    post: Post, database: str, make_setup: Callable[[str], Setup]
) -> None:
    table = await post.table()
    async with Service.open(make_setup(database)) as other:
        await other.watching.look(table, post.bob)
        await post.service.tables.move(table, post.ann, "add 3")
        there = Post(other, post.relay, post.wall, post.setup)
        (mail,) = await there.send()
        assert (mail.to, "Ann adds 3" in mail.text) == ("bob@mail.example", True)


async def test_two_servers_send_every_mail_once(
    new_database: Callable[[str], str], make_setup: Callable[[str], Setup], wall: Wall
) -> None:
    setup = make_setup(new_database("postgres"))
    with catcher() as relay:
        async with Service.open(setup) as one, Service.open(setup) as other:
            people = [await confirmed(one, f"P{n}", f"p{n}@mail.example") for n in range(30)]
            assert len(await one.outbox.rows()) == 30  # their addresses were to be asked
            for user in people:
                await one.accounts.change_mail(user, f"q{user}@mail.example")

            async def drained(service: Service) -> None:
                setup = MailSetup("a@fold.example", "127.0.0.1", relay.port, origin="https://fold.example")
                sending = Post(service, relay, wall, setup).another()
                while await sending.drain():
                    pass

            await asyncio.gather(drained(one), drained(other))
        assert sorted(mail.to for mail in relay.mails) == sorted(f"q{user}@mail.example" for user in people)


async def test_a_message_beside_all_boards_is_mailed_unless_it_was_read_before(post: Post) -> None:
    await post.service.messages.send(post.ann, [post.bob], "Another game?")
    (mail,) = await post.send()
    assert (mail.to, mail.mail["Subject"]) == ("bob@mail.example", "A message from Ann")
    assert mail.text.split("\r\n")[2:5] == ["Ann writes:", "", "Another game?"]
    assert await post.service.messages.unread(post.bob) == ()
    await post.service.messages.send(post.ann, [post.bob], "And on Sunday?")
    assert [each.text for each in await post.service.messages.unread(post.bob)] == ["And on Sunday?"]
    assert await post.send() == []


async def test_a_message_waits_for_a_relay_that_is_away(post: Post) -> None:
    with catcher() as other:
        pass
    away = post.another(relay_port=other.port)
    await post.service.messages.send(post.ann, [post.bob], "Another game?")
    assert await away.drain()
    assert len(await post.service.outbox.claim(5)) == 1  # and then a server dies that has it
    post.wall.pass_by(LEASE + 1)
    (mail,) = await post.send()
    assert "Another game?" in mail.text
    assert await post.service.messages.unread(post.bob) == ()


async def test_a_message_names_the_command_to_answer_it_with_and_keeps_to_its_columns(post: Post) -> None:
    cyd = await confirmed(post.service, "Cyd Two", "cyd@mail.example")
    await post.drop_all()
    await post.service.messages.send(cyd, [post.bob], f"{'word ' * 30}\n\nBye")
    (mail,) = await post.send()
    assert '  message Bob PASSWORD "Cyd Two"' in mail.text.splitlines()
    assert max(map(len, mail.text.splitlines())) <= 72


async def test_a_mail_that_breaks_the_line_holds_up_no_other(post: Post) -> None:
    await post.service.accounts.change_mail(post.ann, "ann@new.example")
    await post.service.accounts.change_mail(post.bob, "bob@new.example")
    post.relay.breaks = "ann@new.example"
    assert [mail.to for mail in await post.send()] == ["bob@new.example"]
    (row,) = await post.service.outbox.rows()
    assert (row.user, row.attempts, row.given_up) == (post.ann, 1, False)
    post.relay.breaks = ""
    post.wall.pass_by(61)
    assert [mail.to for mail in await post.send()] == ["ann@new.example"]


async def test_whoever_is_slower_than_a_lease_leaves_the_mail_to_others(post: Post) -> None:
    """Twenty mails are taken at once, and a relay may need minutes for each."""

    class Slow(Here):
        async def compose(self, letter: Letter) -> bytes:
            post.wall.pass_by(LEASE - 1)
            assert await post.sending.drain() is False
            post.wall.pass_by(2)
            assert [mail.to for mail in await post.send()] == ["bob@mail.example"]
            return await super().compose(letter)

    await waiting(post)
    assert await post.another(composers=Slow()).drain()
    assert len(post.relay.mails) == 1
    await waiting(post)
    (row,) = await post.service.outbox.claim(5)
    post.wall.pass_by(LEASE - 1)
    assert await post.service.outbox.hold(row)
    post.wall.pass_by(2)
    assert await post.send() == []


async def test_a_letter_that_cannot_be_written_holds_up_no_other(post: Post) -> None:
    await post.service.accounts.change_mail(post.ann, "ann..ann@mail.example")
    await post.service.accounts.change_mail(post.bob, "bob@new.example")
    assert [mail.to for mail in await post.send()] == ["bob@new.example"]
    (row,) = await post.service.outbox.rows()
    assert (row.user, row.attempts) == (post.ann, 1)


async def test_an_address_may_have_any_letters_where_the_relay_takes_them(post: Post) -> None:
    await post.service.accounts.change_mail(post.ann, "änn@bücher.example")
    (mail,) = await post.send()
    assert (mail.to, mail.mail["To"]) == ("änn@xn--bcher-kva.example", "änn@xn--bcher-kva.example")
    with catcher(enable_SMTPUTF8=False) as plain:
        away = post.another(relay_port=plain.port)
        await post.service.accounts.change_mail(post.ann, "änn@mail.example")
        await away.drain()
        (row,) = await post.service.outbox.rows()
        assert (row.given_up, "a to z" in row.said, plain.mails) == (True, True, [])
    for account in (post.service.accounts.change_mail(post.bob, "böb@mail.example"),
                    post.service.accounts.register("Cyd", "long enough", "cýd@mail.example")):  # fmt: skip
        with pytest.raises(BadRequest, match="plain letters, a to z"):
            await account


async def test_mails_are_composed_in_a_process_of_its_own_that_is_replaced_when_it_dies(post: Post) -> None:
    composers = Composers(1)
    try:
        await waiting(post)
        sending = post.another(composers=composers)
        assert await sending.drain()
        assert len(post.relay.mails) == 1
        process = composers._workers._workers[0]._process
        assert process is not None
        process.kill()
        await process.wait()
        await post.service.accounts.change_mail(post.bob, "bob@new.example")
        assert await sending.drain()
        assert len(post.relay.mails) == 2
        letter = Letter("a@fold.example", "ann..ann@mail.example", "x", (), "<z@fold.example>", 0.0)
        with pytest.raises(CannotCompose):
            await composers.compose(letter)
    finally:
        await composers.close()
