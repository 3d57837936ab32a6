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
from sheepfold.games.mutton.bots import wolf as wolf_module
from sheepfold.games.mutton.bots.mind import Mind
from sheepfold.games.mutton.bots.models import CLUES, LEARNT, LEAST, Trust, clues
from sheepfold.games.mutton.bots.story import Stories
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
    stories, view = Stories(Trust()), GAME.inner.view(after(("B:", goal)).rounds[0], FARMER)
    before, now = stories.of(GAME.inner.view(after().rounds[0], FARMER)), stories.of(view)
    found = clues(before.position, before.worlds, view.log[0], now.position, now.worlds)
    assert found.shape[1] == len(CLUES) == len(LEARNT)
    return dict(zip(map(int, now.worlds.masks), map(float, found[:, CLUES.index(clue)]), strict=True))


def test_a_flight_into_the_open_leaves_those_hungry_who_have_nobody_else() -> None:
    assert told("c3", "hungry") == {pack: float(pack == rules.mask_of("AH")) for pack in NAMES}
    assert set(told("e3", "hungry").values()) == {0.0}


def test_victims_in_reach_after_a_flight_are_counted_without_ones_own() -> None:
    prey = told("e3", "prey")  # F and H stand beside A there
    assert prey[rules.mask_of("AH")] == 1, "F: two to the power of 1 is one more"
    assert prey[rules.mask_of("AC")] == 2, "F, H and E"


def test_clues_shift_what_the_farmer_believes_and_may_be_left_unread() -> None:
    view = GAME.inner.view(after(("B:", "c3")).rounds[0], FARMER)
    only_hunger = tuple(-3.0 * (clue == "hungry") for clue in CLUES)
    weights = dict(zip(NAMES, Stories(Trust(learnt=only_hunger)).of(view).worlds.weights, strict=True))
    assert weights[rules.mask_of("AH")] < 0.5 * min(weights[pack] for pack in NAMES[:-1])
    unread = Stories(Trust((1.0, 0.0, 0.0), read=0.0, learnt=only_hunger)).of(view).worlds.weights
    assert unread == pytest.approx(np.full(6, 1 / 6))


def test_the_second_look_sees_what_the_farmer_will_believe() -> None:
    skill, state = SKILLS["grey"], after()
    wolfs, flown = GAME.inner.view(state.rounds[0], WOLF), after(("B:", "e3")).rounds[0]
    turn = Mind(skill).wolf_turn(wolfs, Random(1))
    believed = Stories(skill.trust).of(GAME.inner.view(flown, FARMER)).worlds
    worlds, _ = turn.read_by_farmer(1, flown.cells)
    assert list(worlds.masks) == list(believed.masks)
    assert worlds.weights == pytest.approx(believed.weights)


def test_who_foresees_the_farmer_knows_whom_that_one_will_shoot() -> None:
    skill = SKILLS["grey"]
    wolfs, flown = GAME.inner.view(after().rounds[0], WOLF), after(("B:", "c3")).rounds[0]
    turn = Mind(skill).wolf_turn(wolfs, Random(1))
    foreseen = turn.foreseen(*turn.read_by_farmer(1, flown.cells))
    shot = Mind(replace(skill, luck=0.0)).weigh(GAME.inner.view(flown, FARMER), Random(2)).best
    assert max(foreseen, key=lambda victims: foreseen[victims]) == rules.mask_of(shot) == rules.mask_of("A")
    assert sum(foreseen.values()) == pytest.approx(1)


def test_who_foresees_the_farmer_reckons_with_each_trust_in_the_first_suspect() -> None:
    """E was eaten beside C and G, and the odds say G."""
    wolfs, flown = GAME.inner.view(after().rounds[0], WOLF), after(("E:", "a3", "b1")).rounds[0]

    def foreseen(*discounts: float) -> dict[int, float]:
        turn = Mind(replace(SKILLS["grey"], discounts=discounts)).wolf_turn(wolfs, Random(1))
        return dict(turn.foreseen(*turn.read_by_farmer(4, flown.cells)))

    c, g = rules.mask_of("C"), rules.mask_of("G")
    assert foreseen(1.0) == pytest.approx({g: 1})
    assert foreseen(0.1) == pytest.approx({c: 1})
    assert foreseen(1.0, 0.1) == pytest.approx({c: 0.5, g: 0.5})


def test_the_farmer_trusts_the_first_suspect_differently_from_shot_to_shot() -> None:
    view, mind = GAME.inner.view(after(("E:", "a3", "b1")).rounds[0], FARMER), Mind(SKILLS["grey"])
    shots = {mind.weigh(view, Random(seed)).best for seed in range(20)}
    assert shots >= {("C",), ("G",)}


def test_the_second_look_is_left_out_where_too_many_sets_would_have_to_be_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def looked_at() -> int:
        return len(Mind(SKILLS["grey"]).wolf_turn(GAME.inner.view(after().rounds[0], WOLF), Random(1)).moves())

    assert looked_at() == SKILLS["grey"].search.looks
    monkeypatch.setattr(wolf_module, "WORK", 40)  # there are 28 sets
    assert looked_at() > SKILLS["grey"].search.looks


def shares(wolf: bool, **taste: float) -> list[float]:
    """How far clues are trusted after B was eaten, and after G was shot. They said that G is no wolf."""
    trust = Trust(learnt=tuple(-6.0 * (clue == "prey") for clue in CLUES), **taste)  # most prey has who holds G
    view = GAME.inner.view(after(("B:", "c3")).rounds[0], FARMER)
    story = Stories(trust).of(view)
    shot = story.after(Deed(1, FARMER, SHOT, "G"), {"G": wolf}, trust)
    return [story.worlds.share, shot.worlds.share]


def test_clues_that_misled_are_trusted_less_and_those_that_proved_true_more() -> None:
    before, misled = shares(True, read=0.6, proof=0.3)
    assert before == pytest.approx(0.6)
    assert LEAST < misled < 0.4
    assert LEAST <= shares(True, read=0.6, proof=1.0)[1] < misled
    assert shares(False, read=0.6, proof=1.0)[1] == pytest.approx(0.6), "never more than at the start"
    assert shares(True, read=0.0) == [0.0, 0.0]


def test_what_is_learnt_is_what_true_sets_have_and_others_lack() -> None:
    def kill(true: float) -> KillClues:
        others = np.linspace(0, 1, 20)
        rows = np.zeros((21, len(CLUES)))
        rows[:, 3] = [true, *others]
        rows[:, 5] = 0.5
        return KillClues(rows, 1.0)

    kills = [kill(true) for true in (0.7, 0.8, 0.9, 0.9, 1.0) * 10]
    weights = fitted(kills)
    assert weights[3] > 2
    assert weights[5] == pytest.approx(0), "what all have says nothing"
    assert sum(gained(moment, weights)[0] for moment in kills) > 0
    assert gained(kills[0], np.zeros(len(CLUES)))[0] == pytest.approx(0), "who knows nothing gains nothing"


def test_responders_meet_others_in_the_lab_only() -> None:
    for name in RESPONDERS:
        assert name not in bot_names(GAME)
        assert lab_bot(GAME, name).choose(GAME.view(after(), WOLF), Random(3))
        with pytest.raises(UnknownBot):
            bot(GAME, name)
    with pytest.raises(UnknownBot):
        lab_bot(GAME, "nobody")
