"""Hostile input: whatever is sent, the answer is a clear 4xx, nothing changes, and nothing of ours shows."""

import io
import json
import random
import string
from urllib.parse import quote

import pytest

from patience import PATIENCE
from serving import DOGS, SEATS, Player, all_said, bare_line, end_of_line, problem, seated, server_in_thread
from sheepfold.play.setup import Setup
from sheepfold.web import logs
from sheepfold.web.api.routes import ROUTES
from sheepfold.web.settings import Settings
from support import NONSENSE

BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b'"baa"',
    b"\xff\xfe\x00",
    b'{"game": "dogs"',
    b"{" * 10_000,
    b"[" * 50_000,
    b'{"a":' * 5_000,
    b'{"move": "\\ud800"}',
    b'{"text": "\\u0000"}',
    b'{"seat": 1e400}',
    b'{"seat": 99999999999999999999999999}',
    b'{"seat": -1, "accept": "yes", "moves": {}, "name": [], "kind": 7}',
    b'{"__class__": "x", "constructor": {}}',
)
WRITES = [route for route in ROUTES if route.body is not None]


@pytest.mark.parametrize("route", WRITES, ids=lambda route: f"{route.method} {route.path}")
def test_malformed_bodies_are_refused_everywhere(anna, bert, route):
    path = route.path.format(table="zzzzzzzzzzz", game="dogs", kind="draw", token=1, name="x", puzzle="0")
    for body in BODIES:
        answer = anna.http.request(route.method, path, content=body, headers={"content-type": "application/json"})
        if body in (b"null", b"") or answer.status_code >= 300:
            problem(answer)


def test_a_huge_body_is_refused_before_it_is_read(anna):
    answer = anna.http.post("/tables", content=b"[" * 300_000, headers={"content-type": "application/json"})
    assert problem(answer)["status"] == 413


def test_a_body_without_end_is_cut_off(anna):
    def endless():
        for _ in range(100):
            yield b" " * 10_000

    answer = anna.http.post("/tables", content=endless(), headers={"content-type": "application/json"})
    assert problem(answer)["status"] == 413


def test_a_body_of_another_kind_is_refused(anna):
    assert problem(anna.http.post("/tables", data={"game": "dogs"}))["status"] == 415


@pytest.mark.parametrize("word", NONSENSE)
def test_nonsense_as_a_move_changes_nothing(anna, bert, word):
    table = seated(anna, bert, DOGS)
    before = anna.get(f"/tables/{table}")["position"]["view"]
    for move in (word, [word], [word, word]):
        problem(anna.http.post(f"/tables/{table}/moves", json={"move": move}))
    assert anna.get(f"/tables/{table}")["position"]["view"] == before


@pytest.mark.parametrize("word", [*NONSENSE, "..", "%2e%2e", "a/b", "x" * 5000])
def test_nonsense_in_an_address_is_a_clear_refusal(anna, word):
    for path in ("/tables/{}", "/games/{}", "/users/{}", "/tables/{}/picture.svg", "/tables/{}/chat?since={}"):
        answer = anna.http.get(path.format(quote(word, safe=""), quote(word, safe="")))
        assert answer.status_code in (404, 422) or path == "/tables/{}", answer.text


@pytest.mark.parametrize("path", ["/tables/a%00b", "/games/a%00b", "/users/a%00b"])
def test_a_control_character_in_an_address_gets_no_further_than_the_door(anna, path):
    """PostgreSQL takes no text with a NUL in it, and would say so."""
    assert problem(anna.http.get(path))["status"] == 422


def test_random_words_in_every_query_never_break_anything(anna, bert):
    table, rng = seated(anna, bert, DOGS), random.Random(8)
    for route in ROUTES:
        if route.method != "GET" or route.path.endswith("/events"):
            continue
        path = route.path.format(table=table, game="dogs", name="Nobody", token=1, puzzle="dogs-1")
        for _ in range(5):
            query = {rng.choice(["since", "invite", "so_far", "limit", "x"]): rng.choice(NONSENSE) for _ in range(2)}
            answer = anna.http.get(path, params=query)
            assert answer.status_code < 500, (path, query)


def test_broken_http_is_answered_or_closed(url):
    rng = random.Random(3)
    for junk in (
        b"\0" * 100,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        rng.randbytes(2000),
        b"A" * 100_000 + b"\r\n\r\n",
    ):
        with bare_line(url) as line:
            end_of_line(line, junk)
            answer = all_said(line)
            assert b"Traceback" not in answer
            assert b" 500 " not in answer
    assert Player(url).get("/games")


def test_no_secret_and_no_trace_in_the_log(tmp_path, monkeypatch, capsys):
    written = io.StringIO()
    monkeypatch.setattr(logs.sys, "stderr", written)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    with server_in_thread(Settings(log_level="debug"), setup) as url:
        anna, bert = Player(url, "Anna"), Player(url, "Bert")
        table = seated(anna, bert, DOGS, access="open")
        anna.put(f"/tables/{table}/note", text="my secret note")
        invite = anna.get(f"/tables/{table}/invitation")["invite"]
        anna.get(f"/tables/{table}", invite=invite)
        with anna.socket(f"/tables/{table}/socket", invite=invite) as live:
            live.recv(timeout=PATIENCE)
        anna.http.post("/session", json={"name": "Anna", "password": "my secret password"})
        monkeypatch.setattr("sheepfold.play.tables.chat.Chat.note", broken)
        answer = anna.http.get(f"/tables/{table}/note")
        assert answer.status_code == 500
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["kind"] == "broken"
        assert "wolf" not in answer.text
    printed = capsys.readouterr().err
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {line["event"] for line in lines} >= {"request", "broken"}
    fault = next(line for line in lines if line["event"] == "broken")
    assert fault["fault"].startswith("RuntimeError at ")
    for secret in (anna.token, bert.token, invite, "my secret note", "my secret password", "K is a wolf", "Traceback"):
        assert secret not in written.getvalue()
        assert secret not in printed


async def broken(*_, **__):
    raise RuntimeError("K is a wolf")


def test_long_names_and_odd_letters_are_kept_or_refused_but_never_break(anna):
    for name in (*NONSENSE, string.printable, "é" * 24, "🐑🐺" * 6):
        answer = anna.http.post("/guests", json={"name": name, "program": True})
        assert answer.status_code in (201, 422), name


def test_a_table_of_sixteen_impossible_seats_is_refused(anna):
    assert problem(anna.http.post("/tables", json=DOGS | {"seats": SEATS * 8}))["status"] == 422
