"""Routes of tables: finding, opening, sitting, looking, listening."""

from __future__ import annotations

import msgspec

from sheepfold.play.terms import Clock, Listed, SeatPlan, Status, TableInfo, Terms
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post
from sheepfold.web.api.shapes import Browse, NewTable, OfOne, Seek, Since, Sitting, TableId, TableUpdate, update_shape
from sheepfold.web.site import while_known

TAG = "Tables"


class Invitation(msgspec.Struct):
    """The secret that lets somebody see and join the table."""

    invite: str


@get("/tables", TAG, cost=4)
async def list_tables(call: Call, query: Browse) -> list[Listed]:
    """Tables that anybody may find, newest first; nobody's fourth comes before anybody's third.

    With ``between_people`` only those where several people sit, or those where one plays alone or with bots.
    """
    wanted = (query.game, Status(query.status), query.limit, query.between_people, query.cursor)
    return await call.site.service.lobby(*wanted)


@get("/me/tables", TAG, cost=5, anonymous=False)
async def list_my_tables(call: Call, query: OfOne) -> list[Listed]:
    """Tables where you sit or sat: those that wait for you, then by the last move, finished ones last."""
    status = None if query.status is None else Status(query.status)
    return await call.site.service.tables_of(call.me.user.id, status, query.limit, query.cursor)


@post("/tables", TAG, cost=10, counts="tables", status=201)
async def open_table(call: Call, body: NewTable) -> TableInfo:
    """Open a table; it starts by itself once every seat is taken."""
    terms = Terms(
        game=body.game,
        options=body.options,
        seats=tuple(SeatPlan(seat.kind, seat.name) for seat in body.seats),
        clock=Clock(body.clock.kind, body.clock.main, body.clock.extra, body.clock.nag, body.clock.total),
        access=body.access,
        aids=body.aids,
        rated=body.rated,
        thinking=body.thinking,
        hurry=body.hurry,
    )
    return await call.site.service.open_table(call.me.user.id, terms, body.key, call.client)


@get("/tables/{table}", TAG, cost=2)
async def show_table(call: Call, table: TableId, query: Seek) -> TableUpdate:
    """A table as it stands for you: the seat that you have, or a spectator."""
    return update_shape(await call.site.service.look(table, call.user, query.invite))


@get("/tables/{table}/events", TAG, cost=2)
async def listen(call: Call, table: TableId, query: Since) -> TableUpdate:
    """What you missed since your last event; with ``wait``, the long poll.

    Events are numbered from 1 for each viewer, without gaps. With ``wait`` the answer comes as soon as
    there is something new, or after so many seconds with no events in it.
    """
    asked = (table, call.user, query.invite, query.since, query.chat_since)
    if not query.wait:
        return update_shape(await call.site.service.look(*asked))
    with call.site.kept_open(call.request, call.caller, poll=True):
        looking = call.site.service.look(*asked, float(query.wait))
        return update_shape(await while_known(call.site, call.request, call.user, looking))


@get("/tables/{table}/story", TAG, cost=3)
async def tell_story(call: Call, table: TableId, query: Seek) -> TableUpdate:
    """Everything that you were told at this table from the beginning."""
    return update_shape(await call.site.service.story(table, call.user, query.invite))


@get("/tables/{table}/invitation", TAG, cost=1, needs="play", anonymous=False)
async def show_invitation(call: Call, table: TableId) -> Invitation:
    """The invitation to the table, for its host and those who sit there."""
    return Invitation(await call.site.service.invitation(table, call.me.user.id))


@post("/tables/{table}/sit", TAG, cost=5, counts="seats")
async def sit(call: Call, table: TableId, body: Sitting) -> TableUpdate:
    """Take a seat, or come back to the one that you left."""
    service, user = call.site.service, call.me.user.id
    await service.sit(table, user, body.seat, body.invite)
    return update_shape(await service.look(table, user))


@post("/tables/{table}/leave", TAG, cost=4, counts="seats")
async def leave(call: Call, table: TableId) -> None:
    """Give up your seat, or turn down the one that is kept for you.

    In a running game the clock goes on and you may come back.
    """
    await call.site.service.leave(table, call.me.user.id)


@post("/tables/{table}/start", TAG, cost=5)
async def start(call: Call, table: TableId) -> TableUpdate:
    """Start a full table that has not begun; for its host."""
    service, user = call.site.service, call.me.user.id
    await service.start(table, user)
    return update_shape(await service.look(table, user))


@post("/tables/{table}/fill", TAG, cost=5, counts="seats")
async def fill(call: Call, table: TableId) -> TableUpdate:
    """Seat the usual bot wherever nobody sits yet, and begin; for the host of a table whose result does not count."""
    service, user = call.site.service, call.me.user.id
    await service.fill(table, user)
    return update_shape(await service.look(table, user))


ROUTES = (
    list_tables, list_my_tables, open_table, show_table, listen, tell_story, show_invitation, sit, leave, start, fill,
)  # fmt: skip
