"""Whoever answers a mail in words that cannot be a move talks; a move with a slip in it is read by nobody else."""

from __future__ import annotations

from random import Random

import pytest

from catching import Caught
from mail.conftest import Post, confirmed
from mail.test_games import some_move
from sheepfold.command import Sender
from sheepfold.command.obey import _talk
from sheepfold.games import SHELF
from sheepfold.play.terms import Clock, SeatPlan, Terms

pytestmark = pytest.mark.anyio

ANN, BOB = "ann@mail.example", "bob@mail.example"
TALK = ("Well played!", "Thanks, I'll be away until Monday.", "Good luck to you :-)", "Отличный ход!", "OK, I see.",
        "What a pity, I liked that one!", "All the best!", "Hi Ann, how was that?")  # fmt: skip
SLIPS = (
    "wolves D E H I",
    "vacaton my secretword!",
    "shwo Bob secretword!",
    "Bob secretword!",
    "my wolves: D.",
    "add two, then 3",
    "D, E and F",
    "my wolf is A",
    "K:L-a2 E-f4",
    "WOLVES HIDE",
    "",
)


async def told(door: Post) -> tuple[str, Caught]:
    """A table at which it is Bob's turn, of which he was mailed."""
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    return table, (await door.send())[-1]


async def said(door: Post, table: str) -> list[str]:
    return [line.text for line in await door.service.chat.read(table, door.ann)]


@pytest.mark.parametrize("over", [False, True])
async def test_prose_is_said_at_the_board_and_the_receipt_says_so(door: Post, over: bool) -> None:
    table, mail = await told(door)
    await door.answer(mail, "add 1")
    if over:
        await door.service.tables.resign(table, door.ann)
    await door.send()
    for number, words in enumerate(TALK):
        await door.answer(mail, f"{words}\n\nYours, Bob")
        assert (await said(door, table))[number:] == [f"{words} Yours, Bob"]
        receipt = next(caught for caught in await door.send() if caught.to == BOB)
        assert "That was said at the board." in receipt.text
        door.wall.pass_by(600)


async def test_on_ones_own_turn_prose_is_refused_with_a_word_how_to_talk(door: Post) -> None:
    table, mail = await told(door)
    assert "To talk, answer with chat in the first line" in mail.text
    for words in TALK:
        await door.answer(mail, words)
        (refusal,) = await door.send()
        assert "It is your turn, and this is not a move." in refusal.text
        assert "To talk, answer with chat in the first line" in refusal.text
    assert await said(door, table) == []
    await door.answer(mail, f"chat\n{TALK[0]}")
    assert await said(door, table) == [TALK[0]]


@pytest.mark.parametrize("words", SLIPS)
async def test_what_may_be_a_move_with_a_slip_is_said_to_nobody(door: Post, words: str) -> None:
    table, mail = await told(door)
    for _ in range(2):  # on his turn, and after it
        await door.answer(mail, words)
        await door.answer(mail, "add 1")
    assert await said(door, table) == []


@pytest.mark.parametrize("name", SHELF)
async def test_no_move_of_any_game_is_taken_for_talk(shelf_door: Post, name: str) -> None:
    service, rng, game = shelf_door.service, Random(3), SHELF.game(name)
    seats = max(2, game.seats[0])
    more = [await confirmed(service, f"Guest{number}", f"{number}@mail.example") for number in range(seats - 2)]
    users, plans = [shelf_door.ann, shelf_door.bob, *more], (SeatPlan("me"), *[SeatPlan()] * (seats - 1))
    table = (await service.tables.open(users[0], Terms(name, {}, plans, Clock("days", 86_400)))).id
    for user in users[1:]:
        await service.tables.sit(table, user)
    for _ in range(12):
        mover = users[(await service.watching.look(table, users[0])).position.to_move[0] - 1]
        move = await some_move(service, table, mover, rng)
        for user in users:
            assert (await _talk(service, Sender("mail", user, board=101), move, ""))[0] == move
        await service.tables.move(table, mover, move)


async def test_another_game_is_proposed_and_agreed_to_by_mail(door: Post) -> None:
    table, _ = await told(door)
    await door.service.tables.resign(table, door.ann)
    over = next(caught for caught in await door.send() if caught.to == BOB)
    assert "To play again, answer with rematch" in over.text
    await door.answer(over, "rematch")
    door.wall.pass_by(700)
    proposal = next(caught for caught in await door.send() if caught.to == ANN)
    assert str(proposal.mail["Subject"]) == "Tiny Board 101 Bob proposes another game"
    await door.answer(proposal, "accept")
    assert (await door.service.tables.info(table, door.ann)).rematch is not None


async def test_a_personal_message_is_answered_by_answering_its_mail(door: Post) -> None:
    await door.service.messages.send(door.ann, [door.bob], "Another game?")
    (mail,) = await door.send()
    assert mail.text.startswith("To answer this mail, write above this line.")
    await door.answer(mail, "On Sunday.\n\nBob")
    sent = {each.to: each for each in await door.send()}
    assert sent[ANN].mail["Subject"] == "A message from Bob"
    assert "On Sunday." in sent[ANN].text
    assert "Another game?" not in sent[ANN].text
    assert "Your message" in sent[BOB].text


async def test_an_answer_to_a_personal_message_proves_who_writes_and_to_whom(door: Post) -> None:
    await door.service.messages.send(door.ann, [door.bob], "Another game?")
    (mail,) = await door.send()
    await door.service.accounts.change_mail(door.bob, "bob@new.example")
    await door.answer(mail, "On Sunday.")
    assert await door.service.messages.unread(door.ann) == ()
    forged = str(mail.mail["Reply-To"]).replace(f"answer{door.ann}.", f"answer{door.bob}.")
    assert forged != str(mail.mail["Reply-To"])
    mail.mail.replace_header("Reply-To", forged)
    await door.answer(mail, "On Sunday.")
    assert await door.service.messages.unread(door.bob) == ()
