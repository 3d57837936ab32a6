"""Seats that are kept for somebody by name: what becomes of them when the name changes or goes."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlalchemy import Connection, or_, select, update

from sheepfold.play import repository
from sheepfold.play.names import name_key
from sheepfold.play.terms import SeatPlan, UserId
from sheepfold.store import schema

users, tables, seats = schema.users, schema.tables, schema.seats


def readdress(conn: Connection, user: UserId, name: str | None) -> None:
    """Wherever a seat was kept for the user's present name, it is kept for ``name``; None: anybody may have it.

    Also where a bot has taken the seat over, and nothing but the name is left of them.
    """
    old = conn.execute(select(users.c.name, users.c.name_key).where(users.c.id == user)).one()
    seated = select(seats.c.table_id).where(seats.c.user_id == user)
    named = tables.c.terms.contains(json.dumps(old.name), autoescape=True)
    found = conn.execute(select(tables.c.id, tables.c.terms).where(or_(tables.c.id.in_(seated), named))).all()
    for table, text in found:
        terms = repository.terms_from(text)
        kept = [plan.kind == "user" and name_key(plan.name) == old.name_key for plan in terms.seats]
        other = SeatPlan() if name is None else SeatPlan("user", name)
        plans = tuple(other if own else plan for plan, own in zip(terms.seats, kept, strict=True))
        if plans != terms.seats:
            values = {"terms": repository.terms_json(replace(terms, seats=plans))}
            conn.execute(update(tables).where(tables.c.id == table).values(values))
