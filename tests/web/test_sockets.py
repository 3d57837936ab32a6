"""Live sockets: both seats hear of every move, in order, once; a lost connection resumes where it was."""

import random
import socket as raw
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import count

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from patience import PATIENCE
from serving import DOGS, MUTTON, SEATS, Player, get, hear, play_out, problem, seated, server_in_thread, tell, upgraded
from sheepfold.play.rate_limits import COMMANDS, Rate
from sheepfold.play.setup import Setup
from sheepfold.play.tables import watching
from sheepfold.web.settings import Settings
from sheepfold.web.updates import socket as sockets

NUMBERS = count()
FOLD = {"game": "fold"}
"""Its first tiles are drawn in the moment in which the last player sits down."""


def numbers(update):
    return [event["number"] for event in update["events"]]


def closed(socket):
    """The code and reason with which the server closes."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as found:
        return found.rcvd.code, found.rcvd.reason


def random_command(player, table, rng):
    parts = []
    while not (choices := player.get(f"/tables/{table}/choices", so_far=parts))["complete"]:
        parts.append(rng.choice(choices["parts"]))
    return {"do": "move", "move": parts}


# -- hearing -----------------------------------------------------------------------------------


def test_the_first_update_tells_how_things_stand(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        first = hear(live)
        assert first["info"]["id"] == table
        assert first["position"]["view"] == anna.get(f"/tables/{table}")["position"]["view"]


def test_both_seats_hear_of_a_move_and_the_mover_gets_a_receipt(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as hers, bert.socket(f"/tables/{table}/socket") as his:
        before = hear(hers)["position"]["number"]
        hear(his)
        tell(hers, do="move", id="m1", move="0,1N", expected=before)
        kinds = {msgspec.json.decode(hers.recv(timeout=PATIENCE))["is"] for _ in range(2)}
        assert kinds == {"done", "update"}
        told = hear(his)
        assert told["position"]["to_move"] == [2]
        assert told["events"][0]["facts"][0]["is"]
        assert told["events"][0]["sentences"]


def test_a_refused_command_says_why_and_the_socket_lives_on(anna, bert):
    table = seated(anna, bert, DOGS)
    with bert.socket(f"/tables/{table}/socket") as live:
        hear(live)
        tell(live, do="move", id="early", move="0,1N")
        refused = hear(live, "refused")
        assert (refused["id"], refused["problem"]["status"]) == ("early", 409)
        for nonsense in (
            "{",
            "[]",
            '"baa"',
            '{"do":"fly"}',
            '{"do":"move"}',
            '{"do":"move","move":7}',
            "\x00",
            "[" * 5000,
        ):
            live.send(nonsense)
            assert hear(live, "refused")["problem"]["status"] in (400, 422)
        live.send(b"\xff\xfe")
        assert hear(live, "refused")["problem"]["status"] == 400
        tell(live, do="ping", id="still there")
        assert hear(live, "refused")["problem"]["status"] == 422
        tell(live, do="ping", id="p")
        assert hear(live, "pong")["id"] == "p"


def test_choices_and_talk_go_over_the_socket_too(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket", chat_since=0) as live:
        tell(live, do="choices", id="c")
        assert hear(live, "choices")["choices"]["parts"]
        tell(live, do="say", id="s", text="Baa!")
        assert hear(live, "done")["id"] == "s"


def test_chat_reaches_the_listeners(anna, bert):
    table = seated(anna, bert, DOGS)
    with bert.socket(f"/tables/{table}/socket", chat_since=0) as live:
        hear(live)
        anna.post(f"/tables/{table}/chat", text="Baa!")
        assert [line["text"] for line in hear(live)["chat"]] == ["Baa!"]


@pytest.mark.parametrize("terms", [DOGS, MUTTON], ids=["dogs", "mutton"])
def test_a_whole_game_is_heard_without_gap_or_repeat_however_often_the_line_breaks(anna, bert, terms):
    table, rng = seated(anna, bert, terms), random.Random(5)
    heard, since = [], 0
    outcome = None
    while outcome is None:
        with bert.socket(f"/tables/{table}/socket", since=since) as live:
            for _ in range(rng.randrange(1, 4)):
                update = hear(live)
                heard += update["events"]
                since, outcome = update["position"]["number"], update["position"]["outcome"]
                if outcome is not None:
                    break
                mover = [anna, bert][update["position"]["to_move"][0] - 1]
                mover.random_move(table, rng)
    assert [event["number"] for event in heard] == list(range(1, since + 1))
    assert heard == bert.get(f"/tables/{table}/story")["events"]


def test_a_spectator_without_a_name_listens_but_cannot_act(url, anna, bert):
    table = seated(anna, bert, DOGS)
    with connect(url.replace("http", "ws") + f"/api/v1/tables/{table}/socket") as live:
        assert hear(live)["position"]["seat"] is None
        tell(live, do="move", move="0,1N")
        assert hear(live, "refused")["problem"]["status"] == 400
        anna.post(f"/tables/{table}/moves", move="0,1N")
        assert hear(live)["position"]["to_move"] == [2]


# -- one socket for all tables -----------------------------------------------------------------


def test_the_players_socket_tells_of_all_their_tables_and_resumes_each(anna, bert, cleo):
    one, two = seated(anna, bert, DOGS), seated(anna, cleo, DOGS)
    known = {table: anna.get(f"/tables/{table}")["position"]["number"] for table in (one, two)}
    with anna.socket("/me/socket") as live:
        tell(live, do="follow", id="f", since=known)
        assert hear(live, "done")["id"] == "f"
        tell(live, do="move", id="m", table=one, move="0,1N")
        update = hear(live)
        assert update["table"] == one
        assert numbers(update) == [known[one] + 1]
    anna.post(f"/tables/{two}/moves", move="0,1N")
    bert.random_move(one, random.Random(2))
    with anna.socket("/me/socket") as live:
        tell(live, do="follow", since={one: known[one] + 1, two: known[two]})
        missed = {}
        for _ in range(2):
            update = hear(live)
            missed[update["table"]] = numbers(update)
        assert missed == {one: [known[one] + 2], two: [known[two] + 1]}
        tell(live, do="move", move="0,1N")
        assert "table" in hear(live, "refused")["problem"]["detail"]


def moved_while_away(anna, bert):
    """A table where two moves were made since Anna's last event, and the number of that event."""
    table = seated(anna, bert, DOGS)
    known = anna.get(f"/tables/{table}")["position"]["number"]
    anna.post(f"/tables/{table}/moves", move="0,1N")
    bert.random_move(table, random.Random(2))
    return table, known


