"""Whole games by mail alone: everybody has nothing but a mailbox."""

from __future__ import annotations

from random import Random

import pytest

from mail.conftest import Post, confirmed
from sheepfold.play.service import Service
from sheepfold.play.terms import Status, TableId, UserId

pytestmark = pytest.mark.anyio


async def some_move(service: Service, table: TableId, user: UserId, rng: Random) -> str:
    """Any legal move, as it is written."""
    parts: tuple[str, ...] = ()
    while True:
        choices = await service.watching.choices(table, user, parts)
        if choices.complete:
            return choices.text
        parts = (*parts, rng.choice(choices.parts))


async def played(door: Post, table: TableId, people: dict[int, UserId], most: int, *, end: bool = True) -> int:
    """Play on by answering mails, until the game is over; how many answers it took. Whoever is to move was mailed so
    last. Without ``end`` it may be cut off."""
    rng, service = Random(1), door.service
    for count in range(most):
        position = (await service.watching.look(table, next(iter(people.values())))).position
        if position.outcome is not None:
            return count
        seat = rng.choice(position.to_move)
        user = people[seat]
        name = (await service.accounts.user(user)).name
        newest = door.relay.to(f"{name.lower()}@mail.example")[-1]
        assert "Reply-To" in newest.mail, newest.text
        assert name in str(newest.mail["Subject"]).split(), newest.mail["Subject"]
        said = await door.answer(newest, await some_move(service, table, user, rng))
        assert said.startswith("2.0.0"), said
        await door.send()
    assert not end, "the game did not end"
    return most


@pytest.mark.parametrize("line", ["fold challenge ann bob cyd", "dogs challenge ann bob"])
async def test_in_every_game_whoever_is_to_move_was_mailed_so(shelf_door: Post, line: str) -> None:
    door = shelf_door
    cyd = await confirmed(door.service, "Cyd", "cyd@mail.example")
    await door.drop_all()
    await door.begin("ann@mail.example", line)
    await door.send()
    people = {1: door.ann, 2: door.bob, 3: cyd}
    await played(door, await door.service.boards.find(101, door.ann), people, 12, end=False)


async def test_a_whole_match_of_mutton_by_mail_alone(shelf_door: Post) -> None:
    door = shelf_door
    await door.begin("ann@mail.example", "mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob")
    table = await door.service.boards.find(101, door.ann)
    await door.send()
    assert await played(door, table, {1: door.ann, 2: door.bob}, 200) > 3
    assert (await door.service.tables.info(table, door.ann)).status is Status.OVER
    for address in ("ann@mail.example", "bob@mail.example"):
        last = door.relay.to(address)[-1]
        assert "over" in last.mail["Subject"]
        numbers = [mail.mail["Message-ID"] for mail in door.relay.to(address)]
        assert len(numbers) == len(set(numbers))


async def test_a_game_of_woolf_with_eight_mailboxes(shelf_door: Post) -> None:
    door, names = shelf_door, ["Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"]
    users = [door.ann, door.bob, *[await confirmed(door.service, n, f"{n.lower()}@mail.example") for n in names[2:]]]
    await door.drop_all()
    await door.begin("ann@mail.example", f"woolf challenge -turn_limit=1 {' '.join(names)}")
    table = await door.service.boards.find(101, door.ann)
    await door.send()
    await played(door, table, dict(enumerate(users, 1)), 400)
    for name in names:
        assert "over" in door.relay.to(f"{name.lower()}@mail.example")[-1].mail["Subject"]
