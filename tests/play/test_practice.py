"""Practice tables: they go on from a finished game, in the true world or another, and count nowhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sheepfold.core.errors import RecordError
from sheepfold.core.records.progress import replay, verify
from sheepfold.core.records.record import from_either, to_json
from sheepfold.games import SHELF, UnknownGame
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.people.history import Sought
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables.looking_back import LONGEST_RECORD, MOST_MOVES, Wanted
from sheepfold.play.terms import Access, OfferKind, SeatPlan, Status, TableId, Terms, UserId
from tests_path import workers_can_import_tests

pytestmark = pytest.mark.anyio

RECORDS = Path(__file__).parents[1] / "records"
MUTTON = (RECORDS / "mutton" / "points.json").read_text()
TOO_MANY = to_json(replace(from_either(MUTTON), moves=((1, ""),) * (MOST_MOVES + 1)))


@pytest.fixture
async def house(make_setup: Callable[..., Setup], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Service]:
    """A house whose bots think, with all games."""
    workers_can_import_tests(monkeypatch)
    setup = make_setup(shelf=SHELF, locate="sheepfold.games:SHELF", workers=1)
    async with Service.open(setup) as service:
        yield service


async def guest(house: Service, name: str = "Ann") -> UserId:
    return (await house.accounts.new_guest(name)).id


async def played_out(house: Service, table: TableId, user: UserId) -> None:
    async for update in house.watching.watch(table, user, since=0):
        if update.position.outcome is not None:
            return
        if update.position.seat in update.position.to_move:
            so_far: tuple[str, ...] = ()
            while not (found := await house.watching.choices(table, user, so_far)).complete:
                so_far = (*so_far, found.parts[0])
            await house.tables.move(table, user, so_far)


async def finished(house: Service, user: UserId, access: Access = Access.OPEN) -> TableId:
    """A short game of Dogs against a bot, played to its end."""
    terms = Terms("dogs", {"tiles": 5}, (SeatPlan("me"), SeatPlan("bot", "pup")), access=access)
    table = (await house.tables.open(user, terms)).id
    await played_out(house, table, user)
    return table


async def test_practice_goes_on_from_a_finished_game_and_counts_nowhere(house: Service) -> None:
    ann = await guest(house)
    source = await finished(house, ann)
    record = await house.watching.record(source, ann)
    info = await house.practice.from_table(ann, source, Wanted(2, 1, bot="pup"))
    assert (info.status, info.terms.access, info.rated) == (Status.RUNNING, Access.PRIVATE, False)
    practice = info.terms.practice
    assert practice is not None
    board = (await house.tables.info(source, ann)).board
    assert (practice.table, practice.board, practice.move, practice.seat, practice.anew) == (source, board, 2, 1, False)
    assert [one.info.id for one in await house.practice.of(ann, source)] == [info.id]
    await played_out(house, info.id, ann)
    made = await house.watching.record(info.id, ann)
    assert made.moves[:2] == record.moves[:2]
    assert made.origin is not None
    assert (made.origin.commitment, made.origin.given) == (record.commitment, 2)
    assert verify(SHELF.game("dogs"), made).seed_known
    assert [one.listed.info.id for one in await house.history.games(ann, Sought(), 10)] == [source]
    await house.reviews.of(info.id, ann)
    assert await house.reviews.trend(ann) == []
    with pytest.raises(NotNow, match="practice"):
        await house.tables.offer(info.id, ann, OfferKind.REMATCH)


async def test_nothing_from_before_practice_is_taken_back_and_it_may_be_called_off(house: Service) -> None:
    ann = await guest(house)
    source = await finished(house, ann)
    table = (await house.practice.from_table(ann, source, Wanted(2, 1, bot="pup"))).id
    with pytest.raises(NotNow, match="no move that could be taken back"):
        await house.tables.offer(table, ann, OfferKind.UNDO)
    await house.tables.abort(table, ann)
    assert (await house.watching.look(table, ann)).position.outcome is not None


async def test_practice_is_the_same_when_it_is_read_from_the_store(house: Service) -> None:
    ann = await guest(house)
    source = await finished(house, ann)
    table = (await house.practice.from_table(ann, source, Wanted(1, 2, bot="pup"))).id
    before = await house.watching.story(table, ann)
    house._engine.forget(table)
    after = await house.watching.story(table, ann)
    assert [seen.facts for seen in after.events[: len(before.events)]] == [seen.facts for seen in before.events]
    assert (await house._engine.table(table)).given == 1


@pytest.mark.parametrize("anew", [False, True])
async def test_a_record_that_is_brought_along_is_gone_on_from(house: Service, anew: bool) -> None:
    ann = await guest(house)
    record = from_either(MUTTON)
    move = next(n for n in range(5, len(record.moves)) if record.moves[n][0] == 2)
    info = await house.practice.from_record(ann, MUTTON, Wanted(move, 2, anew, "novice"))
    assert info.terms.practice is not None
    assert (info.terms.practice.table, info.terms.practice.anew) == (None, anew)
    told = (await house.watching.look(info.id, ann)).position
    assert told.seat == 2
    game = SHELF.game("mutton")
    truth = list(replay(game, record))[move - 1].state
    assert told.view == game.view(truth, 2)


async def test_worlds_dealt_anew_differ_and_no_stranger_sees_them(house: Service) -> None:
    ann, bob = await guest(house), await guest(house, "Bob")
    tables = [(await house.practice.from_record(ann, MUTTON, Wanted(4, 2, True))).id for _ in range(5)]
    worlds = {(await house._engine.table(table)).state for table in tables}
    assert len(worlds) > 1
    with pytest.raises(NotFound):
        await house.watching.look(tables[0], bob)


async def test_one_request_opens_one_practice_table(house: Service) -> None:
    ann = await guest(house)
    source = await finished(house, ann)
    first = await house.practice.from_table(ann, source, Wanted(2, 1), key="once")
    assert (await house.practice.from_table(ann, source, Wanted(2, 1), key="once")).id == first.id


async def test_what_cannot_be_practised_is_refused(house: Service) -> None:
    ann, bob = await guest(house), await guest(house, "Bob")
    running = (await house.tables.open(ann, Terms("dogs", {}, (SeatPlan("me"), SeatPlan("bot", "pup"))))).id
    with pytest.raises(NotNow, match="is over"):
        await house.practice.from_table(ann, running, Wanted(0, 1))
    private = await finished(house, ann, Access.PRIVATE)
    with pytest.raises(NotFound):
        await house.practice.from_table(bob, private, Wanted(1, 1))
    last = len((await house.watching.record(private, ann)).moves)
    for wanted, words in (
        (Wanted(last, 1), "over after move"),
        (Wanted(999, 1), "There is no move 999"),
        (Wanted(1, 3), "There is no seat 3"),
    ):
        with pytest.raises(RecordError, match=words):
            await house.practice.from_table(ann, private, wanted)
    with pytest.raises(BadRequest, match="There is no bot"):
        await house.practice.from_table(ann, private, Wanted(1, 1, bot="nobody"))
    for text, error in (
        ("nonsense", RecordError),
        ("{}", RecordError),
        (MUTTON.replace('"version": 1', '"version": 99').replace('"version":1', '"version":99'), RecordError),
        (MUTTON.replace('"mutton"', '"chess"'), UnknownGame),
        ("x" * (LONGEST_RECORD + 1), BadRequest),
        (TOO_MANY, BadRequest),
    ):
        with pytest.raises(error):
            await house.practice.from_record(ann, text, Wanted(1, 1))
    assert await house.practice.of(bob, private) == []


async def test_where_no_bot_thinks_nobody_practises(make_setup: Callable[..., Setup]) -> None:
    async with Service.open(make_setup(shelf=SHELF, locate="sheepfold.games:SHELF", workers=0)) as service:
        ann = await guest(service)
        if service._engine.store.shared:  # another process may think
            assert (await service.practice.from_record(ann, MUTTON, Wanted(4, 2))).status is Status.RUNNING
            return
        with pytest.raises(NotNow, match="No bots"):
            await service.practice.from_record(ann, MUTTON, Wanted(4, 2))
