"""Routes of deals that everybody can play: the day's, and those of finished games against bots."""

from __future__ import annotations

import msgspec

from sheepfold.play.daily.deals import BeatCard, DealCard
from sheepfold.play.terms import TableInfo
from sheepfold.web.api.endpoint import Call
from sheepfold.web.api.route import get, post
from sheepfold.web.api.shapes import GameName, Secret, Seek, TableId

TAG = "Deals"


class Challenged(msgspec.Struct, forbid_unknown_fields=True):
    """The invitation, where the table that was played first is private."""

    invite: Secret | None = None


@get("/deals", TAG, cost=12)
async def list_deals(call: Call) -> list[DealCard]:
    """Today's deals: everybody plays the same luck once.

    Results are null until you have played. The seed of a deal is published when its day (UTC) is over, its hash the day
    before.
    """
    return await call.site.service.deals.cards(call.user)


@get("/deals/{game}", TAG, cost=6)
async def show_deal(call: Call, game: GameName) -> DealCard:
    """Today's deal of one game."""
    return await call.site.service.deals.card(game, call.user)


@post("/deals/{game}", TAG, cost=20, counts="tables")
async def play_deal(call: Call, game: GameName) -> TableInfo:
    """Your table of today's deal: a new one, or the one that you have. Nobody else can see it."""
    return await call.site.service.deals.play(call.me.user.id, game, call.client)


@get("/tables/{table}/challenge", TAG, cost=6)
async def show_challenge(call: Call, table: TableId, query: Seek) -> BeatCard:
    """A finished game of one person against bots, as a challenge: its result is null until you have played its deal."""
    return await call.site.service.deals.challenge(table, call.user, query.invite)


@post("/tables/{table}/challenge", TAG, cost=20, counts="tables")
async def take_challenge(call: Call, table: TableId, body: Challenged) -> TableInfo:
    """Your table with that game's deal: a new one, or the one that you have."""
    return await call.site.service.deals.beat(call.me.user.id, table, body.invite, call.client)


ROUTES = (list_deals, show_deal, play_deal, show_challenge, take_challenge)
