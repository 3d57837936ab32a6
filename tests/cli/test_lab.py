"""The lab's commands: perft and fuzz."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command, refused


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
    refused(sheepfold("solve", "dogs", "--after", "nowhere"), "'nowhere' is no tile")


def test_fuzz_plays_every_game(sheepfold: Command) -> None:
    done = sheepfold("fuzz", "--games", 2, "--seed", "suite")
    assert done.returncode == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:-1]] == ["mutton", "fold", "dogs", "woolf"]
    assert done.stdout.endswith("No fault found.\n")


def test_fuzz_writes_what_it_finds(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold("fuzz", "dogs", "--games", 1, "--max-moves", 1, "--out", "finds")
    assert done.returncode == 1
    assert "endless game" in done.stderr
    assert sheepfold("replay", tmp_path / "finds" / "dogs-1.json").returncode == 0
