"""Kernels: a game's compiled room ``kernel``, loaded by its name where somebody thinks, and nowhere else.

Numba takes two seconds to be imported and longer to compile, so neither the web process nor a command that only plays
by the rules ever loads it. What was compiled is kept in a folder that is named after the sources it was made from:
Numba by itself does not notice that a function which a kernel calls has changed in another file.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import time
from types import ModuleType
from typing import Any, Final

from sheepfold import core
from sheepfold.games import Shelf

ROOM: Final = "kernel"
LOCK: Final = "lock"
"""Opened for writing by whoever comes, so that its time says when the folder was last used."""
KEPT: Final = 30 * 86_400
"""Seconds after which an unused folder is removed."""


def has_kernel(shelf: Shelf, game: str) -> bool:
    """Whether the game has a kernel. Imports nothing."""
    folder = shelf.folder(game)
    return folder is not None and (folder / f"{ROOM}.py").is_file()


def warm(shelf: Shelf, game: str) -> ModuleType | None:
    """The game's kernel, compiled and ready. None: it has none, or it cannot be compiled here.

    A kernel's own ``warm()`` calls everything once that a bot will call. One process at a time compiles into a folder;
    the others wait and find it done.
    """
    if not has_kernel(shelf, game) or find_spec("numba") is None:
        return None
    name = f"{shelf.places[game]}.{ROOM}"
    home = _folder(shelf.places[game])
    try:
        with _alone(home):
            module = _load(name, home)
        _tidy(home)
        return module
    except ImportError:
        return None
    except Exception:  # what lies in the folder cannot be used: a disk was full, another Numba wrote it
        _unload(shelf.places[game])
        with suppress(ImportError):
            return _load(name, _private())
        return None


class Warming:
    """A kernel that compiles in a thread, while bots play without it."""

    def __init__(self, shelf: Shelf, game: str) -> None:
        self._thread = Thread(target=self._warm, args=(shelf, game), daemon=True) if has_kernel(shelf, game) else None
        self._ready: ModuleType | None = None
        if self._thread is not None:
            self._thread.start()

    def _warm(self, shelf: Shelf, game: str) -> None:
        self._ready = warm(shelf, game)

    def wait(self, seconds: float | None = None) -> None:
        if self._thread is not None:
            self._thread.join(seconds)

    @property
    def kernel(self) -> ModuleType | None:
        """None as long as it is not ready."""
        return self._ready


def _load(name: str, home: Path) -> ModuleType:
    config: Any = import_module("numba").config
    config.CACHE_DIR = str(home)
    module = import_module(name)
    module.warm()
    return module


def _unload(place: str) -> None:
    """Forget the imported kernel, so that it is compiled anew."""
    sys.modules.pop(f"{place}.{ROOM}", None)


def sources(place: str) -> str:
    """A hash of everything that the package's kernel can be made from."""
    import numba

    found = hashlib.blake2b(f"{numba.__version__} {sys.version}".encode(), digest_size=12)
    for package in (core, import_module(place)):
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*.py")):
            found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def _folder(place: str) -> Path:
    """The cache folder of this game's kernel; where none can be kept, a temporary one."""
    return cache_folder(f"{place.rpartition('.')[2]}-{sources(place)}") or _private()


def _private() -> Path:
    found = Path(tempfile.mkdtemp(prefix="sheepfold-kernel-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def _tidy(home: Path) -> None:
    """Remove kernels of other sources that were not used for long."""
    game = home.name.rpartition("-")[0]
    for other in home.parent.glob(f"{game}-*"):
        with suppress(OSError):
            if other != home and (other / LOCK).stat().st_mtime < time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes that compile; where files cannot be locked, do without."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        yield
        return
    with (folder / LOCK).open("w") as file:
        with suppress(OSError):
            flock(file, LOCK_EX)
        yield


CACHE: Final = "SHEEPFOLD_CACHE"
"""The setting that says where it is."""


def cache_folder(name: str) -> Path | None:
    """The cache folder of that name, made if need be; None: nothing can be kept there, or others could write to it."""
    try:
        home = os.environ.get(CACHE) or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sheepfold"
        found = Path(os.path.realpath(Path(home) / name))
        foreign = _first_foreign(found)
        if foreign is not None:
            logging.getLogger(__name__).warning("Compiled kernels are not kept: others could write to %s.", foreign)
            return None
        with tempfile.TemporaryFile(dir=found):
            return found
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where home is
        return None


def _first_foreign(folder: Path) -> Path | None:
    """Makes the folder. Of all folders on the way to it, and all files in it, the first that is not ours alone."""
    if not hasattr(os, "geteuid"):  # on Windows a profile is its owner's
        folder.mkdir(parents=True, exist_ok=True)
        return None
    for parent in reversed(folder.parents):
        parent.mkdir(mode=0o700, exist_ok=True)
        if _replaceable(parent.stat()):
            return parent
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_mode & 0o077:  # where others can look, the modes of all files would matter
        return folder
    return next(filter(_foreign, (folder, *folder.rglob("*"))), None)


def _foreign(path: Path) -> bool:
    with suppress(FileNotFoundError):  # another process of ours just replaced it
        return path.lstat().st_uid != os.geteuid()
    return False


def _replaceable(parent: os.stat_result) -> bool:
    """Whether others can replace what is ours in this folder: in one like /tmp (sticky) they cannot."""
    shared = parent.st_mode & 0o022 and not parent.st_mode & stat.S_ISVTX
    return bool(shared) or parent.st_uid not in (0, os.geteuid())
