"""Rows that may be there already: each kind of database says in its own words what is to be done then.

Only the words of the database in use are loaded: those of PostgreSQL are a twentieth of what a server loads to start.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import Table


def insert_into(dialect: str, table: Table) -> Any:
    """An insert for which ``on_conflict_do_update`` and ``on_conflict_do_nothing`` say more."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


@cache
def unless_there(dialect: str, table: Table) -> Any:
    """An insert that leaves a row alone which is there already; its count tells whether it was not."""
    return insert_into(dialect, table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
