"""Self-play: records, one per line, the same from the same words."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Command, refused
from sheepfold.core.records.record import from_json
from sheepfold.games import game


def test_every_line_is_a_record_that_verifies(sheepfold: Command, name: str, tmp_path: Path) -> None:
    done = sheepfold("selfplay", name, "--games", 3, "--seed", "moor", "--bots", "random", "--out", "games.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert len(lines) == 3
    for line in lines:
        fields = json.loads(line)
        assert list(fields) == ["game", "version", "options", "seats", "seed", "commitment", "moves", "outcome"]
        assert set(fields["outcome"]) >= {"scores", "winners", "reason"}
        assert fields["outcome"]["reason"] in game(name).endings
    assert sheepfold("verify", "games.jsonl").stdout.startswith("3 games. Fair: every move is legal")


def test_the_same_words_give_the_same_games_on_any_number_of_processes(sheepfold: Command) -> None:
    words = ("selfplay", "dogs", "tiles=7", "--bots", "random", "--games", 12, "--seed", "x")
    alone = sheepfold(*words).stdout
    assert sheepfold(*words, "--jobs", 2).stdout == alone
    assert sheepfold("selfplay", "dogs", "tiles=7", "--bots", "random", "--games", 12, "--seed", "y").stdout != alone


def test_random_options_differ_from_game_to_game(sheepfold: Command, name: str) -> None:
    done = sheepfold("selfplay", name, "--random-options", "--bots", "random", "--games", 8)
    assert done.returncode == 0
    records = [from_json(line) for line in done.stdout.splitlines()]
    assert len(records) == 8
    assert len({(str(record.options), len(record.seats)) for record in records}) > 1


def test_options_are_read_in_every_spelling(sheepfold: Command) -> None:
    for spelling in ("-tiles=5", "--tiles=5", "tiles=5"):
        done = sheepfold("selfplay", "dogs", "--bots", "random", spelling, "--games", 1, "-mode=single")
        assert json.loads(done.stdout)["options"] == {"tiles": 5, "mode": "single"}


def test_bots_take_seats_in_their_order(sheepfold: Command) -> None:
    done = sheepfold("selfplay", "dogs", "tiles=3", "--bots", "random,collie")
    assert json.loads(done.stdout)["seats"] == ["random", "collie"]


def test_a_game_that_does_not_end_is_broken_off_and_written(sheepfold: Command) -> None:
    done = sheepfold("selfplay", "dogs", "--bots", "random", "--max-moves", 3)
    assert done.returncode == 1
    assert "broken off after 3 moves" in done.stderr
    record = from_json(done.stdout)
    assert len(record.moves) == 3
    assert record.outcome is not None
    assert record.outcome.reason == "aborted"


def test_what_does_not_fit_is_refused(sheepfold: Command, tmp_path: Path) -> None:
    refused(sheepfold("selfplay", "chess"), "'chess'", "mutton")
    refused(sheepfold("selfplay", "dogs", "tiles=4000"), "tiles=4000", "3 to 69")
    refused(sheepfold("selfplay", "dogs", "-tlies=5"), "'tlies'", "tiles")
    refused(sheepfold("selfplay", "dogs", "--bots", "shark"), "'shark'", "random")
    refused(sheepfold("selfplay", "dogs", "--bots", "random,random,random"), "2 seats")
    refused(sheepfold("selfplay", "dogs", "--seats", "3"), "2 seats")
    refused(sheepfold("selfplay", "dogs", "--games", "many"), "whole number", "'many'")
    refused(sheepfold("selfplay", "dogs", "--games", "٣"), "whole number")
    refused(sheepfold("selfplay", "dogs", "--bots", ","), "joined by commas")
    refused(sheepfold("selfplay", "dogs", "tiles=5", "--random-options"), "not both")
    refused(sheepfold("selfplay", "dogs", "--out", tmp_path), "directory")
    refused(sheepfold("selfplay", "dogs", "--out", "no/such/folder"), "no such file")
