"""Routes for looking back: pictures, texts, records and ratings to take home, reviews, playing on for practice, replays
for several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.verdict import board_text
from sheepfold.play.errors import NotNow
from sheepfold.play.tables.looking_back import LONGEST_RECORD, ReviewProgress, Wanted
from sheepfold.play.terms import Listed, Rating, TableInfo
from sheepfold.review import Attempt, Review
from sheepfold.web.admission import REPLAYING
from sheepfold.web.api.endpoint import Call, get, post, put
from sheepfold.web.api.shapes import Count, Key, Ladder, OneLine, Plain, SeatNumber, Secret, Seek, Svg, TableId

PICTURES = "Pictures and records"


@get("/tables/{table}/picture.svg", PICTURES, cost=7)
async def draw(call: Call, table: TableId, query: Seek) -> Svg:
    """The table as a drawing, as your seat sees it; everything is turned up where people ended the game themselves."""
    seen = await _seen(call, table, query)
    return await _drawn(call, seen, seen.game.picture)


@get("/tables/{table}/board.svg", PICTURES, cost=7)
async def draw_board(call: Call, table: TableId, query: Seek) -> Svg:
    """The board alone as a drawing, in the same way: without what stands around it."""
    seen = await _seen(call, table, query)
    return await _drawn(call, seen, seen.game.board)


@get("/tables/{table}/board.txt", PICTURES, cost=3)
async def describe(call: Call, table: TableId, query: Seek) -> Plain:
    """The table as plain text, in the same way."""
    seen = await _seen(call, table, query)
    return Plain(board_text(seen.game, seen.view, seen.opened, seen.info.names))


@get("/tables/{table}/record.json", PICTURES, cost=3)
async def show_record(call: Call, table: TableId, query: Seek) -> dict[str, Any]:
    """The record of a finished game, with its seed: everybody can check it with ``sheepfold verify``."""
    found = await call.service.watching.record(table, call.user_id, query.invite)
    value: dict[str, Any] = msgspec.json.decode(records.to_json(found))
    return value


@get("/tables/{table}/record.txt", PICTURES, cost=3)
async def print_record(call: Call, table: TableId, query: Seek) -> Plain:
    """The record of a finished game in its readable form."""
    return Plain(records.to_text(await call.service.watching.record(table, call.user_id, query.invite)))


@get("/ratings", PICTURES, cost=4)
async def list_ratings(call: Call, query: Ladder) -> list[Rating]:
    """The ladder, best first."""
    return await call.service.ratings.ladder(query.game, None, query.role, query.limit, query.cursor)


class _Seen(NamedTuple):
    """What a viewer may look at."""

    game: AnyGame
    info: TableInfo
    view: Any
    opened: Any
    """Everything turned up, where people ended the game."""


async def _seen(call: Call, table: TableId, query: Seek) -> _Seen:
    service = call.service
    info = await service.tables.info(table, call.user_id, query.invite)
    view = (await service.watching.look(table, call.user_id, query.invite)).position.view
    if view is None:
        raise NotNow("There is nothing to see yet: the game has not begun.")
    opened = await service.boards.opened(table, call.user_id, query.invite)
    return _Seen(service.shelf.game(info.terms.game), info, view, opened)


async def _drawn(call: Call, seen: _Seen, draw: Callable[[Any, Mapping[Seat, str]], Scene]) -> Svg:
    view = seen.view if seen.opened is None else seen.opened
    return Svg(await call.leaf(lambda: svg(draw(view, seen.info.names))))


# -- finished games --------------------------------------------------------------------------------


REVIEWS = "Reviews"
PRACTICE = "Practice"
TOGETHER = "Shared replays"


class ReviewQuery(Seek):
    """Which part of a review."""

    seat: (
        Annotated[int, msgspec.Meta(ge=1, le=99, description="only what this seat could see; else all seats")] | None
    ) = None
    open: Annotated[bool, msgspec.Meta(description="show everything: also what was true")] = False


class NewAttempt(msgspec.Struct, forbid_unknown_fields=True):
    """Another move in the place of one that was made."""

    at: Annotated[int, msgspec.Meta(ge=1, le=1_000_000, description="the number of the move in the record")]
    move: Annotated[str, msgspec.Meta(max_length=1000, description="as it is written")]
    invite: Secret | None = None


@get("/tables/{table}/review", REVIEWS, cost=10)
async def show_review(call: Call, table: TableId, query: ReviewQuery) -> Review:
    """A finished game, judged decision by decision by the game's strongest bot.

    It is made when it is first asked for, which takes some seconds, and kept. Amounts are whole thousandths of the
    currency. ``start + skill + luck + others`` is ``result`` for every seat. Unless ``open`` is asked for, nothing in
    it says what a seat could not know.
    """
    service = call.service
    if not (await service.reviews.progress(table, call.user_id, query.invite)).kept:
        await call.count("reviews")
    return await service.reviews.of(table, call.user_id, query.invite, query.seat, opened=query.open)


@get("/tables/{table}/review/progress", REVIEWS, cost=3)
async def show_progress(call: Call, table: TableId, query: Seek) -> ReviewProgress:
    """How far the review of a finished game is."""
    return await call.service.reviews.progress(table, call.user_id, query.invite)


@post("/tables/{table}/review/attempts", REVIEWS, cost=20, counts="reviews")
async def try_move(call: Call, table: TableId, body: NewAttempt) -> Attempt:
    """Another move in the place of one that was made, judged in the same way: for learning from one's slips."""
    return await call.service.reviews.attempt(table, call.user_id, body.invite, body.at, body.move)


