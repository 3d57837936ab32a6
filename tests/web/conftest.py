"""One server for all tests of a module that need not break it."""

import shutil

import pytest

from cheap import CHEAP
from serving import Player, server_in_thread
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings


@pytest.fixture(scope="module")
def url(migrated_sqlite, tmp_path_factory):
    database = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('house'))}"
    setup = Setup(database=database, workers=0, hasher=CHEAP)
    with server_in_thread(Settings(log_level="error"), setup) as found:
        yield found


@pytest.fixture
def anna(url):
    return Player(url, "Anna")


@pytest.fixture
def bert(url):
    return Player(url, "Bert")


@pytest.fixture
def cleo(url):
    return Player(url, "Cleo")
