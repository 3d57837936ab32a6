"""Public lists in which nobody crowds out the others: of every crowd the newest three tables come first.

A *crowd* is whoever counts as one host: a player, or all newcomers of one address. A table stands in the list of its
status and company (several people, or one alone or with bots), in ``front`` or behind; one that is private or was
called off stands in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, func, select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import tables

FIRST: Final = 3
"""So many tables of one crowd come before the rest."""


class Spot(NamedTuple):
    """Which list a table is in."""

    status: str
    together: bool


def crowd_of(tx: Transaction, table: str) -> int:
    found: int = tx.execute(select(tables.c.crowd).where(tables.c.id == table)).scalar_one()
    return found


def entered(tx: Transaction, crowd: int, spot: Spot) -> None:
    """Whoever was among the crowd's first, and is no more, steps back."""
    ahead = tx.execute(_newest(_in(crowd, spot) & (tables.c.front == True)).add_columns(tables.c.host))  # noqa: E712
    if behind := surplus([(row.id, row.host) for row in ahead]):
        tx.execute(update(tables).where(tables.c.id.in_(behind)).values(front=False))


def surplus(ahead: Sequence[tuple[str, int | None]]) -> list[str]:
    """Of a crowd's tables and their hosts, newest first, all that are too many: the oldest of whoever has most, so that
    one guest of a school takes no place of another."""
    kept, behind = list(ahead), []
    while len(kept) > FIRST:
        of = Counter(host for _, host in kept)
        oldest = next(one for one in reversed(kept) if of[one[1]] == max(of.values()))
        kept.remove(oldest)
        behind.append(oldest[0])
    return behind


def left(tx: Transaction, crowd: int, spot: Spot) -> None:
    """The newest of those behind moves up where a place is free."""
    own = _in(crowd, spot)
    ahead = select(func.count()).where(own & (tables.c.front == True)).scalar_subquery()  # noqa: E712
    next_up = _newest(own & (tables.c.front == False)).limit(1)  # noqa: E712
    tx.execute(update(tables).where(tables.c.id.in_(next_up) & (ahead < FIRST)).values(front=True))


def _in(crowd: int, spot: Spot) -> ColumnElement[bool]:
    """The crowd's tables in a list."""
    same = (tables.c.status == str(spot.status)) & (tables.c.together == spot.together)
    return (tables.c.crowd == crowd) & same


def _newest(which: ColumnElement[bool]) -> Any:
    """Rows that another process is just changing are left alone: two that wait for each other would wait for ever."""
    newest_first = (tables.c.listed_at.desc(), tables.c.id.desc())
    return select(tables.c.id).where(which).order_by(*newest_first).with_for_update(skip_locked=True)
