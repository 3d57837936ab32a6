"""``sheepfold puzzle``: asked, answered, listed, printed and mined."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command, refused
from sheepfold import puzzles
from sheepfold.puzzles import written


def test_a_puzzle_is_shown_asked_and_explained(sheepfold: Command) -> None:
    puzzle = puzzles.shipped()[0]
    solution = puzzles.shown(puzzle).solution
    right = sheepfold("puzzle", "--id", puzzle.id, f"--answer={solution.answer}")
    assert right.returncode == 0
    assert "Right." in right.stdout
    lettered = written.solution_letter(puzzles.shown(puzzle)).lower()
    assert sheepfold("puzzle", "--id", puzzle.id, "--answer", lettered).stdout == right.stdout
    assert solution.reason in right.stdout
    wrong = next(choice for choice in solution.choices if choice != solution.answer)
    missed = sheepfold("puzzle", "--id", puzzle.id, input=f"the moon\n{wrong}\n")
    assert missed.returncode == 1
    assert "Answer with one of" in missed.stdout
    assert f"The answer is {written.solution_letter(puzzles.shown(puzzle))}." in missed.stdout


def test_whoever_leaves_is_told_nothing(sheepfold: Command) -> None:
    puzzle = puzzles.shipped()[0]
    left = sheepfold("puzzle", "--id", puzzle.id, input="")
    assert (left.returncode, puzzles.shown(puzzle).solution.reason in left.stdout) == (1, False)


def test_todays_puzzle_and_the_list(sheepfold: Command) -> None:
    assert "?" in sheepfold("puzzle", "--today", input="").stdout
    listed = sheepfold("puzzle", "woolf", "--list").stdout.splitlines()
    assert len(listed) > 50
    assert all(" woolf " in line for line in listed)


def test_twelve_are_printed_with_their_solutions(sheepfold: Command, tmp_path: Path) -> None:
    assert sheepfold("puzzle", "dogs", "--sheet", "sheet.pdf").stdout == "12 puzzles are in sheet.pdf.\n"
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_mining_goes_on_where_it_ended(sheepfold: Command, tmp_path: Path) -> None:
    words = ("puzzle", "mutton", "quick=11", "--jobs", 1, "--out", "mined.jsonl", "--mine")
    sheepfold(*words, 1)
    once = (tmp_path / "mined.jsonl").read_text()
    assert sheepfold(*words, 2).stdout.endswith("in 1 game.\n")
    assert (tmp_path / "mined.jsonl").read_text().startswith(once)


def test_what_cannot_be_is_refused_in_a_sentence(sheepfold: Command) -> None:
    refused(sheepfold("puzzle", "--id", "nothing"), "There is no puzzle 'nothing'")
    refused(sheepfold("puzzle", "--id", puzzles.shipped()[0].id, "--answer", "the moon"), "Answer with one of")
    refused(sheepfold("puzzle", "mutton", "--mine", 1), "--out FILE")
    refused(sheepfold("puzzle", "chess"), "chess")
    refused(sheepfold("puzzle", "--out", "x"), "--mine")
