"""The same deal for all: everybody plays the day's luck once, sees nobody else's, and compares afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.records.chance import commitment
from sheepfold.core.records.progress import verify
from sheepfold.games import SHELF, game
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.people.users import NOWHERE
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables.looking_back import Wanted
from sheepfold.play.terms import DAY, OfferKind, SeatPlan, TableId, Terms, UserId
from tests_path import workers_can_import_tests

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(make_setup: Callable[..., Setup]) -> AsyncIterator[Service]:
    """A house with all games, in which no bot thinks."""
    async with Service.open(make_setup(shelf=SHELF, locate="sheepfold.games:SHELF")) as service:
        yield service


async def guest(house: Service, name: str) -> UserId:
    return (await house.accounts.new_guest(name)).id


async def account(house: Service, name: str) -> UserId:
    return (await house.accounts.register(name, "correct horse")).id


async def play_on(house: Service, table: TableId, user: UserId, seed: int = 1) -> None:
    """To the end, at random."""
    rng = Random(seed)
    async for update in house.watching.watch(table, user, since=0):
        at = update.position
        if at.outcome is not None:
            return
        if at.seat in at.to_move:
            so_far: tuple[str, ...] = ()
            while not (choices := await house.watching.choices(table, user, so_far)).complete:
                so_far += (rng.choice(choices.parts),)
            await house.tables.move(table, user, so_far)


async def finished(house: Service, user: UserId, seed: int = 1) -> TableId:
    table = (await house.deals.play(user, "fold", NOWHERE)).id
    await play_on(house, table, user, seed)
    return table


async def test_who_does_the_same_meets_the_same_luck(house: Service) -> None:
    ann, bob, cyd = [await account(house, name) for name in ("Anna", "Bert", "Cleo")]
    tables = [await finished(house, ann), await finished(house, bob), await finished(house, cyd, seed=2)]
    people = zip((ann, bob, cyd), tables, strict=True)
    first, second, third = [(await house.watching.record(table, user)).moves for user, table in people]
    assert first == second != third
    draws = [[text for seat, text in moves if seat == NATURE] for moves in (first, third)]
    assert len(draws[0]) > 70
    upto = min(each.index("wolf") for each in draws)  # where it lies depends on what was played, or whether it can
    assert draws[0][:upto] == draws[1][:upto]


async def test_a_deal_is_played_once_whoever_asks_again(house: Service) -> None:
    ann = await guest(house, "Ann")
    both = await asyncio.gather(*[house.deals.play(ann, "fold", NOWHERE) for _ in range(2)])
    assert both[0].id == both[1].id
    await play_on(house, both[0].id, ann)
    assert (await house.deals.play(ann, "fold", NOWHERE)).id == both[0].id


async def test_who_gives_up_has_had_their_go(house: Service) -> None:
    ann = await account(house, "Anna")
    table = (await house.deals.play(ann, "fold", NOWHERE)).id
    await house.tables.abort(table, ann)
    assert (await house.deals.play(ann, "fold", NOWHERE)).id == table
    (mine,) = [row for row in (await house.deals.card("fold", ann)).results or () if row.yours]
    assert (mine.place, mine.words) == (None, "gave up")


async def test_nobody_else_sees_a_table_of_the_day_whatever_link_they_have(house: Service) -> None:
    ann, bob = await guest(house, "Ann"), await guest(house, "Bob")
    table = await finished(house, ann)
    invite = await house.tables.invitation(table, ann)
    for ask in (
        house.watching.look(table, bob, invite),
        house.watching.look(table, None, invite),
        house.watching.record(table, bob, invite),
        house.tables.sit(table, bob, invite=invite),
        house.reviews.progress(table, bob, invite),
        house.deals.challenge(table, bob, invite),
        house.practice.from_table(bob, table, Wanted(1, 1), invite=invite),
    ):
        with pytest.raises(NotFound):
            await ask


async def test_results_are_hidden_until_one_has_played(house: Service) -> None:
    ann, bob = await account(house, "Anna"), await account(house, "Bert")
    await finished(house, ann)
    before = await house.deals.card("fold", bob)
    assert (before.results, before.played, before.table) == (None, 1, None)
    await house.deals.play(bob, "fold", NOWHERE)
    assert (await house.deals.card("fold", bob)).results is None
    assert (await house.deals.card("fold", None)).results is None
    shown = (await house.deals.card("fold", ann)).results
    assert shown is not None
    assert [(row.name, row.yours) for row in shown] == [("Anna", True)]


async def test_guests_play_too_but_stand_in_nobody_elses_table(house: Service) -> None:
    ann, bob = await guest(house, "Ann"), await account(house, "Bert")
    await finished(house, ann)
    await finished(house, bob)
    assert [row.name for row in (await house.deals.card("fold", bob)).results or ()] == ["Bert"]
    mine = (await house.deals.card("fold", ann)).results or ()
    assert sorted(row.name for row in mine) == ["Ann (guest)", "Bert"]
    assert [row.place for row in mine] == [1, 1]
    await house.accounts.register("Dora", "correct horse", guest=ann)
    assert sorted(row.name for row in (await house.deals.card("fold", bob)).results or ()) == ["Bert", "Dora"]


async def test_the_seed_is_promised_the_day_before_and_told_the_day_after(house: Service, clock) -> None:
    ann = await account(house, "Anna")
    promised = (await house.deals.card("fold", ann)).tomorrow
    clock.pass_by(DAY)
    card = await house.deals.card("fold", ann)
    assert card.commitment == promised
    table = await finished(house, ann)
    info = await house.tables.info(table, ann)
    assert (info.commitment, info.seed, (await house.watching.record(table, ann)).seed) == (promised, "", None)
    listed = await house.lists.of_user(ann)
    assert [one.info.seed for one in listed] == [""]
    clock.pass_by(DAY)
    record = await house.watching.record(table, ann)
    past = (await house.deals.card("fold", ann)).yesterday
    assert past is not None
    assert past.seed == record.seed
    assert commitment(bytes.fromhex(past.seed)) == promised
    assert verify(game("fold"), record).seed_known
    assert [row.name for row in past.results] == ["Anna"]


async def test_nothing_goes_on_from_the_days_deal_while_others_play_it(house: Service) -> None:
    ann = await account(house, "Anna")
    table = await finished(house, ann)
    with pytest.raises(NotNow, match="Others still play this deal"):
        await house.practice.from_table(ann, table, Wanted(3, 1))
    await house.tables.offer(table, ann, OfferKind.REMATCH)
    again = (await house.tables.info(table, ann)).rematch
    assert again is not None
    fresh = await house.tables.info(again, ann)
    assert fresh.terms.deal == 0
    assert fresh.commitment != (await house.tables.info(table, ann)).commitment


async def test_a_key_of_ones_own_opens_no_table_of_the_day(house: Service) -> None:
    ann = await account(house, "Anna")
    own = await house.tables.open(ann, Terms("fold", {}, (SeatPlan("me"),)), key=f"deal.fold.{house.deals.today}")
    assert (await house.deals.play(ann, "fold", NOWHERE)).id != own.id


async def test_a_game_without_a_deal_says_so(house: Service) -> None:
    with pytest.raises(NotFound, match="no deal of the day"):
        await house.deals.card("dogs", None)
    assert set(house.deals.games) == {"mutton", "fold", "woolf"}


async def test_bots_do_the_same_for_all_who_do_the_same_and_the_strongest_plays_too(
    make_setup: Callable[..., Setup], monkeypatch: pytest.MonkeyPatch
) -> None:
    workers_can_import_tests(monkeypatch)
    setup = make_setup(shelf=SHELF, locate="sheepfold.games:SHELF", workers=1)
    async with Service.open(setup) as house:
        ann, bob = await account(house, "Anna"), await account(house, "Bert")
        moves = []
        for user in (ann, bob):
            table = (await house.deals.play(user, "mutton", NOWHERE)).id
            await play_on(house, table, user)
            moves.append((await house.watching.record(table, user)).moves)
        assert moves[0] == moves[1]
        async with asyncio.timeout(60):
            while not any(row.bot for row in (await house.deals.card("mutton", ann)).results or ()):
                await asyncio.sleep(0.1)


# -- challenges --------------------------------------------------------------------------------


async def test_a_challenge_has_the_same_luck_and_shows_results_to_who_has_played(house: Service) -> None:
    ann, bob = await account(house, "Anna"), await account(house, "Bert")
    table = (await house.tables.open(ann, Terms("fold", {}, (SeatPlan("me"),)))).id
    with pytest.raises(NotNow, match="when its game is over"):
        await house.deals.challenge(table, bob, None)
    await play_on(house, table, ann)
    before = await house.deals.challenge(table, bob, None)
    assert (before.name, before.theirs, before.others) == ("Anna", None, ())
    other = (await house.deals.beat(bob, table, None, NOWHERE)).id
    assert (await house.deals.beat(bob, table, None, NOWHERE)).id == other
    await play_on(house, other, bob)
    assert (await house.watching.record(other, bob)).moves == (await house.watching.record(table, ann)).moves
    after = await house.deals.challenge(table, bob, None)
    assert after.theirs
    assert after.yours
    assert [row.name for row in (await house.deals.challenge(table, ann, None)).others] == ["Bert"]
    with pytest.raises(NotNow, match="your own game"):
        await house.deals.beat(ann, table, None, NOWHERE)


async def test_only_a_game_of_one_person_can_be_a_challenge(house: Service) -> None:
    ann, bob = await account(house, "Anna"), await account(house, "Bert")
    table = (await house.tables.open(ann, Terms("dogs", {"tiles": 3}, (SeatPlan("me"), SeatPlan())))).id
    await house.tables.sit(table, bob)
    await house.tables.resign(table, ann)
    with pytest.raises(NotNow, match="one person against bots"):
        await house.deals.challenge(table, bob, None)
