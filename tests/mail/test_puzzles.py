"""The puzzle of the day comes by mail to whoever asked for it, once a day, and is answered by answering it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from catching import Catcher
from mail.conftest import HOUSE, T0, Post, Wall, open_post
from sheepfold import puzzles
from sheepfold.play.errors import Forbidden
from sheepfold.play.notices.recipients import PUZZLES_AT
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import DAY
from sheepfold.puzzles import written

pytestmark = pytest.mark.anyio

ANN, BOB = "ann@mail.example", "bob@mail.example"


async def morning(post: Post) -> None:
    """Wait until the puzzle of the next day is mailed."""
    now = post.wall.time
    post.wall.pass_by((now - PUZZLES_AT) // DAY * DAY + DAY + PUZZLES_AT - now)
    await post.service.ticker.tick()


async def test_nobody_gets_it_who_did_not_ask(post: Post) -> None:
    await morning(post)
    assert await post.send() == []


async def test_all_who_asked_get_the_same_once_a_day(post: Post) -> None:
    for user in (post.ann, post.bob):
        await post.service.mail_wishes.want_puzzles(user, wanted=True)
        await post.service.mail_wishes.want_puzzles(user, wanted=True)
    await post.service.ticker.tick()
    assert await post.send() == []  # the first comes tomorrow
    bodies = []
    for _ in range(2):
        await morning(post)
        await post.service.ticker.tick()
        mails = await post.send()
        assert sorted(mail.to for mail in mails) == [ANN, BOB]
        assert len({mail.text.partition("\r\n--")[0] for mail in mails}) == 1
        bodies.append(mails[0].text)
    assert bodies[0] != bodies[1]
    post.wall.pass_by(3600)
    await post.service.ticker.tick()
    assert await post.send() == []


async def test_however_many_servers_run_it_is_mailed_once(
    database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> None:
    async with open_post(make_setup(database), relay, wall) as post:
        await post.service.mail_wishes.want_puzzles(post.ann, wanted=True)
        wall.pass_by(DAY)
        if database.startswith("sqlite"):  # one server at a time has the file: a second one after a restart
            await post.service.ticker.tick()
            assert len(await post.send()) == 1
        else:
            async with Service.open(make_setup(database)) as another:
                await asyncio.gather(post.service.ticker.tick(), another.ticker.tick())
                await another.ticker.tick()
                assert len(await post.send()) == 1
    async with Service.open(make_setup(database)) as later:
        await later.ticker.tick()
        assert await later.outbox.rows() == []


async def test_the_letter_shows_the_position_the_choices_and_how_to_answer_and_not_the_solution(post: Post) -> None:
    await post.service.mail_wishes.want_puzzles(post.ann, wanted=True)
    await morning(post)
    (mail,) = await post.send()
    found = puzzles.shown(post.service.puzzles.today)
    assert str(mail.mail["Subject"]) == f"{found.game.title} puzzle of the day"
    assert mail.text.startswith("To answer this mail, write above this line.")
    assert found.kind.question.split(",")[0] in mail.text
    for choice in written.choices(found):
        assert choice.letter in mail.text
    assert "Answer this mail with nothing but your answer in the first line." in mail.text
    assert found.solution.reason not in " ".join(mail.text.split())
    assert f"The puzzle: https://fold.example/puzzles/{found.puzzle.id}" in mail.text
    assert "https://fold.example/unsubscribe/puzzles/" in mail.mail["List-Unsubscribe"]
    assert any(part.get_content_type() == "image/png" for part in mail.mail.walk())


async def test_it_is_answered_by_answering_the_mail_also_a_day_later(door: Post) -> None:
    await door.service.mail_wishes.want_puzzles(door.ann, wanted=True)
    await morning(door)
    (mail,) = await door.send()
    found = puzzles.shown(door.service.puzzles.today)
    door.wall.pass_by(DAY)
    await door.answer(mail, "The moon?")
    (refusal,) = await door.send()
    assert "Answer with one of" in refusal.text
    assert (await door.service.puzzles.standing(door.ann)).answered == 0
    await door.answer(refusal, f"{written.solution_letter(found).lower()}.")
    (told,) = await door.send()
    assert "Right." in told.text
    assert found.solution.reason in " ".join(told.text.split())
    standing = await door.service.puzzles.standing(door.ann)
    assert (standing.answered, standing.right) == (1, 1)
    await door.answer(told, "puzzle next")
    assert "Answer this mail with nothing but your answer" in (await door.send())[0].text
    await door.answer(mail, written.choices(found)[0].letter)
    assert "answered this puzzle already" in (await door.send())[0].text


async def test_the_address_to_answer_to_takes_nothing_but_answers(door: Post) -> None:
    await door.service.mail_wishes.want_puzzles(door.ann, wanted=True)
    await morning(door)
    (mail,) = await door.send()
    for line in ("vacation 5", "message bob", "tiny seek", "signoff"):
        await door.answer(mail, line)
        assert "Answer with one of" in (await door.send())[0].text
    assert (await door.service.accounts.user(door.ann)).vacation_until is None
    forged = str(mail.mail["Reply-To"]).replace("@", "x@")
    await door.write(BOB, forged, "Re: puzzle", "A")
    assert "too old" in (await door.send())[0].text


@pytest.mark.parametrize("way", ["subject", "line", "command", "page"])
async def test_it_ends_by_every_way_of_unsubscribing(door: Post, way: str) -> None:
    await door.service.mail_wishes.want_puzzles(door.ann, wanted=True)
    await morning(door)
    (mail,) = await door.send()
    match way:
        case "subject":
            await door.write(ANN, str(mail.mail["Reply-To"]), "unsubscribe")
        case "line":
            await door.answer(mail, "unsubscribe")
        case "command":
            await door.write(ANN, HOUSE, 'puzzle mail Ann "correct horse" no')
        case "page":
            link = mail.mail["List-Unsubscribe"].split(">")[0].rpartition("/")[2]
            assert await door.service.addresses.check("unsubscribe", link, "puzzles") == door.ann
            await door.service.mail_wishes.want_puzzles(door.ann, wanted=False)
    if way != "page":
        assert "No puzzles come to you by mail." in (await door.send())[0].text
    await morning(door)
    assert await door.send() == []


async def test_who_has_answered_or_ends_it_before_it_is_sent_is_not_mailed(post: Post) -> None:
    for user in (post.ann, post.bob):
        await post.service.mail_wishes.want_puzzles(user, wanted=True)
    await morning(post)
    today = post.service.puzzles.today
    await post.service.puzzles.answer(post.ann, today.id, written.solution_letter(puzzles.shown(today)))
    await post.service.mail_wishes.want_puzzles(post.bob, wanted=False)
    assert await post.send() == []


async def test_it_needs_a_confirmed_address(post: Post) -> None:
    dora = (await post.service.accounts.register("Dora", "correct horse", "dora@mail.example")).id
    with pytest.raises(Forbidden, match="confirmed"):
        await post.service.mail_wishes.want_puzzles(dora, wanted=True)
    guest = (await post.service.accounts.new_guest()).id
    with pytest.raises(Forbidden, match="confirmed"):
        await post.service.mail_wishes.want_puzzles(guest, wanted=True)


async def test_the_wish_is_in_ones_own_data_and_goes_with_the_account(post: Post) -> None:
    await post.service.mail_wishes.want_puzzles(post.ann, wanted=True)
    found = json.loads(json.dumps(await post.service.history.own_data(post.ann)))
    assert found["account"]["puzzle_mail"] is True
    await morning(post)
    await post.service.accounts.delete(post.ann)
    assert await post.send() == []
    await morning(post)
    assert await post.send() == []


def test_the_tests_begin_at_a_time_of_day() -> None:
    assert (T0 - PUZZLES_AT) % DAY > 0
