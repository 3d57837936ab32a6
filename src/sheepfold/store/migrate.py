"""Brings a database's schema up to date: a new one is made from ``schema.py``, an older one runs the migrations since.

This is Alembic's recipe for building a database from scratch: the tables are described once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words.prose import shown
from sheepfold.store.schema import metadata

SCRIPTS: Final = Path(__file__).parent / "migrations"


class NewerDatabase(SheepfoldError):
    """The database was written by a newer version of the program."""


class ForeignDatabase(SheepfoldError):
    """The database holds something else."""


def newest() -> str:
    """The number of the last migration. They are in the order of their files' names."""
    return max(path.name for path in SCRIPTS.glob("versions/[0-9]*.py")).partition("_")[0]


def migrate(conn: Connection) -> None:
    """Make the schema, or run every pending migration. Raises NewerDatabase, ForeignDatabase."""
    here = _revision(conn)
    if here == newest():  # as a rule; to load Alembic takes a fifth of the time in which a server starts
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    settings = Config()
    settings.set_main_option("script_location", str(SCRIPTS))
    settings.attributes["connection"] = conn
    if here is None:
        if taken := _strange(conn):
            raise ForeignDatabase(f"The database is used by something else: it has a table {shown(min(taken))!r}.")
        metadata.create_all(conn)
        command.stamp(settings, "head")
        return
    scripts = ScriptDirectory.from_config(settings)
    if here not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase(f"This database is of a newer version of Sheepfold (schema {here}): upgrade the program.")
    command.upgrade(settings, "head")


def _strange(conn: Connection) -> set[str]:
    """Tables that are not ours: in a file any, on a server those with names of ours."""
    there = set(inspect(conn).get_table_names())
    return there & set(metadata.tables) if conn.dialect.name == "postgresql" else there


def _revision(conn: Connection) -> str | None:
    if not inspect(conn).has_table("alembic_version"):
        return None
    found: str | None = conn.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
