"""The cache folder for compiled kernels. To load one is to run it: the folder is used only if it is ours alone."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

CACHE: Final = "SHEEPFOLD_CACHE"
"""The setting that says where it is."""


def cache_folder(name: str) -> Path | None:
    """The cache folder of that name, made if need be; None: nothing can be kept there, or others could write to it."""
    try:
        home = os.environ.get(CACHE) or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sheepfold"
        found = Path(os.path.realpath(Path(home) / name))
        foreign = _first_foreign(found)
        if foreign is not None:
            logging.getLogger(__name__).warning("Compiled kernels are not kept: %s is not ours alone.", foreign)
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
