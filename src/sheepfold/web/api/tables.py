"""Routes of tables: moves and their parts, offers, resigning, chat and notes; finding, opening, sitting, listening."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sheepfold.play.bots.advice import Advice, Explanation
from sheepfold.play.errors import NotNow
from sheepfold.play.terms import (
    ChatLine,
    Choices,
    Conditional,
    Listed,
    OfferKind,
    Status,
    TableInfo,
    Terms,
)
from sheepfold.web.api.endpoint import Call, get, post, put
from sheepfold.web.api.shapes import (
    Browse,
    ChatSince,
    NewLine,
    NewMove,
    NewOffer,
    NewQueue,
    NewTable,
    Note,
    OfferAnswer,
    OfMove,
    OfOne,
    Seek,
    Since,
    Sitting,
    SoFar,
    TableId,
    TableUpdate,
    update_shape,
)
from sheepfold.web.site import while_known

Queues: TypeAlias = tuple[tuple[Conditional, ...], tuple[Conditional, ...] | None]
PLAY = "Play"
TALK = "Talk"


@post("/tables/{table}/moves", PLAY, cost=3)
async def move(call: Call, table: TableId, body: NewMove) -> TableUpdate:
    """Play a move; the answer holds what it told you.

    If the position moved on before your move came, nothing is changed and the problem (409, ``stale``)
    holds in ``current`` what you missed. Sent again with the same key, a move is played once; another move
    under a key that was used is refused (409, ``key-used``).
    """
    return update_shape(await call.service.tables.move(table, call.me.id, body.move, body.expected, body.key))


@get("/tables/{table}/choices", PLAY, cost=2, needs="play", anonymous=False)
async def list_choices(call: Call, table: TableId, query: SoFar) -> Choices:
    """What may come next in a move that you are building, part by part.

    ``so_far`` is given once per part. ``complete`` says whether the move may be played as it stands,
    ``text`` is then how it is written, and ``consequence`` what it would do as far as you may know.
    """
    return await call.service.watching.choices(table, call.me.id, tuple(query.so_far), query.ready)


@get("/tables/{table}/why", PLAY, cost=40)
async def ask_why(call: Call, table: TableId, query: OfMove) -> Explanation:
    """Why a bot made its last move, or another one of a finished game, in a sentence or two.

    While a game goes on only where nothing is hidden and the result does not count (409 else).
    """
    return await call.service.adviser.why(table, call.user_id, query.invite, query.ply)


@get("/tables/{table}/advice", PLAY, cost=80)
async def ask_advice(call: Call, table: TableId) -> Advice:
    """What the strongest bot would play in your place, and why, from what your seat may know.

    On your turn, at tables with aids whose result does not count (409 else).
    """
    return await call.service.adviser.advice(table, call.me.id)


@post("/tables/{table}/offers", PLAY, cost=3, counts="chat")
async def offer(call: Call, table: TableId, body: NewOffer) -> TableUpdate:
    """Offer a draw, an undo of your last move, a bot for a left seat, a rematch, or the end of a decided game."""
    return update_shape(await call.service.tables.offer(table, call.me.id, body.kind, body.about, body.bot))


@post("/tables/{table}/offers/{kind}", PLAY, cost=3)
async def answer_offer(call: Call, table: TableId, kind: OfferKind, body: OfferAnswer) -> TableUpdate:
    """Accept or decline an offer; no to your own withdraws it."""
    return update_shape(await call.service.tables.answer(table, call.me.id, kind, body.accept))


@post("/tables/{table}/resign", PLAY, cost=3)
async def resign(call: Call, table: TableId) -> TableUpdate:
    """Give up: the others win."""
    return update_shape(await call.service.tables.resign(table, call.me.id))


@post("/tables/{table}/abort", PLAY, cost=3)
async def abort(call: Call, table: TableId) -> TableUpdate:
    """End without a result, before anybody has moved."""
    return update_shape(await call.service.tables.abort(table, call.me.id))


@get("/tables/{table}/queue", PLAY, cost=2, needs="play", anonymous=False)
async def show_queue(call: Call, table: TableId) -> tuple[Conditional, ...]:
    """Your moves kept ready, in order."""
    return await call.service.tables.queue(table, call.me.id)


@put("/tables/{table}/queue", PLAY, cost=3)
async def set_queue(call: Call, table: TableId, body: NewQueue) -> tuple[Conditional, ...]:
    """Keep moves ready for when your turn comes; none drops them.

    Each must be written as a move of the game; whether it is legal is seen when its turn comes."""
    tables, user = call.service.tables, call.me.id
    moves, known = msgspec.convert((body.moves, body.known), Queues, from_attributes=True)
    if known is not None and known != await tables.queue(table, user):
        raise NotNow("Your moves kept ready have changed meanwhile, so nothing was done. Look at them again.")
    return await tables.set_queue(table, user, moves)


@get("/tables/{table}/chat", TALK, cost=3)
async def read_chat(call: Call, table: TableId, query: ChatSince) -> tuple[ChatLine, ...]:
    """What was said, as far as you may read it, in numbers of your own. Seats read the gallery after the game.

    It is the last of what fits: read back with ``before``, the number of the first line that you have.
    """
    asked = (query.since, query.before, query.limit)
    return await call.service.chat.read(table, call.user_id, query.invite, *asked)


@post("/tables/{table}/chat", TALK, cost=4, counts="chat", status=201)
async def say(call: Call, table: TableId, body: NewLine) -> ChatLine:
    """Say something: to the table if you sit there, else to the gallery; before and after the game to all."""
    return await call.service.chat.say(table, call.me.id, body.text, body.key, body.invite)


@get("/tables/{table}/note", TALK, cost=2, anonymous=False)
async def read_note(call: Call, table: TableId) -> Note:
    """Your private note at your seat."""
    return Note(await call.service.chat.note(table, call.me.id))


@put("/tables/{table}/note", TALK, cost=3)
async def write_note(call: Call, table: TableId, body: Note) -> Note:
    """Keep a private note; nobody else ever reads it."""
    await call.service.chat.set_note(table, call.me.id, body.text)
    return body


# -- tables ----------------------------------------------------------------------------------------


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
    return await call.service.lists.lobby(*wanted)


@get("/me/tables", TAG, cost=5, anonymous=False)
async def list_my_tables(call: Call, query: OfOne) -> list[Listed]:
    """Tables where you sit or sat: those that wait for you, then by the last move, finished ones last."""
    status = None if query.status is None else Status(query.status)
    return await call.service.lists.of_user(call.me.id, status, query.limit, query.cursor)


@post("/tables", TAG, cost=10, counts="tables", status=201)
async def open_table(call: Call, body: NewTable) -> TableInfo:
    """Open a table; it starts by itself once every seat is taken."""
    terms = msgspec.convert(body, Terms, from_attributes=True)
    return await call.service.tables.open(call.me.id, terms, body.key, call.client)


@get("/tables/{table}", TAG, cost=2)
async def show_table(call: Call, table: TableId, query: Seek) -> TableUpdate:
    """A table as it stands for you: the seat that you have, or a spectator."""
    return await _look(call, table, query.invite)


async def _look(call: Call, table: TableId, invite: str | None = None) -> TableUpdate:
    return update_shape(await call.service.watching.look(table, call.user_id, invite))


@get("/tables/{table}/events", TAG, cost=2)
async def listen(call: Call, table: TableId, query: Since) -> TableUpdate:
    """What you missed since your last event; with ``wait``, the long poll.

    Events are numbered from 1 for each viewer, without gaps. With ``wait`` the answer comes as soon as
    there is something new, or after so many seconds with no events in it.
    """
    asked = (table, call.user_id, query.invite, query.since, query.chat_since)
    if not query.wait:
        return update_shape(await call.service.watching.look(*asked))
    with call.site.kept_open(call.request, call.caller, poll=True):
        looking = call.service.watching.look(*asked, float(query.wait))
        return update_shape(await while_known(call.site, call.request, call.user_id, looking))


@get("/tables/{table}/story", TAG, cost=3)
async def tell_story(call: Call, table: TableId, query: Seek) -> TableUpdate:
    """Everything that you were told at this table from the beginning."""
    return update_shape(await call.service.watching.story(table, call.user_id, query.invite))


@get("/tables/{table}/invitation", TAG, cost=1, needs="play", anonymous=False)
async def show_invitation(call: Call, table: TableId) -> Invitation:
    """The invitation to the table, for its host and those who sit there."""
    return Invitation(await call.service.tables.invitation(table, call.me.id))


@post("/tables/{table}/sit", TAG, cost=5, counts="seats")
async def sit(call: Call, table: TableId, body: Sitting) -> TableUpdate:
    """Take a seat, or come back to the one that you left."""
    await call.service.tables.sit(table, call.me.id, body.seat, body.invite)
    return await _look(call, table)


@post("/tables/{table}/leave", TAG, cost=4, counts="seats")
async def leave(call: Call, table: TableId) -> None:
    """Give up your seat, or turn down the one that is kept for you.

    In a running game the clock goes on and you may come back.
    """
    await call.service.tables.leave(table, call.me.id)


@post("/tables/{table}/start", TAG, cost=5)
async def start(call: Call, table: TableId) -> TableUpdate:
    """Start a full table that has not begun; for its host."""
    await call.service.tables.start(table, call.me.id)
    return await _look(call, table)


@post("/tables/{table}/fill", TAG, cost=5, counts="seats")
async def fill(call: Call, table: TableId) -> TableUpdate:
    """Seat the usual bot wherever nobody sits yet, and begin; for the host of a table whose result does not count."""
    await call.service.tables.fill(table, call.me.id)
    return await _look(call, table)
