"""Tables of lessons: their chance is known beforehand, so nothing is played for there."""

from __future__ import annotations

import pytest

from play.conftest import Fold
from sheepfold.core.chance import commitment
from sheepfold.play.errors import BadRequest
from sheepfold.play.terms import SeatPlan, Terms

pytestmark = pytest.mark.anyio

SEED = bytes(31) + b"\7"
TERMS = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()))


async def test_a_table_of_a_lesson_has_the_chance_of_the_lesson(fold: Fold) -> None:
    first = await fold.service.open_table(fold.ann, TERMS, seed=SEED)
    second = await fold.service.open_table(fold.ann, TERMS)
    assert first.commitment == commitment(SEED) != second.commitment


async def test_nothing_counts_where_the_chance_is_known(fold: Fold) -> None:
    rated = Terms("tiny", {}, TERMS.seats, rated=True)
    with pytest.raises(BadRequest, match="unrated"):
        await fold.service.open_table(fold.ann, rated, seed=SEED)
