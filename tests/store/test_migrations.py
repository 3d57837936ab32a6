"""Migrations: a new database is made from the schema, and one that is up to date loads nothing to find that out."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256

from alembic.script import ScriptDirectory

from sheepfold.store.migrate import SCRIPTS, newest
from sheepfold.store.schema import metadata

SCHEMAS = {"0001": "ade11b0537c72281"}
"""A digest of the schema at each revision: what was released stays, and a change of it is a new revision."""


def test_the_newest_migration_is_known_without_alembic_and_a_database_that_has_it_loads_none(migrated_sqlite):
    assert newest() == ScriptDirectory(SCRIPTS).get_current_head()
    opening = (
        "import asyncio, sys; from sheepfold.store import open_store;"
        f"asyncio.run(open_store('sqlite:///{migrated_sqlite}').close()); print('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", opening], check=True, stdout=subprocess.PIPE).stdout == b"False\n"


def test_a_change_of_the_schema_comes_with_a_migration():
    described = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            default = None if column.server_default is None else column.server_default.arg
            keys = sorted(f"{key.target_fullname} {key.ondelete}" for key in column.foreign_keys)
            described.append(f"{table}.{column.name} {column.type!r} {column.nullable} {default} {keys}")
        kept = [*table.indexes, *table.constraints]
        described += sorted(f"{type(one).__name__} {table} {[str(column) for column in one.columns]}" for one in kept)
    digest = sha256("\n".join(described).encode()).hexdigest()[:16]
    assert SCHEMAS.keys() == {script.revision for script in ScriptDirectory(SCRIPTS).walk_revisions()}
    assert digest == SCHEMAS[newest()], "the schema changed: write a migration, and note its digest here"
