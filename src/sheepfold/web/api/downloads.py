"""Routes of what can be taken home: pictures, texts, records, ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.results.verdict import board_text
from sheepfold.play.errors import NotNow
from sheepfold.play.terms import Rating, TableInfo
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get
from sheepfold.web.api.shapes import Ladder, Seek, TableId
from sheepfold.web.site import address_of
from sheepfold.web.updates.wire import Plain, Svg

TAG = "Pictures and records"


@get("/tables/{table}/picture.svg", TAG, cost=7)
async def draw(call: Call, table: TableId, query: Seek) -> Svg:
    """The table as a drawing, as your seat sees it; everything is turned up where people ended the game themselves."""
    seen = await _seen(call, table, query)
    return await _drawn(call, seen, seen.game.picture)


@get("/tables/{table}/board.svg", TAG, cost=7)
async def draw_board(call: Call, table: TableId, query: Seek) -> Svg:
    """The board alone as a drawing, in the same way: without what stands around it."""
    seen = await _seen(call, table, query)
    return await _drawn(call, seen, seen.game.board)


@get("/tables/{table}/board.txt", TAG, cost=3)
async def describe(call: Call, table: TableId, query: Seek) -> Plain:
    """The table as plain text, in the same way."""
    seen = await _seen(call, table, query)
    return Plain(board_text(seen.game, seen.view, seen.opened, seen.info.names))


@get("/tables/{table}/record.json", TAG, cost=3)
async def show_record(call: Call, table: TableId, query: Seek) -> dict[str, Any]:
    """The record of a finished game, with its seed: everybody can check it with ``sheepfold verify``."""
    found = await call.site.service.record(table, call.user, query.invite)
    value: dict[str, Any] = msgspec.json.decode(records.to_json(found))
    return value


@get("/tables/{table}/record.txt", TAG, cost=3)
async def print_record(call: Call, table: TableId, query: Seek) -> Plain:
    """The record of a finished game in its readable form."""
    return Plain(records.to_text(await call.site.service.record(table, call.user, query.invite)))


@get("/ratings", TAG, cost=4)
async def list_ratings(call: Call, query: Ladder) -> list[Rating]:
    """The ladder, best first."""
    return await call.site.service.ratings(query.game, None, query.role, query.limit, query.cursor)


class _Seen(NamedTuple):
    """What a viewer may look at."""

    game: AnyGame
    info: TableInfo
    view: Any
    opened: Any
    """Everything turned up, where people ended the game."""


async def _seen(call: Call, table: TableId, query: Seek) -> _Seen:
    service = call.site.service
    info = await service.info(table, call.user, query.invite)
    view = (await service.look(table, call.user, query.invite)).position.view
    if view is None:
        raise NotNow("There is nothing to see yet: the game has not begun.")
    opened = await service.boards.opened(table, call.user, query.invite)
    return _Seen(service.game(info.terms.game), info, view, opened)


async def _drawn(call: Call, seen: _Seen, draw: Callable[[Any, Mapping[Seat, str]], Scene]) -> Svg:
    view = seen.view if seen.opened is None else seen.opened
    return Svg(await call.site.leafing.run(address_of(call.request), lambda: svg(draw(view, seen.info.names))))


ROUTES = (draw, draw_board, describe, show_record, print_record, list_ratings)
