"""Kernels: a game's compiled room ``kernel``, loaded by its name where somebody thinks, and nowhere else.

Numba takes two seconds to be imported and longer to compile, so neither the web process nor a command that only plays
by the rules ever loads it. What was compiled is kept in a folder that is named after the sources it was made from:
Numba by itself does not notice that a function which a kernel calls has changed in another file.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
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
from sheepfold.bots.cache import cache_folder
from sheepfold.games import Shelf

ROOM: Final = "kernel"
LOCK: Final = "lock"
"""Opened for writing by whoever comes, so that its time says when the folder was last used."""
KEPT: Final = 30 * 86_400
"""Seconds after which an unused folder is removed."""


def has_kernel(shelf: Shelf, game: str) -> bool:
    """Whether the game has a compiled room. Loads nothing."""
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
    """A kernel on its way: compiled in a thread of its own, while bots think without it."""

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
    """Forget the kernel, so that it is made anew."""
    sys.modules.pop(f"{place}.{ROOM}", None)


def sources(place: str) -> str:
    """A word for everything that a kernel of this package can be made from."""
    import numba

    found = hashlib.blake2b(f"{numba.__version__} {sys.version}".encode(), digest_size=12)
    for package in (core, import_module(place)):
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*.py")):
            found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def _folder(place: str) -> Path:
    """Where this game's kernel is kept; where nothing can be kept, a folder that goes with the process."""
    return cache_folder(f"{place.rpartition('.')[2]}-{sources(place)}") or _private()


def _private() -> Path:
    found = Path(tempfile.mkdtemp(prefix="sheepfold-kernel-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def _tidy(home: Path) -> None:
    """Remove what was compiled from other sources and has not been used for long."""
    game = home.name.rpartition("-")[0]
    for other in home.parent.glob(f"{game}-*"):
        with suppress(OSError):
            if other != home and (other / LOCK).stat().st_mtime < time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While this lasts, no other process compiles into the folder; where files cannot be locked, one may."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        yield
        return
    with (folder / LOCK).open("w") as file:
        with suppress(OSError):
            flock(file, LOCK_EX)
        yield
