"""Connections that send without end, or not at all, or take nothing, are let go, with a reason where one is heard."""

from __future__ import annotations

import gc
import socket as raw
import struct
import sys
import time
from contextlib import suppress
from fcntl import ioctl
from termios import TIOCOUTQ

import msgspec
import pytest
import uvicorn

from attacks import DRIPS, GUEST, HELD, LONG, MORE, MUCH, PING, POURS, SOCKET, TEXT, drip, frame, head, pour
from patience import PATIENCE, patiently
from serving import DOGS, SEATS, Player, all_said, bare_line, get, hear, post, seated, server_in_thread, tell, upgraded
from sheepfold.play.rate_limits import FRAMES, Rate
from sheepfold.play.setup import Setup
from sheepfold.web.frames import LimitedSocket
from sheepfold.web.pages import static
from sheepfold.web.server import listen
from sheepfold.web.settings import Settings
from sheepfold.web.updates.socket import PlayerSocket, TableSocket
from sheepfold_bench.load import keep_port

# One address does more here than the rate limits would let through.
FREE = Settings(rate_limits=False, log_level="error")


@pytest.fixture(scope="module", params=["auto", "asyncio"])
def url(request, tmp_path_factory):
    """A server as it ships, on either event loop: transports differ in how they close."""
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db", workers=0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sheepfold.web.server.DEAF_SECONDS", 1)
        with server_in_thread(FREE, setup, loop=request.param) as found:
            yield found


@pytest.fixture(scope="module", params=["auto", "asyncio"])
def hasty(request, tmp_path_factory):
    """A server with little time."""
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('hasty')}/fold.db", workers=0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sheepfold.web.server.DEAF_SECONDS", 1)
        patched.setattr("sheepfold.web.server.IDLE_SECONDS", 1)
        patched.setattr("sheepfold.web.middleware.BODY_SECONDS", 0.5)
        patched.setattr("sheepfold.web.middleware.LINGER_SECONDS", 0.3)
        with server_in_thread(FREE, setup, 4096, request.param) as found:
            yield found


@pytest.fixture(autouse=True)
def no_fault_is_logged(capsys):
    yield
    assert '"broken"' not in capsys.readouterr().err


# -- too much ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "piece"), POURS.values(), ids=POURS)
def test_nothing_without_end_is_read_to_no_end(url, start, piece):
    with bare_line(url) as made:
        made.sendall(start)
        assert pour(made, piece) < MUCH


@pytest.mark.parametrize(
    ("sent", "status", "why"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000, 400, b"Invalid HTTP request received."),
        (head("GET /", *["A: b"] * 200), 431, b"The head of the request is too long."),
        (GUEST + b"000000" * 10_000, 400, b"Invalid HTTP request received."),
        (GUEST + b"2;" + b"a" * 40_000, 400, b"Invalid HTTP request received."),
        (GUEST + b"2\r\n{}\r\n0\r\n" + b"a: b\r\n" * 10_000, 400, b"Invalid HTTP request received."),
        (GUEST + b"1\r\n \r\n" * 5_000, 413, b"larger than the 4096 bytes allowed in chunks"),
        (LONG[:4] + LONG[4:].replace(b"/tables", b"/guests") + b" " * 90_000, 413, b"larger than"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, b"Invalid HTTP request received."),
    ],
    ids=["head", "headers", "size", "extension", "trailers", "chunks", "body", "nonsense"],
)
def test_who_sends_too_much_hears_why(url, sent, status, why):
    with bare_line(url) as made:
        made.sendall(sent)
        said = all_said(made)
        assert said.startswith(b"HTTP/1.1 %d " % status), said
        assert why in said


def test_what_was_answered_early_is_heard_while_the_body_is_still_being_sent_and_then_the_line_is_closed(url):
    with bare_line(url) as made:
        made.sendall(head("POST /api/v1/tables", "Content-Type: application/json", "Content-Length: 300000"))
        patiently(lambda: bool(made.recv(1, raw.MSG_PEEK)))
        made.sendall(b" " * 300_000)
        said = all_said(made)
        assert said.startswith(b"HTTP/1.1 413")
        assert b"\r\nconnection: close\r\n" in said


def test_a_trailer_does_not_pass_for_a_header(url):
    arrived = post(f"{url}/api/v1/guests", json={})
    csrf, cookie = arrived.json()["me"]["csrf"], arrived.headers["set-cookie"].partition(";")[0]
    form = ("Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked", f"Cookie: {cookie}")
    for header, trailer, status in ((csrf, "x", 303), ("x", csrf, 403)):
        with bare_line(url) as made:
            made.sendall(head("POST /settings/preferences", *form, f"X-CSRF-Token: {header}", "Connection: close"))
            made.sendall(b"a\r\ntheme=dark\r\n0\r\n" + f"X-CSRF-Token: {trailer}\r\n\r\n".encode())
            assert all_said(made).startswith(b"HTTP/1.1 %d" % status)


