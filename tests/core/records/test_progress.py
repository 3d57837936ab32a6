"""The driver: steps, chance between them, whole games; and what may be taken back."""

from random import Random

import pytest

import tiny
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records import chance
from sheepfold.core.records.progress import NO_UNDO, NOTHING_TO_UNDO, Progress, ply_of, recorded, undo_to, verify

GAME = tiny.Tiny()
SEED = chance.seed_from("progress")


def begun(**options: object) -> Progress:
    return Progress.begin(GAME, GAME.options.make({"goal": 1000} | options), 2, SEED)


def target(*said: tuple[int, str], seat: int = 1, **options: object) -> int:
    """Where an undo of the seat leads to after these moves."""
    now, known = begun(**options), []
    for mover, text in said:
        for step in now.turn(mover, text).steps:
            ply = ply_of(GAME, step)
            known += [(step.ply, ply)] if ply.known else []
            now = now.after(step)
    return undo_to(known, {seat})


def test_a_step_leaves_what_was_before_as_it_was():
    now = begun()
    after = now.after(now.step(1, "add 2"))
    assert (now.ply, now.state.total) == (0, 0)
    assert (after.ply, after.state.total, after.waiting) == (1, 2, {2})


def test_a_turn_is_a_move_and_what_chance_answers():
    first, roll = begun(dice=True).turn(1, "add 2").steps
    assert (first.seat, roll.seat) == (1, NATURE)
    assert roll.move == chance.draw(GAME, first.state, SEED, 1)


def test_a_turn_that_was_played_here_is_not_played_again_and_elsewhere_it_is():
    now = begun(dice=True)
    turn = now.turn(1, "add 2")
    assert now.turn(1, turn) is turn
    later = now.after(turn.steps[-1])
    assert later.turn(2, now.turn(1, ("swap",))).steps[0].ply == 2
    with pytest.raises(IllegalNow):
        later.turn(1, turn)


def test_a_game_runs_to_its_end_by_the_seed_and_whoever_chooses():
    rng, now = Random(1), begun(goal=60, dice=True)
    steps = list(now.run(lambda at, seat: random_move(GAME, at.state, seat, rng)))
    end = now.after(steps[-1])
    assert not end.waiting
    record = recorded(GAME, GAME.options.make({"goal": 60, "dice": True}), ("Ann", "Bob"), SEED, steps, end.outcome)
    assert verify(GAME, record).draws == sum(step.seat == NATURE for step in steps) > 0


def test_the_last_move_of_a_seat_is_taken_back_with_all_since():
    assert target((1, "add 1"), (2, "add 1"), (1, "add 2"), (2, "add 2")) == 2
    assert target((1, "add 1"), (2, "add 1"), seat=2) == 1


def test_secret_steps_are_passed_over_whoever_made_them():
    assert target((1, "add 1"), (2, "swap"), (1, "swap")) == 0
    with pytest.raises(IllegalNow, match=NOTHING_TO_UNDO):
        target((1, "swap"))


def test_nothing_is_taken_back_across_a_draw_of_chance_or_a_reveal():
    with pytest.raises(IllegalNow, match=NO_UNDO):
        target((1, "add 1"), dice=True)
    with pytest.raises(IllegalNow, match=NO_UNDO):
        target((1, "add 1"), sealed=True)


def test_who_has_not_moved_has_nothing_to_take_back():
    with pytest.raises(IllegalNow, match=NOTHING_TO_UNDO):
        target((1, "add 1"), seat=2)
