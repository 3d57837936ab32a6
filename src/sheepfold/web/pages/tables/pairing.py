"""Company, now: whoever looks for it is led to somebody who waits, or waits for the next who does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from sheepfold.core.records.progress import AnyGame
from sheepfold.games import game
from sheepfold.play.errors import Forbidden, NotFound, NotNow
from sheepfold.play.terms import Access, Clock, Listed, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.web.pages.visit import Visit, page

CLOCK: Final = Clock("live", 900, 10)
"""What is played by at a table of two who just met."""
FRESH: Final = 900.0
"""Seconds for which somebody who opened such a table is likely to be there still."""
LOOKED_AT: Final = 50


@page
async def pair(visit: Visit) -> Response:
    """Sit down where somebody waits just now, or wait there for whoever comes."""
    found = game(visit.request.path_params["game"])
    user = await visit.somebody()
    await visit.count("seats")
    lobby = await visit.service.lobby(found.name, limit=LOOKED_AT, access=Access.OPEN)
    for table in waiting(lobby, found, visit.service.now):
        if await _seated(visit, table, user):
            return visit.go(f"/table/{table}")
    await visit.count("tables")
    seats = (SeatPlan("me"), *[SeatPlan()] * (found.seats[0] - 1))
    terms = Terms(found.name, found.options.make({}).to_json(), seats, CLOCK)
    info = await visit.service.open_table(user, terms, visit.key, visit.client)
    return visit.go(f"/table/{info.id}")


def waiting(lobby: Sequence[Listed], found: AnyGame, now: float) -> list[TableId]:
    """Tables at which somebody waits for anybody, on the terms that nobody has to agree on, longest first."""
    usual = found.options.make({}).to_json()
    infos = [listed.info for listed in lobby if listed.info.status is Status.WAITING]
    fitting = [
        info
        for info in infos
        if info.terms.clock == CLOCK
        and not info.rated
        and dict(info.terms.options) == usual
        and now - info.opened_at < FRESH
        and any(seat.kind == "empty" and not seat.name for seat in info.seats)
    ]
    return [info.id for info in sorted(fitting, key=lambda info: info.opened_at)]


async def _seated(visit: Visit, table: TableId, user: UserId) -> bool:
    """Whether there was still a seat."""
    try:
        await visit.service.sit(table, user)
    except (Forbidden, NotFound, NotNow):
        return False
    return True
