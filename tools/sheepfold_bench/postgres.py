"""A private PostgreSQL for benches and tests: a cluster in a folder of its own, on a port below 32768."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from sheepfold_bench.load import BenchError, keep_port

PATIENCE: Final = 120
"""Seconds that it may take to start or stop on a machine that has much else to do."""


class Postgres:
    """It may be stopped and started again. Nothing in it outlives ``close``."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not found:
            raise BenchError("PostgreSQL is not installed (Debian: apt-get install postgresql).")
        self._bin = found[-1]
        self._home = Path(tempfile.mkdtemp(prefix="sheepfold-pg-", dir="/tmp"))
        self._kept = keep_port()
        self.port: int = self._kept.getsockname()[1]
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
        if done.returncode:
            raise BenchError(f"{program} failed: {done.stdout.decode()[-400:]}")

    def start(self) -> None:
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._home} -c fsync=off"
        self._control("-l", str(self._home / "log"), "-o", settings, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._control("-m", mode, "stop")

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-t", str(PATIENCE), *words)

    def new_database(self, template: str = "template1") -> str:
        """The address of a fresh database, empty or a copy of another."""
        import psycopg

        self._databases += 1
        name = f"fold{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as conn:
            conn.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def url(self, name: str, port: int | None = None) -> str:
        """Where a database is; ``port`` is that of a wire to this server."""
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{name}"

    def close(self) -> None:
        self.stop()
        self._kept.close()
        shutil.rmtree(self._home, ignore_errors=True)
