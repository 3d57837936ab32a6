"""The grid of who has which card can be filled in with what is certain, and with nothing else."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract.bot import random_move
from sheepfold.games.woolf import GAME, board
from sheepfold.games.woolf.face import certain
from sheepfold.games.woolf.terms import Options


def test_whatever_is_filled_in_is_true_in_every_world_that_looks_the_same() -> None:
    rng, filled = Random(4), 0
    state = GAME.start(Options(turn_limit=4), 5)
    while waiting := GAME.to_move(state):
        mover = rng.choice(sorted(waiting))
        state, _ = GAME.apply(state, mover, random_move(GAME, state, mover, rng))
        view = GAME.view(state, 1)
        marks = certain(view)
        if not marks or view.outcome is not None:
            continue
        world = GAME.imagine(view, rng)
        for name, mark in marks.items():
            seat, image = name.split(".")
            held = image in map(board.image, world.hands[int(seat) - 1])
            assert mark == ("c" if held else "x")
        filled = max(filled, len(marks))
    assert filled > len(board.CHARACTERS), "more than one's own cards"


def test_own_cards_are_certain_and_a_spectator_is_told_nothing() -> None:
    rng, state = Random(1), GAME.start(Options(), 5)
    state, _ = GAME.apply(state, 0, random_move(GAME, state, 0, rng))
    view = GAME.view(state, 2)
    assert view.hand is not None
    own = {name: mark for name, mark in certain(view).items() if name.startswith("2.")}
    assert {name.partition(".")[2] for name, mark in own.items() if mark == "c"} == set(map(board.image, view.hand))
    assert len(own) == len(board.CHARACTERS)
    assert certain(GAME.view(state, None)) == {}
    assert sum(copies for _, copies in view.options.deck(view.players)) == 10
