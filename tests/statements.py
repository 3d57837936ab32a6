"""SQL statements are compiled once for all databases of a kind that this process opens.

SQLAlchemy keeps what it compiled for each engine by itself. A server has one, tests have thousands: they would compile
the same few hundred statements again and again, which took a fifth of the time of most tests of services.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, event


class Compiled(dict[Any, Any]):
    """By what a statement is compiled for; of engines of one kind it is the same, whichever of them asks."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_its_kind(key), default)

    def __setitem__(self, key: Any, statement: Any) -> None:
        super().__setitem__(_of_its_kind(key), statement)


def _of_its_kind(key: Any) -> Any:
    dialect, *rest = key
    return dialect.name, *rest


def share_compiled_statements() -> None:
    found = Compiled()

    @event.listens_for(Engine, "engine_connect")
    def share(conn: Connection) -> None:
        conn.execution_options(compiled_cache=found)
