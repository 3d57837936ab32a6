"""Offers: a draw, an undo, a bot for a left seat, a rematch; all who are there must agree."""

from __future__ import annotations

import pytest

from play_support import at_rest, facts
from sheepfold.core.records.progress import replay
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.tables.log import Ended, TakenBack
from sheepfold.play.terms import Conditional, OfferKind, Status
from tiny import GAME

pytestmark = pytest.mark.anyio


async def test_a_draw_needs_everybody(fold):
    table = await fold.table(seats=3)
    await fold.service.tables.offer(table, fold.ann, OfferKind.DRAW)
    await fold.service.tables.answer(table, fold.bob, OfferKind.DRAW, True)
    assert (await fold.service.tables.info(table)).offers[0].waiting_for == (3,)
    update = await fold.service.tables.answer(table, fold.cyd, OfferKind.DRAW, True)
    assert facts(update)[-1] == Ended("agreed", None)
    assert update.position.outcome.winners == (1, 2, 3)


async def test_one_no_is_enough(fold):
    table = await fold.table(seats=3)
    await fold.service.tables.offer(table, fold.ann, OfferKind.DRAW)
    await fold.service.tables.answer(table, fold.bob, OfferKind.DRAW, False)
    assert (await fold.service.tables.info(table)).offers == ()
    with pytest.raises(NotNow):
        await fold.service.tables.answer(table, fold.cyd, OfferKind.DRAW, True)


async def test_to_offer_what_is_offered_is_to_accept(fold):
    table = await fold.table()
    await fold.service.tables.offer(table, fold.ann, OfferKind.DRAW)
    await fold.service.tables.offer(table, fold.ann, OfferKind.DRAW)
    await fold.service.tables.offer(table, fold.bob, OfferKind.DRAW)
    assert (await fold.service.tables.info(table)).status is Status.OVER


async def test_a_move_that_all_see_ends_an_offer_and_a_secret_step_does_not(fold):
    table = await fold.table()
    await fold.service.tables.offer(table, fold.bob, OfferKind.DRAW)
    await fold.service.tables.move(table, fold.ann, "swap")
    assert len((await fold.service.tables.info(table)).offers) == 1
    await fold.service.tables.move(table, fold.ann, "add 1")
    assert (await fold.service.tables.info(table)).offers == ()


async def test_an_offer_does_not_make_a_move_stale(fold):
    table = await fold.table()
    number = (await fold.service.watching.look(table, fold.ann)).position.number
    await fold.service.tables.offer(table, fold.bob, OfferKind.DRAW)
    await fold.service.tables.move(table, fold.ann, "add 1", expected=number)


async def test_undo_takes_back_ones_last_move_and_all_after_it(fold):
    table = await fold.table()
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.move(table, fold.bob, "add 2")
    await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)
    update = await fold.service.tables.answer(table, fold.bob, OfferKind.UNDO, True)
    assert facts(update)[-1] == TakenBack(1)
    assert update.position.view.total == 0
    assert update.position.to_move == (1,)
    await fold.service.tables.move(table, fold.ann, "add 3")
    await fold.service.tables.resign(table, fold.bob)
    record = await fold.service.watching.record(table)
    assert record.moves == ((1, "add 3"),)
    assert [step.text for step in replay(GAME, record)] == ["add 3"]


async def test_undo_drops_the_moves_kept_ready_for_what_is_undone(fold):
    table = await fold.table(goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.set_queue(table, fold.ann, [Conditional("add 3")])
    await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)
    await fold.service.tables.answer(table, fold.bob, OfferKind.UNDO, True)
    assert await fold.service.tables.queue(table, fold.ann) == ()
    await at_rest(fold.service)
    assert (await fold.service.watching.look(table)).position.view.total == 0


async def test_undo_is_refused_across_a_draw_of_chance(fold):
    table = await fold.table(dice=True, goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1")
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)


async def test_undo_is_refused_across_a_reveal(fold):
    table = await fold.table(sealed=True, goal=100)
    await fold.service.tables.move(table, fold.ann, "add 1")
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)


async def test_a_secret_step_of_another_does_not_show_in_an_undo(fold):
    table = await fold.table()
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.move(table, fold.bob, "swap")
    await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)
    update = await fold.service.tables.answer(table, fold.bob, OfferKind.UNDO, True)
    assert update.position.view.up is False


async def test_who_has_not_moved_has_nothing_to_take_back(fold):
    table = await fold.table()
    await fold.service.tables.move(table, fold.ann, "swap")
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.ann, OfferKind.UNDO)


async def test_a_rematch_swaps_the_seats(fold):
    table = await fold.table(goal=1)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.offer(table, fold.bob, OfferKind.REMATCH)
    update = await fold.service.tables.answer(table, fold.ann, OfferKind.REMATCH, True)
    again = await fold.service.tables.info(update.info.rematch)
    assert [seat.user for seat in again.seats] == [fold.bob, fold.ann]
    assert again.status is Status.RUNNING
    assert again.commitment != update.info.commitment
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.bob, OfferKind.REMATCH)


async def test_no_rematch_with_somebody_who_deleted_their_account(fold):
    table = await fold.table(goal=1)
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.accounts.delete(fold.bob)
    with pytest.raises(NotNow, match="Open a new table"):
        await fold.service.tables.offer(table, fold.ann, OfferKind.REMATCH)


async def test_no_rematch_before_the_end(fold):
    table = await fold.table()
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.ann, OfferKind.REMATCH)


async def test_a_bot_takes_over_only_a_left_seat(fold):
    table = await fold.table()
    with pytest.raises(NotNow):
        await fold.service.tables.offer(table, fold.ann, OfferKind.TAKEOVER, about=2, bot="one")
    await fold.service.tables.leave(table, fold.bob)
    with pytest.raises(BadRequest):
        await fold.service.tables.offer(table, fold.ann, OfferKind.TAKEOVER, about=2, bot="nobody")


@pytest.mark.parametrize("kind", [OfferKind.DRAW, OfferKind.UNDO])
async def test_who_left_for_a_while_is_asked_too(fold, kind):
    table = await fold.table()
    await fold.service.tables.move(table, fold.ann, "add 1")
    await fold.service.tables.leave(table, fold.bob)
    update = await fold.service.tables.offer(table, fold.ann, kind)
    assert update.info.offers[0].waiting_for == (2,)
    assert (update.position.view.total, update.info.status) == (1, Status.RUNNING)


async def test_resigning_lets_the_others_win(fold):
    table = await fold.table(seats=3)
    update = await fold.service.tables.resign(table, fold.bob)
    assert update.position.outcome.winners == (1, 3)
    assert (await fold.service.tables.resign(table, fold.bob)).position.outcome == update.position.outcome
    assert (await fold.service.watching.record(table)).outcome.by == 2


async def test_a_game_is_called_off_only_before_the_first_move(fold):
    table = await fold.table(dice=True)
    await fold.service.tables.move(table, fold.bob, "swap")
    update = await fold.service.tables.abort(table, fold.bob)
    assert update.position.outcome.reason == "aborted"
    await fold.service.tables.abort(table, fold.ann)
    late = await fold.table()
    assert not (await fold.service.watching.page(late, fold.bob)).own.begun
    await fold.service.tables.move(late, fold.ann, "add 1")
    assert (await fold.service.watching.page(late, fold.bob)).own.begun
    with pytest.raises(NotNow):
        await fold.service.tables.abort(late, fold.bob)
