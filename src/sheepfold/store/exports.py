"""Export of all rows as lines of JSON, and import into an empty database of either kind."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, Table, Text, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from sheepfold import __version__
from sheepfold.core.errors import RecordError
from sheepfold.core.words.prose import shown
from sheepfold.store import Transaction, schema

BATCH: Final = 500
MISFIT: Final = "The rows of this export do not fit together: one is there twice, or one is missing that another needs."


class NotEmpty(Exception):
    """The database is not empty."""


def exported(tx: Transaction) -> Iterator[str]:
    """A header, every row of every table with parents before children, and a count."""
    yield json.dumps({"sheepfold": __version__, "schema": _schema(tx)})
    count = 0
    for table in schema.metadata.sorted_tables:
        for row in tx.execute(select(table).order_by(*table.primary_key)).mappings():
            values = {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}
            yield json.dumps([table.name, values], ensure_ascii=False, separators=(",", ":"))
            count += 1
    yield json.dumps({"rows": count})


def imported(tx: Transaction, lines: Iterable[str]) -> int:
    """Fill an empty database; returns the number of rows. Raises NotEmpty, RecordError."""
    if tx.execute(select(func.count()).select_from(schema.users)).scalar_one():
        raise NotEmpty
    rest = iter(lines)
    _check_head(tx, next(rest, ""))
    for running in (schema.heartbeat, schema.chores, schema.boards):  # what a new database has of itself
        tx.execute(running.delete())
    try:
        count = _fill(tx, rest)
        _renumber(tx)
    except DBAPIError:
        raise RecordError(MISFIT) from None  # the database's own words would quote passwords' hashes
    return count


def _check_head(tx: Transaction, line: str) -> None:
    match _parsed(line):
        case {"sheepfold": str(), "schema": str(found)} if found == _schema(tx):
            return
        case {"sheepfold": str(version)}:
            raise RecordError(f"This export is of Sheepfold {shown(version)}: import it there, then upgrade.")
    raise RecordError("This is not an export of Sheepfold.")


def _fill(tx: Transaction, lines: Iterator[str]) -> int:
    waiting: list[dict[str, Any]] = []
    current: Table | None = None
    for count, line in enumerate(lines):
        match _parsed(line):
            case {"rows": found} if found == count and next(lines, None) is None:
                _flush(tx, current, waiting)
                return count
            case [str(name), dict(values)] if (row := _row(name, values)) is not None:
                table = schema.metadata.tables[name]
            case _:
                raise RecordError(f"Line {count + 2} of the export cannot be read: {shown(line)}")
        if table is not current or len(waiting) == BATCH:
            _flush(tx, current, waiting)
            current = table
        waiting.append(row)
    raise RecordError("The export is cut off: its last line is missing.")


def _flush(tx: Transaction, table: Table | None, waiting: list[dict[str, Any]]) -> None:
    if table is not None and waiting:
        tx.execute(insert(table), waiting)
    waiting.clear()


def _row(name: str, values: dict[str, Any]) -> dict[str, Any] | None:
    """The values as the database takes them; None if they do not fit that table."""
    table = schema.metadata.tables.get(name)
    if table is None or set(values) != set(table.c.keys()):
        return None
    try:
        return {name: _value(table.c[name], value) for name, value in values.items()}
    except ValueError:
        return None


def _value(column: Column[Any], value: Any) -> Any:
    """The value as the column stores it. Raises ValueError."""
    match column.type, value:
        case _, None if column.nullable:
            return None
        case Boolean(), bool():
            return value
        case Integer(), int() if not isinstance(value, bool) and abs(value) < 2**63:
            return value
        case Float(), float() | int() if not isinstance(value, bool) and math.isfinite(value):
            return value
        case LargeBinary(), str():
            return bytes.fromhex(value)
        case Text(), str():
            value.encode()  # half a character, which JSON can spell, is none
            return value
    raise ValueError(column.name)


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _schema(tx: Transaction) -> str:
    return str(tx.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def _renumber(tx: Transaction) -> None:
    """Set PostgreSQL's sequences past the numbers that were imported."""
    if tx.dialect.name != "postgresql":
        return
    for table in (schema.users, schema.tokens, schema.results, schema.audit_log, schema.boards, schema.messages):
        counter = func.pg_get_serial_sequence(table.name, "id")
        highest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
        tx.execute(select(func.setval(counter, highest, False)))
