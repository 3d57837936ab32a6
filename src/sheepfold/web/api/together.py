"""Routes for looking at a finished game together. Sockets follow; these open, look, and go somewhere."""

from __future__ import annotations

import msgspec

from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post, put
from sheepfold.web.api.shapes import Secret, Seek, TableId
from sheepfold.web.updates.wire import Count

TAG = "Shared replays"


class Together(Seek):
    """Which shared replay."""

    together: Secret = ""


class NewTogether(msgspec.Struct, forbid_unknown_fields=True):
    """At which position it begins: after so many moves of the record."""

    ply: Count = 0
    invite: Secret | None = None


class TogetherTurn(NewTogether, forbid_unknown_fields=True, kw_only=True):
    """Where all go."""

    together: Secret


class TogetherOpened(msgspec.Struct):
    """The name of a shared replay, for its link: ``/replay/{table}/{ply}?together=NAME``, and ``invite=SECRET`` where
    the table is private."""

    together: str


class TogetherPosition(msgspec.Struct):
    """Where those of a shared replay are, who went there, and how many times somebody went somewhere."""

    ply: int
    by: str
    turns: int


@post("/tables/{table}/together", TAG, cost=6, counts="seats", status=201)
async def look_together(call: Call, table: TableId, body: NewTogether) -> TogetherOpened:
    """Open a shared replay of a finished game. Whoever knows its name and may see the table joins."""
    return TogetherOpened(await call.site.service.together.open(table, call.me.user.id, body.ply, body.invite))


@get("/tables/{table}/together", TAG, cost=3)
async def show_together(call: Call, table: TableId, query: Together) -> TogetherPosition:
    """Where those of a shared replay are. To follow them, open the table's socket with ``together``."""
    found = await call.site.service.together.position(table, query.together, call.user, query.invite)
    return TogetherPosition(*found)


@put("/tables/{table}/together", TAG, cost=6)
async def turn_together(call: Call, table: TableId, body: TogetherTurn) -> None:
    """Go to a position, and take all others along; anybody who follows may."""
    await call.site.service.together.turn(table, body.together, call.me.user.id, body.ply, body.invite)


ROUTES = (look_together, show_together, turn_together)
