"""The real command, with a data folder of its own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

import sheepfold as package
from cli.nursery import Nursery
from patience import PATIENCE
from sheepfold.games import SHELF

Done: TypeAlias = "subprocess.CompletedProcess[str]"
Command: TypeAlias = Callable[..., Done]


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """The environment for a command: the code under test, and a data folder of its own."""
    code = str(Path(package.__file__).parents[1])
    own = {"PYTHONPATH": code, "XDG_DATA_HOME": str(tmp_path / "data"), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    return os.environ | own


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    code = str(Path(package.__file__).parents[1])
    with Nursery(os.environ | {"PYTHONPATH": code}) as found:
        yield found


@pytest.fixture
def sheepfold(nursery: Nursery, tmp_path: Path, surroundings: dict[str, str]) -> Command:
    def run(*words: str | Path, input: str | bytes = "") -> Done:
        data = input.encode() if isinstance(input, str) else input
        code, out, err = nursery.run(list(map(str, words)), data, tmp_path, surroundings, PATIENCE)
        assert b"Traceback" not in err, err.decode()
        return subprocess.CompletedProcess(words, code, out.decode(), err.decode())

    return run


@pytest.fixture(params=sorted(SHELF))
def name(request: pytest.FixtureRequest) -> str:
    """Every game on the shelf."""
    found: str = request.param
    return found


def refused(done: Done, *said: str) -> None:
    """The command ended with exit code 2 and one line that says these things."""
    assert done.returncode == 2
    assert done.stderr.startswith("sheepfold: ")
    assert done.stderr.count("\n") == 1
    for words in said:
        assert words in done.stderr
