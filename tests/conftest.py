"""Fixtures for all tests: real servers, started once for those who ask."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from servers import Blanks, Postgres, Redis
from sheepfold.store import Store, open_store
from statements import share_compiled_statements

share_compiled_statements()
settings.register_profile("the same everywhere", deadline=None, derandomize=True, database=None)
settings.load_profile("the same everywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--few", action="store_true", help="few examples for each law: for the working day")
    parser.addoption("--commands", type=int, default=300, help="mutated commands that the fuzz of play by mail sends")
    parser.addoption("--hostile", type=int, default=150, help="hostile mails that are brought to the door")
    parser.addoption("--pairs", type=int, help="pairs of worlds that each law of secrets compares: many take long")


# Files that take long, the longest first: so in the end nobody waits for one of them alone.
LONG = (
    "web/test_leaks",
    "web/test_borrowed",
    "bench/torture",
    "test_inputs",
    "browser/test_windows",
    "browser/test_pages",
    "bots/test_compiled",
    "web/test_pairs",
    "browser/test_games",
    "web/test_wrong_clocks",
    "browser/test_ways",
    "cli/test_old_help",
    "browser/test_actions",
    "web/test_schema",
    "web/test_logins",
    "browser/",
    "web/test_restart",
    "web/test_fuzz",
    "web/test_store_away",
    "web/test_race",
    "web/test_kill",
    "web/test_protocols",
    "cli/test_serve",
    "cli/test_admin",
    "web/test_examples",
    "mail/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        name = item.nodeid.removeprefix("tests/")
        return next((place for place, long in enumerate(LONG) if name.startswith(long)), len(LONG))

    items.sort(key=turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of what collecting makes nothing goes, and it stays to the end, some 300,000 objects: they are not looked through
    again and again for what can go, neither meanwhile, where that took a sixth of the time of every process, nor
    afterwards, where it took a twelfth of the time of most tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture
def pairs(request: pytest.FixtureRequest) -> Callable[[int], range]:
    """Numbers the pairs of worlds that a law compares: a few, or as many as were asked for with ``--pairs``."""
    asked: int | None = request.config.getoption("--pairs")
    return lambda few: range(few if asked is None else asked)


@pytest.fixture(scope="session", autouse=True)
def no_settings_of_the_host() -> Iterator[None]:
    """Whoever runs the tests may have set up a server of their own in the environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("SHEEPFOLD_")]:
            patch.delenv(name)
        yield


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.close()


@pytest.fixture(params=["postgres", "redis"])
def carrier(request: pytest.FixtureRequest) -> Postgres | Redis:
    """What carries the words between servers."""
    return request.getfixturevalue(request.param)


def _close(store: Store) -> None:
    """In a thread of its own: whoever asks for the fixture first may be in an event loop."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, store.close()).result()  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the schema, to be copied: migrating for every test takes longer than the tests."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"
    _close(open_store(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> str:
    """The name of a PostgreSQL database with the schema, to be used as a template."""
    url = postgres.new_database()
    _close(open_store(url))
    return url.rpartition("/")[2]


@pytest.fixture(scope="session")
def blanks(postgres: Postgres, migrated_postgres: str) -> Blanks:
    return Blanks(postgres, migrated_postgres)


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Makes the address of an empty database, ``sqlite`` or ``postgres``."""
    numbers = count(1)
    lent: list[str] = []

    def make(kind: str) -> str:
        if kind == "sqlite":
            copied = shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / f"fold{next(numbers)}.db")
            return f"sqlite:///{copied}"
        lent.append(request.getfixturevalue("blanks").lend())
        return lent[-1]

    yield make
    for url in lent:
        request.getfixturevalue("blanks").give_back(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The address of an empty database, once of each kind."""
    return new_database(request.param)


@pytest.fixture
def unused_database(request: pytest.FixtureRequest, database: str) -> str:
    """The same, and nobody has ever used it: how a server means to read a table depends on what that once held."""
    if database.startswith("sqlite"):
        return database
    return request.getfixturevalue("postgres").new_database(request.getfixturevalue("migrated_postgres"))  # type: ignore[no-any-return]
