"""Locks in files beside an SQLite database, for its owner alone. They vanish with the process that holds them."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def beside(path: Path, what: str) -> Path:
    """The file that keeps a database company, as SQLite names its own: ``fold.db-wal``."""
    return path.with_name(f"{path.name}-{what}")


def shut_out(path: Path) -> None:
    """Take the rights of others from a file that an older version, or a careless copy, left open to them."""
    with suppress(FileNotFoundError, PermissionError):  # a file that is not ours, its owner must see to
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)


class FileLock:
    """One holder at a time. No child process inherits it."""

    def __init__(self, path: Path) -> None:
        shut_out(path)
        self._file = open(path, "ab", opener=_for_its_owner)  # noqa: SIM115 (open as long as the lock is needed)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for it, and hold it for a while."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def keep(self) -> bool:
        """Hold it for as long as this process lives, or until it is closed; False: somebody else does."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._file.close()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
