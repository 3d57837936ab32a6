"""Everything that can be typed is written down."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from cli.conftest import Command
from sheepfold.cli import COMMANDS, module
from sheepfold.cli.arguments import Parser
from sheepfold.cli.play.typed import COMMANDS as TYPED
from sheepfold.games import SHELF, game

PAGE = (Path(__file__).parents[2] / "docs" / "command.md").read_text()


def parser(name: str) -> Parser:
    found: Parser = getattr(import_module(module(name)), f"{name}_parser")()
    return found


def own_options(name: str) -> set[str]:
    return {word for action in parser(name)._actions for word in action.option_strings} - {"--help"}


def section(name: str) -> str:
    """The page's part about a command."""
    found = re.search(rf"^## `sheepfold {name}.*?(?=^## |\Z)", PAGE, re.M | re.S)
    assert found, f"docs/command.md has no section about {name}"
    return found[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_documented(name: str) -> None:
    missing = {word for word in own_options(name) if f"`{word}" not in section(name)}
    assert not missing


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_documented_that_does_not_exist(name: str) -> None:
    table = re.findall(r"^\| `(--[a-z-]+)", section(name), re.M)
    assert set(table) <= own_options(name)


def test_everything_that_can_be_typed_during_a_game_is_documented() -> None:
    missing = {word for word in TYPED if f"| `{word}" not in section("play")}
    assert not missing


@pytest.mark.parametrize("name", SHELF)
def test_every_option_of_a_game_is_told_by_the_command(sheepfold: Command, name: str) -> None:
    told = sheepfold("options", name).stdout
    for option in game(name).options.declared():
        assert option.form in told
        assert option.help in told


@pytest.mark.parametrize("name", SHELF)
def test_no_option_of_a_game_is_called_like_one_of_a_command(name: str) -> None:
    ours = {word.lstrip("-").replace("-", "_") for command in COMMANDS for word in own_options(command)}
    theirs = {word for option in game(name).options.declared() for word in (option.name, *option.names())}
    assert not ours & theirs


def test_every_game_is_listed_with_its_makers(sheepfold: Command) -> None:
    told = sheepfold("games").stdout
    for name in SHELF:
        assert game(name).title in told
        assert game(name).credits in told
        assert game(name).summary in told
