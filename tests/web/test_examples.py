"""The example bot plays whole games with nothing but HTTP, and the bench of the server prints what it promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE
from serving import DOGS, MUTTON, Player, server_in_thread
from sheepfold.cli.lab import bench
from sheepfold.play.rate_limits import LIMITS, Rate
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("terms", [DOGS, MUTTON], ids=["dogs", "mutton"])
def test_two_example_bots_play_a_whole_game(url, terms):
    play_by_example(url, terms)


def test_the_example_bots_wait_where_the_server_asks_them_to(tmp_path, monkeypatch):
    monkeypatch.setitem(LIMITS, ("milliseconds", "player"), Rate(burst=60, per_second=60))
    monkeypatch.setattr("sheepfold.web.rate_limits.SOON", 0.0)
    with server_in_thread(Settings(), Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)) as url:
        play_by_example(url, MUTTON)


def play_by_example(url, terms):
    host = Player(url)
    table = host.post("/tables", **terms, seats=[{}, {}], access="private")["id"]
    invite = host.get(f"/tables/{table}/invitation")["invite"]
    words = [sys.executable, str(EXAMPLES / "random_bot.py"), url, table, invite]
    bots = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for bot in bots:
        said, _ = bot.communicate(timeout=PATIENCE)
        assert said.startswith("It is over: ")
        assert bot.returncode == 0
    assert host.get(f"/tables/{table}", invite=invite)["position"]["outcome"]


def test_the_bench_of_the_server_names_its_peers(capsys, monkeypatch):
    monkeypatch.setattr("sheepfold_bench.server.SETTLING", 1)
    monkeypatch.setattr("sheepfold_bench.server.ROUNDS", 1)
    assert bench.bench_parser().run(["server", "--tables", "2", "--rate", "40", "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    for words in (
        "Server CPU per move",
        "bare uvicorn",
        "uvicorn and SQLite",
        "boardgame.io",
        "Rally the Troops",
        "(p50)",
        "(p99)",
        "per finished game",
    ):
        assert words in said
