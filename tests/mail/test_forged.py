"""Anybody can write any address into a mail: nobody is bound by that, and nobody pays for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import Table, select
from structlog import get_logger

from catching import Catcher, Caught
from mail.conftest import PASSWORD, ParseHere, Post, Wall, confirmed, open_post
from sheepfold.command.verbs import GAME, SERVER, Verb
from sheepfold.mail.parsing import Incoming
from sheepfold.mail.receiving import Receiving, TooManyMails
from sheepfold.play.rate_limits import LIMITS
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

HOUSE = "sheepfold@fold.example"
ANN, BOB = "ann@mail.example", "bob@mail.example"
MANY = 70
"""More mails than one person may send at once."""
PROOFS = ("", "Ann", "Ann wrong-password", "Ann fold_0123456789012345678901234567890123456789012")
WORDS = {"move": "add 1", "preview": "add 1", "queue": "add 1", "message": "Bob", "challenge": "Ann Bob", "show": "101",
         "limit": "0", "vacation": "5", "seek": "2"}  # fmt: skip
"""What follows a command."""
FIRST = {"change": ("password", "address"), "all": ("show",)}
UNBOUND = ("outbox", "received", "budgets", "secrets", "trail", "alembic_version")
"""What is kept of mails without binding anybody."""
NUMBERS = count()


def lines(verb: Verb, game: str) -> list[str]:
    """A command in every way in which somebody can leave its proof out or get it wrong."""
    found = []
    for proof in PROOFS:
        for first in FIRST.get(verb.name, ("",)):
            slots = {"board": "101", "who": proof, "new": proof, "word": first}
            words = [game, verb.name, *(slots[slot] for slot in verb.shape), WORDS.get(verb.name, "")]
            found.append(" ".join(filter(None, words)))
    return [*found, *(f"{game} {verb.name} Ann:wrong-password Bob" for _ in "x" if verb.name == "challenge")]


def mail(subject: str, sender: str = ANN, words: str = "") -> Incoming:
    number = next(NUMBERS)
    return Incoming(sender, subject, words, f"<{number}@mail.example>", (), f"digest {number}", "")


def table_names() -> list[Table]:
    return [table for table in schema.metadata.sorted_tables if table.name not in UNBOUND]


async def bound(service: Service) -> list[object]:
    """All that is kept of people: accounts, seats, talk, wishes."""
    queries = [select(table) for table in table_names()]
    return await service._engine.read(lambda tx: [sorted(map(str, tx.execute(query))) for query in queries])


@pytest.fixture
def receive(post: Post) -> Callable[..., object]:
    receiving = Receiving(post.service, post.setup, get_logger(), ParseHere())

    async def bring(what: Incoming, to: str = HOUSE) -> bool:
        """Whether it was taken."""
        try:
            await receiving.receive(what, [to])
        except TooManyMails:
            return False
        return True

    return bring


async def own_mail(post: Post, table: str) -> tuple[str, str]:
    """A token of Ann's, and the address to which she answers."""
    token = (await post.service.sessions.new_token(post.ann, "mail", ["mail", "play"]))[1]
    return token, f"board101.{await post.service.links.seat(table, post.ann)}@fold.example"


VERBS = [*((verb, "") for verb in SERVER.values()), *((verb, "tiny") for verb in GAME.values())]


@pytest.mark.parametrize(("verb", "game"), VERBS, ids=[f"{game} {verb.name}".strip() for verb, game in VERBS])
async def test_a_forged_sender_binds_nobody_says_nothing_and_costs_its_owner_nothing(
    post: Post, receive: Callable[..., object], verb: Verb, game: str
) -> None:
    table = await post.table()
    token, address = await own_mail(post, table)
    before = await bound(post.service)
    forged = lines(verb, game)
    for number in range(MANY):
        await receive(mail(forged[number % len(forged)], words="In her name!"))
    assert await bound(post.service) == before
    await post.drop_all()
    assert await receive(mail("", words="add 1"), address)
    assert await receive(mail(f"tiny chat 101 Ann {token}", words="Hello!"))
    assert [line.text for line in await post.service.chat.read(table, post.bob)] == ["Hello!"]
    assert (await post.service.watching.look(table, post.bob)).position.view.total == 1
    assert [caught.to for caught in await post.send()].count(ANN) == 2


