"""What a kill or a shot would do: observers by the rules, odds only where aids are allowed."""

from __future__ import annotations

from random import Random

from games.mutton.positions import CROWD, play
from sheepfold.core.contract.bot import random_move
from sheepfold.core.duel import DuelState, DuelView
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.belief import hypotheses, odds, split
from sheepfold.games.mutton.terms import Options
from sheepfold.games.mutton.view import View


def test_a_kill_tells_its_observeres_and_with_aids_what_the_farmer_would_think() -> None:
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
            said = aided.slips[-1].words
            letter, chance = said.removeprefix("the Farmer suspects ").removesuffix(" %").split(": ")
            assert round(100 * odds(after)[letter]) == int(chance)
    assert kills > 3


def farmer_in_doubt() -> DuelView[Options, View]:
    """What the Farmer sees after the first kill."""
    rng, state = Random(1), GAME.start(Options(quick=60), 2)
    for _ in range(3):
        (seat,) = GAME.to_move(state)
        state, _ = GAME.apply(state, seat, random_move(GAME, state, seat, rng))
    return GAME.view(state, 2)


def test_the_farmer_is_told_the_odds_of_a_shot_with_aids_alone() -> None:
    view = farmer_in_doubt()
    assert view.now is not None
    letter = next(animal.letter for animal in view.now.animals if animal.fate == "alive")
    assert GAME.consequence(view, (letter,), aids=False) is None
    found = GAME.consequence(view, (letter,), aids=True)
    assert found is not None
    assert found.slips[0].words.endswith(f"% chance that {letter} is a wolf")
    wolf, sheep = split(view.now, letter)
    assert wolf + sheep == hypotheses(view.now)
    left = [note.words for note in found.slips[1:]]
    assert left == [f"a hit leaves {wolf:,} of {wolf + sheep:,} possibilities", f"a miss leaves {sheep:,}"]
    assert GAME.consequence(view, ("pass",), aids=True) is None


def test_what_a_shot_would_split_is_what_its_answer_leaves() -> None:
    rng, state, shots = Random(2), GAME.start(Options(quick=60, berserk=False, num_sheep=16), 2), 0
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        view, move = GAME.view(state, seat).now, random_move(GAME, state, seat, rng)
        state, _ = GAME.apply(state, seat, move)
        after = GAME.view(state, 2).now
        assert after is not None
        if seat == 2 and after.outcome is None and after.log and after.log[-1].kind == "shot":
            assert view is not None
            wolf = next(animal.wolf for animal in after.animals if animal.letter == move[0])
            assert hypotheses(after) == split(view, move[0])[not wolf]
            shots += 1
    assert shots > 2


def test_a_berserk_is_told_how_likely_it_holds_every_wolf() -> None:
    view = farmer_in_doubt()
    found = GAME.consequence(view, ("A", "B", "C"), aids=True)
    assert found is not None
    assert found.slips[0].words.endswith(" % chance that no wolf is left")
    everybody = tuple(animal.letter for animal in view.now.animals if animal.fate == "alive") if view.now else ()
    told = GAME.consequence(view, everybody, aids=True)
    assert told is not None
    assert told.slips[0].words == "100 % chance that no wolf is left"


def test_a_shot_whose_answer_is_certain_splits_nothing() -> None:
    state = play(CROWD, "B", "A:B-a3")
    duel = DuelState(state.options, scorers=(1,), rounds=(state,))
    found = GAME.consequence(GAME.view(duel, 2), ("B",), aids=True)
    assert found is not None
    assert [note.words for note in found.slips] == ["100 % chance that B is a wolf"]