def test_a_player_who_resumes_at_once_hears_what_was_missed_before_what_happens_now(anna, bert, monkeypatch):
    monkeypatch.setattr(sockets, "FIRST_WORD", PATIENCE)
    table, known = moved_while_away(anna, bert)
    with anna.socket("/me/socket") as live:
        anna.random_move(table, random.Random(3))
        tell(live, do="follow", since={table: known})
        heard = []
        while not heard or heard[-1] < known + 3:
            heard += numbers(hear(live))
        assert heard == [known + 1, known + 2, known + 3]


def test_what_a_player_heard_before_they_said_where_to_resume_comes_again_in_its_order(anna, bert, monkeypatch):
    monkeypatch.setattr(sockets, "FIRST_WORD", 0.0)
    table, known = moved_while_away(anna, bert)
    with anna.socket("/me/socket") as live:
        tell(live, do="ping")
        hear(live, "pong")
        anna.random_move(table, random.Random(3))
        assert numbers(hear(live)) == [known + 3]
        tell(live, do="follow", since={table: known})
        assert numbers(hear(live)) == [known + 1, known + 2, known + 3]
        bert.random_move(table, random.Random(4))
        assert numbers(hear(live)) == [known + 4]


def test_a_player_who_says_nothing_hears_everything_too(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket("/me/socket") as live:
        while True:  # the server may not be listening yet when the socket is open
            offer = anna.post(f"/tables/{table}/offers", kind="draw")["position"]["number"]
            anna.post(f"/tables/{table}/offers/draw", accept=False)
            try:
                update = msgspec.json.decode(live.recv(timeout=5))
            except TimeoutError:
                continue
            assert numbers(update)[-1] >= offer
            break


def test_a_resume_that_cannot_be_is_refused_and_tells_nothing(anna, bert):
    table, known = moved_while_away(anna, bert)
    with anna.socket("/me/socket") as live:
        tell(live, do="follow", id="f", since={table: known, "zzzzzzzzzzz": 1})
        refused = msgspec.json.decode(live.recv(timeout=PATIENCE))
        assert (refused["is"], refused["id"], refused["problem"]["status"]) == ("refused", "f", 404)
        assert "zzzzzzzzzzz" in refused["problem"]["detail"]


def said(update):
    return [(line["number"], line["text"]) for line in update["chat"]]


def test_the_players_socket_carries_the_talk_at_all_their_tables_and_resumes_it(anna, bert, cleo):
    one, two = seated(anna, bert, DOGS), seated(anna, cleo, DOGS)
    bert.post(f"/tables/{one}/chat", text="before you came")
    with anna.socket("/me/socket") as live:
        tell(live, do="ping")
        hear(live, "pong")
        bert.post(f"/tables/{one}/chat", text="good luck")
        cleo.post(f"/tables/{two}/chat", text="hello")
        heard = {}
        for _ in range(2):
            update = hear(live)
            heard[update["table"]] = said(update)
            assert update["events"] == []
        assert heard == {one: [(2, "good luck")], two: [(1, "hello")]}
    bert.post(f"/tables/{one}/chat", text="are you there?")
    with anna.socket("/me/socket") as live:
        tell(live, do="follow", chat_since={one: 1, two: 1})
        assert said(hear(live)) == [(2, "good luck"), (3, "are you there?")]
        tell(live, do="say", table=two, text="hello to you")
        assert said(hear(live)) == [(2, "hello to you")]


def test_the_players_socket_tells_of_the_gallery_when_the_game_is_over(anna, bert, cleo):
    table = seated(anna, bert, DOGS, access="open")
    with anna.socket("/me/socket") as live:
        tell(live, do="ping")
        hear(live, "pong")
        cleo.post(f"/tables/{table}/chat", text="what a muddle")
        bert.post(f"/tables/{table}/chat", text="my turn is long")
        assert said(hear(live)) == [(1, "my turn is long")]
        bert.post(f"/tables/{table}/resign")
        assert said(hear(live)) == [(2, "what a muddle")]
        cleo.post(f"/tables/{table}/chat", text="well played")
        assert said(hear(live)) == [(3, "well played")]


def test_the_players_socket_leaves_nothing_out_of_a_table_that_opens_while_it_listens(anna, bert):
    with anna.socket("/me/socket") as live:
        tell(live, do="ping")
        hear(live, "pong")
        table = seated(anna, bert, FOLD)
        heard = []
        last = anna.get(f"/tables/{table}")["position"]["number"]
        while not heard or heard[-1]["number"] < last:
            heard += hear(live)["events"]
    assert heard == anna.get(f"/tables/{table}/story")["events"]


def test_the_players_socket_needs_a_player(url):
    with connect(url.replace("http", "ws") + "/api/v1/me/socket") as live:
        assert closed(live) == (4401, "Log in first, or start as a guest with POST /guests.")


# -- refusals ----------------------------------------------------------------------------------


def test_a_table_that_is_private_or_not_there_closes_the_socket_alike(anna, bert):
    table = anna.post("/tables", **DOGS, seats=[{"kind": "me"}, {}], access="private")["id"]
    with bert.socket(f"/tables/{table}/socket") as hidden, bert.socket("/tables/zzzzzzzzzzz/socket") as missing:
        assert closed(hidden) == closed(missing)
    with bert.socket(f"/tables/{table}/socket", since="baa") as live:
        assert closed(live)[0] == 4422
    with bert.socket(f"/tables/{table}/socket", invite=anna.get(f"/tables/{table}/invitation")["invite"]) as live:
        assert hear(live)["info"]["id"] == table


def test_a_page_of_another_site_gets_no_socket(url):
    with pytest.raises(InvalidStatus) as refused:
        connect(url.replace("http", "ws") + "/api/v1/me/socket", origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_who_floods_is_closed_with_the_reason(anna, bert, monkeypatch):
    monkeypatch.setattr(sockets, "COMMANDS", Rate(COMMANDS.burst, 1e-6))  # however slow the machine is
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        for _ in range(int(COMMANDS.burst) + 1):  # not one more: what nobody reads any more would break the line
            tell(live, do="ping", id="p")
        assert closed(live) == (1008, "Too many messages: wait a moment.")


def test_a_huge_message_is_closed_as_too_big(anna, bert):
    table = seated(anna, bert, DOGS)
    with anna.socket(f"/tables/{table}/socket") as live:
        hear(live)
        live.send("x" * 200_000)
        assert closed(live)[0] == 1009


def test_a_client_that_never_reads_holds_up_nobody(url, anna, bert):
    table = seated(anna, bert, MUTTON)
    host, port = url.removeprefix("http://").split(":")
    with raw.create_connection((host, int(port))) as stalled:
        upgraded(stalled, table)
        assert play_out(table, [anna, bert], random.Random(4))["outcome"]


@pytest.fixture
def revocable(url):
    """A fresh token, and what revokes it."""
    with httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE) as http:
        name = f"Gone {next(NUMBERS)}"
        arrived = http.post("/accounts", json={"name": name, "password": "long enough"}).json()
        http.headers["x-csrf-token"] = arrived["me"]["csrf"]
        made = http.post("/tokens", json={"label": "x", "scopes": ["read"]}).json()
        yield made["secret"], lambda: http.delete(f"/tokens/{made['token']['id']}")


def test_a_revoked_token_loses_its_socket(anna, bert, revocable):
    table = seated(anna, bert, DOGS)
    bert.token, revoke = revocable
    with bert.socket(f"/tables/{table}/socket") as live:
        hear(live)
        revoke()
        with suppress(ConnectionClosed):  # it may be closed already
            tell(live, do="ping", id="p")
        assert closed(live) == (4401, "This token is not known here, or was revoked.")


def test_a_silent_socket_closes_as_soon_as_its_token_is_revoked(anna, bert, revocable, monkeypatch):
    monkeypatch.setattr("sheepfold.web.site.RECHECK", 3600)
    table = seated(anna, bert, DOGS)
    bert.token, revoke = revocable
    with bert.socket(f"/tables/{table}/socket") as live, bert.socket("/me/socket") as silent:
        hear(live)
        revoke()
        assert closed(live) == closed(silent) == (4401, "This token is not known here, or was revoked.")


@pytest.fixture
def polled(monkeypatch):
    """Set as soon as somebody's long poll waits."""
    waits, news = threading.Event(), watching._news

    def told(*given):
        waits.set()
        return news(*given)

    monkeypatch.setattr(watching, "_news", told)
    return waits


def test_a_long_poll_is_answered_as_soon_as_its_token_is_revoked(url, anna, bert, revocable, polled):
    table = seated(anna, bert, DOGS)
    secret, revoke = revocable
    headers = {"authorization": f"Bearer {secret}"}
    since = get(f"{url}/api/v1/tables/{table}", headers=headers).json()["position"]["number"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(get, f"{url}/api/v1/tables/{table}/events?since={since}&wait=60", headers=headers)
        assert polled.wait(PATIENCE)
        revoke()
        assert problem(waiting.result())["status"] == 401


def test_nobody_opens_sockets_without_end(url):
    player = Player(url)
    with ExitStack() as stack:
        for _ in range(32):
            live = stack.enter_context(player.socket("/me/socket"))
            tell(live, do="ping", id="p")
            hear(live, "pong")  # it is counted by now
        with player.socket("/me/socket") as one_more:
            assert closed(one_more)[0] == 4429


def test_one_address_keeps_no_sockets_and_long_polls_without_end_however_many_guests_it_sends(tmp_path, polled):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    settings = Settings(sockets_per_address=5, log_level="error")
    with server_in_thread(settings, setup) as url, ExitStack() as stack, ThreadPoolExecutor() as pool:
        guests = [Player(url, at="127.0.0.1") for _ in range(4)]
        table = guests[0].post("/tables", **DOGS, seats=SEATS)["id"]
        sockets = [stack.enter_context(guest.socket(f"/tables/{table}/socket")) for guest in guests]
        numbers = [hear(live)["position"]["number"] for live in sockets]
        poll = f"/tables/{table}/events?since={numbers[1]}&wait=30"
        waiting = pool.submit(guests[1].http.get, poll)
        assert polled.wait(PATIENCE)
        assert problem(guests[2].http.get(poll))["status"] == 429
        with guests[3].socket("/me/socket") as one_more:
            assert closed(one_more)[0] == 4429
        guests[1].post(f"/tables/{table}/sit")
        assert waiting.result().status_code == 200
        assert guests[2].http.get(poll).status_code == 200