async def test_whoever_writes_in_another_name_pays_for_their_own_proof(
    post: Post, receive: Callable[..., object]
) -> None:
    table = await post.table()
    eve = await confirmed(post.service, "Eve", "eve@mail.example")
    hers = (await post.service.sessions.new_token(eve, "mail", ["mail", "play"]))[1]
    token, _ = await own_mail(post, table)
    taken = [await receive(mail(f"tiny chat 101 Eve {hers}", words="Hi")) for _ in range(MANY)]
    assert taken == [True] * 60 + [False] * 10
    assert await receive(mail(f"tiny chat 101 Ann {token}", words="Hello!"))
    assert "Hello!" in [line.text for line in await post.service.chat.read(table, post.bob)]


async def test_no_envelope_that_names_somebody_keeps_their_own_mails_out(post: Post) -> None:
    table = await post.table()
    token, _ = await own_mail(post, table)
    receiving = Receiving(post.service, post.setup, get_logger(), ParseHere())
    for number in range(int(LIMITS["mails received", "envelope sender"].burst) + 10):
        await receiving.take(f"From: {ANN}\r\nSubject: help\r\nMessage-ID: <{number}@x>\r\n\r\n".encode(), ANN, [HOUSE])
    own = f"From: {ANN}\r\nSubject: tiny move 101 Ann {token} add 1\r\n\r\n"
    await receiving.take(own.encode(), ANN, [HOUSE])
    assert (await post.service.watching.look(table, post.bob)).position.view.total == 1


# -- a question, and its answer ------------------------------------------------------------------


async def asked(door: Post, line: str = "tiny challenge ann bob", body: str = "Have fun!") -> Caught:
    """The question that comes of a challenge without proof."""
    await door.write(ANN, HOUSE, line, body)
    (question,) = await door.send()
    assert (question.to, str(question.mail["Subject"])) == (ANN, line)
    assert str(question.mail["Reply-To"]).startswith("consent.")
    assert body not in question.text  # what anybody writes is not mailed on
    return question


async def boards(door: Post) -> int:
    return len(await door.service.lists.of_user(door.ann))


@pytest.mark.parametrize("prefix", ["Re: ", "AW: ", "Відповідь: Re: ", "[EXTERN] RE: ", ""])
async def test_the_answer_to_the_question_carries_the_command_out(door: Post, prefix: str) -> None:
    question = await asked(door)
    assert await boards(door) == 0
    for number in range(2):  # an answer that comes twice, in two mails
        await door.answer(question, "Good luck!" if not number else "", Subject=f"{prefix}tiny challenge ann bob")
    assert await boards(door) == 1
    table = await door.service.boards.find(101)
    assert [line.text for line in await door.service.chat.read(table, door.bob)] == ["Good luck!"]
    assert (await door.service.tables.info(table)).rated
    assert {caught.to for caught in await door.send()} == {ANN, BOB}


@pytest.mark.parametrize("line", ["tiny challenge ann bob", "tiny challenge --unrated ann bob", "help"])
async def test_nothing_but_what_was_asked_is_carried_out(door: Post, line: str) -> None:
    question = await asked(door, "tiny challenge bob ann")
    await door.answer(question, "", Subject=f"Re: {line}")
    assert await boards(door) == 0
    (reply,) = await door.send()
    assert (reply.to, "subject was changed" in " ".join(reply.text.split())) == (ANN, True)


