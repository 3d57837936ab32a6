"""The laws run on every game on the shelf, unasked; and on a fifth one, as somebody else would bring it."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF

LAWFUL = SHELF.more("pebbles=pebbles")


@pytest.fixture(params=sorted(LAWFUL))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return LAWFUL.game(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rng" in metafunc.fixturenames:
        few = 1 if metafunc.config.getoption("--few") else 4
        metafunc.parametrize("rng", range(metafunc.config.getoption("--pairs") or few), indirect=True)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """A few different random games per law, or as many as ``--pairs`` says; the same ones in every run."""
    return Random(request.param)
