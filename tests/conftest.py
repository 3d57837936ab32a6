"""Fixtures for all tests: real servers, started once for those who ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from servers import Missing, Postgres, Redis

S = TypeVar("S", Postgres, Redis)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = _started(Postgres)
    yield server
    server.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = _started(Redis)
    yield server
    server.close()


def _started(server: Callable[[], S]) -> S:
    try:
        return server()
    except Missing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
