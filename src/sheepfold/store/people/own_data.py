"""What stands about a person in the store, field by field, for them to take along."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from sheepfold.store import schema
from sheepfold.store.drivers.port import Transaction
from sheepfold.store.people import friends, messages

users, chat, notes = schema.users, schema.chat, schema.notes
browsers = schema.subscriptions
threads, limits, bounces = schema.correspondence, schema.challenge_limits, schema.bounces


def gathered(tx: Transaction, user: int) -> dict[str, Any]:
    """Ready to be written as JSON; nothing that lets anybody in."""
    me = tx.execute(select(users).where(users.c.id == user)).one()
    said = select(chat.c.table_id, chat.c.room, chat.c.text, chat.c.at).where(chat.c.user_id == user)
    said = said.where(chat.c.removes.is_(None)).order_by(chat.c.at)
    kept = select(notes.c.table_id, notes.c.text).where(notes.c.user_id == user)
    mailed = select(threads.c.table_id, threads.c.wants).where(threads.c.user_id == user)
    wished = select(limits.c.game, limits.c.most).where(limits.c.user_id == user)
    told = select(browsers.c.endpoint, browsers.c.created_at).where(browsers.c.user_id == user)
    failed = select(bounces.c.times, bounces.c.at, bounces.c.said).where(bounces.c.user_id == user)
    fields = ("id", "name", "mail", "mail_confirmed", "mail_wish", "created_at", "closed", "muted")
    resting = ("vacation_from", "vacation_until", "vacation_year", "vacation_used")
    return {
        "account": {name: getattr(me, name) for name in (*fields, *resting)} | {"guest": me.name_key is None},
        "talk": [dict(row) for row in tx.execute(said).mappings()],
        "messages": messages.of(tx, user),
        "limits": [dict(row) for row in tx.execute(wished).mappings()],
        "notes": [dict(row) for row in tx.execute(kept).mappings()],
        "favourites": friends.favourites_of(tx, user),
        "browsers_told": [dict(row) for row in tx.execute(told).mappings()],
        "mail_came_back": [dict(row) for row in tx.execute(failed).mappings()],
        "mailed_of": [dict(row) for row in tx.execute(mailed).mappings()],
    }
