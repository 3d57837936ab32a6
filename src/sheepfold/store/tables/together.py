"""Shared replays: where those who look at a finished game together are."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import shared_replays


class SharedPosition(NamedTuple):
    """The position that is looked at, who went there, and how many times somebody went somewhere."""

    ply: int
    by: str
    turns: int


def position(tx: Transaction, table: str, room: str) -> SharedPosition | None:
    """Where they are; None: that table has no such shared replay."""
    columns = (shared_replays.c.ply, shared_replays.c.by, shared_replays.c.turns)
    row = tx.execute(select(*columns).where(_one(table, room))).first()
    return None if row is None else SharedPosition(*row)


def open_room(tx: Transaction, table: str, room: str, ply: int, by: str, at: float, most: int) -> None:
    """A new one; of more than so many the oldest goes."""
    tx.execute(insert(shared_replays).values(id=room, table_id=table, ply=ply, by=by, turns=0, at=at))
    others = select(shared_replays.c.id).where(shared_replays.c.table_id == table)
    newest = others.order_by(shared_replays.c.at.desc(), shared_replays.c.id.desc()).limit(most)
    kept = list(tx.execute(newest).scalars())
    tx.execute(delete(shared_replays).where((shared_replays.c.table_id == table) & shared_replays.c.id.not_in(kept)))


def turn(tx: Transaction, table: str, room: str, ply: int, by: str, at: float) -> int | None:
    """Go to a position; how many times somebody did by now. None: there is no such shared replay."""
    values = {"ply": ply, "by": by, "turns": shared_replays.c.turns + 1, "at": at}
    changed = update(shared_replays).where(_one(table, room)).values(**values).returning(shared_replays.c.turns)
    found: int | None = tx.execute(changed).scalar()
    return found


def _one(table: str, room: str) -> ColumnElement[bool]:
    return (shared_replays.c.id == room) & (shared_replays.c.table_id == table)
