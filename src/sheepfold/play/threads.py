"""What is kept of somebody and a table for the mail: what they want of it, and what they were sent last."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.play.terms import TableId, UserId
from sheepfold.store import schema

correspondence = schema.correspondence


def subscribers(conn: Connection, table: TableId) -> list[UserId]:
    """Who wants to hear of all that happens at the table."""
    own = (correspondence.c.table_id == table) & (correspondence.c.wants == "all")
    return list(conn.execute(select(correspondence.c.user_id).where(own)).scalars())


def readers(conn: Connection, table: TableId) -> list[UserId]:
    """Who sits at the table, or is mailed of it."""
    found = [
        conn.execute(select(kept.c.user_id).where((kept.c.table_id == table) & kept.c.user_id.is_not(None))).scalars()
        for kept in (schema.seats, correspondence)
    ]
    return sorted({user for some in found for user in some})


def of(conn: Connection, table: TableId, users: Collection[UserId]) -> dict[UserId, Any]:
    """The rows of those for whom something is kept."""
    own = (correspondence.c.table_id == table) & correspondence.c.user_id.in_(users)
    return {row.user_id: row for row in conn.execute(select(correspondence).where(own))}


def save(conn: Connection, table: TableId, user: UserId, values: Mapping[str, Any]) -> None:
    """Change what is kept of the two, or keep it from now on."""
    where = {"table_id": table, "user_id": user}
    insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[conn.dialect.name](correspondence)
    conn.execute(insert.values({**where, **values}).on_conflict_do_update(index_elements=[*where], set_=dict(values)))
