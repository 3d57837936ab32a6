"""Completion in the words of each game's own notation."""

from __future__ import annotations

from random import Random

from sheepfold.cli.play.typed import spelt
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import random_move
from sheepfold.games import SHELF, game


def mutton_before_the_first_kill() -> tuple[object, int]:
    chosen = game("mutton")
    state = chosen.start(chosen.options(), 2)
    for text in ("sparse", "WOLF"):
        (seat,) = chosen.to_move(state)
        state, _ = chosen.apply(state, seat, chosen.read(state, seat, text))
    return state, 1


def test_a_kill_is_completed_runner_by_runner() -> None:
    chosen = game("mutton")
    state, wolf = mutton_before_the_first_kill()
    begun = spelt(chosen, state, wolf, "")
    assert begun.so_far == ()
    assert all(":" in line for line in begun.endings)
    victim = begun.endings[0]
    on = spelt(chosen, state, wolf, victim)
    assert len(on.so_far) == 1
    assert all(line.startswith(victim) and len(line) > len(victim) for line in on.endings)
    assert spelt(chosen, state, wolf, victim[0].lower()).so_far == on.so_far


def test_what_fits_nothing_has_no_endings() -> None:
    chosen = game("mutton")
    state, wolf = mutton_before_the_first_kill()
    assert spelt(chosen, state, wolf, "?!").endings == ()


def test_a_whole_flock_is_not_spelt_out() -> None:
    chosen = game("mutton")
    assert spelt(chosen, chosen.start(chosen.options(), 2), 2, "a").endings == ()


def test_following_the_endings_always_leads_to_a_legal_move() -> None:
    for name in SHELF:
        chosen, rng = game(name), Random(9)
        state = chosen.start(chosen.options(), chosen.seats[-1])
        for _ in range(30):
            waiting = chosen.to_move(state)
            if not waiting:
                break
            seat = min(waiting)
            line = ""
            while seat != NATURE and (endings := spelt(chosen, state, seat, line).endings):
                line = rng.choice(endings)
            move = chosen.read(state, seat, line) if line else random_move(chosen, state, seat, rng)
            state, _ = chosen.apply(state, seat, move)
