"""How the best players think: what they keep in arrays is what the exact odds say, and endings are counted out."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sheepfold.core.contract.bot import random_move
from sheepfold.games.mutton import GAME, belief, rules
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.bots.farmer import FarmerPosterior, costs_of_shots, farmers_endgame, wolfs_endgame
from sheepfold.games.mutton.bots.models import LEAST_CLUES, LEAST_FLAT, Beliefs, Priors, after_kill
from sheepfold.games.mutton.bots.policy import Policy
from sheepfold.games.mutton.bots.wolf import SKILLS
from sheepfold.games.mutton.bots.wolf_sets import CLUES, PublicField, company, rows_of, too_many
from sheepfold.games.mutton.terms import Options
from sheepfold.games.mutton.view import View
from sheepfold.lab.fuzz import random_options


def views(options: Options, rng: Random) -> list[View]:
    """What the Farmer sees, and then the Wolf, all through a game of random moves."""
    state = GAME.start(options, 2)
    found = []
    while not GAME.outcome(state):
        (seat,) = GAME.to_move(state)
        state, _ = GAME.apply(state, seat, random_move(GAME, state, seat, rng))
        now = state.rounds[-1] if state.rounds else None
        if now is not None and now.log and now.ended is None:
            found += [GAME.inner.view(now, 2), GAME.inner.view(now, 1)]
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_sets_that_fit_what_was_seen_are_those_of_the_exact_odds(seed: int) -> None:
    rng = Random(seed)
    options = random_options(GAME, 2, rng)
    while too_many(options):
        options = random_options(GAME, 2, rng)
    beliefs = Beliefs(Priors())
    seen = views(options, rng)
    for farmers, wolfs in zip(seen[::2], seen[1::2], strict=True):
        sets = beliefs.of(farmers).sets
        assert len(sets.masks) == belief.hypotheses(farmers)
        exact = belief.posterior(belief.evidence(farmers)).chances()
        assert rows_of(sets.masks, options.num_sheep).mean(axis=0) == pytest.approx(np.array(exact), abs=1e-6)
        assert sets.joint.sum() == pytest.approx(1)
        assert sets.weights.min() > 0
        models = 1 - beliefs.priors.clues
        assert sets.joint[0].sum() >= models * LEAST_FLAT - 1e-9, "a model may be a mask"
        assert LEAST_CLUES - 1e-9 <= sets.clue_share <= beliefs.priors.clues + 1e-9, "and clues may mislead"
        assert beliefs.of(wolfs) is beliefs.of(farmers), "the Wolf looks through the Farmer's eyes"
        assert rules.mask_of(wolfs.wolves or "") in sets.masks


def test_a_kill_counts_twice_for_the_model_that_explains_it_and_once_among_sets() -> None:
    joint = np.full((4, 2), 0.25)
    after = after_kill(joint, np.array([[0.4, 0.2], [0.1, 0.2], [0.1, 0.1]]))
    assert after[0].sum() / after[1].sum() == pytest.approx(4), "0.3 to 0.15, squared"
    assert after[0, 0] / after[0, 1] == pytest.approx(2)
    assert list(after[CLUES]) == [0.25, 0.25], "clues are read when everybody has run"


def among(*packs: str) -> FarmerPosterior:
    masks = np.array([rules.mask_of(pack) for pack in packs], np.int64)
    return FarmerPosterior.of(masks, rows_of(masks, 8), np.ones(len(packs)))


def test_without_doubt_a_berserk_costs_nothing_and_single_shots_a_meal_between_them() -> None:
    assert farmers_endgame(among("AB"), may_berserk=True) == 0
    assert farmers_endgame(among("AB"), may_berserk=False) == 1


def test_one_of_two_costs_a_sheep_by_berserk_and_as_much_by_shots() -> None:
    """Half of the time the first shot hits; else a sheep is dead and another is eaten before the next."""
    assert farmers_endgame(among("A", "B"), may_berserk=True) == 1
    assert farmers_endgame(among("A", "B"), may_berserk=False) == 1


def test_one_of_three_is_better_shot_one_by_one_only_without_berserk() -> None:
    assert farmers_endgame(among("A", "B", "C"), may_berserk=True) == pytest.approx(2)
    assert farmers_endgame(among("A", "B", "C"), may_berserk=False) == pytest.approx((0 + 2 + 4) / 3)


def test_the_farmer_waits_for_a_meal_that_will_tell_which_couple_it_is() -> None:
    """A and B stand alone together, D and E as well: who is eaten tells the wolf, and one of four would be shot."""
    four, alive = among("A", "B", "D", "E"), rules.mask_of("ABDE")
    cells = tuple(hexagon(3).index[name] for name in ("a1", "a2", "c3", "e4", "e5"))
    field = PublicField(Options(size=3, num_sheep=5, num_wolves=1), cells, alive)
    near = company(3, cells, alive)
    assert wolfs_endgame(four, near, alive, may_berserk=True) == 1
    costs = costs_of_shots(four, field, 4, Random(1))
    assert min(costs, key=lambda victims: costs[victims]) == 0


def test_no_more_can_be_lost_than_is_alive() -> None:
    crowd = [0b11111 & ~(1 << animal) for animal in range(5)]
    assert wolfs_endgame(among("A", "B", "C", "D", "E"), crowd, 0b11111, may_berserk=False) == 4


def test_a_wolf_without_neighbours_eats_nothing_more() -> None:
    alone = [0] * 5
    assert wolfs_endgame(among("A"), alone, 0b11111, may_berserk=True) == 0


def test_the_wolf_never_eats_its_own_while_sheep_are_in_reach_and_says_what_it_weighed() -> None:
    policy, rng = Policy(SKILLS["wily"]), Random(5)
    state = GAME.start(Options(quick=1, num_sheep=20, num_wolves=3), 2)
    while not GAME.outcome(state):
        (seat,) = GAME.to_move(state)
        view = GAME.view(state, seat).now
        assert view is not None
        if view.phase in ("place", "choose"):
            move = random_move(GAME, state, seat, rng)
        else:
            weighed = policy.weigh(view, rng)
            assert [value for _, value in weighed.moves] == sorted((value for _, value in weighed.moves), reverse=True)
            move = weighed.best
        if view.phase == "wolf" and move[0].endswith(":"):
            inner = state.rounds[0]
            sheep = rules.prey(inner) & ~inner.wolves
            assert not sheep or rules.mask_of(move[0][0]) & sheep
        state, _ = GAME.apply(state, seat, move)


def test_animals_of_a_mask_are_columns_of_a_row() -> None:
    assert [list(map(int, row)) for row in rows_of(np.array([5, 2]), 3)] == [[1, 0, 1], [0, 1, 0]]


def test_who_may_think_longer_looks_into_more_flights() -> None:
    usual = SKILLS["grey"].search
    assert usual.longer(1.0) == usual
    assert usual.longer(3.0).gatherings == 3 * usual.gatherings
    assert usual.longer(0.0).unplanned == 1, "it always has a move"
