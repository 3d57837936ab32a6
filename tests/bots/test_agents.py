"""Agents of other people: a bot or a function, played as any bot is; whatever is wrong with one is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from sheepfold.bots import BadAgent, UnknownBot, agents, bot, bot_names, guests, lab_bot
from sheepfold.bots.agents import AGENTS, named
from sheepfold.core.records.progress import Progress
from sheepfold.games import SHELF, game

MINE = """
from sheepfold.bots import RandomBot
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

class Slow:
    def choose(self, view, rng):
        while True:
            pass

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
        ("nowhere_at_all:Net", "cannot be loaded: ModuleNotFoundError"),
        ("mine_agents:Nobody", "cannot be loaded: AttributeError"),
        ("mine_agents:NOTHING", "neither a bot"),
        ("../secret:x", "as module:thing"),
        (":", "as module:thing"),
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


def test_an_agent_that_thinks_too_long_is_stopped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "LONGEST", 0.1)
    dogs = game("dogs")
    slow = lab_bot(dogs, "mine_agents:Slow")
    with pytest.raises(BadAgent, match=r"mine_agents:Slow failed: TimeoutError: it thought for more than 0.1 seconds"):
        slow.choose(dogs.view(dogs.start(dogs.options.make({}), 2), 1), Random(1))


@contextmanager
def program(answer: Callable[[Any], Any]) -> Iterator[str]:
    """A program of somebody's, by its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            position = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer(position)).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("name", SHELF)
def test_a_program_at_an_address_plays_every_game_part_by_part(name: str) -> None:
    found, seats, asked = game(name), max(2, game(name).seats[0]), []

    def answer(position: Any) -> Any:
        asked.append(position)
        return {"part": None} if position["complete"] else {"part": position["parts"][0]}

    begun = Progress.begin(found, found.options.make({"turn_limit": 2} if name == "woolf" else {}), seats, bytes(32))
    with program(answer) as address:
        player = lab_bot(found, address)
        steps = list(begun.run(lambda now, seat: player.choose(found.view(now.state, seat), Random(1))))
    assert begun.after(steps[-1]).outcome is not None
    assert asked[0].keys() == {"game", "options", "seats", "seat", "view", "text", "so_far", "parts", "complete"}
    assert (asked[0]["game"], asked[0]["seats"]) == (name, seats)


def test_a_program_may_answer_with_a_whole_move() -> None:
    dogs = game("dogs")
    view = dogs.view(dogs.start(dogs.options.make({}), 2), 1)
    for said in ("0,-3n", ["0,-3N"]):
        with program(lambda _, said=said: {"move": said}) as address:  # type: ignore[misc]
            assert lab_bot(dogs, address).choose(view, Random(1)) == ("0,-3N",)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"move": "nonsense"}, "failed: Malformed"),
        ({"move": ["9,9N"]}, "made no legal move"),
        ({"part": "9,9N"}, "failed: ValueError: it answered .*, which is neither a move nor a part"),
        ([], "neither a move nor a part"),
    ],
)
def test_what_a_program_answers_wrong_is_named(answer: Any, words: str) -> None:
    dogs = game("dogs")
    view = dogs.view(dogs.start(dogs.options.make({}), 2), 1)
    with program(lambda _: answer) as address, pytest.raises(BadAgent, match=f"{address} {words}|{words}"):
        lab_bot(dogs, address).choose(view, Random(1))


def test_a_program_that_is_not_there_is_named() -> None:
    dogs = game("dogs")
    view = dogs.view(dogs.start(dogs.options.make({}), 2), 1)
    with pytest.raises(BadAgent, match=r"127.0.0.1:9/ failed: ConnectionError: it cannot be reached: .*refused"):
        lab_bot(dogs, "http://127.0.0.1:9/").choose(view, Random(1))


@pytest.mark.parametrize("setting", ["net", "net=", "=a:b", "net=module", "Net!=a:b"])
def test_a_setting_that_names_no_agent_is_refused(setting: str) -> None:
    with pytest.raises(BadAgent, match="Write an agent as"):
        named("dogs", setting)
