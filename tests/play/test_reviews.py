"""Reviews at tables: made once, when the game is over, for those who may see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from sheepfold.games import SHELF
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Access, Clock, SeatPlan, TableId, Terms, UserId
from tests_path import workers_can_import_tests

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(make_setup: Callable[..., Setup], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Service]:
    """A house whose bots think, with all games."""
    workers_can_import_tests(monkeypatch)
    setup = make_setup(shelf=SHELF, locate="sheepfold.games:SHELF", workers=1)
    async with Service.open(setup) as service:
        yield service


async def finished(service: Service, user: UserId, access: Access = Access.OPEN, tiles: int = 3) -> TableId:
    """A short game of Dogs against a bot, played to its end."""
    terms = Terms("dogs", {"tiles": tiles}, (SeatPlan("me"), SeatPlan("bot", "pup")), Clock(), access)
    table = (await service.tables.open(user, terms)).id
    async for update in service.watching.watch(table, user, since=0):
        if update.position.outcome is not None:
            break
        if 1 in update.position.to_move:
            parts = (await service.watching.choices(table, user)).parts
            await service.tables.move(table, user, [parts[0]])
    return table


async def test_a_finished_game_is_reviewed_once_and_kept(house: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = (await house.accounts.new_guest("Ann")).id
    table = await finished(house, ann)
    assert not (await house.reviews.progress(table, ann)).kept
    first, again = await asyncio.gather(house.reviews.of(table, ann), house.reviews.of(table, ann))
    assert first == again
    assert (await house.reviews.progress(table, ann)).kept
    monkeypatch.setattr(house.reviews, "_ask", None)
    assert await house.reviews.of(table, ann) == first
    for seat in first.seats:
        assert seat.start + seat.skill + seat.luck + seat.others == seat.result
        assert seat.name
    assert [each.accuracy for each in await house.reviews.trend(ann)] == [first.seats[0].accuracy(first.currency)]


async def test_another_move_is_judged_in_the_place_of_one_that_was_made(house: Service) -> None:
    ann = (await house.accounts.new_guest("Ann")).id
    table = await finished(house, ann)
    record = await house.watching.record(table, ann)
    mine = next(n for n, (seat, _) in enumerate(record.moves, 1) if seat == 1)
    found = await house.reviews.attempt(table, ann, None, mine, record.moves[mine - 1][1])
    best = await house.reviews.attempt(table, ann, None, mine, found.best)
    assert best.accepted
    assert best.loss == 0
    with pytest.raises(BadRequest):
        await house.reviews.attempt(table, ann, None, mine, "no such move")
    with pytest.raises(BadRequest, match="nobody's decision"):
        await house.reviews.attempt(table, ann, None, 999, found.best)


async def test_what_cannot_be_reviewed_is_refused(house: Service) -> None:
    ann, bob = [(await house.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
    terms = Terms("dogs", {"tiles": 3}, (SeatPlan("me"), SeatPlan("bot", "pup")))
    running = (await house.tables.open(ann, terms)).id
    with pytest.raises(NotNow, match="can be reviewed when it is"):
        await house.reviews.of(running, ann)
    private = await finished(house, ann, Access.PRIVATE)
    with pytest.raises(NotFound):
        await house.reviews.of(private, bob)
    with pytest.raises(BadRequest, match="There is no seat 3"):
        await house.reviews.of(private, ann, seat=3)
    assert await house.reviews.trend(ann) == []


async def test_a_review_tells_how_far_it_is_and_one_that_dies_is_given_up_in_a_sentence(
    house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = (await house.accounts.new_guest("Ann")).id
    table = await finished(house, ann, tiles=9)  # long enough to be asked about
    making = asyncio.create_task(house.reviews.of(table, ann))
    parts = set[float | None]()
    while not making.done():
        parts.add((await house.reviews.progress(table, ann)).done)
        await asyncio.sleep(0.01)
    assert await making
    assert {part for part in parts if part is not None and 0 < part <= 1}
    monkeypatch.setattr("sheepfold.play.tables.looking_back.LONGEST_REVIEW", 0.01)
    with pytest.raises(NotNow, match="could not be reviewed"):
        await house.reviews.attempt(table, ann, None, 1, "x")
    assert (await house.reviews.progress(table, ann)).done is None
