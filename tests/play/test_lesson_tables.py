"""Tables of lessons: their chance is known beforehand, so nothing is played for there."""

from __future__ import annotations

import pytest

from play.conftest import Fold
from sheepfold.core.records.chance import commitment
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.people.history import Sought
from sheepfold.play.terms import OfferKind, SeatPlan, Status, TableId, Terms

pytestmark = pytest.mark.anyio

SEED = bytes(31) + b"\7"
TERMS = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()))


async def test_a_table_of_a_lesson_has_the_chance_of_the_lesson(fold: Fold) -> None:
    first = await fold.service.tables.open(fold.ann, TERMS, seed=SEED)
    second = await fold.service.tables.open(fold.ann, TERMS)
    assert first.commitment == commitment(SEED) != second.commitment


async def test_nothing_counts_where_the_chance_is_known(fold: Fold) -> None:
    rated = Terms("tiny", {}, TERMS.seats, rated=True)
    with pytest.raises(BadRequest, match="unrated"):
        await fold.service.tables.open(fold.ann, rated, seed=SEED)


async def alone(fold: Fold, seed: bytes | None, **options: object) -> TableId:
    """A table where Ann sits alone."""
    terms = Terms("tiny", options, (SeatPlan("me"),))
    return (await fold.service.tables.open(fold.ann, terms, seed=seed)).id


async def test_where_the_chance_is_known_a_move_is_taken_back_though_dice_were_thrown_since(fold: Fold) -> None:
    guided, usual = await alone(fold, SEED, dice=True), await alone(fold, None, dice=True)
    for table in (guided, usual):
        await fold.service.tables.move(table, fold.ann, "add 1")
    with pytest.raises(NotNow, match="chance was drawn"):
        await fold.service.tables.offer(usual, fold.ann, OfferKind.UNDO)
    before = (await fold.service.watching.page(guided, fold.ann)).moves
    assert len(before) == 1
    await fold.service.tables.offer(guided, fold.ann, OfferKind.UNDO)
    sight = await fold.service.watching.page(guided, fold.ann)
    assert sight.moves == ()
    assert sight.position.to_move == (1,)


async def test_a_guided_game_is_no_result_and_in_no_list_of_results(fold: Fold) -> None:
    guided, usual = await alone(fold, SEED, goal=1), await alone(fold, None, goal=1)
    for table in (guided, usual):
        await fold.service.tables.move(table, fold.ann, "add 1")
    assert len(await fold.service.history.games(fold.ann, Sought(), 10)) == 1
    listed = await fold.service.lists.of_user(fold.ann, Status.OVER, guided=False)
    assert [one.info.id for one in listed] == [usual]
    assert {one.info.id for one in await fold.service.lists.of_user(fold.ann, Status.OVER)} == {guided, usual}