async def test_a_question_is_too_old_after_two_days_and_after_a_new_password(door: Post) -> None:
    question = await asked(door)
    door.wall.pass_by(2 * 86_400 + 1)
    await door.answer(question, "")
    door.wall.pass_by(-86_400)
    await door.service.accounts.change_password(door.ann, PASSWORD, "another horse")
    await door.answer(question, "")
    assert await boards(door) == 0


async def test_a_question_that_is_quoted_in_its_answer_is_nobodys_words(door: Post) -> None:
    question = await asked(door)
    words = question.text.partition("above this line.")[2]
    await door.write(ANN, str(question.mail["Reply-To"]), f"Re: {question.mail['Subject']}", f"Hi\n\n{words}")
    assert await boards(door) == 1
    assert await door.service.chat.read(await door.service.boards.find(101), door.bob) == ()


@pytest.mark.parametrize("kind", ["password", "token"])
async def test_a_password_or_token_spares_the_question(door: Post, kind: str) -> None:
    secret = (await door.service.sessions.new_token(door.ann, "mail", ["play"]))[1]
    proof = f'"ann:{PASSWORD}"' if kind == "password" else f"ann:{secret}"
    await door.write(ANN, HOUSE, f"tiny challenge {proof} bob", "Have fun!")
    assert await boards(door) == 1
    said = await door.service.chat.read(await door.service.boards.find(101), door.bob)
    assert [line.text for line in said] == ["Have fun!"]


# -- strangers, and who asks for a new password --------------------------------------------------


@asynccontextmanager
async def two_servers(
    database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> AsyncIterator[tuple[Post, list[Receiving]]]:
    """A house, and two of its servers that take mail; on SQLite one of them, twice."""
    setup = make_setup(database)
    async with open_post(setup, relay, wall) as post:
        if not database.startswith("postgresql"):
            yield post, [Receiving(post.service, post.setup, get_logger(), ParseHere()) for _ in range(2)]
            return
        async with Service.open(replace(setup, bus="postgres")) as other:
            yield post, [Receiving(service, post.setup, get_logger(), ParseHere()) for service in (post.service, other)]


@pytest.mark.parametrize("line", ["help", "nonsense", "signup New{number} long-enough-word", "tiny challenge ann bob"])
async def test_no_more_strangers_are_answered_in_an_hour_than_the_host_says(
    database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall, line: str
) -> None:
    async with two_servers(database, make_setup, relay, wall) as (post, receivings):
        most, waiting = post.setup.strangers, 0
        for number in range(60):
            try:
                forged = mail(line.format(number=number), f"victim{number}@mail.example")
                await receivings[number % 2].receive(forged, [HOUSE])
            except TooManyMails:
                waiting += 1
        sent = [caught.to for caught in await post.send()]
        assert (waiting, len(set(sent))) == (60 - most, most)
        assert len(sent) <= 2 * most  # who signs up is asked whether they read there
        wall.pass_by(3600 / most)
        await receivings[0].receive(mail("help", "victim99@mail.example"), [HOUSE])
        assert [caught.to for caught in await post.send()] == ["victim99@mail.example"]


async def test_strangers_do_not_use_up_what_others_may_send(post: Post, receive: Callable[..., object]) -> None:
    for number in range(60):
        await receive(mail("help", f"victim{number}@mail.example"))
    await post.send()
    assert await receive(mail("help"))
    assert [caught.to for caught in await post.send()] == [ANN]


async def test_somebody_is_mailed_a_link_to_a_new_password_once_an_hour(
    database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> None:
    async with two_servers(database, make_setup, relay, wall) as (post, receivings):
        for hour in range(3):
            for number in range(30):
                service = receivings[number % 2]._service
                await service.addresses.ask_to_recover(ANN if number % 3 else "Ann")
                await post.send()
            assert len(relay.to(ANN)) == hour + 1
            wall.pass_by(3600)
        await post.service.addresses.ask_to_recover("Bob")
        assert [caught.to for caught in await post.send()] == [BOB]
