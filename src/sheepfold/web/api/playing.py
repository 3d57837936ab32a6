"""Routes of play: moves and their parts, offers, resigning, moves kept ready, chat and private notes."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.play.bots.advice import Advice, Explanation
from sheepfold.play.errors import NotNow
from sheepfold.play.terms import ChatLine, Choices, Conditional, OfferKind
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post, put
from sheepfold.web.api.shapes import (
    ChatSince,
    NewLine,
    NewMove,
    NewOffer,
    NewQueue,
    Note,
    OfferAnswer,
    OfMove,
    Ready,
    SoFar,
    TableId,
    TableUpdate,
    update_shape,
)

TAG = "Play"
TALK = "Talk"


@post("/tables/{table}/moves", TAG, cost=3)
async def move(call: Call, table: TableId, body: NewMove) -> TableUpdate:
    """Play a move; the answer holds what it told you.

    If the position moved on before your move came, nothing is changed and the problem (409, ``stale``)
    holds in ``current`` what you missed. Sent again with the same key, a move is played once; another move
    under a key that was used is refused (409, ``key-used``).
    """
    found = await call.site.service.move(table, call.me.user.id, body.move, body.expected, body.key)
    return update_shape(found)


@get("/tables/{table}/choices", TAG, cost=2, needs="play", anonymous=False)
async def list_choices(call: Call, table: TableId, query: SoFar) -> Choices:
    """What may come next in a move that you are building, part by part.

    ``so_far`` is given once per part. ``complete`` says whether the move may be played as it stands,
    ``text`` is then how it is written, and ``consequence`` what it would do as far as you may know.
    """
    return await call.site.service.choices(table, call.me.user.id, tuple(query.so_far), query.ready)


@get("/tables/{table}/why", TAG, cost=40)
async def ask_why(call: Call, table: TableId, query: OfMove) -> Explanation:
    """Why a bot made its last move, or another one of a finished game, in a sentence or two.

    While a game goes on only where nothing is hidden and the result does not count (409 else).
    """
    return await call.site.service.adviser.why(table, call.user, query.invite, query.ply)


@get("/tables/{table}/advice", TAG, cost=80)
async def ask_advice(call: Call, table: TableId) -> Advice:
    """What the strongest bot would play in your place, and why, from what your seat may know.

    On your turn, at tables with aids whose result does not count (409 else).
    """
    return await call.site.service.adviser.advice(table, call.me.user.id)


@post("/tables/{table}/offers", TAG, cost=3, counts="chat")
async def offer(call: Call, table: TableId, body: NewOffer) -> TableUpdate:
    """Offer a draw, an undo of your last move, a bot for a left seat, a rematch, or the end of a decided game."""
    found = await call.site.service.offer(table, call.me.user.id, body.kind, body.about, body.bot)
    return update_shape(found)


@post("/tables/{table}/offers/{kind}", TAG, cost=3)
async def answer_offer(call: Call, table: TableId, kind: OfferKind, body: OfferAnswer) -> TableUpdate:
    """Accept or decline an offer; no to your own withdraws it."""
    return update_shape(await call.site.service.answer(table, call.me.user.id, kind, body.accept))


@post("/tables/{table}/resign", TAG, cost=3)
async def resign(call: Call, table: TableId) -> TableUpdate:
    """Give up: the others win."""
    return update_shape(await call.site.service.resign(table, call.me.user.id))


@post("/tables/{table}/abort", TAG, cost=3)
async def abort(call: Call, table: TableId) -> TableUpdate:
    """End without a result, before anybody has moved."""
    return update_shape(await call.site.service.abort(table, call.me.user.id))


@get("/tables/{table}/queue", TAG, cost=2, needs="play", anonymous=False)
async def show_queue(call: Call, table: TableId) -> tuple[Conditional, ...]:
    """Your moves kept ready, in order."""
    return await call.site.service.queue(table, call.me.user.id)


@put("/tables/{table}/queue", TAG, cost=3)
async def set_queue(call: Call, table: TableId, body: NewQueue) -> tuple[Conditional, ...]:
    """Keep moves ready for when your turn comes; none drops them.

    Each must be written as a move of the game; whether it is legal is seen when its turn comes."""
    service, user = call.site.service, call.me.user.id
    moves, known = _conditionals(body.moves), None if body.known is None else _conditionals(body.known)
    if known is not None and known != await service.queue(table, user):
        raise NotNow("Your moves kept ready have changed meanwhile, so nothing was done. Look at them again.")
    return await service.set_queue(table, user, moves)


def _conditionals(moves: Sequence[Ready]) -> tuple[Conditional, ...]:
    return tuple(Conditional(ready.text, ready.when) for ready in moves)


@get("/tables/{table}/chat", TALK, cost=3)
async def read_chat(call: Call, table: TableId, query: ChatSince) -> tuple[ChatLine, ...]:
    """What was said, as far as you may read it, in numbers of your own. Seats read the gallery after the game.

    It is the last of what fits: read back with ``before``, the number of the first line that you have.
    """
    asked = (query.since, query.before, query.limit)
    return await call.site.service.chat(table, call.user, query.invite, *asked)


@post("/tables/{table}/chat", TALK, cost=4, counts="chat", status=201)
async def say(call: Call, table: TableId, body: NewLine) -> ChatLine:
    """Say something: to the table if you sit there, else to the gallery; before and after the game to all."""
    return await call.site.service.say(table, call.me.user.id, body.text, body.key, body.invite)


@get("/tables/{table}/note", TALK, cost=2, anonymous=False)
async def read_note(call: Call, table: TableId) -> Note:
    """Your private note at your seat."""
    return Note(await call.site.service.note(table, call.me.user.id))


@put("/tables/{table}/note", TALK, cost=3)
async def write_note(call: Call, table: TableId, body: Note) -> Note:
    """Keep a private note; nobody else ever reads it."""
    await call.site.service.set_note(table, call.me.user.id, body.text)
    return body


ROUTES = (
    move,
    list_choices,
    ask_why,
    ask_advice,
    offer,
    answer_offer,
    resign,
    abort,
    show_queue,
    set_queue,
    read_chat,
    say,
    read_note,
    write_note,
)
