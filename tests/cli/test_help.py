"""Finding one's way: help, version, words that are no command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cli.conftest import Command, refused
from patience import PATIENCE
from sheepfold import __version__
from sheepfold.cli import COMMANDS
from sheepfold.games import SHELF, Shelf
from sheepfold.lab import bench


def test_help_lists_every_command(sheepfold: Command) -> None:
    done = sheepfold("--help")
    assert done.returncode == 0
    for name, line in COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert line in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(sheepfold: Command, name: str) -> None:
    done = sheepfold(name, "--help")
    assert done.returncode == 0
    assert f"usage: sheepfold {name}" in done.stdout
    assert sheepfold("help", name).stdout == done.stdout


def test_the_version_is_told(sheepfold: Command) -> None:
    assert sheepfold("--version").stdout == f"sheepfold {__version__}\n"


def test_help_waits_for_no_heavy_import() -> None:
    heavy = "{'argparse', 'asyncio', 'click', 'dataclasses', 'json', 'prompt_toolkit', 'rich', 'typing'}"
    code = f"import sys; from sheepfold.cli import main; main(['--help']); print({heavy} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert done.stdout.endswith("\nset()\n"), done


def test_the_start_is_measured_against_python_alone(sheepfold: Command) -> None:
    done = sheepfold("bench", "start", "--runs", "1")
    assert "sheepfold --help" in done.stdout
    assert "python3 -c pass" in done.stdout
    assert "times as long" in done.stdout


def test_random_games_are_counted_by_the_rules_and_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SHELF", Shelf({"dogs": SHELF.places["dogs"]}))
    (found,) = bench.playouts(0.01)
    assert found.kernel is not None
    assert found.kernel > found.contract > 0


def test_a_word_that_is_no_command_is_named(sheepfold: Command) -> None:
    refused(sheepfold("shear"), "'shear'", "play")


@pytest.mark.parametrize(
    "words", [("games", "--loud"), ("verify",), ("perft", "mutton"), ("bench", "moon"), ("replay", "a", "b")]
)
def test_words_that_do_not_fit_a_command_are_refused(sheepfold: Command, words: tuple[str, ...]) -> None:
    refused(sheepfold(*words), "--help")


@pytest.mark.parametrize(("name", "needed"), [("admin", "TASK"), ("arena", "GAME"), ("perft", "GAME, DEPTH")])
def test_only_what_a_command_cannot_do_without_is_called_missing(sheepfold: Command, name: str, needed: str) -> None:
    refused(sheepfold(name), f"required: {needed};")


def test_a_reader_who_leaves_early_is_no_error(surroundings: dict[str, str]) -> None:
    command = f"{sys.executable} -m sheepfold selfplay dogs --bots random --games 200 | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=surroundings, timeout=PATIENCE)
    assert done.stdout == "{"
    assert done.stderr == ""
