"""The game that the server is measured with is a real game, and no guest of the shelf."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.games import SHELF
from sheepfold_bench.load import MEASURED, STONES, scripts

GAME = STONES.game


def test_a_game_has_60_moves_by_turns_and_ends_in_a_draw() -> None:
    (script,) = scripts(STONES, 1)
    state = GAME.start(GAME.options.make({}), 2)
    for ply, (seat, text) in enumerate(script):
        assert GAME.to_move(state) == {seat} == {1 + ply % 2}
        assert GAME.outcome(state) is None
        view = GAME.view(state, seat)
        assert GAME.imagine(view, None) == state
        state, _ = GAME.apply(state, seat, GAME.read(state, seat, text))
    assert len(script) == 60
    assert GAME.to_move(state) == frozenset()
    assert GAME.outcome(state).winners == (1, 2)
    assert GAME.view(state, None).cells.count(0) == 1


def test_an_occupied_cell_another_turn_and_nonsense_are_refused() -> None:
    state, _ = GAME.apply(GAME.start(GAME.options.make({}), 2), 1, ("17",))
    with pytest.raises(IllegalNow, match="There is a stone on 17"):
        GAME.apply(state, 2, ("17",))
    with pytest.raises(IllegalNow, match="not your turn"):
        GAME.apply(state, 1, ("18",))
    for text in ("0", "62", "", "¹", "seventeen", "9" * 400):
        with pytest.raises(Malformed, match="is not a cell"):
            GAME.read(state, 2, text)


def test_it_is_found_only_by_a_server_that_is_measured() -> None:
    assert GAME.name not in SHELF
    assert MEASURED.game("stones") is GAME
    assert list(MEASURED) == [*SHELF, GAME.name]
