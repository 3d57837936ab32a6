"""Real servers whose clocks on the wall are wrong, differ, and are set while they run: no game notices."""

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import psycopg

from patience import patiently
from serving import Player, ServerProcess, seated

HOUR, DAY = 3600, 86_400
SLACK = 1.0
"""Seconds by which the time of the servers and that of the test may differ."""
TERMS = {
    "game": "dogs",
    "options": {"tiles": 25, "mode": "single"},
    "clock": {"kind": "live", "main": 300, "extra": 0},
}


class WrongClock(ServerProcess):
    """A server that sees another time than its machine, and a test can set it. What elapses, it sees as it is."""

    def __init__(self, database: str, folder: Path, wrong_by: int, **settings: str) -> None:
        super().__init__(database, **settings)
        self._file = folder / f"clock-{self.port}"
        self.set(wrong_by)
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        self.environment |= {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, wrong_by: int) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(f"{wrong_by:+d}\n")
        new.replace(self._file)  # whole: the server may read it at any moment


class Game:
    """A game of two with a clock."""

    def __init__(self, one: Player, other: Player) -> None:
        self.players, self.began = (one, other), time.monotonic()
        self.table, self.rng = seated(one, other, TERMS), random.Random(3)

    def stands(self) -> None:
        """Nobody has lost the game, and the two have not lost more time than went by."""
        for player in self.players:
            position = player.get(f"/tables/{self.table}")["position"]
            assert position["outcome"] is None
            first, second = [clock["left"] for clock in position["clocks"]]
            assert 600 - (time.monotonic() - self.began) - SLACK <= first + second <= 600

    def move(self) -> None:
        """Each makes a move, the second at the other server."""
        for player in self.players:
            player.random_move(self.table, self.rng)


def test_servers_whose_clocks_differ_and_are_set_share_one_time(postgres, tmp_path):
    database = postgres.new_database()
    servers = [WrongClock(database, tmp_path, wrong_by, bus="postgres") for wrong_by in (0, -600)]

    def beaten() -> float:
        with psycopg.connect(database) as conn:
            ((at,),) = conn.execute("SELECT at FROM heartbeat").fetchall()
            return float(at)

    try:
        for server in servers:
            server.launch()
        for server in servers:
            patiently(server.answers)
        one, other = Player(servers[0].url, "Anna"), Player(servers[1].url, "Bert")
        game = Game(one, other)
        game.move()
        game.stands()
        for server, wrong_by in zip(servers, (HOUR, -DAY), strict=True):
            server.set(wrong_by)
        game.move()
        before = beaten()
        patiently(lambda: beaten() > before + 3)  # each has said that it lives
        assert abs(beaten() - time.time()) < 60
        game.move()
        game.stands()
    finally:
        for server in servers:
            server.kill()


def test_a_server_on_a_file_goes_on_whatever_its_clock_is_set_to(tmp_path):
    path = tmp_path / "fold.db"
    server = WrongClock(f"sqlite:///{path}", tmp_path, 0)

    def beaten() -> float:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as conn:
            ((at,),) = conn.execute("SELECT at FROM heartbeat").fetchall()
            return float(at)

    try:
        server.start()
        game = Game(Player(server.url, "Anna"), Player(server.url, "Bert"))
        game.move()
        for wrong_by in (DAY, -HOUR):
            server.set(wrong_by)
            game.move()
            before = beaten()
            patiently(lambda before=before: beaten() > before + 1)
            assert beaten() < before + 60
            game.move()
            game.stands()
    finally:
        server.kill()
