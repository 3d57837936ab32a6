"""Golden games: one for each way of ending, dealt fairly and replayed move by move."""

from __future__ import annotations

import pytest

from games.wolf_in_the_fold.golden import file_of
from sheepfold.core.contract import NATURE
from sheepfold.core.records import record
from sheepfold.core.records.progress import replay, verify
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.terms import WentBack


@pytest.mark.parametrize("ending", GAME.endings)
def test_golden_game(ending: str) -> None:
    golden = record.from_json(file_of(ending).read_text(encoding="utf-8"))
    assert golden.outcome is not None
    assert golden.outcome.reason == ending
    verdict = verify(GAME, golden)
    assert verdict.seed_known
    assert verdict.draws == sum(seat == NATURE for seat, _ in golden.moves)


def test_a_record_holds_every_drawn_tile_those_that_go_back_included() -> None:
    golden = record.from_json(file_of("wolves won, only wolves left").read_text(encoding="utf-8"))
    steps = list(replay(GAME, golden))
    back = [step for step in steps if isinstance(step.told[0].fact, WentBack)]
    assert back
    assert all(step.seat == NATURE and step.text == "wolf" for step in back)


def test_a_record_round_trips_as_text() -> None:
    golden = record.from_json(file_of("won, stack empty").read_text(encoding="utf-8"))
    assert record.from_text(record.to_text(golden)) == golden
