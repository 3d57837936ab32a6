"""The leak law over every mail: two worlds that a seat cannot tell apart send its owner the same mails, byte for byte.

Both worlds sign with one key, and tables are named alike, so that nothing has to be put aside. The seed differs in any
case. Pictures are compared as the documents that they are drawn from.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from sqlalchemy import insert, update

from catching import catcher
from mail.conftest import Post, Wall, confirmed, open_door, open_post
from playthroughs import TERMS, loaded_dice
from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.games import SHELF, game
from sheepfold.mail.compose import Composers, Letter, compose
from sheepfold.play.setup import Setup
from sheepfold.play.tables import seating
from sheepfold.play.terms import Clock, SeatPlan, Terms
from sheepfold.store import schema
from twins import Twins, twins

NAMES = ("Ann", "Bob", "Cyd", "Dee")
MOMENTS = 6
TRIES = ("nonsense", "showas", "preview pass")


class Undrawn(Composers):
    """Writes what would be drawn."""

    async def compose(self, letter: Letter) -> bytes:
        drawing = "" if letter.picture is None else letter.picture.document
        return compose(replace(letter, picture=None)) + drawing.encode()


async def spent(post: Post, worlds: Twins, which: int, draws: deque[Move]) -> list[bytes]:
    """Every mail to the viewer in one of the worlds, who also tries a few things by mail after every moment."""
    service, viewer = post.service, worlds.viewer
    assert viewer is not None
    users = [post.ann, post.bob, *[await confirmed(service, n, f"{n.lower()}@mail.example") for n in NAMES[2:]]]
    fixed = update(schema.users).values(password="known")
    await service._engine.write(lambda conn: conn.execute(fixed))
    draws.extend(step.move for step in worlds.moments[0].steps[which] if step.seat == NATURE)
    plans = (SeatPlan("me"), *[SeatPlan()] * (worlds.seats - 1))
    terms = Terms(worlds.game.name, worlds.options.to_json(), plans, Clock("days", 86_400, nag=43_200))
    table = (await service.tables.open(users[0], terms)).id
    for user in users[1 : worlds.seats]:
        await service.tables.sit(table, user)
    mine = users[viewer - 1]
    await service.mail_wishes.subscribe(table, mine, "all")
    address, numbers = f"{NAMES[viewer - 1].lower()}@mail.example", count()
    token = await service.links.seat(table, mine)
    for moment in worlds.moments[1:]:
        post.wall.pass_by(10)
        draws.extend(step.move for step in moment.steps[which] if step.seat == NATURE)
        for step in moment.steps[which]:
            if step.seat != NATURE:
                await service.tables.move(table, users[step.seat - 1], step.text)
        await post.send()
        for line in TRIES:
            headers = {"Message_ID": f"<{next(numbers)}@mail.example>", "Date": "Mon, 1 Jan 2024 00:00:00 +0000"}
            await post.write(address, f"board101.{token}@fold.example", line, **headers)
        await post.send()
    return [mail.raw for mail in post.relay.to(address)]


@pytest.mark.parametrize(("name", "viewer"), [("mutton", 2), ("woolf", 1), ("woolf", 4)], ids=str)
def test_no_mail_depends_on_what_its_reader_may_not_know(
    name: str,
    viewer: Seat,
    new_database: Callable[[str], str],
    make_setup: Callable[[str], Setup],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = game(name)
    worlds = twins(kind, kind.options.make(TERMS[name][0]), max(2, kind.seats[0]), viewer, MOMENTS, Random(1))
    assert worlds.apart
    draws = loaded_dice(monkeypatch)

    async def playthrough(which: int) -> list[bytes]:
        ids, wall = (f"table{number:06}" for number in count()), Wall()
        monkeypatch.setattr(seating, "new_id", lambda: next(ids))
        setup = replace(
            make_setup(new_database("sqlite")),
            shelf=SHELF,
            locate="sheepfold.games:SHELF",
            now=wall,
            elapsed=wall,
            seed=lambda: bytes([which]) * 32,
        )
        with catcher() as relay:
            async with open_post(setup, relay, wall) as post, open_door(post):
                key = insert(schema.secrets).values(name="signing", value="00" * 32)
                forget = schema.secrets.delete()
                await post.service._engine.write(lambda conn: (conn.execute(forget), conn.execute(key)))
                post.service.links._key = b""
                post.sending = post.another(composers=Undrawn())
                return await spent(post, worlds, which, draws)

    one, other = asyncio.run(playthrough(0)), asyncio.run(playthrough(1))
    assert len(one) > MOMENTS
    for mine, yours in zip(one, other, strict=True):
        assert mine == yours
