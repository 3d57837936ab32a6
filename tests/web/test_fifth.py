"""A fifth game that brings only its rules: played to its end over the API, in the terminal and by selfplay; and a face
that is broken."""

import os
import random
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import sheepfold as package
from serving import Player, Reader, play_out, seated, server_in_thread
from sheepfold.core.record import from_json
from sheepfold.games import SHELF
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

FIFTH = SHELF.more("pebbles=pebbles")
TESTS = str(Path(__file__).parents[1])


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    setup = Setup(database=f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db", workers=0, shelf=FIFTH)
    with server_in_thread(Settings(log_level="error"), setup) as found:
        yield found


def test_it_is_played_over_the_api_like_any_other(url):
    players = [Player(url, "Anna"), Player(url, "Bert")]
    table = seated(*players, {"game": "pebbles", "options": {"heap": 2}})
    assert play_out(table, players, random.Random(1))["outcome"]["reason"] == "counted"
    record = players[0].text(f"/tables/{table}/record.json")
    assert from_json(record).game == "pebbles"


def test_its_page_has_the_picture_the_text_and_no_panel(url):
    anna = Player(url, "Anna")
    table = seated(anna, Player(url, "Bert"), {"game": "pebbles"})
    shown = Reader(url).open(f"/table/{table}")
    assert 'data-part="a"' in shown
    assert "a: ooooo" in shown
    assert 'id="panel"' not in shown
    assert '"module":null' in unescape(shown)


def test_it_is_played_in_the_terminal_and_by_selfplay(tmp_path):
    paths = os.pathsep.join((TESTS, str(Path(package.__file__).parents[1])))
    own = {"SHEEPFOLD_GAMES": "pebbles=pebbles", "PYTHONPATH": paths, "XDG_DATA_HOME": str(tmp_path)}

    def run(*words: str, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "sheepfold", *words],
            input=typed,
            env=os.environ | own,
            capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    hotseat = run("play", "pebbles", "heap=1", "--hotseat", typed="\na 1\n\n\nb 1\n\n\nc 1\n")
    assert "The game is over" in hotseat
    run("selfplay", "pebbles", "--games", "3", "--seed", "1", "--out", str(tmp_path / "games.jsonl"))
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 3


BROKEN = {
    "that does not load": "import nowhere_at_all\n",
    "without its facts": (
        "from sheepfold.core.face import Face\n\n\nclass Bad(Face):\n"
        "    def facts(self, view, names):\n        return [('Heaps', view.no_such_thing)]\n\n\nFACE = Bad()\n"
    ),
    "without its panel": (
        "from sheepfold.core.face import Face\n\n\nclass Bad(Face):\n    tab = 'Heaps'\n\n"
        "    def page(self, view, names):\n        return view.no_such_thing\n\n\nFACE = Bad()\n"
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_game_with_a_face_that_is_broken_is_shown_without_and_the_log_says_so(fault, tmp_path, monkeypatch, capsys):
    name = "cracked4_" + fault.split()[-1]
    shutil.copytree(Path(TESTS) / "pebbles", tmp_path / name)
    for file in (tmp_path / name).glob("*.py"):
        text = file.read_text().replace("from pebbles", f"from {name}")
        file.write_text(text.replace('"pebbles", "Pebbles"', f'"{name}", "Cracked"'))
    (tmp_path / name / "face.py").write_text(BROKEN[fault])
    monkeypatch.syspath_prepend(tmp_path)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0, shelf=SHELF.more(f"{name}={name}"))
    with server_in_thread(Settings(log_level="error"), setup) as url:
        table = seated(Player(url, "Anna"), Player(url, "Bert"), {"game": name})
        shown = Reader(url).open(f"/table/{table}")
        again = Reader(url).open(f"/table/{table}")
    assert 'data-part="a"' in shown
    assert 'id="panel"' not in shown + again
    said = capsys.readouterr().err
    assert "the face of a game is broken" in said
    assert name in said
