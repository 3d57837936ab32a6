"""Connections are bounded by what the system lets a server open; who plays goes on while strangers take all of them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from attacks import FLOODS
from patience import PATIENCE, patiently
from serving import (
    DOGS,
    SEATS,
    Player,
    ServerProcess,
    bare_line,
    get,
    hear,
    seated,
    server_in_thread,
    socket_move,
    tell,
)
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

HERE = "127.0.0.1"
"""From where all lines come that do not say otherwise."""


@pytest.fixture
def house(new_database):
    """Starts servers with little room."""

    @contextmanager
    def start(**settings):
        setup = Setup(database=new_database("sqlite"), workers=0)
        with server_in_thread(Settings(**{"rate_limits": False, "log_level": "error"} | settings), setup) as url:
            yield url

    return start


@pytest.fixture
def lines():
    """Makes connections that stay open until the test is over."""
    with ExitStack() as stack:
        yield lambda *where: stack.enter_context(bare_line(*where))


def watching(url, table):
    return connect(f"{url.replace('http', 'ws')}/api/v1/tables/{table}/socket", compression=None)


def ending(live):
    """The code and the reason with which the server closes a socket."""
    with suppress(ConnectionClosed):
        while True:
            live.recv(timeout=PATIENCE)
    return live.close_code, live.close_reason


def test_spectators_without_a_name_have_a_number_of_their_own_and_leave_room_for_players(house):
    with house(spectators_per_address=3, sockets_per_caller=2, rate_limits=True) as url, ExitStack() as stack:
        anna = Player(url)
        table = anna.post("/tables", **DOGS, seats=SEATS)["id"]
        for _ in range(3):
            hear(stack.enter_context(watching(url, table)))
        assert ending(stack.enter_context(watching(url, table)))[0] == 4429
        for _ in range(2):
            hear(stack.enter_context(anna.socket(f"/tables/{table}/socket")))
        assert ending(stack.enter_context(anna.socket(f"/tables/{table}/socket")))[0] == 4429


def test_requests_beyond_the_connections_are_refused_and_players_at_sockets_go_on(house, lines):
    with house(connections=8) as url, ExitStack() as stack:
        anna, bert = Player(url), Player(url)
        table = seated(anna, bert, DOGS)
        hers, his = (stack.enter_context(one.socket(f"/tables/{table}/socket")) for one in (anna, bert))
        for player in (anna, bert):
            player.http.close()
        silent = [lines(url) for _ in range(8)]
        refused = get(f"{url}/api/v1/games")
        assert (refused.status_code, refused.headers["connection"]) == (503, "close")
        hear(hers), hear(his)
        tell(hers, do="move", id="m", move=["0,1N"])
        while hear(his)["position"]["to_move"] != [2]:
            pass
        with anna.socket(f"/tables/{table}/socket") as another:  # a page that lost its socket comes back
            assert hear(another)["position"]["to_move"] == [2]
        for made in silent:
            made.close()
        patiently(lambda: get(f"{url}/api/v1/games").status_code == 200)


# -- few descriptors ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def poor(tmp_path_factory):
    """A server process that may have 64 files open, with rate limits and a bot as it ships."""
    server = ServerProcess(
        f"sqlite:///{tmp_path_factory.mktemp('poor')}/fold.db",
        64,
        rate_limits="yes",
        bot_workers="1",
        log_level="warning",
    )
    server.start()
    yield server
    server.kill()
    assert '"broken"' not in server.log


def open_files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def answered(url):
    """Whether somebody who comes now is served; where descriptors have run out, the system turns people away."""
    with suppress(httpx.TransportError):
        return get(f"{url}/api/v1/games").status_code == 200
    return False


@pytest.mark.parametrize("sent", FLOODS.values(), ids=FLOODS)
def test_with_64_descriptors_players_at_sockets_go_on_in_a_flood_and_others_come_in_when_it_is_over(poor, sent):
    url, rng = poor.url, random.Random(7)
    anna, bert = Player(url, at=HERE), Player(url, at=HERE)
    table = seated(anna, bert, DOGS)
    where = f"/tables/{table}/socket"
    with anna.socket(where) as hers, bert.socket(where) as his:
        with ExitStack() as flood:
            position = hear(hers)["position"]
            for _ in range(4):
                number, turn = position["number"], position["to_move"][0]
                for _ in range(30):
                    with suppress(ConnectionError):
                        flood.enter_context(bare_line(url)).sendall(sent)
                socket_move((hers, his)[turn - 1], rng)
                while position["number"] == number:
                    position = hear((his, hers)[turn - 1])["position"]
                assert open_files(poor) <= 64
        patiently(lambda: answered(url))


def test_with_64_descriptors_bots_play_on_in_a_flood(poor, lines):
    anna = Player(poor.url)
    seats = [{"kind": "me"}, {"kind": "bot", "name": "collie"}]
    table = anna.post("/tables", **DOGS, seats=seats)["id"]
    with anna.socket(f"/tables/{table}/socket") as live:
        hear(live)
        for _ in range(60):
            lines(poor.url)
        socket_move(live, random.Random(3))
        while True:
            position = hear(live)["position"]
            if position["to_move"] == [1] or position["outcome"]:
                break


def test_too_few_descriptors_for_any_server_are_refused_in_a_sentence(tmp_path):
    script = f"ulimit -n 40; exec {sys.executable} -m sheepfold serve --database sqlite:///{tmp_path}/fold.db"
    said = "sheepfold: The system lets this server open 40 files, and it needs 58; see ulimit -n."
    for _ in range(5):  # Python crashed now and then as it exited
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
        assert (done.returncode, done.stderr.strip()) == (2, said)
