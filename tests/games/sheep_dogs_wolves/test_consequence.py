"""What a tile would do, told before it is laid, is what it then does."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract.bot import random_move
from sheepfold.core.scores import Foreseen
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.terms import DRAWINGS, Options
from sheepfold.games.sheep_dogs_wolves.view import View


def signs(view: View) -> dict[str, str]:
    return {f"{animal.x},{animal.y}": animal.sign for animal in view.animals}


def test_who_lives_and_every_sign_that_changes_are_told_beforehand() -> None:
    rng, state, told = Random(2), GAME.start(Options(mode="single"), 2), set[str]()
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        before, move = GAME.view(state, seat), random_move(GAME, state, seat, rng)
        found = GAME.consequence(before, move, aids=False)
        state, _ = GAME.apply(state, seat, move)
        after = GAME.view(state, seat)
        assert found is not None
        assert before.now is not None
        assert after.now is not None
        more, old, new = after.now.score - before.now.score, signs(before.now), signs(after.now)
        assert ("would live" in found.sentence, "would be eaten" in found.sentence) == (more > 0, more <= 0)
        changed = {Foreseen(at, DRAWINGS[sign]) for at, sign in new.items() if sign and old.get(at) != sign}
        assert set(found.signs) == changed
        scared = after.now.scared - before.now.scared
        told.update(slip.words for slip in found.slips if scared and "scared for good" in slip.words)
    assert any(words.startswith("1 wolf scared") for words in told)


def test_the_words_are_for_whoever_lays_the_tile() -> None:
    state = GAME.start(Options(mode="single"), 2)
    found = GAME.consequence(GAME.view(state, 1), ("0,-3N",), aids=True)
    assert found is not None
    assert found.text == "Here 1 more sheep would live. (+1; 1 wolf scared for good; 1 → 2 alive)"
