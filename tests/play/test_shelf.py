"""Every game on the shelf, played at a table through the service; what a seat is not told, it does not feel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.progress import verify
from sheepfold.core.records.to_json import to_json
from sheepfold.games import SHELF, game
from sheepfold.play.host.admin import Check
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import SeatPlan, Terms, Update

from .conftest import Clock

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(migrated_sqlite: Path, tmp_path: Path, clock: Clock) -> AsyncIterator[Service]:
    path = tmp_path / "fold.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    async with Service.open(Setup(database=f"sqlite:///{path}", tick=0, workers=0, now=clock)) as opened:
        yield opened


async def open_full(service: Service, name: str, options: dict[str, object]) -> tuple[str, list[int]]:
    seats = game(name).seats[0]
    users = [(await service.accounts.new_guest(f"Player {n}")).id for n in range(1, seats + 1)]
    table = (
        await service.tables.open(users[0], Terms(name, options, (SeatPlan("me"), *[SeatPlan()] * (seats - 1))))
    ).id
    for user in users[1:]:
        await service.tables.sit(table, user)
    return table, users


async def random_choice(service: Service, table: str, user: int, rng: Random) -> tuple[str, ...]:
    """A whole move of the user, built part by part; empty when there is none."""
    move: tuple[str, ...] = ()
    while True:
        choices = await service.watching.choices(table, user, move)
        if choices.complete and (not choices.parts or rng.random() < 0.8):
            return move
        if not choices.parts:
            return ()
        move += (rng.choice(choices.parts),)


@pytest.mark.parametrize(
    ("name", "options", "roles"),
    [
        pytest.param("mutton", {}, {""}, id="a match of Mutton"),
        pytest.param("mutton", {"quick": 11}, {"Wolf", "Farmer"}, id="one game of Mutton"),
        pytest.param("dogs", {}, {""}, id="a match of Dogs"),
    ],
)
async def test_a_match_given_up_in_its_first_game_is_rated_as_a_match(service, name, options, roles):
    users = [(await service.accounts.register(f"Player {n}", "12345678")).id for n in (1, 2)]
    table = (await service.tables.open(users[0], Terms(name, options, (SeatPlan("me"), SeatPlan()), rated=True))).id
    await service.tables.sit(table, users[1])
    await service.tables.resign(table, users[1])
    assert {rating.role for rating in await service.ratings.ladder()} == roles


def bytes_of(update: Update) -> str:
    return to_json(update.position.view) + repr((update.events, update.position, update.chat))


@pytest.mark.parametrize(
    ("name", "options"),
    [(name, {}) for name in SHELF] + [("woolf", {"shuffle": "off"})],
    ids=lambda value: value if isinstance(value, str) else " ".join(value) or "default",
)
async def test_a_whole_game_is_played_and_nobody_feels_what_they_are_not_told(service, clock, name, options):
    rng = Random(7)
    table, users = await open_full(service, name, options)
    unfelt = 0
    for _ in range(2000):
        before = {user: await service.watching.look(table, user, since=0) for user in (*users, None)}
        waiting = before[None].position.to_move
        if not waiting:
            break
        seat = rng.choice(waiting) if rng.random() < 0.8 else rng.randint(1, len(users))
        clock.pass_by(1)
        try:
            move = await random_choice(service, table, users[seat - 1], rng)
        except IllegalNow:
            continue
        if not move:
            continue
        update = await service.tables.move(
            table, users[seat - 1], move, expected=before[users[seat - 1]].position.number
        )
        assert update.events, "the mover is always told something"
        for user in (*users, None):
            after = await service.watching.look(table, user, since=0)
            if after.position.number == before[user].position.number:
                unfelt += 1
                assert bytes_of(after) == bytes_of(before[user])
    record = await service.watching.record(table)
    assert verify(game(name), record).seed_known
    assert await service.admin.check_records(every=True) == Check(1, ())
    if options:
        assert unfelt, "secret swaps were made"
