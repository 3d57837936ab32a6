"""The deals of the day, and the page that a challenge's link opens."""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.games import game
from sheepfold.play.terms import TableId
from sheepfold.web.pages.visit import Visit, page


@page
async def deals(visit: Visit) -> Response:
    """Today's deals, and how all did once the visitor has played."""
    cards = await visit.service.deals.cards(visit.user_id)
    return visit.render("deals.html", deals=[(game(card.game), card) for card in cards])


@page
async def play(visit: Visit) -> Response:
    """On to the visitor's table of today's deal."""
    user = await visit.somebody()
    await visit.count("tables")
    info = await visit.service.deals.play(user, visit.request.path_params["game"], visit.client)
    return visit.go(f"/table/{info.id}")


@page
async def challenge(visit: Visit) -> Response:
    """A finished game whose deal the visitor may play, and the comparison once they have."""
    table, invite = _asked(visit)
    card = await visit.service.deals.challenge(table, visit.user_id, invite)
    return visit.render("beat.html", card=card, game=game(card.game), table=table, invite=invite or "")


@page
async def beat(visit: Visit) -> Response:
    """On to the visitor's table with that game's deal."""
    table, _ = _asked(visit)
    user = await visit.somebody()
    await visit.count("tables")
    info = await visit.service.deals.beat(user, table, visit.form.get("invite") or None, visit.client)
    return visit.go(f"/table/{info.id}")


def _asked(visit: Visit) -> tuple[TableId, str | None]:
    return visit.request.path_params["table"], visit.request.query_params.get("invite") or None
