"""What a Wolf's kills and flights give away, and those who were made to find the habits of the best players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from games.mutton.learn_clues import KillClues, fitted, gained
from sheepfold.bots import UnknownBot, bot, bot_names, lab_bot
from sheepfold.core.duel import DuelState
from sheepfold.games.mutton import GAME, rules
from sheepfold.games.mutton.bots import models
from sheepfold.games.mutton.bots import wolf as wolf_module
from sheepfold.games.mutton.bots.models import CLUE_NAMES, CLUE_WEIGHTS, LEAST_CLUES, Beliefs, Priors, clues
from sheepfold.games.mutton.bots.policy import Policy
from sheepfold.games.mutton.bots.wolf import SKILLS
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.study import RESPONDERS
from sheepfold.games.mutton.terms import FARMER, SHOT, WOLF, Deed, Options

CELLS = ("a1", "a2", "b4", "c1", "c5", "d2", "d5", "e4")
"""A and B stand beside each other, so do C, E and G in a row, and D and F. H stands alone."""
NAMES = tuple(rules.mask_of(pack) for pack in ("AC", "AD", "AE", "AF", "AG", "AH"))
"""Whoever ate B: only A stood there."""


def after(*moves: tuple[str, ...]) -> DuelState[Options, State]:
    """The wolves are A and G."""
    state = GAME.start(Options(size=3, num_sheep=8, num_wolves=2, quick=1), 2)
    for seat, move in zip((FARMER, WOLF, WOLF), (CELLS, ("A", "G"), *moves), strict=False):
        state, _ = GAME.apply(state, seat, move)
    return state


def told(goal: str, clue: str) -> dict[int, float]:
    """What a clue says of each set of wolves, after B was eaten and A ran there."""
    beliefs, view = Beliefs(Priors()), GAME.inner.view(after(("B:", goal)).rounds[0], FARMER)
    before, now = beliefs.of(GAME.inner.view(after().rounds[0], FARMER)), beliefs.of(view)
    found = clues(before.field, before.sets, view.log[0], now.field, now.sets)
    assert found.shape[1] == len(CLUE_NAMES) == len(CLUE_WEIGHTS)
    return dict(zip(map(int, now.sets.masks), map(float, found[:, CLUE_NAMES.index(clue)]), strict=True))


def test_a_flight_into_the_open_leaves_those_hungry_who_have_nobody_else() -> None:
    assert told("c3", "hungry") == {pack: float(pack == rules.mask_of("AH")) for pack in NAMES}
    assert set(told("e3", "hungry").values()) == {0.0}


def test_victims_in_reach_after_a_flight_are_counted_without_ones_own() -> None:
    prey = told("e3", "prey")  # F and H stand beside A there
    assert prey[rules.mask_of("AH")] == 1, "F: two to the power of 1 is one more"
    assert prey[rules.mask_of("AC")] == 2, "F, H and E"


def test_clues_shift_what_the_farmer_believes_and_may_be_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    view = GAME.inner.view(after(("B:", "c3")).rounds[0], FARMER)
    only_hunger = tuple(-3.0 * (clue == "hungry") for clue in CLUE_NAMES)
    monkeypatch.setattr(models, "CLUE_WEIGHTS", only_hunger)
    weights = dict(zip(NAMES, Beliefs(Priors()).of(view).sets.weights, strict=True))
    assert weights[rules.mask_of("AH")] < 0.5 * min(weights[pack] for pack in NAMES[:-1])
    unread = Beliefs(Priors((1.0, 0.0, 0.0), clues=0.0)).of(view).sets.weights
    assert unread == pytest.approx(np.full(6, 1 / 6))


def test_moves_are_ranked_anew_by_what_the_farmer_will_believe() -> None:
    skill, state = SKILLS["grey"], after()
    wolfs, flown = GAME.inner.view(state.rounds[0], WOLF), after(("B:", "e3")).rounds[0]
    turn = Policy(skill).wolf_turn(wolfs, Random(1))
    believed = Beliefs(skill.priors).of(GAME.inner.view(flown, FARMER)).sets
    sets, _ = turn.farmers_belief(1, flown.cells)
    assert list(sets.masks) == list(believed.masks)
    assert sets.weights == pytest.approx(believed.weights)


def test_who_foresees_the_farmer_knows_whom_that_one_will_shoot() -> None:
    skill = SKILLS["grey"]
    wolfs, flown = GAME.inner.view(after().rounds[0], WOLF), after(("B:", "c3")).rounds[0]
    turn = Policy(skill).wolf_turn(wolfs, Random(1))
    foreseen = turn.foreseen(*turn.farmers_belief(1, flown.cells))
    shot = Policy(replace(skill, noise=0.0)).weigh(GAME.inner.view(flown, FARMER), Random(2)).best
    assert max(foreseen, key=lambda victims: foreseen[victims]) == rules.mask_of(shot) == rules.mask_of("A")
    assert sum(foreseen.values()) == pytest.approx(1)


def test_who_foresees_the_farmer_reckons_with_each_discount_of_the_first_suspect() -> None:
    """E was eaten beside C and G, and the odds say G."""
    wolfs, flown = GAME.inner.view(after().rounds[0], WOLF), after(("E:", "a3", "b1")).rounds[0]

    def foreseen(*discounts: float) -> dict[int, float]:
        turn = Policy(replace(SKILLS["grey"], discounts=discounts)).wolf_turn(wolfs, Random(1))
        return dict(turn.foreseen(*turn.farmers_belief(4, flown.cells)))

    c, g = rules.mask_of("C"), rules.mask_of("G")
    assert foreseen(1.0) == pytest.approx({g: 1})
    assert foreseen(0.1) == pytest.approx({c: 1})
    assert foreseen(1.0, 0.1) == pytest.approx({c: 0.5, g: 0.5})


def test_the_farmer_discounts_the_first_suspect_differently_from_shot_to_shot() -> None:
    view, policy = GAME.inner.view(after(("E:", "a3", "b1")).rounds[0], FARMER), Policy(SKILLS["grey"])
    shots = {policy.weigh(view, Random(seed)).best for seed in range(20)}
    assert shots >= {("C",), ("G",)}


def test_moves_are_not_ranked_anew_where_too_many_sets_would_have_to_be_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def looked_into() -> int:
        return len(Policy(SKILLS["grey"]).wolf_turn(GAME.inner.view(after().rounds[0], WOLF), Random(1)).moves())

    assert looked_into() == SKILLS["grey"].search.ranked
    monkeypatch.setattr(wolf_module, "MOST_RANKED", 40)  # there are 28 sets
    assert looked_into() > SKILLS["grey"].search.ranked


def shares(wolf: bool, priors: Priors) -> list[float]:
    """The mixing weight of clues after B was eaten, and after G was shot. They said that G is no wolf."""
    view = GAME.inner.view(after(("B:", "c3")).rounds[0], FARMER)
    belief = Beliefs(priors).of(view)
    shot = belief.after(Deed(1, FARMER, SHOT, "G"), {"G": wolf}, priors)
    return [belief.sets.clue_share, shot.sets.clue_share]


def test_clues_that_misled_weigh_less_and_those_that_proved_true_more(monkeypatch: pytest.MonkeyPatch) -> None:
    most_prey = tuple(-6.0 * (clue == "prey") for clue in CLUE_NAMES)  # most has who holds G
    monkeypatch.setattr(models, "CLUE_WEIGHTS", most_prey)
    monkeypatch.setattr(models, "CLUE_POWER", 0.3)
    before, misled = shares(True, Priors())
    assert before == pytest.approx(0.6)
    assert LEAST_CLUES < misled < 0.4
    monkeypatch.setattr(models, "CLUE_POWER", 1.0)
    assert LEAST_CLUES <= shares(True, Priors())[1] < misled
    assert shares(False, Priors())[1] == pytest.approx(0.6), "never more than at the start"
    assert shares(True, Priors(clues=0.0)) == [0.0, 0.0]


def test_what_is_learnt_is_what_true_sets_have_and_others_lack() -> None:
    def kill(true: float) -> KillClues:
        others = np.linspace(0, 1, 20)
        rows = np.zeros((21, len(CLUE_NAMES)))
        rows[:, 3] = [true, *others]
        rows[:, 5] = 0.5
        return KillClues(rows, 1.0)

    kills = [kill(true) for true in (0.7, 0.8, 0.9, 0.9, 1.0) * 10]
    weights = fitted(kills)
    assert weights[3] > 2
    assert weights[5] == pytest.approx(0), "what all have says nothing"
    assert sum(gained(moment, weights)[0] for moment in kills) > 0
    assert gained(kills[0], np.zeros(len(CLUE_NAMES)))[0] == pytest.approx(0), "who knows nothing gains nothing"


def test_responders_meet_others_in_the_lab_only() -> None:
    for name in RESPONDERS:
        assert name not in bot_names(GAME)
        assert lab_bot(GAME, name).choose(GAME.view(after(), WOLF), Random(3))
        with pytest.raises(UnknownBot):
            bot(GAME, name)
    with pytest.raises(UnknownBot):
        lab_bot(GAME, "nobody")
