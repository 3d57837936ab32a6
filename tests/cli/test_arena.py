"""The arena as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command, refused


def test_the_command_tells_who_is_stronger_and_goes_on_where_it_was(sheepfold: Command, tmp_path: Path) -> None:
    words = ("arena", "dogs", "-tiles=3", "--bots", "collie,random", "--jobs", "1", "--out", "kept.jsonl")
    done = sheepfold(*words, "--games", "2", "--plot", "plot.svg")
    assert done.returncode == 0, done.stderr
    assert "collie against random: wins" in done.stdout
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    before = (tmp_path / "kept.jsonl").read_text()
    assert "4 games" in sheepfold(*words, "--games", "4", "--until-clear").stdout
    assert (tmp_path / "kept.jsonl").read_text().startswith(before)
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 5
    refused(sheepfold(*words, "--games", "4", "--seed", "other"), "another contest")


def test_a_line_that_was_cut_off_spoils_no_other(sheepfold: Command, tmp_path: Path) -> None:
    words = ("arena", "dogs", "-tiles=3", "--bots", "collie,random", "--jobs", "1", "--out", "kept.jsonl")
    sheepfold(*words, "--games", "2")
    kept = tmp_path / "kept.jsonl"
    whole = kept.read_text()
    kept.write_text(whole[:-40])
    assert "2 games" in sheepfold(*words, "--games", "2").stdout
    *before, cut, again = kept.read_text().splitlines()
    assert before == whole.splitlines()[:-1]
    assert whole.splitlines()[-1].startswith(cut)
    assert json.loads(again)["key"] == json.loads(whole.splitlines()[-1])["key"]


def test_the_luck_of_the_draw_is_taken_off_points_where_players_meet(sheepfold: Command) -> None:
    words = ("arena", "fold", "--bots", "goatherd,random", "--control", "--jobs", "1", "--games", 4)
    told = sheepfold(*words, "mode=versus", "--seats", 2, "--by", "points").stdout
    assert "the luck of the draw subtracted, by drover's value times 0.16, fixed beforehand: as sure as" in told
    refused(sheepfold(*words, "mode=versus", "--seats", 2), "--by points")
    refused(sheepfold(*words, "--by", "points"), "compares points")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "collie"), "at least two"),
        (("--bots", "collie,wolfhound"), "'wolfhound'"),
        (("--bots", "collie,random", "--plot", "a.gif"), ".svg or .png"),
        (("--bots", "collie,random", "--effort", "much"), "0.01 to 1000"),
        (("--bots", "collie,random", "--out", "no/such/folder"), "cannot be written"),
        (("--bots", "collie,random", "--control", "--by", "points"), "no value of its draws"),
    ],
)
def test_what_cannot_be_played_is_refused(sheepfold: Command, words: tuple[str, ...], said: str) -> None:
    refused(sheepfold("arena", "dogs", *words), said)
