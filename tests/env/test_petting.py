"""PettingZoo's own tests pass for every game; pictures are drawn; bad input is answered in words."""

from __future__ import annotations

import sys
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from sheepfold import env
from sheepfold.core.errors import MissingExtra
from sheepfold.env.position import BadSetting, IllegalAction
from sheepfold.games import SHELF
from small_games import SMALL

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
"""It would rather have no masks."""


@pytest.mark.parametrize("name", SHELF)
def test_the_environment_keeps_the_contract_of_pettingzoo(name: str) -> None:
    api_test(env.aec(name, **SMALL[name]), num_cycles=30)


@pytest.mark.parametrize("name", SHELF)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: env.aec(name, **SMALL[name]), num_cycles=20)


def test_rewards_come_at_the_end_and_a_long_game_is_truncated() -> None:
    made = env.aec("dogs", tiles=3, mode="single")
    made.reset(seed=1)
    while not any(made.terminations.values()):
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(int(mask.nonzero()[0][0]))
    assert made.rewards["seat_1"] == -made.rewards["seat_2"] > 0
    made = env.aec("dogs", tiles=3, max_steps=1)
    made.reset(seed=1)
    made.step(int(made.observe("seat_1")["action_mask"].nonzero()[0][0]))
    assert made.truncations == {"seat_1": True, "seat_2": True}
    assert not any(made.terminations.values())


def test_an_observation_is_cut_into_its_planes() -> None:
    made = env.aec("mutton")
    made.reset(seed=1)
    planes = made.planes(made.observe("seat_2")["observation"])
    assert planes["cells"].shape == (26, 37)
    assert planes["phase"].tolist() == [1, 0, 0, 0, 0]


def test_whoever_is_not_to_move_may_say_nothing() -> None:
    made = env.aec("dogs", tiles=3)
    made.reset(seed=1)
    assert not made.observe("seat_2")["action_mask"].any()
    before = made.position
    with pytest.raises(IllegalAction):
        made.step(0)
    assert made.position is before


@pytest.mark.parametrize("action", [0.5, "peek", None, np.array([0, 1])])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    made = env.aec("woolf", seats=5)
    made.reset(seed=1)
    before = made.position
    with pytest.raises(IllegalAction, match="An action is a whole number, not"):
        made.step(action)
    assert made.position is before
    made.step(np.int64(0))
    assert made.position.so_far == ("peek",)


def test_a_position_is_rendered_as_text_picture_and_pixels() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        made = env.aec("dogs", render_mode=mode, tiles=3)
        made.reset(seed=1)
        shown[mode] = made.render()
    assert "seat_1" in shown["ansi"]
    assert shown["svg"] == made.position._repr_svg_()
    ElementTree.fromstring(shown["svg"])
    assert shown["rgb_array"].dtype == np.uint8
    assert shown["rgb_array"].shape[2] == 3
    assert shown["rgb_array"].std() > 5, "something is drawn"


def test_a_seat_sees_its_own_secrets_in_its_picture_and_no_other_does() -> None:
    made = env.aec("woolf", seats=5)
    made.reset(seed=1)
    pictures = [made.position.picture(seat) for seat in (None, 1, 2, 3, 4, 5)]
    assert len(set(pictures)) == 6


def test_a_render_mode_that_is_not_there_is_named() -> None:
    with pytest.raises(BadSetting, match="no render mode 'human'"):
        env.aec("dogs", render_mode="human")
    made = env.aec("dogs")
    made.reset()
    with pytest.raises(BadSetting, match="with a render mode"):
        made.render()


def test_without_its_library_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "sheepfold.env.petting", raising=False)
    with pytest.raises(MissingExtra, match=r"PettingZoo is not installed here; .*-e '\.\[env\]'"):
        env.aec("dogs")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "sheepfold.env.spiel", raising=False)
    with pytest.raises(MissingExtra, match="OpenSpiel"):
        import sheepfold.env.spiel  # noqa: F401
