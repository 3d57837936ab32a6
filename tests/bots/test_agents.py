"""Agents of other people: a bot or a function, played as any bot is; whatever is wrong with one is named."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheepfold.bots import BadAgent, UnknownBot, bot, bot_names, guests, lab_bot
from sheepfold.bots.agents import AGENTS, named
from sheepfold.core.records.progress import Progress
from sheepfold.games import SHELF, game

MINE = """
from sheepfold.bots.basic import RandomBot
from sheepfold.games import game

class Net(RandomBot):
    def __init__(self):
        super().__init__(game("dogs"))

def first(observation, mask):
    return mask.nonzero()[0][0]

def worst(observation, mask):
    return -1

class Cheat:
    def choose(self, view, rng):
        return ("9,9N",)

class Broken:
    def choose(self, view, rng):
        return 1 / 0

NOTHING = 3
"""


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_agents.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize("name", SHELF)
def test_a_function_of_observation_and_mask_plays_every_game_to_its_end(name: str) -> None:
    found, seats = game(name), max(2, game(name).seats[0])
    player, rng = lab_bot(found, "mine_agents:first"), Random(1)
    options = found.options.make({"turn_limit": 2} if name == "woolf" else {})
    begun = Progress.begin(found, options, seats, bytes(32))
    steps = list(begun.run(lambda now, seat: player.choose(found.view(now.state, seat), rng)))
    assert begun.after(steps[-1]).outcome is not None


def test_a_class_of_the_bot_protocol_plays_by_its_place() -> None:
    dogs = game("dogs")
    state = dogs.start(dogs.options.make({}), 2)
    assert dogs.check(state, 1, lab_bot(dogs, "mine_agents:Net").choose(dogs.view(state, 1), Random(1)))
    with pytest.raises(UnknownBot):
        bot(dogs, "mine_agents:Net")  # at a table only those sit whom the host named


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("mine_agents:Cheat", r"mine_agents:Cheat made no legal move, but \('9,9N',\): 9,9N touches nothing"),
        ("mine_agents:Broken", "mine_agents:Broken failed: ZeroDivisionError: division by zero"),
        ("mine_agents:worst", "mine_agents:worst failed: ValueError: action -1 is not legal"),
    ],
)
def test_what_an_agent_does_wrong_is_named(place: str, words: str) -> None:
    dogs = game("dogs")
    view = dogs.view(dogs.start(dogs.options.make({}), 2), 1)
    with pytest.raises(BadAgent, match=words):
        lab_bot(dogs, place).choose(view, Random(1))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("nowhere_at_all:Net", "cannot be had: ModuleNotFoundError"),
        ("mine_agents:Nobody", "cannot be had: AttributeError"),
        ("mine_agents:NOTHING", "neither a bot"),
        ("../secret:x", "written module:thing"),
        (":", "written module:thing"),
    ],
)
def test_an_agent_that_cannot_be_had_is_named(place: str, words: str) -> None:
    with pytest.raises(BadAgent, match=words):
        lab_bot(game("dogs"), place)


def test_the_host_seats_agents_among_the_bots_of_one_game_or_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(AGENTS, "net=mine_agents:first, dogs/rex=mine_agents:Net")
    assert {"net", "rex"} <= set(bot_names(game("dogs")))
    assert "net" in bot_names(game("woolf"))
    assert "rex" not in bot_names(game("woolf"))
    assert [one.name for one in guests(game("woolf"))] == ["net"]
    made: Any = bot(game("dogs"), "rex")
    assert made.place == "mine_agents:Net"


@pytest.mark.parametrize("setting", ["net", "net=", "=a:b", "net=module", "Net!=a:b"])
def test_a_setting_that_names_no_agent_is_refused(setting: str) -> None:
    with pytest.raises(BadAgent, match="An agent is written"):
        named("dogs", setting)
