"""Forgetting a person: what the store keeps of somebody who deleted their account is nothing personal."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, update

from sheepfold.play import names, trail
from sheepfold.play.credentials import end_all
from sheepfold.play.invitations import readdress
from sheepfold.play.terms import UserId
from sheepfold.store import schema

users = schema.users

PERSONAL: Final = ("name_key", "mail", "mail_key", "password", "vacation_from", "vacation_until")


def forget(conn: Connection, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    readdress(conn, user, None)
    end_all(conn, user)
    names.release(conn, user)
    trail.forget(conn, user)
    for kept in (schema.notes, schema.outbox, schema.correspondence, schema.challenge_limits, schema.messages):
        conn.execute(delete(kept).where(kept.c.user_id == user))
    conn.execute(delete(schema.messages).where(schema.messages.c.sender_id == user))
    said = (schema.chat.c.user_id == user) & (schema.chat.c.text != "")
    conn.execute(update(schema.chat).where(said).values(text="(deleted)"))
    conn.execute(delete(schema.ratings).where(schema.ratings.c.subject == f"user:{user}"))
    values = {"name": names.NOBODY, "deleted": True, "mail_confirmed": False, **dict.fromkeys(PERSONAL)}
    conn.execute(update(users).where(users.c.id == user).values(values))
