"""OpenSpiel's own tests pass for every game; its solvers and searches agree with ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, ismcts, mcts

from sheepfold.env import spiel
from sheepfold.games import game
from sheepfold.lab.mixed import Perfect, Tree
from sheepfold.lab.solve import after

GAMES = {
    "mutton": "sheepfold_mutton(size=3,num_sheep=10,num_wolves=2)",
    "fold": "sheepfold_fold(players=2,mode=versus)",
    "dogs": "sheepfold_dogs(tiles=5,mode=bid)",
    "woolf": "sheepfold_woolf(players=5,turn_limit=2)",
}


def loaded(text: str) -> Any:
    spiel.register()
    return pyspiel.load_game(text)


@pytest.mark.parametrize("text", GAMES.values())
def test_random_games_with_serialisation_keep_the_contract_of_openspiel(text: str) -> None:
    pyspiel.random_sim_test(loaded(text), num_sims=1, serialize=True, verbose=False)


def test_a_game_tells_its_numbers() -> None:
    mutton, woolf = loaded("sheepfold_mutton(size=4)"), loaded("sheepfold_woolf(players=5)")
    assert (mutton.num_distinct_actions(), woolf.num_distinct_actions()) == (91, 19)
    assert mutton.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert woolf.new_initial_state().is_chance_node()
    assert loaded("sheepfold_fold(players=3)").get_type().utility == pyspiel.GameType.Utility.IDENTICAL


def test_cfr_plus_finds_the_value_that_solve_finds() -> None:
    mutton = game("mutton")
    options = mutton.options.make({"size": 2, "num_sheep": 3, "num_wolves": 1, "quick": 2})
    perfect = Perfect(Tree(mutton, after(mutton, mutton.start(options, 2), ["sparse"])))
    same = loaded("sheepfold_mutton(size=2,num_sheep=3,num_wolves=1,quick=2,by=points,after=sparse)")
    solver = cfr.CFRPlusSolver(same)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    value = expected_game_score.policy_value(same.new_initial_state(), [solver.average_policy()] * 2)[0]
    assert perfect.least - 0.01 <= value <= perfect.most + 0.01


def heard(state: Any, player: int) -> tuple[Any, ...]:
    """All that a player was told, and the begun move."""
    told = (told for step in state.past() for told in step.told if told.reaches(player + 1))
    return (*(each.fact for each in told), *state.position.so_far)


class KeyedByFacts(ismcts.ISMCTSBot):  # type: ignore[misc]
    """A search that knows information sets by what a player heard, not by what a view says."""

    def get_state_key(self, state: Any) -> Any:
        return state.current_player(), heard(state, state.current_player())


@pytest.mark.parametrize("search", [ismcts.ISMCTSBot, KeyedByFacts])
@pytest.mark.parametrize(
    "text", ["sheepfold_mutton(size=3,num_sheep=8,num_wolves=2,quick=3)", "sheepfold_dogs(tiles=5)"]
)
def test_a_search_over_information_sets_plays_to_the_end(search: Any, text: str) -> None:
    made, rng = loaded(text), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = search(made, evaluator, uct_c=1.5, max_simulations=8, random_state=np.random.RandomState(2))
    state = made.new_initial_state()
    while not state.is_terminal():
        mine = state.current_player() == 0
        state.apply_action(int(bot.step(state)) if mine else int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_heard_the_same_in_every_other_world(name: str) -> None:
    state, rng = loaded(GAMES[name]).new_initial_state(), np.random.RandomState(4)
    differs = 0
    for _ in range(60):
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
        if state.is_terminal():
            break
        if not state.is_chance_node():
            player = state.current_player()
            world = state.resample_from_infostate(player, rng.rand)
            assert heard(world, player) == heard(state, player)
            assert world.information_state_string(player) == state.information_state_string(player)
            differs += world.history() != state.history()
    assert bool(differs) == game(name).hides
