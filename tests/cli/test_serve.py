"""``sheepfold serve``: it says where it is open, finds a free port, and refuses in one line."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.conftest import Command, refused
from patience import PATIENCE


@contextmanager
def open_house(folder: Path, surroundings: dict[str, str], *words: str) -> Iterator[str]:
    """A running server and its address; it must end well on Ctrl-C."""
    started = subprocess.Popen(
        [sys.executable, "-m", "sheepfold", *words], cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    try:
        found = re.search(r"http://\S+", started.stdout.readline())
        assert found
        yield found[0]
    finally:
        started.send_signal(signal.SIGINT)
        assert started.wait(PATIENCE) == 0


def test_sheepfold_alone_opens_the_house_and_says_where(tmp_path: Path, surroundings: dict[str, str]) -> None:
    with open_house(tmp_path, surroundings) as address:
        assert b"Sheepfold" in urllib.request.urlopen(address, timeout=PATIENCE).read()
    assert (tmp_path / "sheepfold.db").exists()


def test_a_game_that_cannot_be_loaded_takes_nothing_from_the_others(
    tmp_path: Path, surroundings: dict[str, str]
) -> None:
    with open_house(tmp_path, surroundings | {"SHEEPFOLD_GAMES": "ghost=no_such_module"}) as address:
        for page in ("/", "/rules", "/new", "/api/v1/games"):
            assert b"Mutton" in urllib.request.urlopen(address.rstrip("/") + page, timeout=PATIENCE).read()


def test_where_no_port_was_chosen_the_next_free_one_is_taken(tmp_path: Path, surroundings: dict[str, str]) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with open_house(tmp_path, surroundings) as one, open_house(elsewhere, surroundings) as two:
        assert one != two


def test_a_second_server_on_one_sqlite_file_is_refused_and_commands_of_the_host_are_not(
    sheepfold: Command, tmp_path: Path, surroundings: dict[str, str]
) -> None:
    url = f"sqlite:///{tmp_path}/fold.db"
    with open_house(tmp_path, surroundings, "serve", "--database", url):
        second = sheepfold("serve", "--database", url)
        assert second.returncode == 2
        assert "Another server has fold.db open already" in second.stderr
        assert sheepfold("admin", "users", "--database", url).returncode == 0


def test_a_chosen_port_that_is_taken_is_refused(sheepfold: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused(sheepfold("--port", str(taken.getsockname()[1])), "in use already")


def test_what_cannot_be_served_is_refused(sheepfold: Command) -> None:
    refused(sheepfold("serve", "--address", "300.1.1.1"), "cannot listen")
    refused(sheepfold("serve", "--port", "99999"), "99999")
    refused(sheepfold("serve", "--public-url", "nowhere"), "public address")
    done = sheepfold("serve", "--database", "nowhere")
    assert done.returncode == 2
    assert "sqlite:///PATH" in done.stderr
