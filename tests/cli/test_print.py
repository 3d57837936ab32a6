"""``sheepfold print``: a game as PDF."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command, refused


def test_the_command_writes_the_file(sheepfold: Command, tmp_path: Path) -> None:
    assert sheepfold("print", "dogs").stdout == "dogs.pdf is ready to print.\n"
    assert (tmp_path / "dogs.pdf").read_bytes().startswith(b"%PDF-")
    refused(sheepfold("print", "dogs", "--paper", "a3"), "a4 or letter")
    refused(sheepfold("print", "chess"), "chess")
