"""Forgetting a person: what the store keeps of somebody who deleted their account is nothing personal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, select, update

from sheepfold.play import desk, names, trail
from sheepfold.play.credentials import end_all
from sheepfold.play.terms import Plan, UserId
from sheepfold.store import schema

users = schema.users


def forget(conn: Connection, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    _uninvite(conn, user)
    end_all(conn, user)
    names.release(conn, user)
    trail.forget(conn, user)
    conn.execute(delete(schema.notes).where(schema.notes.c.user_id == user))
    conn.execute(update(schema.chat).where(schema.chat.c.user_id == user).values(text="(deleted)"))
    conn.execute(delete(schema.ratings).where(schema.ratings.c.subject == f"user:{user}"))
    nothing: dict[str, Any] = dict.fromkeys(("name_key", "mail", "mail_key", "password", "vacation_until"))
    values = {"name": names.NOBODY, "deleted": True, **nothing}
    conn.execute(update(users).where(users.c.id == user).values(values))


def _uninvite(conn: Connection, user: UserId) -> None:
    """Seats that were kept for the person by name are for anybody."""
    name = conn.execute(select(users.c.name_key).where(users.c.id == user)).scalar()
    seated = select(schema.seats.c.table_id).where(schema.seats.c.user_id == user)
    agreed = select(schema.tables.c.id, schema.tables.c.terms).where(schema.tables.c.id.in_(seated))
    for table, text in conn.execute(agreed).all():
        terms = desk.terms_from(text)
        kept = [plan.kind == "user" and names.name_key(plan.name) == name for plan in terms.seats]
        plans = tuple(Plan() if own else plan for plan, own in zip(terms.seats, kept, strict=True))
        if plans != terms.seats:
            values = {"terms": desk.terms_json(replace(terms, seats=plans))}
            conn.execute(update(schema.tables).where(schema.tables.c.id == table).values(values))
