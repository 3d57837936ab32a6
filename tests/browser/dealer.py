"""A server that takes the seeds of its tables, in turn, from SEEDS in the environment: run as a program by a test."""

from __future__ import annotations

import os
from dataclasses import replace

from sheepfold.web.app import setup_of
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings

if __name__ == "__main__":
    seeds = [bytes.fromhex(seed) for seed in os.environ["SEEDS"].split()]
    settings = Settings.read(os.environ)
    serve(settings, setup=replace(setup_of(settings), seed=lambda: seeds.pop(0)))