# -- too slow ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("begun", "piece", "why"), DRIPS.values(), ids=DRIPS)
def test_who_does_not_come_to_the_point_is_let_go(hasty, begun, piece, why):
    with bare_line(hasty) as made:
        made.sendall(begun)
        assert why in drip(made, piece)


@pytest.mark.parametrize(("begun", "piece"), HELD.values(), ids=HELD)
def test_what_never_becomes_a_request_is_kept_and_holds_up_nobody(hasty, begun, piece):
    with bare_line(hasty) as made:
        made.sendall(begun)
        for _ in range(8):
            time.sleep(0.01)
            made.sendall(piece)
        assert get(f"{hasty}/api/v1/games").status_code == 200
        assert established(made)


def test_a_long_poll_and_a_socket_are_not_hurried(hasty):
    table = opened(hasty)
    with bare_line(hasty) as polling, bare_line(hasty) as socket:
        upgraded(socket, table)
        polling.sendall(poll(hasty, table, 2))
        assert polling.recv(15) == b"HTTP/1.1 200 OK"
        socket.sendall(frame(PING, b"still here"))
        said = b""
        while b"still here" not in said:
            said += socket.recv(65536)


@pytest.mark.parametrize("requests", [1, 6], ids=["one answer", "several"])
def test_who_takes_nothing_is_let_go(hasty, requests):
    """The system keeps 4 kB for such a client: the rest waits in memory."""
    largest = max(static.shelf().files, key=lambda name: len(static.shelf().files[name][0]))
    with raw.socket() as made:
        made.setsockopt(raw.SOL_SOCKET, raw.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", int(hasty.rpartition(":")[2])))
        made.settimeout(PATIENCE)
        made.sendall(head(f"GET {static.shelf().url(largest)}") * requests)
        patiently(lambda: given_up(made))


def given_up(made):
    """Whether the system has dropped the other end, which it tells nobody who does not speak."""
    with suppress(OSError):
        made.send(b"x")
    return not established(made)


def established(made):
    """Whether this end holds the connection to be alive."""
    return made.getsockopt(raw.IPPROTO_TCP, raw.TCP_INFO, 1)[0] == 1


def arrived(made):
    """Whether the other end has all that was sent."""
    return not int.from_bytes(ioctl(made, TIOCOUTQ, bytes(4)), sys.byteorder)


def poll(url, table, wait, *headers):
    """A request that is answered after so many seconds."""
    last = get(f"{url}/api/v1/tables/{table}").json()["position"]["number"]
    return head(f"GET /api/v1/tables/{table}/events?since={last}&wait={wait}", *headers)


def opened(url):
    """A table that waits for a second player."""
    return Player(url).post("/tables", **DOGS, seats=SEATS)["id"]


# -- manners -----------------------------------------------------------------------------------


def test_a_head_in_pieces_and_a_request_after_another_are_served(url):
    with bare_line(url) as made:
        made.setsockopt(raw.IPPROTO_TCP, raw.TCP_NODELAY, 1)
        for piece in (b"GET /api/v1/ga", b"mes HTTP/1.1\r\nHost", b": x\r\n\r\n"):
            made.sendall(piece)
            patiently(lambda: arrived(made))
        assert made.recv(12) == b"HTTP/1.1 200"
        made.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert all_said(made).count(b"HTTP/1.1 200") == 1


def test_a_body_in_chunks_with_extensions_and_trailers_in_single_bytes_is_served(url):
    sent = GUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with bare_line(url) as made:
        made.setsockopt(raw.IPPROTO_TCP, raw.TCP_NODELAY, 1)
        for byte in sent + b'1;a="b"\r\n{\r\n001\r\n}\r\n0\r\nX: y\r\n\r\n':
            made.sendall(bytes([byte]))
        assert all_said(made).startswith(b"HTTP/1.1 201")


def test_a_request_of_an_old_client_is_answered_and_the_line_closed(url):
    with bare_line(url) as made:
        made.sendall(b"GET /api/v1/games HTTP/1.0\r\n\r\n")
        assert all_said(made).startswith(b"HTTP/1.1 200")


def test_who_asks_before_sending_a_body_is_told_to_go_on_or_why_not(url):
    expecting = ("Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue")
    with bare_line(url) as made:
        made.sendall(head("POST /api/v1/guests", *expecting, "Connection: close"))
        assert made.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        made.sendall(b"{}")
        assert all_said(made).startswith(b"HTTP/1.1 201")
    with bare_line(url) as made:
        made.sendall(
            head("POST /api/v1/guests", "Content-Type: application/json", "Content-Length: 99999", expecting[2])
        )
        assert made.recv(12) == b"HTTP/1.1 413"


def test_requests_sent_ahead_are_answered_in_their_order(url):
    games, nothing = head("GET /api/v1/games"), head("GET /api/v1/nothing")
    with bare_line(url) as made:
        made.sendall(games + nothing + games + head("GET /api/v1/nothing", "Connection: close"))
        assert statuses(all_said(made)) == [200, 404, 200, 404]
    with bare_line(url) as made:
        made.sendall(nothing * 99 + head("GET /api/v1/nothing", "Connection: close"))
        said = all_said(made)
        assert statuses(said) == [404] * 100


def test_what_cannot_be_read_spoils_no_earlier_answer(url):
    with bare_line(url) as made:
        made.sendall(head("GET /api/v1/games") + b"nonsense\r\n\r\n")
        said = all_said(made)
        assert statuses(said) == [200, 400]
        assert b"}]HTTP/1.1 400" in said


def test_no_socket_begins_in_the_middle_of_an_answer(url, anna, bert):
    table = seated(anna, bert, DOGS)
    with bare_line(url) as made:
        made.sendall(poll(url, table, 1) + head("GET /api/v1/me/socket", *SOCKET))
        said = b""
        while b"HTTP/1.1 101" not in said:
            said += made.recv(65536)
        assert statuses(said) == [200, 101]


def statuses(said):
    return [int(answer[:3]) for answer in (b"\r\n" + said).split(b"HTTP/1.1 ")[1:]]


def test_small_answers_are_not_held_back_by_any_event_loop():
    with keep_port() as kept, listen(Settings(port=kept.getsockname()[1])) as door:
        assert door.proto == raw.IPPROTO_TCP


GONE = {
    "answered": head("GET /api/v1/games", "Connection: close"),
    "answered early": LONG,
    "refused": GUEST + b"2\r\n{}\r\n0\r\n" + b"a: b\r\n" * 10_000,
}
STOCK = uvicorn.Config(bare_line, http="h11", ws="websockets-sansio")
STOCK.load()
LIVE = (STOCK.http_protocol_class, STOCK.ws_protocol_class, LimitedSocket, TableSocket, PlayerSocket)


def test_a_connection_that_is_gone_is_gone_from_memory_too(url, anna, bert):
    """A search for cycles is rare in the server, and what waits for it could be much."""
    table = seated(anna, bert, DOGS)
    gc.collect()
    gc.disable()
    try:
        before = held()
        for sent in GONE.values():
            with bare_line(url) as made:
                made.sendall(sent)
                all_said(made)
        with bare_line(url) as made:
            made.sendall(GUEST + b"ffff\r\n" + b" " * 50_000)
        with bare_line(url) as made:
            upgraded(made, table)
        with bare_line(url) as made:
            upgraded(made, table)
            pour(made, frame(PING) * 500)
        with anna.socket(f"/tables/{table}/socket") as live:
            hear(live)
        known = {id(one) for one in before}
        patiently(lambda: all(id(one) in known for one in held()))
    finally:
        gc.enable()


def held():
    return [one for one in gc.get_objects() if issubclass(type(one), LIVE)]


# -- frames ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "piece"),
    [(b"", frame(PING, b"x" * 125)), (frame(TEXT, last=False), frame(MORE, last=False)), (b"", frame(TEXT, b"{}"))],
    ids=["pings", "empty pieces", "commands"],
)
def test_frames_without_end_are_cut_off_even_if_nothing_is_read(url, anna, bert, start, piece):
    table = seated(anna, bert, DOGS)
    with bare_line(url) as made:
        upgraded(made, table)
        made.sendall(start)
        assert pour(made, piece * 500) < MUCH


def test_who_pings_too_often_hears_why_the_socket_closes(url, anna, bert, monkeypatch):
    slow = Rate(FRAMES.burst, 1e-6)  # however long the server takes over them
    monkeypatch.setattr("sheepfold.web.frames.FRAMES", slow)
    table = seated(anna, bert, DOGS)
    with bare_line(url) as made:
        upgraded(made, table)
        made.sendall(frame(PING) * (int(FRAMES.burst) + 1))
        assert struct.pack("!H", 1008) + b"Too many messages: wait a moment." in all_said(made)


def test_a_command_in_pieces_and_a_ping_between_them_are_heard(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        hear(live)
        text = msgspec.json.encode({"do": "ping", "id": "p"}).decode()
        live.send(iter(text))
        live.ping().wait(PATIENCE)
        assert hear(live, "pong")["id"] == "p"
        tell(live, do="ping", id="q")
        assert hear(live, "pong")["id"] == "q"


def test_a_command_that_comes_while_another_is_carried_out_is_carried_out_next(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        hear(live)
        for number in range(20):
            tell(live, do="choices", id=str(number))
        assert [hear(live, "choices")["id"] for _ in range(20)] == [str(number) for number in range(20)]
