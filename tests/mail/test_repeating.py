"""The leak law of answers: nothing that was mailed to a seat is ever passed on as that seat's words.

Every letter goes back to the house in every way of quoting; the others at the board may read of it nothing but what its
reader wrote above.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from structlog import get_logger

from catching import Caught
from mail.conftest import HOUSE, ParseHere, Post, confirmed
from mail.quotations import PLAIN, WAYS, bare
from mail.test_games import some_move
from playthroughs import TERMS
from sheepfold.command.playing import REPEATED
from sheepfold.command.repeating import BEGINNING
from sheepfold.games import SHELF
from sheepfold.mail.addresses import Kind, reply_address
from sheepfold.mail.parsing import read
from sheepfold.mail.receiving import Receiving
from sheepfold.play.terms import Clock, SeatPlan, TableId, Terms

pytestmark = pytest.mark.anyio

OWN = "Good playthrough, neighbour!"
ASKED = ("showas", "nonsense", "history", "preview {move}", "queue", "queue {move}", "{move}")
"""What is asked by mail, so that every kind of reply is among the letters; the last one is a move."""
LAST = 4
"""So many letters of each are sent back."""
PLAYED = 4
"""Moves before that: by then there are secrets."""
NAMES = ("Ann", "Bob", "Cyd", "Dee")


async def letters(door: Post, game: str) -> tuple[TableId, list[Caught]]:
    """A game under way, and letters about it to Ann and to Bob that can be answered."""
    service, rng = door.service, Random(7)
    users = [door.ann, door.bob, *[await confirmed(service, n, f"{n.lower()}@mail.example") for n in NAMES[2:]]]
    await door.drop_all()
    seats = max(2, SHELF.game(game).seats[0])
    plans = (SeatPlan("me"), *[SeatPlan()] * (seats - 1))
    terms = Terms(game, TERMS.get(game, ({},))[0], plans, Clock("days", 21 * 86_400, nag=7 * 86_400))
    table = (await service.tables.open(users[0], terms)).id
    for user in users[1:seats]:
        await service.tables.sit(table, user)
    for user in users[:seats]:
        await service.mail_wishes.subscribe(table, user, "all")
    for line in (*["{move}"] * PLAYED, *ASKED):
        position = (await service.watching.look(table, users[0])).position
        user = users[position.to_move[0] - 1]
        name = (await service.accounts.user(user)).name.lower()
        move = await some_move(service, table, user, rng)
        to = f"board101.{await service.links.seat(table, user)}@fold.example"
        await door.write(f"{name}@mail.example", to, line.format(move=move))
        await door.send()
    answered = [
        [mail for mail in door.relay.to(address) if "Reply-To" in mail.mail]
        for address in ("ann@mail.example", "bob@mail.example")
    ]
    return table, [mail for mails in answered for mail in mails[-LAST:]]


class Desk:
    """Where answers to letters are written, and what the others at the board read of them."""

    def __init__(self, door: Post, table: TableId) -> None:
        self._door, self._table = door, table
        self._receiving = Receiving(door.service, door.setup, get_logger(), ParseHere())
        self._number = self._heard = 0

    async def said(self, letter: Caught, head: str, body: bytes, to: str = "", subject: str = "") -> list[str]:
        """What is passed on of an answer."""
        door, to = self._door, to or str(letter.mail["Reply-To"])
        door.wall.pass_by(60)
        self._number += 1
        heads = {
            "From": letter.to,
            "To": to,
            "Subject": subject or f"Re: {letter.mail['Subject']}",
            "Message-ID": f"<{self._number}@mail.example>",
            "In-Reply-To": str(letter.mail["Message-ID"]),
        }
        raw = "".join(f"{name}: {value}\r\n" for name, value in heads.items()) + f"{head}\r\n\r\n"
        await self._receiving.receive(read(raw.encode() + body, letter.to, HOUSE), [to])
        lines = await door.service.chat.read(self._table, door.bob, since=self._heard)
        self._heard = lines[-1].number if lines else self._heard
        return [line.text for line in lines]


@pytest.mark.parametrize("game", SHELF)
async def test_nothing_that_was_mailed_is_passed_on_however_it_is_quoted(shelf_door: Post, game: str) -> None:
    table, sent = await letters(shelf_door, game)
    desk, leaks = Desk(shelf_door, table), []
    for letter in sent:
        for way, write in WAYS.items():
            said = await desk.said(letter, *write(letter, f"chat\n\n{OWN}"))
            leaks += [(way, line) for line in said if line != OWN]
    assert not leaks


@pytest.mark.parametrize("game", SHELF)
async def test_no_line_of_a_letter_is_passed_on_by_itself_or_broken_in_its_middle(shelf_door: Post, game: str) -> None:
    table, sent = await letters(shelf_door, game)
    desk, leaks = Desk(shelf_door, table), []
    for line in bare(sent[-1]):
        words = line.split()
        if len(re.findall("[A-Za-z0-9]", re.sub("|".join(NAMES), "", line))) < BEGINNING or len(words) < 2:
            continue
        middle = len(words) // 2
        for quoted in (line, f"AB> {line}", "\n".join((" ".join(words[:middle]), " ".join(words[middle:])))):
            leaks += await desk.said(sent[-1], PLAIN, f"chat\n\n{OWN}\n{quoted}".encode())
    assert not leaks


HONEST = (
    "Good luck!",
    "Good luck and have a wonderful playthrough with all of your sheep!",
    "Well played, Bob! Your turn.",
    "Привет! Хороший ход, но волк всё равно съест овцу.",
    "I love Mutton, Wolf in the Fold and Sheep Dogs and Wolves, but not Woolf!!",
    "Look at https://example.org/a/very/long/address/that/nobody/can/remember/of/a/picture/of/sheep.png",
    "Please confirm. Something is wrong at board 101. Congratulations!",
    "Which of them is the wolf? I think that it is A or F.",
)


@pytest.mark.parametrize("game", SHELF)
async def test_what_people_write_themselves_is_passed_on(shelf_door: Post, game: str) -> None:
    door = shelf_door
    table, sent = await letters(door, game)
    desk = Desk(door, table)
    await door.service.chat.say(
        table, door.bob, HONEST[1]
    )  # whoever answers in the same words does not quote the house
    await door.send()
    letter = door.relay.to("ann@mail.example")[-1]
    assert [await desk.said(sent[0], PLAIN, b"chat\n\nHi"), await desk.said(letter, PLAIN, b"chat\n\nHi")][1] == ["Hi"]
    for line in HONEST:
        assert await desk.said(letter, PLAIN, f"chat\n\nHello!\n{line}".encode()) == [f"Hello! {line}"], line


async def test_no_address_of_any_kind_is_passed_on(door: Post) -> None:
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (told,) = await door.send()
    link, desk, puzzle = door.service.addresses.link, Desk(door, table), door.service.puzzles.today.id
    tokens: dict[Kind, str] = {
        "answer": await link("answer", door.bob, str(door.ann)),
        "confirm": await link("copy", door.bob, "other@mail.example"),
        "consent": await link("consent", door.bob, "a command"),
        "puzzle": f"{puzzle}-{await link('puzzle', door.bob, puzzle)}",
        "bounce": await door.service.links.sent_from(door.bob),
    }
    for kind, token in tokens.items():
        number = door.ann if kind == "answer" else ""
        address = reply_address(kind, token, "fold.example", number)
        local = address.partition("@")[0]
        for quoted in (address, local):
            said = await desk.said(told, PLAIN, f"chat\n\n{OWN}\n{quoted}".encode())
            assert not any(local in line for line in said), quoted


async def test_the_move_is_made_and_its_writer_is_told_that_nothing_was_passed_on(door: Post) -> None:
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (told,) = await door.send()
    quoted = "\n".join(bare(told)).encode()
    assert await Desk(door, table).said(told, PLAIN, b"add 2\n\n" + OWN.encode() + b"\n\n" + quoted) == []
    assert (await door.service.watching.look(table, door.ann)).position.view.total == 3
    receipt = next(mail for mail in await door.send() if mail.to == "bob@mail.example")
    assert REPEATED in " ".join(receipt.text.split())


@pytest.mark.parametrize("line", ["message Bob {token} Ann", "tiny chat 101 Bob {token}", "tiny seek Bob {token}"])
async def test_a_command_in_a_new_mail_passes_no_letter_on_either(door: Post, line: str) -> None:
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (told,) = await door.send()
    token = (await door.service.sessions.new_token(door.bob, "mail", ["mail", "play"]))[1]
    quoted = "\n".join(bare(told)[:20]).encode()
    assert await Desk(door, table).said(told, PLAIN, quoted, HOUSE, line.format(token=token)) == []
    assert await door.service.messages.unread(door.ann) == ()
    assert REPEATED in " ".join((await door.send())[-1].text.split())


async def test_no_address_for_answers_is_passed_on(door: Post) -> None:
    """Whoever knows it plays in its owner's place."""
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (told,) = await door.send()
    address, desk = str(told.mail["Reply-To"]), Desk(door, table)
    half = len(address) // 2
    for quoted in (
        address,
        f"To: {address}",
        f"{address[:half]}\n{address[half:]}",
        f"{address[:half]}=\n{address[half:]}",
    ):
        assert not any(
            address[:half] in line for line in await desk.said(told, PLAIN, f"chat\n\n{OWN}\n{quoted}".encode())
        )
