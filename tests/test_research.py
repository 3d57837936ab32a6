"""The examples for researchers run, and docs/research.md says what is so."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sheepfold import env
from sheepfold.games import SHELF

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "research.md"


def run(name: str, *words: str, folder: Path) -> str:
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / name, *words], cwd=folder, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_python_of_the_page_runs() -> None:
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0


def test_the_odds_of_the_farmer_are_drawn_along_a_game(tmp_path: Path) -> None:
    told = run("odds.py", "odds.svg", folder=tmp_path)
    assert re.search(r"the wolves were ([A-Z], ){3}[A-Z]\.", told)
    assert len(ElementTree.parse(tmp_path / "odds.svg").getroot()) == 4


def test_the_exploitability_of_cfr_plus_falls(tmp_path: Path) -> None:
    lines = run("exploitability.py", "32", folder=tmp_path).splitlines()
    found = [float(line.split()[-1]) for line in lines]
    assert found[-1] < found[0] / 5


def test_a_trained_agent_beats_random_players_and_is_played_by_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("train.py", "woolf_net.npy", "6", folder=tmp_path)
    monkeypatch.setenv("WOOLF_NET", str(tmp_path / "woolf_net.npy"))
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    from sheepfold.lab.arena import Contest, play_bout

    contest = Contest("woolf", {"turn_limit": 1}, 4, ("train:net", "random"), "test", alone=True)
    bouts = [bout for deal in range(60) for bout in contest.bouts(contest.pairs()[0], deal)]
    wins = [game.wins[game.players.index("train:net")] for game in (play_bout(bout) for bout in bouts)]
    assert np.mean(wins) > 0.3, "a fair share is a quarter"


@pytest.mark.parametrize("name", SHELF)
def test_the_page_tells_every_plane_and_how_many_parts_there_are(name: str) -> None:
    section = re.search(rf"^### {re.escape(SHELF.game(name).title)}.*?(?=^##|\Z)", PAGE.read_text("utf-8"), re.M | re.S)
    assert section, "the page has a section about the game"
    chosen = env.setting(name, seats=5 if name == "woolf" else None)
    for plane in chosen.numbers.planes:
        assert f"| `{plane.name}` | {' × '.join(map(str, plane.shape))} |" in section[0]
    assert f"{len(chosen.numbers.parts):,} parts" in section[0]
