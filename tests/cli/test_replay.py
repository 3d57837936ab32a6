"""Replay, verify, convert: records in either form, seen by whoever may see them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.conftest import Command, refused
from sheepfold.cli.play.game import names_by_seat
from sheepfold.core.records.record import Record, to_json, to_text
from sheepfold.core.verdict import verdict
from sheepfold.games import game
from sheepfold.lab.selfplay import GamePlan, play_out


def played(name: str) -> Record:
    """A random game with the usual options."""
    chosen = game(name)
    seats = chosen.seats[0]
    return play_out(GamePlan(name, chosen.options().to_json(), ("random",) * seats, "replay", 1, 10_000))


@pytest.fixture
def record(name: str) -> Record:
    return played(name)


def test_both_forms_show_the_same(sheepfold: Command, record: Record) -> None:
    as_json = sheepfold("replay", "-", input=to_json(record))
    as_text = sheepfold("replay", "-", input=to_text(record))
    assert as_json.returncode == as_text.returncode == 0
    assert as_json.stdout == as_text.stdout
    assert f"after move {len(record.moves)} of {len(record.moves)}" in as_json.stdout
    assert record.outcome is not None
    assert verdict(game(record.game), record.outcome, names_by_seat(game(record.game), record.seats)) in as_json.stdout


def test_any_position_can_be_seen_by_anybody(sheepfold: Command, record: Record, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(to_json(record))
    half = len(record.moves) // 2
    for viewer in ("1", "spectator", "full"):
        done = sheepfold("replay", "game.json", "--at", half, "--as", viewer)
        assert done.returncode == 0
        assert f"after move {half} of {len(record.moves)}" in done.stdout


def test_a_position_comes_as_json(sheepfold: Command, record: Record) -> None:
    seen = json.loads(sheepfold("replay", "-", "--at", 2, "--as", 1, "--json", input=to_json(record)).stdout)
    assert (seen["game"], seen["at"], seen["outcome"]) == (record.game, 2, None)
    assert seen["seen"][0]["as"] == seen["seen"][0]["view"]["seat"] == 1


def test_an_outcome_is_written_as_in_its_record(sheepfold: Command, record: Record) -> None:
    seen = json.loads(sheepfold("replay", "-", "--json", input=to_json(record)).stdout)
    assert seen["outcome"] == {"by": None} | json.loads(to_json(record))["outcome"]
    assert seen["seen"][0]["view"]["outcome"] in (None, seen["outcome"])


@pytest.mark.parametrize("viewer", ["1", "spectator", "full"])
def test_a_position_comes_as_a_picture(sheepfold: Command, record: Record, viewer: str) -> None:
    done = sheepfold("replay", "-", "--at", len(record.moves) - 1, "--as", viewer, "--svg", input=to_json(record))
    assert ElementTree.fromstring(done.stdout).tag == "{http://www.w3.org/2000/svg}svg"


def test_an_unfinished_game_is_not_shown_in_full(sheepfold: Command, record: Record) -> None:
    running = replace(record, moves=record.moves[:3], seed=None, outcome=None)
    refused(sheepfold("replay", "-", "--as", "full", input=to_json(running)), "not over", "spectator")
    assert "as a spectator sees it" in sheepfold("replay", "-", input=to_json(running)).stdout


def test_the_wolves_are_seen_by_the_wolf_and_not_by_the_farmer(sheepfold: Command) -> None:
    record = played("mutton")
    running = to_json(replace(record, moves=record.moves[:2], seed=None, outcome=None))
    wolves = " ".join(sorted(record.moves[1][1]))
    assert wolves in sheepfold("replay", "-", "--as", 1, input=running).stdout
    for viewer in ("2", "spectator"):
        for form in ("--text", "--json"):
            done = sheepfold("replay", "-", "--as", viewer, form, input=running)
            assert done.returncode == 0
            assert wolves not in done.stdout


def test_a_bad_move_is_named_with_its_reason(sheepfold: Command, record: Record) -> None:
    moves = list(record.moves)
    moves[1] = (moves[1][0], "to the moon")
    refused(sheepfold("replay", "-", input=to_json(replace(record, moves=tuple(moves)))), "Move 2 ", "to the moon")


def test_a_record_of_a_newer_version_is_refused_by_name(sheepfold: Command, record: Record) -> None:
    newer = to_json(replace(record, version=99))
    refused(sheepfold("replay", "-", input=newer), f"{record.game} version 99, newer")


def test_a_position_or_seat_that_is_not_there_is_refused(sheepfold: Command, tmp_path: Path) -> None:
    record = played("dogs")
    (tmp_path / "two.jsonl").write_text(f"{to_json(record)}\n\n{to_json(record)}\n")
    assert sheepfold("replay", "two.jsonl", "--game", 2).returncode == 0
    refused(sheepfold("replay", "two.jsonl", "--game", 3), "no game 3", "holds 2")
    refused(sheepfold("replay", "two.jsonl", "--at", 999), "no move 999")
    for seat in ("0", "3", "٣", "wolf", "9" * 30):
        refused(sheepfold("replay", "two.jsonl", "--as", seat), "seat from 1 to 2")
    refused(sheepfold("replay", "two.jsonl", "--json", "--svg"), "not allowed with")


def test_names_cannot_steer_the_terminal(sheepfold: Command) -> None:
    record = replace(played("dogs"), seats=("\x1b[2Jgone", "a\nb\u202e\ud800"))
    done = sheepfold("replay", "-", input=json.dumps(json.loads(to_json(record).encode("utf-8", "surrogatepass"))))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "?[2Jgone" in done.stdout


@pytest.mark.parametrize("form", ["--to-text", "--to-json"])
def test_a_record_is_converted_and_back(sheepfold: Command, record: Record, form: str, tmp_path: Path) -> None:
    assert sheepfold("convert", "-", "--to-text", "--out", "game.txt", input=to_json(record)).returncode == 0
    assert (tmp_path / "game.txt").read_text() == to_text(record)
    expected = to_text(record) if form == "--to-text" else to_json(record) + "\n"
    assert sheepfold("convert", "game.txt", form).stdout == expected


def test_fair_dealing_is_verified(sheepfold: Command, record: Record) -> None:
    done = sheepfold("verify", "-", input=to_text(record))
    assert done.returncode == 0
    assert done.stdout.startswith("Fair: ")


def test_dealing_that_was_not_fair_is_found(sheepfold: Command) -> None:
    record = played("woolf")
    refused(sheepfold("verify", "-", input=to_json(replace(record, seed="ab" * 32))), "does not match the commitment")
    other = play_out(GamePlan("woolf", record.options, record.seats, "another", 1, 10_000))
    dealt = replace(record, moves=(other.moves[0],), outcome=None)
    refused(sheepfold("verify", "-", input=to_json(dealt)), "Move 1: the seed draws")


def test_a_seed_that_is_not_published_cannot_be_checked(sheepfold: Command) -> None:
    record = played("woolf")
    running = replace(record, moves=record.moves[:3], seed=None, outcome=None)
    assert "not published" in sheepfold("verify", "-", input=to_json(running)).stdout
