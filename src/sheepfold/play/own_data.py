"""Everything that the program holds about somebody, for them to take along: nothing that they may not know.

Of a running game they get what their seat was told; its record only when it is over. Secrets that let in (hashes of
passwords, sessions and tokens) stay here.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, select

from sheepfold.core import record as records
from sheepfold.play import lists, messages, watching
from sheepfold.play.credentials import Credentials
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotNow, PlayError
from sheepfold.play.ratings import history, ladder
from sheepfold.play.terms import Status, TableId, UserId
from sheepfold.store import schema

users, chat, notes = schema.users, schema.chat, schema.notes
threads, limits = schema.correspondence, schema.challenge_limits

MOST: Final = 100_000
"""Lines of a kind: more than anybody has, and an end all the same."""


async def gather(engine: Engine, credentials: Credentials, user: UserId) -> dict[str, Any]:
    """One object, ready to be written as JSON."""
    rows = await engine.read(lambda conn: _rows(conn, user))
    subject = f"user:{user}"
    ratings = await engine.read(lambda conn: ladder(conn, None, subject, None, MOST))
    tables = await engine.read(lambda conn: lists.ids_of(conn, user))
    return {
        **rows,
        "sessions": [asdict(session) for session in await credentials.sessions(user)],
        "tokens": [asdict(token) for token in await credentials.tokens(user)],
        "ratings": [asdict(rating) for rating in ratings],
        "rating_history": [asdict(step) for step in await engine.read(lambda conn: history(conn, subject, MOST))],
        "trail": [asdict(t) for t in await engine.read(lambda conn: engine.trail.read(conn, user, None, MOST))],
        "tables": [await _table(engine, table, user) for table in tables],
    }


def _rows(conn: Connection, user: UserId) -> dict[str, Any]:
    """What stands about the person in tables of the store, field by field."""
    me = conn.execute(select(users).where(users.c.id == user)).one()
    said = select(chat.c.table_id, chat.c.room, chat.c.text, chat.c.at).where(chat.c.user_id == user)
    said = said.where(chat.c.removes.is_(None)).order_by(chat.c.at)
    kept = select(notes.c.table_id, notes.c.text).where(notes.c.user_id == user)
    mailed = select(threads.c.table_id, threads.c.wants).where(threads.c.user_id == user)
    wished = select(limits.c.game, limits.c.most).where(limits.c.user_id == user)
    fields = ("id", "name", "mail", "mail_confirmed", "mail_wish", "created_at", "closed", "muted")
    resting = ("vacation_from", "vacation_until", "vacation_year", "vacation_used")
    return {
        "account": {name: getattr(me, name) for name in (*fields, *resting)} | {"guest": me.name_key is None},
        "talk": [dict(row) for row in conn.execute(said).mappings()],
        "messages": messages.of(conn, user),
        "limits": [dict(row) for row in conn.execute(wished).mappings()],
        "notes": [dict(row) for row in conn.execute(kept).mappings()],
        "mailed_of": [dict(row) for row in conn.execute(mailed).mappings()],
    }


async def _table(engine: Engine, table: TableId, user: UserId) -> dict[str, Any]:
    """A table as the person knows it: who sat there, what they were told, and its record when it is over."""
    try:
        found = await watching.seen(engine, table, user, None)
    except NotNow:
        return {"id": table, "problem": "This game does not replay under the present rules."}
    except PlayError as error:
        return {"id": table, "problem": str(error)}
    seat, info = found.seat_of(user), found.info()
    told = found.update(seat, 0, engine.now)
    return {
        "id": table,
        "game": info.terms.game,
        "options": dict(info.terms.options),
        "status": str(info.status),
        "opened_at": info.opened_at,
        "seat": seat,
        "players": info.plain_names,
        "told": [{"at": seen.at, "sentences": seen.sentences} for seen in told.events],
        "ready": [] if seat is None else [list(move) for move in found.queues.get(seat, ())],
        "record": json.loads(records.to_json(found.record())) if info.status is Status.OVER else None,
    }
