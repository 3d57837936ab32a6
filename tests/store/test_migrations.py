"""Migrations: there is one, and a database that has it loads nothing to find that out."""

from __future__ import annotations

import subprocess
import sys

from alembic.script import ScriptDirectory

from sheepfold.store.migrate import SCRIPTS, newest


def test_the_newest_migration_is_known_without_alembic_and_a_database_that_has_it_loads_none(migrated_sqlite):
    assert newest() == ScriptDirectory(SCRIPTS).get_current_head()
    opening = (
        "import asyncio, sys; from sheepfold.store import open_store;"
        f"asyncio.run(open_store('sqlite:///{migrated_sqlite}').close()); print('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", opening], check=True, stdout=subprocess.PIPE).stdout == b"False\n"
