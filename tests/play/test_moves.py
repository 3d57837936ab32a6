"""Moves: stored before told, repeatable, refused when stale, sealed ones side by side, secret ones without a trace."""

from __future__ import annotations

import asyncio

import pytest

from play_support import facts
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.records.progress import verify
from sheepfold.play.errors import Forbidden, NotNow, Stale
from sheepfold.play.terms import Status
from tiny import GAME, Added, Ready, Rolled, Swapped

pytestmark = pytest.mark.anyio


async def test_a_game_is_played_to_its_end(fold):
    table = await fold.table(goal=4)
    await fold.service.tables.move(table, fold.ann, "add 2")
    update = await fold.service.tables.move(table, fold.bob, ("add", "2"))
    assert update.position.outcome.winners == (2,)
    assert update.info.status is Status.OVER
    record = await fold.service.watching.record(table)
    assert record.moves == ((1, "add 2"), (2, "add 2"))


async def test_the_answer_tells_the_mover_what_the_move_told_them(fold):
    table = await fold.table(dice=True, goal=100)
    update = await fold.service.tables.move(table, fold.ann, "add 1")
    told = facts(update)
    assert told[0] == Added(1, 1)
    assert isinstance(told[1], Rolled)
    assert update.events[0].sentences == ("You add 1.",)


async def test_a_repeated_request_changes_nothing(fold):
    table = await fold.table()
    first = await fold.service.tables.move(table, fold.ann, "add 1", key="k")
    again = await fold.service.tables.move(table, fold.ann, "add 1", key="k")
    assert again.position.number == first.position.number
    assert again.position.view.total == 1


async def test_a_stale_move_gets_the_current_position(fold):
    table = await fold.table()
    before = (await fold.service.watching.look(table, fold.ann)).position.number
    await fold.service.tables.move(table, fold.ann, "add 1", expected=before)
    await fold.service.tables.move(table, fold.bob, "add 1")
    with pytest.raises(Stale) as stale:
        await fold.service.tables.move(table, fold.ann, "add 1", expected=before)
    assert facts(stale.value.update) == [Added(1, 1), Added(2, 1)]
    assert stale.value.update.position.view.total == 2


async def test_of_two_at_once_one_wins_and_the_other_hears_that_somebody_was_faster(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table, fold.ann)).position.number
    both = [fold.service.tables.move(table, fold.ann, text, expected=number) for text in ("add 1", "add 2")]
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert [type(answer).__name__ for answer in answers] == ["Update", "Stale"]
    assert "moved before you" in str(answers[1])


async def test_sealed_moves_do_not_collide(fold):
    table = await fold.table(seats=3, sealed=True, goal=100)
    number = (await fold.service.watching.look(table, fold.ann)).position.number
    users = (fold.ann, fold.bob, fold.cyd)
    await asyncio.gather(*(fold.service.tables.move(table, user, "add 3", expected=number) for user in users))
    assert (await fold.service.watching.look(table)).position.view.total == 9


async def test_a_sealed_move_tells_the_others_only_that_it_was_made(fold):
    table = await fold.table(sealed=True, goal=100)
    number = (await fold.service.watching.look(table, fold.bob)).position.number
    await fold.service.tables.move(table, fold.ann, "add 3")
    assert facts(await fold.service.watching.look(table, fold.bob, since=number)) == [Ready(1)]


async def test_a_secret_step_leaves_no_trace_for_others(fold):
    table = await fold.table()
    others = (fold.bob, None)
    before = [await fold.service.watching.look(table, user, since=0, chat_since=0) for user in others]
    listed = await fold.service.lists.of_user(fold.bob)
    fold.clock.pass_by(5)
    await fold.service.tables.move(table, fold.ann, "swap")
    await fold.service.tables.move(table, fold.ann, "swap")
    assert [await fold.service.watching.look(table, user, since=0, chat_since=0) for user in others] == before
    assert await fold.service.lists.of_user(fold.bob) == listed
    assert facts(await fold.service.watching.look(table, fold.ann, since=3))[-2:] == [Swapped(True), Swapped(False)]


async def test_a_secret_step_of_another_does_not_make_a_move_stale(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table, fold.ann)).position.number
    await fold.service.tables.move(table, fold.bob, "swap")
    update = await fold.service.tables.move(table, fold.ann, "add 1", expected=number)
    assert update.position.number == number + 1


async def test_numbers_run_without_gaps_for_every_viewer(fold):
    table = await fold.table(dice=True, goal=100)
    await fold.service.tables.move(table, fold.bob, "swap")
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.move(table, fold.ann, "swap")
    for user in (fold.ann, fold.bob, fold.cyd, None):
        story = await fold.service.watching.story(table, user)
        assert [seen.number for seen in story.events] == list(range(1, story.position.number + 1))


@pytest.mark.parametrize(
    ("move", "error"),
    [
        pytest.param("", Malformed, id="empty text"),
        pytest.param("dance", Malformed, id="no move"),
        pytest.param("add", IllegalNow, id="half a move"),
        pytest.param("add 9", IllegalNow, id="out of range"),
        pytest.param("add 1 " * 1000, Malformed, id="huge"),
        pytest.param((), IllegalNow, id="no parts"),
        pytest.param(("nothing",), IllegalNow, id="unknown part"),
        pytest.param(("add", "9"), IllegalNow, id="part out of range"),
    ],
)
async def test_a_bad_move_is_refused_and_nothing_changes(fold, move, error):
    table = await fold.table()
    before = await fold.service.watching.look(table, fold.ann)
    with pytest.raises(error):
        await fold.service.tables.move(table, fold.ann, move)
    assert await fold.service.watching.look(table, fold.ann) == before


async def test_only_a_seat_moves_and_only_when_it_is_its_turn(fold):
    table = await fold.table()
    with pytest.raises(Forbidden):
        await fold.service.tables.move(table, fold.cyd, "add 1")
    with pytest.raises(IllegalNow):
        await fold.service.tables.move(table, fold.bob, "add 1")


async def test_nobody_moves_after_the_end(fold):
    table = await fold.table(goal=1)
    await fold.service.tables.move(table, fold.ann, "add 1")
    with pytest.raises(NotNow):
        await fold.service.tables.move(table, fold.bob, "add 1")


async def test_choices_lead_to_a_whole_move(fold):
    table = await fold.table()
    assert (await fold.service.watching.choices(table, fold.ann)).parts == ("add", "swap")
    assert not (await fold.service.watching.choices(table, fold.ann, ("add",))).complete
    whole = await fold.service.watching.choices(table, fold.ann, ("add", "2"))
    assert (whole.complete, whole.text, whole.parts) == (True, "add 2", ())


async def test_the_seed_is_committed_first_and_published_last(fold):
    table = await fold.table(dice=True, goal=20)
    commitment = (await fold.service.tables.info(table)).commitment
    assert (await fold.service.tables.info(table)).seed == ""
    with pytest.raises(NotNow):
        await fold.service.watching.record(table)
    turn = 0
    while (await fold.service.tables.info(table)).status is Status.RUNNING:
        await fold.service.tables.move(table, (fold.ann, fold.bob)[turn % 2], "add 3")
        turn += 1
    record = await fold.service.watching.record(table)
    assert record.commitment == commitment
    verdict = verify(GAME, record)
    assert verdict.seed_known
    assert verdict.draws >= turn - 1
