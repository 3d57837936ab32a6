"""A person at a real terminal: completion, wiping, and leaving with Ctrl-C or Ctrl-D."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pexpect
import pytest

from patience import PATIENCE
from sheepfold.core.records.record import from_either

Sit: TypeAlias = "Callable[..., pexpect.spawn[str]]"


@pytest.fixture
def sit(surroundings: dict[str, str], tmp_path: Path) -> Iterator[Sit]:
    """Start the command in a pseudo-terminal."""
    begun: list[pexpect.spawn[str]] = []

    def start(*words: str) -> pexpect.spawn[str]:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "sheepfold", *words],
            encoding="utf-8",
            env=surroundings | {"PROMPT_TOOLKIT_NO_CPR": "1"},
            cwd=str(tmp_path),
            dimensions=(200, 160),
            timeout=PATIENCE,
        )
        begun.append(child)
        return child

    yield start
    for child in begun:
        child.close(force=True)


def ended(child: pexpect.spawn[str]) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_a_newcomer_starts_and_plays(sit: Sit) -> None:
    child = sit("play")
    for question, answer in (
        ("Which game", "dogs"),
        ("Options", "tiles=3"),
        ("Your seat", "1"),
        ("Your name", "Ann"),
    ):
        child.expect(question)
        child.sendline(answer)
    child.expect("Lay a tile")
    child.expect("Ann>")
    child.sendline("nonsense")
    child.expect("is not a tile")
    child.sendline("0,-1E")
    child.expect(" lays ")
    child.expect("Game 1 is over")
    child.expect("Ann>")
    child.sendline("hint")
    child.expect("You could play ([-0-9,NESW]+)")
    assert child.match
    child.sendline(child.match[1])
    child.expect("The game is over")
    child.expect("The record is")
    assert ended(child) == 0


def test_tab_completes_a_command_and_a_move(sit: Sit) -> None:
    child = sit("play", "dogs", "--bots", "random", "--record", "g.json")
    child.expect("Player>")
    child.send("hel\t")
    child.expect("p")
    child.send("\r")
    child.expect("Commands:")
    child.expect("Player>")
    child.send("-4,\t")
    child.expect("0E")
    child.send("\r")
    child.expect("You lay -4,0E")


@pytest.mark.parametrize("key", ["c", "d"])
def test_ctrl_c_and_ctrl_d_leave_with_the_game_kept(sit: Sit, key: str, tmp_path: Path) -> None:
    child = sit("play", "dogs", "--bots", "random", "--record", "g.json")
    child.expect("Player>")
    child.sendline("0,-1E")
    child.expect(" lays ")
    child.expect("Player>")
    child.sendcontrol(key)
    child.expect("Continue with: sheepfold play --continue g.json")
    assert ended(child) == 0
    assert len(from_either((tmp_path / "g.json").read_text()).moves) == 2


def test_the_screen_and_its_scrollback_are_wiped_between_people(sit: Sit) -> None:
    child = sit("play", "mutton", "--hotseat", "--names", "Ann,Bob", "--record", "g.json")
    child.expect("Bob>")
    child.sendline("sparse")
    child.expect("Bob, press Enter")
    child.sendline("")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("Hand the keyboard to Ann")
    child.sendline("")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("Ann>")
    child.sendline("WOLF")
    child.expect("F L O W")
    child.sendline("hint")
    child.expect("You could play ([-:,A-Za-z0-9]+)")
    assert child.match
    child.sendline(child.match[1])
    child.expect("Ann, press Enter")
    child.sendline("")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("Hand the keyboard to Bob")
    child.sendline("")
    child.expect_exact("\x1b[H\x1b[2J\x1b[3J")
    child.expect("Bob>")
    child.send("\x1b[A\x1b[A\x1b[A")  # the arrow keys bring back nothing that Ann typed
    child.sendline("resign")
    child.expect("Type yes")
    assert "WOLF" not in child.before
    child.sendline("yes")
    child.expect("Bob gave up. Ann wins.")
    assert ended(child) == 0


def test_a_move_is_built_with_the_arrow_keys(sit: Sit) -> None:
    """Nothing of the notation is typed; a step back leaves it, and what happened stays below the board."""
    child = sit("play", "woolf", "--bots", "random", "--seed", "fold", "--record", "g.json")
    child.expect("Player>")
    child.sendline("choose")
    child.expect("What do you do.")
    child.send("\x1b[B\x1b[A")
    child.send("\r")
    child.expect("Your move so far: peek")
    child.expect("You see the whole card")  # what the move where one is would do, before it is taken
    child.send("\r")
    child.expect("Your move so far: peek 2")
    child.expect("You see the whole card. .you cry")
    child.send("\x7f")
    child.expect("Your move so far: peek")
    child.send("\x7f")
    child.expect("What do you do.")
    child.send("\x7f")
    child.expect("Nothing was played")
    child.expect("Player>")


def test_what_the_board_says_is_not_said_again_below_it(sit: Sit) -> None:
    child = sit("play", "woolf", "--bots", "random", "--seed", "fold", "--record", "g.json")
    child.expect("This round:")
    child.expect("Player>")
    listed, _, below = (child.before or "").partition("Your turn")
    told = [line.strip() for line in listed.splitlines() if line.strip()]
    assert told
    assert not [line for line in told if line in below]
