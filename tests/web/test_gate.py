"""Connections that send without end, or nothing at all, are let go, with a reason where there is a way to say it."""

import socket as raw
import struct
import time

import msgspec
import pytest

from patience import PATIENCE
from serving import DOGS, all_said, bare_line, hear, seated, tell, upgraded
from sheepfold.lab.load import keep_port
from sheepfold.web import gate
from sheepfold.web.server import listen
from sheepfold.web.settings import Settings

MUCH = 20_000_000
"""More bytes than the system keeps for a reader who is slow."""


def pour(made, piece):
    """Send a piece again and again: how many bytes were taken before the server hung up."""
    sent = 0
    try:
        while sent < MUCH:
            made.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


def frame(kind, data=b"", *, last=True):
    """A short frame as a client sends it."""
    return bytes([kind | 0x80 * last, 0x80 | len(data)]) + bytes(4) + data


TEXT, MORE, PING = 1, 0, 9


# -- heads -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET /", b"a" * 50_000),
        (b"GET / HTTP/1.1\r\nX: ", b"a" * 50_000),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 10_000),
    ],
    ids=["address", "header", "headers"],
)
def test_a_head_without_end_is_cut_off(url, start, piece):
    with bare_line(url) as made:
        made.sendall(start)
        assert pour(made, piece) < MUCH


def test_a_head_that_is_too_long_is_told_so(url):
    with bare_line(url) as made:
        made.sendall(b"GET / HTTP/1.1\r\nX: ")
        time.sleep(0.1)
        made.sendall(b"a" * (gate.HEAD_BYTES + 1))
        assert all_said(made).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\n"], ids=["silent", "dribbling"])
def test_a_connection_that_does_not_come_to_its_request_is_let_go(url, monkeypatch, begun):
    monkeypatch.setattr(gate, "HEAD_SECONDS", 0.2)
    with bare_line(url) as made:
        made.sendall(begun)
        assert b"did not come in time" in all_said(made)


def test_a_head_in_pieces_and_a_request_after_another_are_served(url):
    with bare_line(url) as made:
        for piece in (b"GET /api/v1/ga", b"mes HTTP/1.1\r\nHost", b": x\r\n\r\n"):
            made.sendall(piece)
            time.sleep(0.05)
        assert made.recv(12) == b"HTTP/1.1 200"
        made.sendall(b"GET /api/v1/games HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert all_said(made).count(b"HTTP/1.1 200") == 1


def test_small_answers_are_not_held_back_by_any_event_loop():
    with keep_port() as kept, listen(Settings(port=kept.getsockname()[1])) as door:
        assert door.proto == raw.IPPROTO_TCP


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
    monkeypatch.setattr(gate, "FRAMES_PER_SECOND", 0.0)  # however long the server takes over them
    table = seated(anna, bert, DOGS)
    with bare_line(url) as made:
        upgraded(made, table)
        made.sendall(frame(PING) * (int(gate.FRAMES_AT_ONCE) + 1))
        assert struct.pack("!H", 1008) + b"Too many messages; slow down." in all_said(made)


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
