"""The numbers that people call tables by: one row of numbers for all tables of a database, from 101 on.

A number is taken when a table is stored and never given to another, not even when the table is gone: its row stays.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, insert, select

from sheepfold.core.prose import listed
from sheepfold.play.errors import NotFound
from sheepfold.play.terms import TableId
from sheepfold.store import schema

boards = schema.boards


def take(conn: Connection, table: TableId) -> None:
    """The next number is the table's. On PostgreSQL nobody waits for anybody: a table that is not stored after all
    leaves a gap."""
    conn.execute(insert(boards).values(table_id=table))


def of(conn: Connection, tables: Collection[TableId]) -> dict[TableId, int]:
    """The numbers of these tables."""
    query = select(boards.c.table_id, boards.c.id).where(boards.c.table_id.in_(tables))
    return {row.table_id: row.id for row in conn.execute(query)}


def found(conn: Connection, number: int) -> TableId:
    """The table of that number. Raises NotFound."""
    table: TableId | None = conn.execute(select(boards.c.table_id).where(boards.c.id == number)).scalar()
    if table is None:
        raise no_board(number)
    return table


def no_board(*numbers: int) -> NotFound:
    """What is said of a number that is nobody's, or belongs to a table that the asker may not see."""
    return NotFound(f"There is no board {listed(map(str, numbers), 'or')} here.")
