"""What a host can measure: health, figures, and a number on every request."""

import json

import pytest

from patience import patiently
from serving import DOGS, Player, get, seated, server_in_thread
from sheepfold.play.setup import Setup
from sheepfold.web.settings import SettingError, Settings

TOKEN = "the host's own secret"


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db", workers=0)
    with server_in_thread(Settings(log_level="info", metrics_token=TOKEN), setup) as found:
        yield found


def figures(url):
    shown = get(f"{url}/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert shown.headers["content-type"].startswith("text/plain")
    lines = [line.rpartition(" ") for line in shown.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_a_server_that_can_serve_is_well(url):
    assert get(f"{url}/healthz").json() == {"status": "ok"}


def test_moves_sockets_tables_and_requests_are_counted(url):
    anna, bert = Player(url, "Anna"), Player(url, "Bert")
    table = seated(anna, bert, DOGS)
    before = figures(url)
    with anna.socket(f"/tables/{table}/socket") as socket:
        socket.recv()
        part = anna.get(f"/tables/{table}/choices")["parts"][0]
        anna.post(f"/tables/{table}/moves", move=[part])
        after = figures(url)
    assert after["sheepfold_moves_total"] == before["sheepfold_moves_total"] + 1
    assert after["sheepfold_sockets"] == before["sheepfold_sockets"] + 1
    assert after["process_open_fds"] > before["process_open_fds"]
    assert after["sheepfold_tables_in_memory"] >= 1
    assert after["sheepfold_writes_waiting"] == after["sheepfold_bots_waiting"] == 0
    route = 'sheepfold_request_seconds_count{method="POST",route="/tables/{table}/moves",status="2xx"}'
    assert after[route] == before.get(route, 0) + 1


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_whoever_does_not_know_the_token_finds_no_figures(url, sent):
    refused = get(f"{url}/metrics", headers={"authorization": sent})
    assert refused.status_code == 404
    assert "sheepfold_" not in refused.text


def test_without_a_token_there_are_no_figures_and_a_short_one_is_refused(tmp_path):
    with server_in_thread(Settings(log_level="error"), Setup(database=f"sqlite:///{tmp_path}/f.db", workers=0)) as url:
        assert get(f"{url}/metrics", headers={"authorization": "Bearer"}).status_code == 404
    with pytest.raises(SettingError, match="at least 16"):
        Settings(metrics_token="short")
    assert TOKEN not in repr(Settings(metrics_token=TOKEN))


def test_an_answer_and_the_line_in_the_log_have_the_same_number(url, capsys):
    capsys.readouterr()
    numbers = [get(f"{url}/api/v1/games").headers["x-request-id"] for _ in range(2)]
    logged = []

    def all_logged():  # a line comes a moment after its answer
        said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
        logged.extend(line["request"] for line in said if line.get("route") == "/games")
        return len(logged) == 2

    patiently(all_logged)
    assert logged == numbers
    assert len(set(numbers)) == 2
