"""Behind the nginx that ships: pages, sockets and addresses come through, and attacks do not."""

from __future__ import annotations

import random
import socket as raw
import time
from contextlib import ExitStack, closing

import httpx
import pytest

from attacks import DRIPS, FLOODS, HELD, MORE, MUCH, PING, POURS, TEXT, drip, frame, pour
from nginx import nginx
from patience import PATIENCE, patiently
from serving import (
    DOGS,
    Player,
    Reader,
    ServerProcess,
    bare_line,
    get,
    hear,
    new_place,
    seated,
    server_in_thread,
    socket_move,
    upgraded,
    visitor,
)
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

PROXIED = Settings(trusted_proxies="127.0.0.1", log_level="error", metrics_token="0123456789abcdef")
FIGURES = {"Authorization": f"Bearer {PROXIED.metrics_token}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The server itself, with all its limits, which believes its proxy."""
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db", workers=0)
    with server_in_thread(PROXIED, setup, loop="auto") as found:
        yield found


@pytest.fixture(scope="module")
def url(server, tmp_path_factory):
    with nginx(tmp_path_factory.mktemp("nginx"), server) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(server, tmp_path_factory):
    """An nginx with little time."""
    with nginx(tmp_path_factory.mktemp("hasty"), server, seconds=1) as found:
        yield found


def figure(server, name):
    """What the server counts, as somebody on the same machine may ask."""
    lines = httpx.get(f"{server}/metrics", headers=FIGURES).text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def test_a_page_and_the_files_that_it_names_come_through(url):
    reader = Reader(url)
    shown = reader.open("/")
    style = shown.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert style
    assert reader.http.get(style).status_code == 200


def test_two_play_over_sockets_and_over_http(url):
    anna, bert = Player(url, "Anna"), Player(url, "Bert")
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        hear(live)
        anna.random_move(table, random.Random(7))
        while not hear(live)["events"]:
            pass


def test_the_server_knows_from_where_somebody_calls_and_believes_nobody_else(url):
    place = new_place()
    with visitor(url, place, headers={"X-Forwarded-For": "9.9.9.9"}) as browser:
        browser.post("/api/v1/guests", json={}).raise_for_status()
        (found,) = browser.get("/api/v1/me/sessions").json()
    assert found["address"] == place


ENDLESS = ("address", "headers", "a body after an answer", "requests")


@pytest.mark.parametrize("name", ENDLESS)
def test_nothing_without_end_is_read_for_long_by_nginx(hasty, name):
    start, piece = POURS[name]
    with bare_line(hasty, new_place()) as made:
        made.sendall(start)
        drip(made, piece)
    assert get(f"{hasty}/api/v1/games").status_code == 200


BODIES = {name: DRIPS[name][:2] for name in DRIPS if "body" in name or "chunk" in name or "trailer" in name}
BODIES |= {f"{name} without end": POURS[name] for name in ("a chunk's extension", "trailers")}
"""What nginx waits for as long as something comes, and passes on only as a whole."""


POINTLESS = {name: DRIPS[name][:2] for name in DRIPS if name not in BODIES} | HELD


@pytest.mark.parametrize(("begun", "piece"), POINTLESS.values(), ids=POINTLESS)
def test_who_does_not_come_to_the_point_is_let_go_by_nginx(hasty, begun, piece):
    with bare_line(hasty, new_place()) as made:
        made.sendall(begun)
        drip(made, piece)


@pytest.mark.parametrize(("begun", "piece"), BODIES.values(), ids=BODIES)
def test_half_a_body_stays_with_nginx(server, hasty, begun, piece):
    before = figure(server, 'sheepfold_request_seconds_count{method="POST"')
    with bare_line(hasty, new_place()) as made:
        made.sendall(begun)
        for _ in range(8):
            time.sleep(0.01)
            made.sendall(piece)
        assert get(f"{hasty}/api/v1/games").status_code == 200
    assert figure(server, 'sheepfold_request_seconds_count{method="POST"') == before


def test_who_takes_nothing_is_let_go_by_nginx(hasty, server):
    anna = Player(hasty)
    with raw.socket() as made:
        made.setsockopt(raw.SOL_SOCKET, raw.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", int(hasty.rpartition(":")[2])))
        made.settimeout(PATIENCE)
        assert pour(made, b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n" * 1000) < MUCH
    assert anna.get("/games")


@pytest.mark.parametrize(
    ("start", "piece"),
    [(b"", frame(PING, b"x" * 125)), (frame(TEXT, last=False), frame(MORE, last=False)), (b"", frame(TEXT, b"{}"))],
    ids=["pings", "empty pieces", "commands"],
)
def test_frames_without_end_are_cut_off_behind_nginx(url, start, piece):
    table = seated(Player(url), Player(url), DOGS)
    with bare_line(url, new_place()) as made:
        upgraded(made, table)
        made.sendall(start)
        drip(made, piece * 500)


@pytest.fixture(scope="module")
def poor(tmp_path_factory):
    """A server process that may have 64 files open, behind an nginx."""
    database = f"sqlite:///{tmp_path_factory.mktemp('poor')}/fold.db"
    server = ServerProcess(database, 64, trusted_proxies="127.0.0.1", log_level="warning")
    server.start()
    with nginx(tmp_path_factory.mktemp("before"), server.url) as found:
        yield found
    server.kill()
    assert '"broken"' not in server.log


@pytest.mark.parametrize("sent", FLOODS.values(), ids=FLOODS)
def test_with_64_descriptors_a_flood_of_connections_stops_nobody_behind_nginx(poor, sent):
    anna, bert = Player(poor), Player(poor)
    with closing(anna.http), closing(bert.http):  # what a test before left open would take places here
        table, rng = seated(anna, bert, DOGS), random.Random(7)
        where = f"/tables/{table}/socket"
        with anna.socket(where) as hers, bert.socket(where) as his, ExitStack() as stack:
            position = hear(hers)["position"]
            for _ in range(4):
                number, turn = position["number"], position["to_move"][0]
                for _ in range(30):
                    stack.enter_context(bare_line(poor)).sendall(sent)
                socket_move((hers, his)[turn - 1], rng)
                while position["number"] == number:
                    position = hear((his, hers)[turn - 1])["position"]
                patiently(lambda: get(f"{poor}/api/v1/games").status_code == 200)  # nginx says 502 while all is full
