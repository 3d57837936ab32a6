"""Routes for looking back at a finished game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sheepfold.play.bots.reviews import ReviewProgress
from sheepfold.review import Attempt, Review
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post
from sheepfold.web.api.shapes import Secret, Seek, TableId

TAG = "Reviews"


class ReviewQuery(Seek):
    """Which part of a review."""

    seat: (
        Annotated[int, msgspec.Meta(ge=1, le=99, description="only what this seat could see; else all seats")] | None
    ) = None
    open: Annotated[bool, msgspec.Meta(description="everything open: say also what was true")] = False


class NewAttempt(msgspec.Struct, forbid_unknown_fields=True):
    """Another move in the place of one that was made."""

    at: Annotated[int, msgspec.Meta(ge=1, le=1_000_000, description="the number of the move in the record")]
    move: Annotated[str, msgspec.Meta(max_length=1000, description="as it is written")]
    invite: Secret | None = None


@get("/tables/{table}/review", TAG, cost=10)
async def show_review(call: Call, table: TableId, query: ReviewQuery) -> Review:
    """A finished game, judged decision by decision by the game's strongest bot.

    It is made when it is first asked for, which takes some seconds, and kept. Amounts are whole thousandths of the
    currency. ``start + skill + luck + others`` is ``result`` for every seat. Unless ``open`` is asked for, nothing in
    it says what a seat could not know.
    """
    service = call.site.service
    if not (await service.reviews.progress(table, call.user, query.invite)).kept:
        await call.count("reviews")
    return await service.reviews.of(table, call.user, query.invite, query.seat, opened=query.open)


@get("/tables/{table}/review/progress", TAG, cost=3)
async def show_progress(call: Call, table: TableId, query: Seek) -> ReviewProgress:
    """How far the review of a finished game is."""
    return await call.site.service.reviews.progress(table, call.user, query.invite)


@post("/tables/{table}/review/attempts", TAG, cost=20, counts="reviews")
async def try_move(call: Call, table: TableId, body: NewAttempt) -> Attempt:
    """Another move in the place of one that was made, judged in the same way: for learning from one's slips."""
    return await call.site.service.reviews.attempt(table, call.user, body.invite, body.at, body.move)


ROUTES = (show_review, show_progress, try_move)
