"""How a database means to answer a query: tests of speed look at the plan, never at the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event, text

from sheepfold.store import schema


def plans(conn: Connection, work: Callable[[Connection], object]) -> list[str]:
    """The plan of every statement that ``work`` sends, one text each."""
    asked: list[tuple[str, Any]] = []

    def noted(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        asked.append((statement, parameters))

    event.listen(conn.engine, "before_cursor_execute", noted)
    try:
        work(conn)
    finally:
        event.remove(conn.engine, "before_cursor_execute", noted)
    return [_plan(conn, statement, parameters) for statement, parameters in asked]


def _plan(conn: Connection, statement: str, parameters: Any) -> str:
    if conn.dialect.name == "sqlite":
        rows = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return "\n".join(row[3] for row in rows)
    # A table of three rows is read as a whole whatever its indexes; what is asked is how one of millions would be.
    conn.execute(text("SET LOCAL enable_seqscan = off"))
    conn.execute(text("SET LOCAL enable_bitmapscan = off"))
    return "\n".join(row[0] for row in conn.exec_driver_sql(f"EXPLAIN {statement}", parameters))


def by_index(plan: str) -> bool:
    """Whether no table in it is read from end to end, and nothing is sorted: what is asked for is at hand in order."""
    scanned = [line.split()[1] for line in plan.splitlines() if line.startswith("SCAN") and "USING" not in line]
    whole = any(table in schema.metadata.tables for table in scanned)
    return not whole and not any(word in plan for word in ("Seq Scan", "TEMP B-TREE", "Sort"))
