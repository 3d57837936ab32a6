"""The server that is measured: the real one with its real settings, and with Stones on its shelf."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

from sheepfold.games import SHELF
from sheepfold.lab import stones
from sheepfold.web.app import setup_of
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings

MEASURED: Final = SHELF.more(f"{stones.GAME.name}={stones.__name__}")
"""The games that people play, and the one that is measured."""


def main() -> None:
    settings = Settings.read(os.environ)
    serve(settings, setup=replace(setup_of(settings), shelf=MEASURED))


if __name__ == "__main__":
    main()
