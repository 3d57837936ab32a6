"""Routes of talk: chat for all, notes for oneself."""

from __future__ import annotations

from sheepfold.play.terms import ChatLine
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post, put
from sheepfold.web.api.shapes import ChatSince, NewLine, Note, TableId

TAG = "Talk"


@get("/tables/{table}/chat", TAG, cost=3)
async def read_chat(call: Call, table: TableId, query: ChatSince) -> tuple[ChatLine, ...]:
    """What was said, as far as you may read it, in numbers of your own. Seats read the gallery after the game.

    It is the last of what fits: read back with ``before``, the number of the first line that you have.
    """
    asked = (query.since, query.before, query.limit)
    return await call.site.service.chat(table, call.user, query.invite, *asked)


@post("/tables/{table}/chat", TAG, cost=4, counts="chat", status=201)
async def say(call: Call, table: TableId, body: NewLine) -> ChatLine:
    """Say something: to the table if you sit there, else to the gallery; before and after the game to all."""
    return await call.site.service.say(table, call.me.user.id, body.text, body.key, body.invite)


@get("/tables/{table}/note", TAG, cost=2, anonymous=False)
async def read_note(call: Call, table: TableId) -> Note:
    """Your private note at your seat."""
    return Note(await call.site.service.note(table, call.me.user.id))


@put("/tables/{table}/note", TAG, cost=3)
async def write_note(call: Call, table: TableId, body: Note) -> Note:
    """Keep a private note; nobody else ever reads it."""
    await call.site.service.set_note(table, call.me.user.id, body.text)
    return body


ROUTES = (read_chat, say, read_note, write_note)
