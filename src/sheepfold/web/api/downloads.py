"""Routes of what can be taken home: pictures, texts, records, ratings."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold.core import record as records
from sheepfold.core.look.svg import svg
from sheepfold.play.errors import NotNow
from sheepfold.play.terms import Rating, TableInfo
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get
from sheepfold.web.api.shapes import Ladder, Seek, TableId
from sheepfold.web.site import address_of
from sheepfold.web.wire import Plain, Svg

TAG = "Pictures and records"


@get("/tables/{table}/picture.svg", TAG, cost=7)
async def draw(call: Call, table: TableId, query: Seek) -> Svg:
    """The table as a drawing, as your seat sees it."""
    info, view = await _seen(call, table, query)
    game = call.site.service.game(info.terms.game)
    return Svg(await call.site.leafing.run(address_of(call.request), lambda: svg(game.picture(view, info.names))))


@get("/tables/{table}/board.svg", TAG, cost=7)
async def draw_board(call: Call, table: TableId, query: Seek) -> Svg:
    """The board alone as a drawing, as your seat sees it: without what stands around it."""
    info, view = await _seen(call, table, query)
    game = call.site.service.game(info.terms.game)
    return Svg(await call.site.leafing.run(address_of(call.request), lambda: svg(game.board(view, info.names))))


@get("/tables/{table}/board.txt", TAG, cost=3)
async def describe(call: Call, table: TableId, query: Seek) -> Plain:
    """The table as plain text, as your seat sees it."""
    info, view = await _seen(call, table, query)
    return Plain(call.site.service.game(info.terms.game).text(view, info.names))


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


async def _seen(call: Call, table: TableId, query: Seek) -> tuple[TableInfo, Any]:
    service = call.site.service
    info = await service.info(table, call.user, query.invite)
    view = (await service.look(table, call.user, query.invite)).position.view
    if view is None:
        raise NotNow("There is nothing to see yet: the game has not begun.")
    return info, view


ROUTES = (draw, draw_board, describe, show_record, print_record, list_ratings)
