"""The lab's commands: perft, solve, golden and fuzz."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Command, refused
from sheepfold.core.records.record import from_json
from sheepfold.games import SHELF as GAMES


def test_perft_counts_from_the_start(sheepfold: Command) -> None:
    assert sheepfold("perft", "mutton", 1).stdout == "37\n"
    assert sheepfold("perft", "mutton", 2).stdout == f"{37 * 36}\n"
    assert sheepfold("perft", "mutton", 1, "--moves", "-size=2", "num_sheep=2", "num_wolves=1").stdout == "42\n"
    assert sheepfold("perft", "mutton", 0).stdout == "1\n"


def test_perft_counts_from_a_position_of_a_record(sheepfold: Command) -> None:
    sheepfold("selfplay", "dogs", "tiles=5", "mode=single", "--bots", "random", "--out", "games.jsonl", "--games", 2)
    counts = [int(sheepfold("perft", "dogs", 1, "--from", "games.jsonl", "--at", at).stdout) for at in range(5)]
    assert counts[0] == 48
    assert counts[4] == 0
    assert sheepfold("perft", "dogs", 1, "--from", "games.jsonl", "--game", 2).stdout == "0\n"


def test_perft_refuses_what_does_not_fit(sheepfold: Command) -> None:
    refused(sheepfold("perft", "dogs", "deep"), "whole number")
    refused(sheepfold("perft", "dogs", 1, "--at", 3), "--from")
    refused(sheepfold("perft", "woolf", 1, "--seats", 3), "4 to 8")
    sheepfold("selfplay", "dogs", "tiles=3", "--bots", "random", "--out", "games.jsonl")
    refused(sheepfold("perft", "dogs", 1, "tiles=5", "--from", "games.jsonl"), "its own options")
    refused(sheepfold("perft", "fold", 1, "--from", "games.jsonl"), "record of 'dogs'")


def test_solve_tells_what_perfect_players_reach_in_the_open_and_in_secret(sheepfold: Command) -> None:
    done = sheepfold("solve", "dogs", "tiles=3", "mode=single", "--bots", "random", "--games", 1)
    assert done.stdout.startswith("Sheep, Dogs and Wolves: perfect players reach a score of 2.\nrandom ")
    two = ("mutton", "size=2", "num_sheep=2", "num_wolves=1", "quick=1")
    done = sheepfold("solve", *two, "--after", "a1,c3", "--bots", "random", "--games", 4)
    first, *lines = done.stdout.splitlines()
    assert "between 0.500 and 0.500" in first
    assert [line.split()[0] for line in lines] == ["random", "random"], "in either seat"


def test_exploit_tells_what_an_answer_to_a_bot_gains(sheepfold: Command) -> None:
    words = ("exploit", "dogs", "tiles=3", "--bot", "random", "--answers", "collie,search", "--seconds", 1)
    head, _, *rows, last = sheepfold(*words).stdout.splitlines()
    assert "what an answer to random gains" in head
    assert {row.split()[0] for row in rows} == {"collie", "search"}
    assert last.startswith("Somebody who knows random can gain at least ")
    assert json.loads(sheepfold(*words, "--json").stdout)["study"]["known"] == "random"


def test_exploit_refuses_what_does_not_fit(sheepfold: Command) -> None:
    refused(sheepfold("exploit", "dogs", "--bot", "nobody"), "'nobody'")
    refused(sheepfold("exploit", "dogs", "--bot", "pup", "--answers", "nobody"), "'nobody'")
    refused(sheepfold("exploit", "fold", "--bot", "lamb"), "win and lose together")
    refused(sheepfold("exploit", "woolf", "--bot", "stray", "--seats", 3), "4 to 8")


def test_solve_refuses_what_does_not_fit(sheepfold: Command) -> None:
    refused(sheepfold("solve", "mutton"), "more than 20,000 moves")
    refused(sheepfold("solve", "woolf"), "turn_limit=1")
    refused(sheepfold("solve", "woolf", "turn_limit=1", "--among", "justice"), "odds of such players are not known")
    refused(sheepfold("solve", "woolf", "turn_limit=1", "--among", "nobody"), "'nobody'")


def test_where_more_than_two_play_bots_are_held_against_the_best_response(sheepfold: Command) -> None:
    small = ("woolf", "turn_limit=1", "cards=8-0-0-1-0-0-1", "--among", "stray", "--bots", "stray", "--games", 2)
    told = sheepfold("solve", *small).stdout.splitlines()
    assert "2 positions, each solved exactly" in told[0]
    assert "among players like stray" in told[0]
    assert told[1].startswith("stray        reaches ")
    refused(sheepfold("solve", "dogs", "--after", "nowhere"), "'nowhere' is not a tile")


def test_golden_writes_a_record_for_every_ending_and_a_perft_table(sheepfold: Command, tmp_path: Path) -> None:
    assert sheepfold("golden", "dogs", "--out", "made").returncode == 0
    made = sorted((tmp_path / "made" / "records" / "dogs").glob("*.json"))
    ended = [from_json(path.read_text()).outcome for path in made]
    assert {outcome.reason for outcome in ended if outcome} == set(GAMES.game("dogs").endings)
    assert {path.stem for path in made} == {*GAMES.game("dogs").endings, "laid"}, "a round's ending, too"
    assert sheepfold("verify", made[0]).returncode == 0
    assert len(json.loads((tmp_path / "made" / "perft" / "dogs.json").read_text())) >= 5
    assert sheepfold("golden", "dogs", "--out", "made").stdout == "Every way of ending has its record.\n"


def test_golden_names_an_ending_that_it_did_not_find(sheepfold: Command) -> None:
    done = sheepfold("golden", "dogs", "--games", 1, "--out", "made")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No game of 1 ended with" in done.stderr


def test_fuzz_plays_every_game(sheepfold: Command) -> None:
    done = sheepfold("fuzz", "--games", 2, "--seed", "suite")
    assert done.returncode == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:-1]] == list(GAMES)
    assert done.stdout.endswith("No fault found.\n")


def test_fuzz_writes_what_it_finds(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold("fuzz", "dogs", "--games", 1, "--max-moves", 1, "--out", "finds")
    assert done.returncode == 1
    assert "endless game" in done.stderr
    assert sheepfold("replay", tmp_path / "finds" / "dogs-1.json").returncode == 0
