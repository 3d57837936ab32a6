"""Servers that can be tortured: real processes with the settings that ship, each with a clock of its own that lies."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from sheepfold_bench.load import BenchError, keep_port

PROGRAM: Final = (
    "import runpy, threading, time\n"
    "time.sleep = lambda seconds: threading.Event().wait(seconds)\n"
    "runpy.run_module('sheepfold.web.server', run_name='__main__')\n"
)
"""The server as it ships. libfaketime 0.9.10 breaks Python's own way to sleep, so a thread sleeps in another."""
ANSWERING: Final = 60.0
"""Seconds within which a server that was started must answer, however busy the machine is."""


def libfaketime() -> Path:
    """The library that makes a process believe another time. Raises BenchError where it is not installed."""
    found = sorted(Path("/usr/lib").glob("**/faketime/libfaketimeMT.so.1"))
    if not found:
        raise BenchError("Stepping clocks needs libfaketime, which is not installed (apt-get install faketime).")
    return found[0]


class Victim:
    """One server process; it may be killed, paused, and its clock of the wall stepped while it runs."""

    def __init__(self, number: int, folder: Path, program: str = PROGRAM, **settings: str) -> None:
        self.number, self._program = number, program
        self.kept: socket.socket = keep_port()
        self.port: int = self.kept.getsockname()[1]
        self._clock = folder / f"clock-{number}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the server)
        self.step(0)
        given = {"port": str(self.port), "bot_workers": "0", "log_level": "warning"} | settings
        self._environment = os.environ | {f"SHEEPFOLD_{name.upper()}": value for name, value in given.items()}
        self._environment |= {
            "LD_PRELOAD": str(libfaketime()),
            "FAKETIME_TIMESTAMP_FILE": str(self._clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # the fix lets a waiting thread spin
        }
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", self._program],
            env=self._environment, stdout=self._said, stderr=self._said,
        )  # fmt: skip
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWERING):
                while self.process.poll() is None and not await self._answers():
                    await asyncio.sleep(0.05)
                if self.process.returncode is None:
                    return
        raise BenchError(f"Server {self.number} does not start; it said: {self.said()[-3000:]}")

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(b"GET /api/v1/openapi.json HTTP/1.0\r\nHost: torture\r\n\r\n")
            first = await reader.readline()
        except OSError:
            return False
        writer.close()
        return b" 200 " in first

    def said(self) -> str:
        """Everything in its log so far."""
        self._said.seek(0)
        return self._said.read().decode(errors="replace")

    @property
    def died(self) -> bool:
        """Whether it ended by itself."""
        return self.process is not None and self.process.poll() is not None

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """No chance to put anything in order."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def step(self, seconds: float) -> None:
        """From now on its wall clock is so many seconds wrong. What is half written must never be read."""
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+.0f}\n")
        fresh.replace(self._clock)

    def limit_files(self, size: int | None) -> None:
        """No file of the process may grow beyond so many bytes, as on a full disk; None: as large as they like."""
        if self.process is not None:
            soft = resource.RLIM_INFINITY if size is None else size
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    def close(self) -> None:
        self.signal(signal.SIGCONT)
        self.kill()
        self.kept.close()
        self._said.close()
