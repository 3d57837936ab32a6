"""Routes for playing on from a position of a finished game, for practice."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sheepfold.play.tables.looking_back import LONGEST_RECORD, Wanted
from sheepfold.play.terms import Listed, TableInfo
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post
from sheepfold.web.api.shapes import Key, Secret, TableId
from sheepfold.web.updates.wire import OneLine, SeatNumber

TAG = "Practice"
REPLAYING = 40
"""Milliseconds that it costs to replay a game."""


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


@post("/tables/{table}/practice", TAG, cost=15 + REPLAYING, counts="tables", status=201)
async def play_on(call: Call, table: TableId, body: NewPractice) -> TableInfo:
    """Play on from a position of a finished game, against bots, at a private table that counts nowhere."""
    asked = (table, body.wanted, body.invite, body.key, call.client)
    return await call.site.service.practice.from_table(call.me.user.id, *asked)


@get("/tables/{table}/practice", TAG, cost=4, anonymous=False)
async def list_practice(call: Call, table: TableId) -> list[Listed]:
    """Your last practice tables that go on from that game."""
    return await call.site.service.practice.of(call.me.user.id, table)


@post("/practice", TAG, cost=15 + REPLAYING, counts="tables", status=201)
async def play_on_from_record(call: Call, body: BroughtRecord) -> TableInfo:
    """Play on from a position of a record that you bring along."""
    asked = (body.record, body.wanted, body.key, call.client)
    return await call.site.service.practice.from_record(call.me.user.id, *asked)


ROUTES = (play_on, list_practice, play_on_from_record)
