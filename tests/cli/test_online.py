"""``sheepfold play --server URL --table 101``: the third door, against a real server."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cheap import CHEAP
from cli.conftest import Command, refused
from patience import PATIENCE
from serving import DOGS, SEATS, Player, ServerProcess, server_in_thread
from sheepfold.cli.play.online import COMMANDS
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

Join = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture(scope="module")
def url(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('house'))}"
    with server_in_thread(Settings(log_level="error"), Setup(database=database, workers=0, hasher=CHEAP)) as found:
        yield found


@pytest.fixture
def join(surroundings: dict[str, str], tmp_path: Path) -> Iterator[Join]:
    """Join a table as somebody at a terminal."""
    children: list[pexpect.spawn[str]] = []

    def started(url: str, player: Player, table: Any) -> pexpect.spawn[str]:
        words = ["-m", "sheepfold", "play", "--server", url, "--table", str(table)]
        own = surroundings | {"SHEEPFOLD_TOKEN": player.token, "TERM": "dumb", "NO_PROXY": "*"}
        child = pexpect.spawn(sys.executable, words, env=own, cwd=tmp_path, encoding="utf-8", timeout=PATIENCE)
        children.append(child)
        return child

    yield started
    for child in children:
        child.close(force=True)


def opened(url: str) -> tuple[Player, Player, dict[str, Any]]:
    """Two guests, and a table of the first that waits for the second."""
    anna, bert = Player(url, "Anna"), Player(url, "Bert")
    return anna, bert, anna.post("/tables", seats=SEATS, **DOGS)


def test_a_waiting_table_is_joined_by_its_number_and_played_with_talk_and_offers(url: str, join: Join) -> None:
    anna, bert, table = opened(url)
    child = join(url, bert, table["board"])
    child.expect(f"Table {table['board']}:")
    child.expect("A dot is open ground")
    child.sendline("say Good luck!")
    child.expect("Bert.*: Good luck!")
    anna.post(f"/tables/{table['id']}/chat", text="You too")
    child.expect("Anna.*: You too")
    anna.random_move(table["id"], random.Random(1))
    child.expect("Anna.* lays ")
    child.sendline("nonsense")
    child.expect("is not a tile")
    child.sendline("moves")
    child.expect(r"\d")
    anna.post(f"/tables/{table['id']}/offers", kind="draw")
    child.expect("Type accept or reject|draw")
    child.sendline("accept")
    child.expect("By agreement. It is a draw.")
    child.sendline("quit")
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


DECIDED = ("1,-3N", "4,0W", "4,1N", "1,2E", "0,-3N", "-3,-1E")
"""A duel of five tiles that Anna has won before its last two are laid."""


def test_a_decided_match_says_so_and_ends_when_both_agree(url: str, join: Join) -> None:
    anna, bert = Player(url, "Anna"), Player(url, "Bert")
    options = DOGS["options"] | {"tiles": 5, "mode": "duel"}
    table = anna.post("/tables", seats=SEATS, **(DOGS | {"options": options}))
    child = join(url, bert, table["board"])
    child.expect("A dot is open ground")
    child.sendline("end")
    child.expect("The game is not decided yet")
    for player, move in zip((anna, bert, anna, bert, bert, anna), DECIDED, strict=True):
        player.post(f"/tables/{table['id']}/moves", move=move)
    child.expect("It is decided. .*Anna.* wins?. Type end to end the game here.")
    child.sendline("end")
    child.expect("The others are asked whether they agree.")
    anna.post(f"/tables/{table['id']}/offers/end", accept=True)
    child.expect("It was decided.")
    assert anna.get(f"/tables/{table['id']}")["position"]["outcome"]["reason"] == "decided"


def test_somebody_resigns_only_after_a_yes(url: str, join: Join) -> None:
    anna, bert, table = opened(url)
    child = join(url, bert, table["id"])
    child.expect("Table")
    anna.random_move(table["id"], random.Random(1))
    child.expect(" lays ")
    bert.random_move(table["id"], random.Random(1))
    child.expect("You lay")
    child.sendline("resign")
    child.expect("Type yes")
    child.sendline("no")
    child.expect("You play on")
    child.sendline("resign")
    child.expect("Type yes")
    child.sendline("yes")
    child.expect("You gave up. Anna wins.")
    assert anna.get(f"/tables/{table['id']}")["position"]["outcome"]["reason"] == "resigned"


def test_a_server_that_goes_away_is_joined_again_without_gap_or_repeat(
    migrated_sqlite: Path, tmp_path: Path, join: Join
) -> None:
    server = ServerProcess(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'fold.db')}")
    server.start()
    try:
        anna, bert, table = opened(server.url)
        child = join(server.url, bert, table["id"])
        child.expect("Table")
        server.kill()
        child.expect("The connection is lost")
        child.sendline("say hello")
        child.expect("nothing was sent")
        server.start()
        child.expect("Connected again")
        anna.random_move(table["id"], random.Random(1))
        child.expect("Anna.* lays ")
    finally:
        server.kill()


def test_what_is_wrong_is_said_in_one_sentence(
    url: str, sheepfold: Command, surroundings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(url, "Cleo")
    refused(sheepfold("play", "--server", url, "--table", "101"), "SHEEPFOLD_TOKEN")
    surroundings |= {"SHEEPFOLD_TOKEN": player.token, "NO_PROXY": "*"}
    refused(sheepfold("play", "--server", "fold", "--table", "101"), "https://sheepfold.example")
    refused(sheepfold("play", "--server", "http://127.0.0.1:9", "--table", "101"), "127.0.0.1:9 does not answer")
    refused(sheepfold("play", "--server", url, "--table", "999999"), "There is no table 999999")
    refused(sheepfold("play", "--server", url, "--table", "nosuchtable"), "There is no such table")
    refused(sheepfold("play", "--server", url, "--table", "../x"), "a table's number")
    refused(sheepfold("play", "--server", url), "--table NUMBER")
    refused(sheepfold("play", "dogs", "--server", url, "--table", "101"), "give only --server")
    surroundings |= {"SHEEPFOLD_TOKEN": "fold_wrong"}
    refused(sheepfold("play", "--server", url, "--table", "101"), "does not know this token")


def test_no_command_of_this_door_is_a_move_and_help_names_them_all(url: str, surroundings: dict[str, str]) -> None:
    _, bert, table = opened(url)
    own = surroundings | {"SHEEPFOLD_TOKEN": bert.token, "NO_PROXY": "*"}
    words = [sys.executable, "-m", "sheepfold", "play", "--server", url, "--table", str(table["id"])]
    done = subprocess.run(words, input="help\nquit\n", env=own, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert all(word in done.stdout for word in COMMANDS)
