"""Law: states and views come back from JSON and from a pickle as they were, and a pickled state is small."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from sheepfold.core.records.progress import AnyGame
from sheepfold.core.records.to_json import NotPlain, restored, to_json
from support import positions, viewers


def test_states_and_views_come_back_from_json(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 8):
        again = restored(json.loads(to_json(state)), game.kinds())
        assert again == state
        assert game.view(again, None) == game.view(state, None)
        for seat in game.to_move(state):
            assert game.ahead(again, seat, ()) == game.ahead(state, seat, ())
        for seat in viewers(seats):
            view = game.view(state, seat)
            assert restored(json.loads(to_json(view)), game.kinds()) == view
        if (opened := game.opened(state, seats)) is not None:
            assert restored(json.loads(to_json(opened)), game.kinds()) == opened


def test_a_pickled_state_is_whole_and_has_less_than_ten_kilobytes(game: AnyGame, rng: Random) -> None:
    for state, _ in positions(game, rng, 8):
        data = pickle.dumps(state)
        again = pickle.loads(data)
        assert again == state
        assert len(data) < 10_000
        for seat in game.to_move(state):
            assert game.ahead(again, seat, ()) == game.ahead(state, seat, ())


@pytest.mark.parametrize("value", [{"is": "Nobody"}, {"is": []}, {"is": "Outcome", "more": 1}])
def test_what_is_no_plain_form_is_refused_in_a_sentence(game: AnyGame, value: object) -> None:
    with pytest.raises(NotPlain, match="This is not a state or view"):
        restored(value, game.kinds())
