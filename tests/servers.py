"""Real servers for tests: a private PostgreSQL cluster and a private Redis, on ports below 32768."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from patience import patiently
from sheepfold_bench.load import keep_port
from sheepfold_bench.postgres import Postgres as Cluster


class Missing(Exception):
    """The program is not installed."""


class Postgres(Cluster):
    """A cluster that tests can also make silent."""

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Those who listen for notices hear none for a while; all else goes on."""
        with psycopg.connect(self.url("postgres")) as conn:
            found = conn.execute("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %'").fetchall()
        for (pid,) in found:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for (pid,) in found:
                os.kill(pid, signal.SIGCONT)


TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
COUNTERS = "SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"
COLUMNS = """
    SELECT attrelid::regclass::text, attname, atttypid, attnotnull FROM pg_attribute
    WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY 1, 2
"""
END_OTHERS = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Blanks:
    """PostgreSQL databases with the schema and nothing else, lent to one test after the other.

    To make one takes longer than most tests, since the server writes three hundred files; to empty one does not.
    """

    def __init__(self, server: Postgres, template: str) -> None:
        """``template``: the name of a database that has just been migrated, and is not lent."""
        self._server, self._template, self._free = server, template, list[str]()
        self._rows: dict[str, bytes] = {}
        self._counters: dict[str, tuple[int, bool]] = {}
        with psycopg.connect(server.url(template)) as conn, conn.cursor() as cursor:
            self._columns = conn.execute(COLUMNS).fetchall()
            for (table,) in conn.execute(TABLES).fetchall():
                with cursor.copy(f"COPY {table} TO STDOUT") as copy:
                    self._rows[table] = b"".join(map(bytes, copy))
            for (counter,) in conn.execute(COUNTERS).fetchall():
                (found,) = conn.execute(f"SELECT last_value, is_called FROM {counter}").fetchall()
                self._counters[counter] = found

    def lend(self) -> str:
        """The address of one that nobody uses."""
        return self._free.pop() if self._free else self._server.new_database(self._template)

    def give_back(self, url: str) -> None:
        """It is needed no more, whoever may still be connected. One whose schema was changed is lent to nobody else."""
        with psycopg.connect(url) as conn:
            conn.execute(END_OTHERS)
            if conn.execute(COLUMNS).fetchall() != self._columns:
                return
            conn.execute("SET session_replication_role = replica")  # in any order, whatever refers to what
            conn.execute("; ".join(f"DELETE FROM {table}" for table in self._rows))
            for table, rows in self._rows.items():
                if rows:
                    with conn.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
                        copy.write(rows)
            for counter, (last, called) in self._counters.items():
                conn.execute("SELECT setval(%s, %s, %s)", (counter, last, called))
        self._free.append(url)


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
