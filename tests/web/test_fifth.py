"""A fifth game that brings only its rules: played to its end over the API, in the terminal and by selfplay; and a face
that is broken."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

import sheepfold as package
from serving import Player, Reader, play_out, seated, server_in_thread
from sheepfold.bots import strongest
from sheepfold.core.drawing.scene import UnknownDrawing
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records.record import from_json
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


def copied(folder: Path, name: str, face: str) -> None:
    """Pebbles by another name, with a face."""
    shutil.copytree(Path(TESTS) / "pebbles", folder / name)
    for file in (folder / name).glob("*.py"):
        text = file.read_text().replace("from pebbles", f"from {name}")
        file.write_text(text.replace('"pebbles", "Pebbles"', f'"{name}", "Another"'))
    (folder / name / "face.py").write_text(face)


BROKEN = {
    "that does not load": "import nowhere_at_all\n",
    "without its facts": (
        "from sheepfold.core.contract.face import Face\n\n\nclass Bad(Face):\n"
        "    def facts(self, view, names):\n        return [('Heaps', view.no_such_thing)]\n\n\nFACE = Bad()\n"
    ),
    "with an unknown head": (
        "from sheepfold.core.contract.face import Face\n\n\n"
        "class Bad(Face):\n    head = 'no_such_thing'\n\n\nFACE = Bad()\n"
    ),
    "without its panel": (
        "from sheepfold.core.contract.face import Face\n\n\nclass Bad(Face):\n    tab = 'Heaps'\n\n"
        "    def page(self, view, names):\n        return view.no_such_thing\n\n\nFACE = Bad()\n"
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_game_with_a_face_that_is_broken_is_shown_without_and_the_log_says_so(fault, tmp_path, monkeypatch, capsys):
    name = "cracked4_" + fault.split()[-1]
    copied(tmp_path, name, BROKEN[fault])
    monkeypatch.syspath_prepend(tmp_path)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0, shelf=SHELF.more(f"{name}={name}"))
    with server_in_thread(Settings(log_level="error"), setup) as url:
        table = seated(Player(url, "Anna"), Player(url, "Bert"), {"game": name})
        shown = Reader(url).open(f"/table/{table}")
        again = Reader(url).open(f"/table/{table}")
    assert 'data-part="a"' in shown
    assert 'id="panel"' not in shown + again
    said = capsys.readouterr().err
    assert {"load": "nowhere_at_all", "head": "no_such_thing"}.get(fault.split()[-1], "") in said
    assert "the face of a game is broken" in said
    assert name in said


OWN_HEADS = """
from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.pen import element, ink
from sheepfold.core.drawing.scene import Box, Layer, Scene, Shape


class Own(Face):
    head = "own"
    heads = {"Taker": "own"}

    def sign(self, name):
        frame = Box(0, 0, 10, 10)
        dot = Shape("dot", (0.0, 0.0), (element("circle", cx=5, cy=5, r=4, fill=ink("raddle")),))
        return Scene("Own", "", frame, frame, (Layer("all", (dot,)),), (), ()) if name == "own" else None


FACE = Own()
"""


def test_a_face_may_bring_its_own_heads(tmp_path, monkeypatch):
    copied(tmp_path, "headed", OWN_HEADS)
    text = (tmp_path / "headed" / "__init__.py").read_text()
    (tmp_path / "headed" / "__init__.py").write_text(text.replace('return ""', 'return "Taker"'))
    monkeypatch.syspath_prepend(tmp_path)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0, shelf=SHELF.more("headed=headed"))
    with server_in_thread(Settings(log_level="error"), setup) as url:
        table = seated(Player(url, "Anna"), Player(url, "Bert"), {"game": "headed"})
        shown = Reader(url).open(f"/table/{table}")
    assert 'id="head-own"' in shown
    assert '"heads":{"Taker":"own"}' in unescape(shown)


def test_a_symbol_that_there_is_not_is_named_in_the_error():
    game = FIFTH.game("pebbles")
    scene = game.picture(game.view(game.start(game.options(), 2), None), {1: "Anna", 2: "Bert"})
    with pytest.raises(UnknownDrawing, match=r"There is no symbol 'heap-5'; there are none\."):
        svg(replace(scene, symbols={}))


def test_pages_count_the_games_of_the_shelf(url):
    assert "Four games of wolves and sheep" in Reader(url).open("/")


def test_nobody_gives_advice_where_only_random_plays(url):
    assert strongest(FIFTH.game("pebbles"), FIFTH) is None
    assert all(strongest(FIFTH.game(name), FIFTH) is not None for name in SHELF)


def test_a_seat_is_asked_for_the_next_part_in_the_words_of_the_game(url):
    anna = Player(url, "Anna")
    table = seated(anna, Player(url, "Bert"), {"game": "pebbles"})
    assert anna.get(f"/tables/{table}/choices")["question"] == "From which heap?"
    assert anna.get(f"/tables/{table}/choices", so_far=["a"])["question"] == "How many?"
