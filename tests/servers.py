"""Real servers for tests: a private PostgreSQL cluster and a private Redis, on ports below 32768."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from patience import PATIENCE, patiently
from sheepfold.lab.load import keep_port


class Missing(Exception):
    """The program is not installed."""


WAITING = ("-w", "-t", str(int(PATIENCE)))
"""How pg_ctl is told to wait until it is done."""


class Postgres:
    """A cluster in a folder of its own; it may be stopped and started again."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").exists() else []
        if not found:
            raise Missing("PostgreSQL is not installed (apt-get install postgresql)")
        self._bin = found[-1]
        self._home = Path(tempfile.mkdtemp(prefix="sheepfold-pg-", dir="/tmp"))
        self._kept = keep_port()
        self.port = self._kept.getsockname()[1]
        if os.getuid() == 0:
            shutil.chown(self._home, "postgres")
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self._databases = 0

    @property
    def _data(self) -> str:
        return str(self._home / "data")

    def _run(self, program: str, *words: str) -> None:
        as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        done = subprocess.run(
            [*as_user, str(self._bin / program), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/tmp"
        )
        assert done.returncode == 0, done.stdout.decode()

    def start(self) -> None:
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._home} -c fsync=off"
        self._run("pg_ctl", "-D", self._data, *WAITING, "-l", str(self._home / "log"), "-o", settings, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self._data, *WAITING, "-m", mode, "stop")

    def new_database(self, template: str = "template1") -> str:
        """The address of a fresh database, empty or a copy of another."""
        import psycopg

        self._databases += 1
        name = f"fold{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as conn:
            conn.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Those who listen for notices hear none for a while; all else goes on."""
        import psycopg

        with psycopg.connect(self.url("postgres")) as conn:
            found = conn.execute("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %'").fetchall()
        for (pid,) in found:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for (pid,) in found:
                os.kill(pid, signal.SIGCONT)

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        self.stop()
        self._kept.close()
        shutil.rmtree(self._home, ignore_errors=True)


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self) -> None:
        if shutil.which("redis-server") is None:
            raise Missing("Redis is not installed (apt-get install redis-server)")
        self._kept = keep_port()
        self.port = self._kept.getsockname()[1]
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        words = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd="/tmp")
        patiently(self._listens)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It takes connections and words, and passes nothing on for a while."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.stop()
        self._kept.close()
