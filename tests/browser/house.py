"""Runs the server as its own process, so that it can be killed and started again under a browser."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import randrange
from urllib.error import URLError
from urllib.request import urlopen


def free_port() -> int:
    """A port below the range that outgoing connections use."""
    while True:
        port = randrange(20_000, 32_000)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """``sheepfold``'s web server on a database of its own."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port, self.folder = port, folder
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {
            "SHEEPFOLD_DATABASE": f"sqlite:///{self.folder / 'fold.db'}",
            "SHEEPFOLD_PORT": str(self.port),
            "SHEEPFOLD_RATE_LIMITS": "no",
        }
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sheepfold.web.server"],
                env=os.environ | settings,
                stderr=log,
                stdout=log,
                start_new_session=True,
            )
        for _ in range(300):
            try:
                urlopen(f"{self.url}/login", timeout=2).read()
            except (URLError, OSError):
                time.sleep(0.1)
            else:
                return
        raise RuntimeError((self.folder / "log").read_text())

    def stop(self) -> None:
        """Ask it to go, with its bots."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(20)

    def kill(self) -> None:
        """Take it away without a word, its bots too."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)
