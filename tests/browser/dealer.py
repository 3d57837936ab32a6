"""A server that takes the seeds of its tables, in turn, from SEEDS in the environment: run as a program by a test."""

from __future__ import annotations

import os
import secrets
from types import SimpleNamespace

from sheepfold.play import service
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings

if __name__ == "__main__":
    seeds = [bytes.fromhex(seed) for seed in os.environ["SEEDS"].split()]
    stacked = SimpleNamespace(**vars(secrets))
    stacked.token_bytes = lambda count=32: seeds.pop(0) if count == 32 and seeds else secrets.token_bytes(count)
    service.secrets = stacked  # type: ignore[attr-defined]
    serve(Settings.read(os.environ))
