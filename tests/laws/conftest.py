"""The laws run on every game on the shelf, unasked."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.games import game as take_down


@pytest.fixture(params=sorted(SHELF))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return take_down(request.param)


@pytest.fixture(params=range(4))
def luck(request: pytest.FixtureRequest) -> Random:
    """A few different random games per law; the same ones in every run."""
    return Random(request.param)
