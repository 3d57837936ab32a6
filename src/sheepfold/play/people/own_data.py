"""Everything that the program holds about somebody, for them to take along: nothing that they may not know.

Of a running game they get what their seat was told; its record only when it is over. Secrets that let in (hashes of
passwords, sessions and tokens) stay here.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from sheepfold.core.records import record as records
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotNow, PlayError
from sheepfold.play.people.ratings import history, ladder
from sheepfold.play.people.sessions import Sessions
from sheepfold.play.tables import watching
from sheepfold.play.terms import Status, TableId, UserId
from sheepfold.store.people import users
from sheepfold.store.tables import lists as stored

MOST: Final = 100_000
"""Lines of a kind: more than anybody has, and an end all the same."""


async def gather(engine: Engine, credentials: Sessions, user: UserId) -> dict[str, Any]:
    """One object, ready to be written as JSON."""
    rows = await engine.read(lambda tx: users.gathered(tx, user))
    subject = f"user:{user}"
    ratings = await engine.read(lambda tx: ladder(tx, None, subject, None, MOST))
    tables = await engine.read(lambda tx: stored.ids_of(tx, user))
    return {
        **rows,
        "sessions": [asdict(session) for session in await credentials.sessions(user)],
        "tokens": [asdict(token) for token in await credentials.tokens(user)],
        "ratings": [asdict(rating) for rating in ratings],
        "rating_history": [asdict(step) for step in await engine.read(lambda tx: history(tx, subject, MOST))],
        "trail": [asdict(t) for t in await engine.read(lambda tx: engine.audit_log.read(tx, user, None, MOST))],
        "tables": [await _table(engine, table, user) for table in tables],
    }


async def _table(engine: Engine, table: TableId, user: UserId) -> dict[str, Any]:
    """A table as the person knows it: who sat there, what they were told, and its record when it is over."""
    try:
        found = await watching.seen(engine, table, user, None)
    except NotNow:
        return {"id": table, "problem": "This game cannot be replayed under the rules as they are now."}
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
        "players": dict(info.plain_names),
        "told": [{"at": seen.at, "sentences": seen.sentences} for seen in told.events],
        "ready": [] if seat is None else [list(move) for move in found.queues.get(seat, ())],
        "record": json.loads(records.to_json(found.record())) if info.status is Status.OVER else None,
    }
