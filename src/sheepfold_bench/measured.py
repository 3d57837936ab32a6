"""The server that is measured: the real one with its real settings, and with Stones on its shelf."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import count
from typing import Final

from sheepfold.core.records.chance import SEED_BYTES
from sheepfold.games import SHELF
from sheepfold.web.app import setup_of
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings
from sheepfold_bench import stones

MEASURED: Final = SHELF.more(f"{stones.GAME.name}={stones.__name__}")
"""The games that people play, and the one that is measured."""


def seed_of(table: int) -> bytes:
    """What the chance of the table is drawn from that is opened as the so-manieth: so games can be prepared."""
    return table.to_bytes(SEED_BYTES, "big")


def main() -> None:
    settings = Settings.read(os.environ)
    seeds = map(seed_of, count())
    serve(settings, setup=replace(setup_of(settings), shelf=MEASURED, seed=lambda: next(seeds)))


if __name__ == "__main__":
    main()
