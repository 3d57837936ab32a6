"""What a kill or a shot would do: witnesses by the rules, odds only where aids are allowed."""

from __future__ import annotations

from random import Random

from sheepfold.core.bot import random_move
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.belief import odds
from sheepfold.games.mutton.terms import Options


def test_a_kill_tells_its_witnesses_and_with_aids_what_the_farmer_would_think() -> None:
    rng, state, kills = Random(1), GAME.start(Options(quick=60, berserk=False), 2), 0
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        view, move = GAME.view(state, seat), random_move(GAME, state, seat, rng)
        plain, aided = (GAME.consequence(view, move, aids=aids) for aids in (False, True))
        state, _ = GAME.apply(state, seat, move)
        after = GAME.view(state, 2).now
        assert after is not None
        assert plain is None or "%" not in plain.text
        if seat != 1 or after.log[-1:] == () or after.log[-1].kind != "kill":
            continue
        kills += 1
        assert plain is not None
        near = after.log[-1].near
        assert all(f" {letter}" in plain.sentence for letter in near)
        if aided is not None and after.outcome is None:
            letter, chance = aided.slips[-1].words.split()[:2]
            assert round(100 * odds(after)[letter]) == int(chance)
    assert kills > 3


def test_the_farmer_is_told_the_odds_of_a_shot_with_aids_alone() -> None:
    rng, state = Random(1), GAME.start(Options(quick=60), 2)
    for _ in range(3):
        (seat,) = GAME.to_move(state)
        state, _ = GAME.apply(state, seat, random_move(GAME, state, seat, rng))
    view = GAME.view(state, 2)
    letter = next(part for part in GAME.parts(state, 2, ()) if part != "pass")
    assert GAME.consequence(view, (letter,), aids=False) is None
    found = GAME.consequence(view, (letter,), aids=True)
    assert found is not None
    assert found.slips[0].words.endswith("% a wolf")
    assert GAME.consequence(view, ("pass",), aids=True) is None
