"""Batches: every lane is a game of its own, the same as a single one, and anew when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sheepfold import env
from sheepfold.core.contract.numbers import UNKNOWN
from sheepfold.env import lanes as lanes_room
from sheepfold.env.lanes import Games, Lanes, LaneSight, PlainGames
from sheepfold.env.position import BadSetting, EnvPosition, IllegalAction
from sheepfold.games import SHELF
from small_games import SMALL


def played(lanes: Lanes, steps: int, rng: np.random.Generator) -> list[LaneSight]:
    """What random learners see; the first entry is the start."""
    found = [lanes.observe()]
    for _ in range(steps):
        found.append(lanes.step(np.array([rng.choice(np.flatnonzero(row)) for row in found[-1].mask])))
    return found


@pytest.mark.parametrize("name", SHELF)
def test_lanes_play_on_by_themselves_and_the_same_seed_gives_the_same(name: str) -> None:
    one, other = (played(env.vector(name, n=3, seed=5, **SMALL[name]), 150, np.random.default_rng(1)) for _ in range(2))
    assert sum(int(sight.done.sum()) for sight in one) >= 1
    for sight, same in zip(one, other, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(sight, same, strict=True))
        assert sight.mask.any(axis=1).all()
        assert not sight.reward[~sight.done].any()


@pytest.mark.parametrize("name", SHELF)
def test_a_lane_sees_what_its_position_shows(name: str) -> None:
    lanes = env.vector(name, n=2, seed=1, **SMALL[name])
    last = played(lanes, 12, np.random.default_rng(2))[-1]
    for lane, position in enumerate(lanes.positions):
        seen = np.zeros(lanes.numbers.size, np.float32)
        assert position.seat == last.seat[lane]
        position.shown(int(last.seat[lane]), seen)
        assert np.array_equal(seen, last.observation[lane])
        assert tuple(np.flatnonzero(last.mask[lane])) == position.legal


COMPILED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dogs", {"tiles": 7}),
    ("dogs", {"tiles": 5, "mode": "single", "by": "points"}),
    ("dogs", {"window": 24}),
    ("mutton", {"size": 3, "num_sheep": 10, "num_wolves": 2}),
    ("mutton", {"size": 3, "num_sheep": 12, "num_wolves": 3, "reveal": False, "escape": True, "by": "points"}),
    ("mutton", {"size": 3, "num_sheep": 14, "num_wolves": 3, "berserk": False, "shotgun": True, "huddle": True}),
    ("mutton", {"size": 3, "num_sheep": 16, "num_wolves": 2, "remove": True, "huddle": True, "quick": True}),
    ("mutton", {"size": 2, "num_sheep": 6, "num_wolves": 2, "escape": True, "remove": True, "shotgun": True}),
    ("fold", {"seats": 1}),
    ("fold", {"seats": 3, "mode": "versus", "window": 20}),
    ("fold", {"seats": 4, "by": "points", "min_herd": 1}),
    ("woolf", {"seats": 4, "turn_limit": 2}),
    ("woolf", {"seats": 6, "turn_limit": 1, "advanced": True, "by": "points"}),
    ("woolf", {"seats": 5, "turn_limit": 2, "shuffle": False}),
    ("woolf", {"seats": 5, "cards": (2, 2, 1, 1, 1, 3, 0), "turn_limit": 3}),
)


@pytest.mark.parametrize(("name", "given"), COMPILED)
def test_compiled_games_are_those_of_the_rules(name: str, given: dict[str, Any]) -> None:
    """Every step, the last one of each game included: mask, observation, seat, what is hidden, and what the end is
    worth, against the rules that are told the same parts."""
    chosen, lanes, rng = env.setting(name, **given), 5, np.random.default_rng(3)
    games = lanes_room.compiled(chosen, lanes, 1)
    assert games is not None
    numbers, positions, heard, over = chosen.numbers, [chosen.start()] * lanes, [0] * lanes, np.ones(lanes, np.bool_)
    ended = 0
    for _ in range(400):
        games.begin(np.flatnonzero(over))
        for lane in np.flatnonzero(over):
            positions[lane], heard[lane] = chosen.start(), 0
        catch_up(games, positions, heard)
        seen, mask = np.zeros((lanes, numbers.size), np.float32), np.zeros((lanes, len(numbers.parts)), np.bool_)
        seat, truth = np.zeros(lanes, np.int64), games.truth()
        games.look(seen, mask, seat)
        for lane, now in enumerate(positions):
            assert now.seat == seat[lane]
            assert now.legal == tuple(np.flatnonzero(mask[lane]))
            by_rules = np.zeros(numbers.size, np.float32)
            now.shown(int(seat[lane]), by_rules)
            for plane, found in numbers.cut(seen[lane]).items():
                np.testing.assert_array_equal(found, numbers.cut(by_rules)[plane], plane)
            assert truth[lane].tolist() == numbers.truth(chosen.game.truth(now.state))
        over[:] = False
        games.say(np.array([rng.choice(np.flatnonzero(row)) for row in mask]), over)
        catch_up(games, positions, heard)
        assert over.tolist() == [now.seat is None for now in positions]
        for lane in np.flatnonzero(over):
            assert games.outcome(lane) == positions[lane].outcome
        ended += int(over.sum())
    assert ended > lanes


def catch_up(games: Games, positions: list[EnvPosition], heard: list[int]) -> None:
    """Play on by the rules what was said since."""
    for lane, known in enumerate(heard):
        said = games.history(lane)
        for part in said[known:]:
            positions[lane] = positions[lane].said(part)
        heard[lane] = len(said)


def test_lanes_begin_anew_and_follow_their_games_by_the_rules() -> None:
    lanes = env.vector("woolf", n=3, seats=4, turn_limit=1, seed=2, max_steps=40)
    sight, rng, ended = lanes.observe(), np.random.default_rng(1), 0
    for _ in range(120):
        sight = lanes.step(sight.sample(rng))
        ended += int(sight.done.sum())
        assert [now.seat for now in lanes.positions] == sight.seat.tolist()
        assert not sight.reward[~sight.done].any()
    assert ended > 3
    assert sight.mask.any()
    sight.mask[:] = True  # it is the learner's: what is legal does not change with it
    wrong = np.flatnonzero(~np.isin(np.arange(19), lanes.position(0).legal))[0]
    with pytest.raises(IllegalAction, match="Lane 0"):
        lanes.step(np.array([wrong, *sight.sample(rng)[1:]]))


def test_what_no_kernel_plays_is_played_by_the_rules() -> None:
    assert isinstance(env.vector("dogs", n=2, tiles=3, mode="bid")._games, PlainGames)
    assert isinstance(env.vector("dogs", n=2, tiles=3, after="2,0E")._games, PlainGames)


def test_truth_worlds_and_beliefs_speak_of_the_same_things() -> None:
    lanes = env.vector("woolf", n=4, seats=5, seed=1)
    truth, worlds, beliefs = lanes.truth(), lanes.worlds(30), lanes.beliefs()
    hidden, ways = len(lanes.numbers.hidden), len(lanes.numbers.ways)
    assert (truth.shape, worlds.shape, beliefs.shape) == ((4, hidden), (4, 30, hidden), (4, hidden, ways))
    seats = lanes.observe().seat
    for lane in range(4):
        own = int(seats[lane]) - 1
        assert (worlds[lane, :, own] == truth[lane, own]).all(), "one knows who one is"
        assert not beliefs[lane, own].any()
        for other in set(range(hidden)) - {own}:
            assert beliefs[lane, other].sum() == pytest.approx(1)
            assert beliefs[lane, other][worlds[lane, :, other]].all(), "what cannot be is not imagined"


def test_before_anything_is_hidden_there_is_no_truth() -> None:
    lanes = env.vector("dogs", n=2, tiles=3)
    assert lanes.truth().shape == (2, 0)
    woolf = env.vector("mutton", n=1)
    assert (woolf.truth() != UNKNOWN).all(), "nobody is a wolf yet: all are sheep"


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0.5, 0.5], "float64 of shape"),
        ([1], "2 whole numbers"),
        ([[1, 2]], "2 whole numbers"),
        ([0, 0], r"Lane 0: Action 0 \(-16,-16E\) is not legal"),
        ([-1, 0], "Lane 0: There is no action -1"),
    ],
)
def test_wrong_actions_are_named_and_change_nothing(actions: Any, words: str) -> None:
    lanes = env.vector("dogs", n=2, tiles=3)
    before = lanes.positions
    with pytest.raises(IllegalAction, match=words):
        lanes.step(actions)
    assert lanes.positions == before


def test_a_sample_is_legal_and_finds_every_action() -> None:
    lanes, rng = env.vector("woolf", n=3, seats=5, seed=1), np.random.default_rng(1)
    sight, found = lanes.observe(), np.zeros((3, 19), np.bool_)
    for _ in range(200):
        found[np.arange(3), sight.sample(rng)] = True
    assert np.array_equal(found, sight.mask)


def test_so_many_lanes_there_are_not() -> None:
    with pytest.raises(BadSetting, match="number of lanes"):
        env.vector("dogs", n=0)
    with pytest.raises(BadSetting, match="seed is a whole number"):
        env.vector("dogs", n=1, seed=-1)
