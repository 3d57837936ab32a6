"""Batches: every lane is a game of its own, the same as a single one, and anew when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sheepfold import env
from sheepfold.core.contract.numbers import UNKNOWN
from sheepfold.env import lanes as lanes_room
from sheepfold.env.lanes import Lanes, LaneSight, PlainGames
from sheepfold.env.position import BadSetting, IllegalAction
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


COMPILED = (("dogs", {"tiles": 7}), ("dogs", {"tiles": 5, "mode": "single", "by": "points"}), ("dogs", {"window": 24}))


@pytest.mark.parametrize(("name", "given"), COMPILED)
def test_compiled_lanes_are_the_games_of_the_rules(
    name: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = env.vector(name, n=5, max_steps=50, **given)
    assert not isinstance(fast._games, PlainGames)
    monkeypatch.setattr(lanes_room, "compiled", lambda *_: None)
    plain = env.vector(name, n=5, max_steps=50, **given)
    one, other = (played(lanes, 60, np.random.default_rng(3)) for lanes in (fast, plain))
    for sight, same in zip(one, other, strict=True):
        for array, equal in zip(sight, same, strict=True):
            assert array.dtype == equal.dtype
            np.testing.assert_array_equal(array, equal)
    assert [now.state for now in fast.positions] == [now.state for now in plain.positions]


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
