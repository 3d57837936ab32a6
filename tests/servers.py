"""Real servers for tests: a private PostgreSQL cluster and a private Redis, on ports below 32768."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from patience import patiently
from sheepfold.lab.cluster import Postgres as Cluster
from sheepfold.lab.load import keep_port


class Missing(Exception):
    """The program is not installed."""


class Postgres(Cluster):
    """A cluster that tests can also make silent."""

    def drop(self, url: str) -> None:
        """A database is needed no more, whoever may still be connected: hundreds of them take long to be deleted."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as conn:
            conn.execute(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

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
