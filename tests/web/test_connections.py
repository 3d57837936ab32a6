"""There are so many places for connections: who takes more than a share makes room, and who plays keeps a place."""

from __future__ import annotations

import os
import random
import socket as raw
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
    all_said,
    bare_line,
    get,
    hear,
    seated,
    server_in_thread,
    socket_move,
)
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

HERE = "127.0.0.1"
"""From where all lines come that do not say otherwise."""
GAMES = b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
FULL = "The house is full just now; please come back in a moment."


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


def is_open(made):
    """Whether nothing has come, not even an end."""
    made.setblocking(False)
    try:
        made.recv(1, raw.MSG_PEEK)
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False
    finally:
        made.settimeout(PATIENCE)
    return False


def closed(made):
    patiently(lambda: not is_open(made))


def polling(url, table):
    """A long poll that nothing will end for a minute."""
    last = get(f"{url}/api/v1/tables/{table}").json()["position"]["number"]
    return f"GET /api/v1/tables/{table}/events?since={last}&wait=60 HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def watching(url, table):
    return connect(f"{url.replace('http', 'ws')}/api/v1/tables/{table}/socket", compression=None)


def ending(live):
    """The code and the reason with which the server closes a socket."""
    with suppress(ConnectionClosed):
        while True:
            live.recv(timeout=PATIENCE)
    return live.close_code, live.close_reason


# -- a share for everybody ---------------------------------------------------------------------


def test_where_all_places_are_taken_the_one_that_was_idle_for_longest_goes(house, lines):
    with house(connections=16) as url:
        silent = [lines(url) for _ in range(40)]
        assert get(f"{url}/api/v1/games").status_code == 200
        for made in silent[:20]:
            closed(made)
        assert is_open(silent[-1])


def test_whoever_is_let_go_for_another_had_been_heard_before(house, lines):
    with house(connections=16) as url:
        for _ in range(40):
            made = lines(url)
            made.sendall(GAMES)
            assert made.recv(12) == b"HTTP/1.1 200"


def test_one_address_takes_no_place_of_another(house, lines):
    with house(connections=64, connections_per_address=12, rate_limits=True) as url:
        neighbour = lines(url, "127.0.0.3")
        greedy = [lines(url, "127.0.0.2") for _ in range(60)]
        closed(greedy[0])
        assert get(f"{url}/api/v1/games").status_code == 200
        assert is_open(neighbour)


def test_an_address_whose_places_are_all_in_use_hears_so(house, lines):
    with house(connections=64, connections_per_address=8, rate_limits=True) as url, ExitStack() as stack:
        anna, bert = Player(url, at=HERE), Player(url, at=HERE)
        table = seated(anna, bert, DOGS)
        for player in (anna, bert) * 4:
            player.http.close()
            hear(stack.enter_context(player.socket(f"/tables/{table}/socket")))
        assert FULL.encode() in all_said(lines(url))
        elsewhere = lines(url, "127.0.0.2")
        elsewhere.sendall(GAMES)
        assert elsewhere.recv(12) == b"HTTP/1.1 200"


def test_a_trusted_proxy_speaks_for_many_addresses(house, lines):
    with house(connections=64, connections_per_address=12, rate_limits=True, trusted_proxies="127.0.0.2") as url:
        proxied = [lines(url, "127.0.0.2") for _ in range(40)]
        for made in proxied:
            made.sendall(GAMES)
            assert made.recv(12) == b"HTTP/1.1 200"


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


# -- players first -----------------------------------------------------------------------------


def test_a_spectator_makes_room_for_others_and_hears_why_and_who_sits_at_a_table_stays(house, lines):
    with house(connections=16) as url, ExitStack() as stack:
        anna, bert = Player(url), Player(url)
        table = seated(anna, bert, DOGS)
        hers, his = (stack.enter_context(one.socket(f"/tables/{table}/socket")) for one in (anna, bert))
        spectator = stack.enter_context(watching(url, table))
        hear(spectator)
        poll = polling(url, table)
        patiently(lambda: spectator.close_code is not None or lines(url).sendall(poll))
        assert ending(spectator) == (1013, FULL)
        anna.post(f"/tables/{table}/moves", move="0,1N")
        for live in (hers, his):
            while hear(live)["position"]["to_move"] != [2]:
                pass


def test_a_long_poll_that_makes_room_is_answered(house, lines):
    with house(connections=16) as url:
        table = Player(url).post("/tables", **DOGS, seats=SEATS)["id"]
        first, poll = lines(url), polling(url, table)
        first.sendall(poll)
        patiently(lambda: not is_open(first) or lines(url).sendall(poll))
        said = all_said(first)
        assert said.startswith(b"HTTP/1.1 503")
        assert FULL.encode() in said


def test_a_player_who_sits_nowhere_goes_before_one_who_plays_but_after_strangers(house, lines):
    with house(connections=16) as url, ExitStack() as stack:
        anna, bert = Player(url), Player(url)
        table = seated(anna, bert, DOGS)
        loafers = [Player(url) for _ in range(20)]
        playing = stack.enter_context(anna.socket("/me/socket"))
        waiting = [stack.enter_context(one.socket(f"/tables/{table}/socket")) for one in loafers]
        patiently(lambda: sum(one.close_code == 1013 for one in waiting) >= 4)
        bert.post(f"/tables/{table}/chat", text="Are you there?")
        assert hear(playing)["chat"][0]["text"] == "Are you there?"


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
def test_with_64_descriptors_players_at_sockets_go_on_in_a_flood_and_others_come_in_soon(poor, lines, sent):
    url, rng = poor.url, random.Random(7)
    anna, bert = Player(url, at=HERE), Player(url, at=HERE)
    table = seated(anna, bert, DOGS)
    where = f"/tables/{table}/socket"
    for player in (anna, bert):  # known players have three quarters of the places: nobody takes one for HTTP as well
        player.http.close()
    with anna.socket(where) as hers, bert.socket(where) as his:
        position = hear(hers)["position"]
        for _ in range(4):
            number, turn = position["number"], position["to_move"][0]
            for _ in range(30):
                with suppress(ConnectionError):
                    lines(url).sendall(sent)
            socket_move((hers, his)[turn - 1], rng)
            while position["number"] == number:
                position = hear((his, hers)[turn - 1])["position"]
            patiently(lambda: answered(url))
            assert open_files(poor) <= 64


def test_with_64_descriptors_bots_play_on_in_a_flood(poor, lines):
    anna = Player(poor.url)
    seats = [{"kind": "me"}, {"kind": "bot", "name": "collie"}]
    table = anna.post("/tables", **DOGS, seats=seats)["id"]
    for _ in range(60):
        lines(poor.url)
    with anna.socket(f"/tables/{table}/socket") as live:
        anna.random_move(table, random.Random(3))
        while True:
            position = hear(live)["position"]
            if position["to_move"] == [1] or position["outcome"]:
                break


def test_too_few_descriptors_for_any_server_are_refused_in_a_sentence(tmp_path):
    script = f"ulimit -n 40; exec {sys.executable} -m sheepfold serve --database sqlite:///{tmp_path}/fold.db"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr.strip() == "sheepfold: The system lets this server open 40 files, and it needs 58; see ulimit -n."
    )
