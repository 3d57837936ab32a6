"""The folder where this machine keeps what was compiled, so that the next process need not compile it again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

CACHE: Final = "SHEEPFOLD_CACHE"
"""The setting that says where it is."""


def kept_folder(name: str) -> Path | None:
    """The folder of that name for what was compiled; None: nothing can be kept here."""
    try:
        home = os.environ.get(CACHE) or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sheepfold"
        found = Path(home) / name
        found.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=found):
            return found
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where home is
        return None
