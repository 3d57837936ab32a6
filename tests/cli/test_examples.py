"""The examples of docs/command.md run as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.conftest import Command

PAGE = (Path(__file__).parents[2] / "docs" / "command.md").read_text("utf-8")
SLOW = ("serve", "bench")
"""Of these commands one runs until it is stopped, the other for minutes; each has tests of its own."""


def examples() -> list[str]:
    """Every command that is written out whole: with words behind it, none of which stands for something else."""
    inline = re.findall(r"`(sheepfold [a-z]+ [^`]+)`", PAGE)
    shown = re.findall(r"^    (\S.*sheepfold .*|sheepfold .*)$", PAGE, re.M)
    whole = [text for text in (*inline, *shown) if not re.search(r"\b(?!PASSWORD)[A-Z]{4,}\b|\[", text)]
    return [text for text in dict.fromkeys(whole) if text.split()[1] not in SLOW and "--server" not in text]


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 6
    assert any("solve mutton" in text for text in examples())


@pytest.mark.parametrize("text", examples())
def test_an_example_runs_as_it_is_written(sheepfold: Command, text: str) -> None:
    said, _, command = text.rpartition(" | ")
    typed = shlex.split(said)[1].replace("\\n", "\n") if said else ""
    name, *words = shlex.split(command)[1:]
    if name == "mail":
        for person in ("ann", "bob"):
            assert sheepfold("mail", f"signup {person} PASSWORD").returncode == 0
        if "move 101" in text:
            assert sheepfold("mail", "mutton challenge -size=5 ann bob").returncode == 0
    done = sheepfold(name, *words, input=typed)
    assert done.returncode == 0, done.stdout + done.stderr
