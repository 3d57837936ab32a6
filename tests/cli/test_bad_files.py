"""Any file at all: one clear line, exit code 2."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.conftest import Command, refused

READING = [("replay",), ("verify",), ("convert",), ("play", "--continue"), ("perft", "dogs", "1", "--from")]


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize(
    "made", ["missing", "folder", "binary", "empty", "huge", "nonsense", "half", "list", "through"]
)
def test_a_file_that_is_no_record_is_refused(
    sheepfold: Command, tmp_path: Path, command: tuple[str, ...], made: str
) -> None:
    path = tmp_path / made
    match made:
        case "folder":
            path.mkdir()
        case "binary":
            path.write_bytes(bytes(range(256)) * 50)
        case "empty":
            path.write_bytes(b"")
        case "huge":
            with path.open("wb") as file:
                os.truncate(file.fileno(), 1 << 34)
        case "nonsense":
            path.write_text("Once upon a time\nthere was a sheep.\n")
        case "half":
            path.write_text('{"game":"dogs","version":1,"opt')
        case "list":
            path.write_text("[" * 100_000)
        case "through":
            (tmp_path / "file").write_text("x")
            path = tmp_path / "file" / "beyond"
    refused(sheepfold(*command, path))


@pytest.mark.parametrize(
    "text",
    [
        '{"game":"chess"}',
        '{"game":7}',
        '{"game":"dogs","version":1,"options":{},"seats":["a"],"commitment":"x","moves":[],"outcome":null}',
        '{"game":"dogs","version":%s}' % ("9" * 5000),
        "Game: dogs\nVersion: one\n",
        "Game: \x1b]0;owned\x07\n",
        "Game: dogs\n1. 7: nothing\n",
        "\ufeff\ufeff",
        "\0",
    ],
)
def test_a_record_that_is_broken_is_refused(sheepfold: Command, text: str) -> None:
    done = sheepfold("replay", "-", input=text)
    refused(done)
    assert "\x1b" not in done.stderr


def test_a_name_that_no_file_can_have_is_refused(sheepfold: Command) -> None:
    refused(sheepfold("replay", "x" * 5000), "cannot be read")
    refused(sheepfold("convert", "-", "--out", "y" * 5000, input=""), "no game 1")
