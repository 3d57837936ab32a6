"""The server that is measured: the real one with its real settings, and with Stones on its shelf."""

from __future__ import annotations

import os
from dataclasses import replace

from sheepfold.lab.stones import shelf
from sheepfold.web.app import setup_of
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings


def main() -> None:
    settings = Settings.read(os.environ)
    serve(settings, setup=replace(setup_of(settings), shelf=shelf))


if __name__ == "__main__":
    main()
