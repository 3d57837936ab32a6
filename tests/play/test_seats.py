"""Tables and seats: what may be agreed, who may sit, watch, leave and come back."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update

from play_support import facts
from sheepfold.core.errors import OptionError
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow, TooMany
from sheepfold.play.tables import repository, seating
from sheepfold.play.tables.log import CameBack, Left, Opened, Sat, Started
from sheepfold.play.terms import Access, Clock, OfferKind, SeatPlan, Status, Terms
from sheepfold.store import schema

pytestmark = pytest.mark.anyio


def terms(*plans: SeatPlan, **more: object) -> Terms:
    return Terms("tiny", {}, plans or (SeatPlan("me"), SeatPlan()), **more)  # type: ignore[arg-type]


async def test_a_full_table_starts_by_itself(fold):
    table = (await fold.service.tables.open(fold.ann, terms())).id
    assert (await fold.service.tables.info(table)).status is Status.WAITING
    assert await fold.service.tables.sit(table, fold.bob) == 2
    story = await fold.service.watching.story(table)
    commitment = (await fold.service.tables.info(table)).commitment
    assert facts(story) == [Opened("Ann", True), Sat(1, "Ann", True), Sat(2, "Bob", True), Started(commitment)]
    assert story.position.to_move == (1,)


async def test_opening_twice_with_the_same_key_opens_one_table(fold):
    first = await fold.service.tables.open(fold.ann, terms(), key="k")
    assert (await fold.service.tables.open(fold.ann, terms(), key="k")).id == first.id
    assert len(await fold.service.lists.lobby()) == 1


async def test_opening_many_times_at_once_with_the_same_key_opens_one_table(fold):
    asked = (fold.service.tables.open(fold.ann, terms(), key="k") for _ in range(20))
    assert len({info.id for info in await asyncio.gather(*asked)}) == 1


@pytest.mark.parametrize(
    ("given", "error"),
    [
        pytest.param(Terms("tiny", {"goal": 0}, (SeatPlan("me"),)), OptionError, id="option"),
        pytest.param(Terms("tiny", {}, ()), BadRequest, id="no seats"),
        pytest.param(Terms("tiny", {}, (SeatPlan("me"), SeatPlan("me"))), BadRequest, id="twice me"),
        pytest.param(Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "x"))), BadRequest, id="unknown bot"),
        pytest.param(Terms("tiny", {}, (SeatPlan("bot", "one"),)), BadRequest, id="only bots"),
        pytest.param(Terms("tiny", {}, (SeatPlan("me"), SeatPlan("user", "Nobody"))), NotFound, id="unknown user"),
        pytest.param(Terms("tiny", {}, (SeatPlan("me"),), Clock("live", 1)), BadRequest, id="clock"),
        pytest.param(Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), rated=True), Forbidden, id="rated guest"),
    ],
)
async def test_terms_that_make_no_sense_are_refused(fold, given, error):
    with pytest.raises(error):
        await fold.service.tables.open(fold.ann, given)
    assert await fold.service.lists.of_user(fold.ann) == []


async def test_an_invited_table_can_be_watched_but_not_joined_without_the_invitation(fold):
    table = (await fold.service.tables.open(fold.ann, terms(access=Access.INVITED))).id
    await fold.service.watching.look(table)
    with pytest.raises(Forbidden):
        await fold.service.tables.sit(table, fold.bob)
    with pytest.raises(Forbidden):
        await fold.service.tables.invitation(table, fold.bob)
    await fold.service.tables.sit(table, fold.bob, invite=await fold.service.tables.invitation(table, fold.ann))


async def test_who_sat_at_a_private_table_may_still_look_at_it(fold):
    table = (
        await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan(), SeatPlan(), access=Access.PRIVATE))
    ).id
    invite = await fold.service.tables.invitation(table, fold.ann)
    with pytest.raises(NotFound):
        await fold.service.tables.sit(table, fold.bob)
    with pytest.raises(NotFound):
        await fold.service.watching.look(table, fold.bob)
    await fold.service.tables.sit(table, fold.bob, seat=2, invite=invite)
    await fold.service.tables.leave(table, fold.bob)
    assert (await fold.service.watching.look(table, fold.bob)).position.seat is None


async def test_a_private_table_looks_like_none(fold):
    table = (await fold.service.tables.open(fold.ann, terms(access=Access.PRIVATE))).id
    for user in (fold.bob, None):
        with pytest.raises(NotFound) as private:
            await fold.service.watching.look(table, user)
        with pytest.raises(NotFound) as missing:
            await fold.service.watching.look("nothing", user)
        assert str(private.value) == str(missing.value)
    for header in (
        fold.service.tables.leave(table, fold.bob),
        fold.service.tables.start(table, fold.bob),
        fold.service.tables.move(table, fold.bob, "add 1"),
        fold.service.tables.offer(table, fold.bob, OfferKind.DRAW),
        fold.service.tables.resign(table, fold.bob),
        fold.service.tables.set_queue(table, fold.bob, []),
    ):
        with pytest.raises(NotFound, match=str(missing.value)):
            await header
    assert await fold.service.lists.lobby() == []
    invite = await fold.service.tables.invitation(table, fold.ann)
    await fold.service.watching.look(table, fold.bob, invite=invite)
    await fold.service.tables.sit(table, fold.bob, invite=invite)
    await fold.service.watching.look(table, fold.bob)


async def test_a_kept_seat_is_for_that_person_only(fold):
    bob = await fold.service.accounts.register("Bobby", "12345678", guest=fold.bob)
    table = (await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan("user", "bobby")))).id
    with pytest.raises(Forbidden):
        await fold.service.tables.sit(table, fold.cyd)
    assert [listed.info.id for listed in await fold.service.lists.of_user(bob.id)] == [table]
    assert await fold.service.tables.sit(table, bob.id) == 2


async def test_no_words_of_a_stranger_stand_in_an_open_seat(fold):
    for kind in ("open", "me"):
        with pytest.raises(BadRequest, match="has a name"):
            await fold.service.tables.open(fold.ann, terms(SeatPlan(kind, "\u202ebuy wool"), SeatPlan()))
    table = (await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan()))).id
    older = repository.terms_json(terms(SeatPlan("me"), SeatPlan("open", "\u202ebuy wool")))
    stored = update(schema.tables).where(schema.tables.c.id == table).values(terms=older)
    await fold.service._engine.write(lambda conn: conn.execute(stored))
    fold.service._engine.forget(table)
    assert "wool" not in f"{await fold.service.lists.lobby()} {await fold.service.watching.look(table)}"


async def test_a_kept_seat_shows_the_name_as_its_owner_writes_it(fold):
    await fold.service.accounts.register("Dolly", "correct horse")
    info = await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan("user", "dOLLY")))
    assert (info.seats[1].name, info.terms.seats[1].name) == ("Dolly", "Dolly")


async def test_guests_are_marked_wherever_a_name_is_told_but_not_in_records(fold):
    table = await fold.table(goal=1)
    await fold.service.accounts.register("Annabel", "correct horse", guest=fold.ann)
    await fold.service.tables.move(table, fold.ann, "add 1")
    story = await fold.service.watching.story(table)
    told = " ".join(words for seen in story.events for words in seen.sentences)
    assert "Annabel takes seat 1." in told
    assert "Bob (guest) takes seat 2." in told
    assert (await fold.service.tables.info(table)).names == {1: "Annabel", 2: "Bob (guest)"}
    assert (await fold.service.watching.record(table)).seats == ("Annabel", "Bob")


async def test_who_is_expected_at_a_private_table_needs_no_invitation(fold):
    bob = await fold.service.accounts.register("Bobby", "12345678", guest=fold.bob)
    kept = terms(SeatPlan("me"), SeatPlan("user", "bobby"), access=Access.PRIVATE)
    table = (await fold.service.tables.open(fold.ann, kept)).id
    assert [listed.info.id for listed in await fold.service.lists.of_user(bob.id)] == [table]
    await fold.service.watching.look(table, bob.id)
    with pytest.raises(NotFound):
        await fold.service.watching.look(table, fold.cyd)
    assert await fold.service.tables.sit(table, bob.id) == 2


async def test_a_taken_seat_stays_taken(fold):
    table = (await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan(), SeatPlan()))).id
    with pytest.raises(NotNow):
        await fold.service.tables.sit(table, fold.bob, seat=1)
    assert await fold.service.tables.sit(table, fold.bob, seat=3) == 3
    assert await fold.service.tables.sit(table, fold.bob) == 3
    with pytest.raises(NotNow):
        await fold.service.tables.sit(table, fold.bob, seat=2)
    with pytest.raises(BadRequest):
        await fold.service.tables.sit(table, fold.cyd, seat=4)


async def test_leaving_before_the_start_frees_the_seat(fold):
    table = (await fold.service.tables.open(fold.ann, terms(SeatPlan("me"), SeatPlan(), SeatPlan()))).id
    await fold.service.tables.sit(table, fold.bob)
    await fold.service.tables.leave(table, fold.bob)
    assert await fold.service.tables.sit(table, fold.cyd) == 2


async def test_a_waiting_table_that_all_have_left_closes(fold):
    table = (await fold.service.tables.open(fold.ann, terms())).id
    await fold.service.tables.leave(table, fold.ann)
    assert (await fold.service.tables.info(table)).status is Status.OVER
    assert await fold.service.lists.lobby() == []


async def test_who_opened_a_table_for_others_closes_it_by_leaving_until_somebody_comes(fold):
    table, taken = [(await fold.service.tables.open(fold.ann, terms(SeatPlan(), SeatPlan()))).id for _ in range(2)]
    await fold.service.tables.sit(taken, fold.bob)
    for left in (table, table, taken):
        await fold.service.tables.leave(left, fold.ann)
    assert (await fold.service.tables.info(table)).status is Status.OVER
    assert [listed.info.id for listed in await fold.service.lists.lobby()] == [taken]


async def test_a_left_seat_can_be_come_back_to(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table)).position.number
    await fold.service.tables.leave(table, fold.bob)
    await fold.service.tables.leave(table, fold.bob)
    assert (await fold.service.tables.info(table)).seats[1].left
    assert await fold.service.tables.sit(table, fold.bob) == 2
    assert facts(await fold.service.watching.look(table, since=number)) == [
        Left(2, "Bob", True),
        CameBack(2, "Bob", True),
    ]


async def test_nobody_joins_a_running_game(fold):
    table = await fold.table()
    with pytest.raises(NotNow):
        await fold.service.tables.sit(table, fold.cyd)


async def test_nobody_fills_the_lobby(fold):
    for _ in range(50):
        await fold.service.tables.open(fold.ann, terms())
    with pytest.raises(TooMany):
        await fold.service.tables.open(fold.ann, terms())


async def test_lists_say_whose_turn_it_is_and_how_it_ended(fold):
    table = await fold.table(goal=1)
    assert [listed.your_turn for listed in await fold.service.lists.of_user(fold.ann)] == [True]
    assert [listed.your_turn for listed in await fold.service.lists.of_user(fold.bob)] == [False]
    await fold.service.tables.move(table, fold.ann, "add 1")
    (listed,) = await fold.service.lists.of_user(fold.bob, Status.OVER)
    assert listed.outcome.winners == (1,)
    assert [listed.info.id for listed in await fold.service.lists.lobby(status=Status.OVER)] == [table]


async def test_games_between_people_are_told_from_practice(fold):
    together = await fold.table()
    alone = (await fold.service.tables.open(fold.ann, terms(SeatPlan("me")))).id

    async def found(between: bool | None) -> set[str]:
        return {
            listed.info.id for listed in await fold.service.lists.lobby(status=Status.RUNNING, between_people=between)
        }

    assert await found(True) == {together}
    assert await found(False) == {alone}
    assert await found(None) == {together, alone}


async def test_deciding_that_somebody_sits_down_changes_nothing_at_the_table(fold):
    """Who comes travels in the draft: a private table is shown to nobody whose seat was not stored."""
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), access=Access.PRIVATE)
    opened = await fold.service.tables.open(fold.ann, terms)
    table = await fold.service._engine.table(opened.id)
    bob = await fold.service._engine.read(lambda tx: repository.person(tx, fold.bob))
    people, length = dict(table.people), table.length
    draft = seating.sit(table, bob, None, table.header.invite, 0.0)
    assert draft is not None
    assert draft.newcomers == {bob.id: bob}
    assert (table.people, table.length) == (people, length)
    with pytest.raises(NotFound):
        await fold.service.watching.look(opened.id, fold.bob)
    await fold.service.tables.sit(opened.id, fold.bob, invite=table.header.invite)
    assert table.people == people | {bob.id: bob}
