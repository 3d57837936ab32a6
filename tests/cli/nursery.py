"""Runs the command in forks of a process that has imported everything already.

Each run is a process of its own, with its own streams, folder and environment, as when somebody types the command; only
the second that Python takes to import what most commands need is spent once. Whoever tests how the command itself
starts (help, terminals, servers) starts it for real.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

HEAD = 8
"""Bytes that say how long a request is, and how a run ended."""
IMPORTED = ("admin", "fuzz", "games", "mail", "play", "puzzle", "replay", "selfplay")


class Nursery:
    """The process that forks, and the line to it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._line, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(other.fileno())], env=environment, pass_fds=[other.fileno()]
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._line.close()
        self._process.wait(60)

    def run(
        self, words: Sequence[str], given: bytes, folder: Path, environment: Mapping[str, str], patience: float
    ) -> tuple[int, bytes, bytes]:
        """Exit code, stdout and stderr of one run. Raises TimeoutError."""
        request = json.dumps([list(words), str(folder), dict(environment)]).encode()
        with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            into.write(given)
            into.seek(0)
            streams = [file.fileno() for file in (into, out, err)]
            socket.send_fds(self._line, [len(request).to_bytes(HEAD, "big")], streams)
            self._line.sendall(request)
            self._line.settimeout(patience)
            code = int.from_bytes(_whole(self._line, HEAD), "big", signed=True)
            out.seek(0)
            err.seek(0)
            return code, out.read(), err.read()


def _whole(line: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        more = line.recv(size - len(found))
        if not more:
            raise EOFError
        found += more
    return found


def _serve(line: socket.socket) -> None:
    """Fork for each request, one after the other, until the line is closed."""
    while True:
        head, streams, _, _ = socket.recv_fds(line, HEAD, 3)
        if not head:
            return
        words, folder, environment = json.loads(_whole(line, int.from_bytes(head, "big")))
        if not (child := os.fork()):
            _run(words, folder, environment, streams)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        line.sendall(os.waitstatus_to_exitcode(status).to_bytes(HEAD, "big", signed=True))


def _run(words: list[str], folder: str, environment: dict[str, str], streams: list[int]) -> None:
    """Be the command, and end as it ends."""
    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["sheepfold", *words]
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        from sheepfold.cli import main

        code = main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    from importlib import import_module

    from sheepfold.cli import module

    for name in IMPORTED:
        import_module(module(name))
    import_module("sheepfold.play.service")
    import_module("sheepfold.store.migrate")
    _serve(socket.socket(fileno=int(sys.argv[1])))