class NewPractice(msgspec.Struct, forbid_unknown_fields=True):
    """From where you play on: after which move of the record, chance's counted too, and as which seat. ``anew`` deals
    the world anew among those that fit what the seat knew there; else it stays as it was. ``bot`` plays the other
    seats."""

    move: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    anew: bool = False
    bot: OneLine = ""
    invite: Secret | None = None
    key: Key | None = None

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.move, self.seat, self.anew, self.bot)


class BroughtRecord(NewPractice, forbid_unknown_fields=True, kw_only=True):
    """The same with a record of your own, as text or JSON."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


@post("/tables/{table}/practice", PRACTICE, cost=15 + REPLAYING, counts="tables", status=201)
async def play_on(call: Call, table: TableId, body: NewPractice) -> TableInfo:
    """Play on from a position of a finished game, against bots, at a private table that counts nowhere."""
    asked = (table, body.wanted, body.invite, body.key, call.client)
    return await call.service.practice.from_table(call.me.id, *asked)


@get("/tables/{table}/practice", PRACTICE, cost=4, anonymous=False)
async def list_practice(call: Call, table: TableId) -> list[Listed]:
    """Your last practice tables that go on from that game."""
    return await call.service.practice.of(call.me.id, table)


@post("/practice", PRACTICE, cost=15 + REPLAYING, counts="tables", status=201)
async def play_on_from_record(call: Call, body: BroughtRecord) -> TableInfo:
    """Play on from a position of a record that you bring along."""
    asked = (body.record, body.wanted, body.key, call.client)
    return await call.service.practice.from_record(call.me.id, *asked)


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


@post("/tables/{table}/together", TOGETHER, cost=6, counts="seats", status=201)
async def look_together(call: Call, table: TableId, body: NewTogether) -> TogetherOpened:
    """Open a shared replay of a finished game. Whoever knows its name and may see the table joins."""
    return TogetherOpened(await call.service.shared_replays.open(table, call.me.id, body.ply, body.invite))


@get("/tables/{table}/together", TOGETHER, cost=3)
async def show_together(call: Call, table: TableId, query: Together) -> TogetherPosition:
    """Where those of a shared replay are. To follow them, open the table's socket with ``together``."""
    found = await call.service.shared_replays.position(table, query.together, call.user_id, query.invite)
    return TogetherPosition(*found)


@put("/tables/{table}/together", TOGETHER, cost=6)
async def turn_together(call: Call, table: TableId, body: TogetherTurn) -> None:
    """Go to a position, and take all others along; anybody who follows may."""
    await call.service.shared_replays.turn(table, body.together, call.me.id, body.ply, body.invite)
