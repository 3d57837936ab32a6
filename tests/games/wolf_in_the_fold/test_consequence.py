"""What a tile would do, told before it is laid, is what it then does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.wolf_in_the_fold.positions import played, small_ring, with_bag
from sheepfold.core.contract import Move
from sheepfold.core.scores import Consequence
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.face import FACE
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Closed, Options
from sheepfold.games.wolf_in_the_fold.view import View


def walked(mode: str) -> Iterator[tuple[Consequence, View, View, bool]]:
    """The map of the game's card, tile by tile: what was told, the views before and after, whether a fold closed."""
    state = GAME.start(Options(mode=mode), 2)
    for word in FACE.sample.moves:
        (seat,) = GAME.to_move(state)
        before, move = GAME.view(state, seat or 1), GAME.read(state, seat, word)
        found = GAME.consequence(before, move, aids=False) if seat else None
        state, told = GAME.apply(state, seat, move)
        if found is not None:
            yield found, before, GAME.view(state, seat), any(isinstance(fact.fact, Closed) for fact in told)


@pytest.mark.parametrize("mode", ["together", "versus"])
def test_folds_that_close_and_points_that_change_are_told_beforehand(mode: str) -> None:
    closed = 0
    for found, before, after, closes in walked(mode):
        assert ("closes" in found.sentence) == closes
        assert any(sign.drawing.startswith("in-") for sign in found.signs) == closes
        assert any(slip.words[0] in "+−" for slip in found.slips) == (after.scores != before.scores)
        closed += closes
    assert closed == 1


def test_a_fold_tells_its_points_its_herd_and_that_no_wolf_is_inside() -> None:
    (found,) = [found for found, _, _, closes in walked("together") if closes]
    assert found.text == "Here it closes a fold. (+3; herd of 2; no wolf inside)"


def told(state: State, move: Move, aids: bool) -> str:
    found = GAME.consequence(GAME.view(state, state.seat), move, aids=aids)
    assert found is not None
    return found.text


def test_aids_tell_how_likely_a_wolf_comes_and_the_next_player_closes_a_fold() -> None:
    herd = with_bag(played("lambs", "sheep"), wolf=2, tri=6)
    assert told(herd, ("1,0",), aids=True) == "Here the herd grows to 2. (25 % chance of a wolf next)"
    assert told(herd, ("1,0",), aids=False) == "Here the herd grows to 2."
    ring = with_bag(played("black", *small_ring()[:4], "tri", mode="versus", seats=2), tri=3, star=1, sheep=6)
    fifth = tuple(small_ring()[4].split(" ")[1].replace("/", " /").split())
    assert "40 % chance that the next player closes a fold worth 10" in told(ring, fifth, aids=True)
    assert "next player" not in told(ring, fifth, aids=False)


def test_a_wolf_tells_whom_it_reaches() -> None:
    """The map of the game's card, before its wolf is laid."""
    state = GAME.start(Options(), 2)
    for word in FACE.sample.moves[:-1]:
        (seat,) = GAME.to_move(state)
        state, _ = GAME.apply(state, seat, GAME.read(state, seat, word))
    (seat,) = GAME.to_move(state)
    found = GAME.consequence(GAME.view(state, seat), ("-2,0",), aids=False)
    assert found is not None
    assert found.sentence == "Here a wolf reaches a herd of 2."
    assert found.slips[0].words == "+2 for the wolves"
    assert {sign.drawing for sign in found.signs} == {"m-risk"}
