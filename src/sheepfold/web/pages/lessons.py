"""A first game that teaches: offered wherever a game is, begun by one click, taken up again where it was left."""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.bots import BELLWETHER
from sheepfold.games import game
from sheepfold.play.terms import Access, SeatPlan, Status, Terms
from sheepfold.web.pages.guiding import is_lesson
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere


@page
async def learn(visit: Visit) -> Response:
    """The visitor's first game: the one that is under way, or a new one."""
    found = game(visit.request.path_params["game"])
    lesson = visit.face(found.name).lesson
    if lesson is None:
        raise NothingThere(f"There is no guided game of {found.title}.")
    user = await visit.somebody()
    for listed in await visit.service.tables_of(user, status=Status.RUNNING):
        if listed.info.terms.game == found.name and is_lesson(listed.info, lesson):
            return visit.go(f"/table/{listed.info.id}")
    await visit.count("tables")
    seats = [SeatPlan("bot", BELLWETHER)] * lesson.seats
    seats[lesson.seat - 1] = SeatPlan("me")
    terms = Terms(found.name, dict(lesson.options), tuple(seats), access=Access.INVITED)
    info = await visit.service.open_table(user, terms, visit.key, visit.whence, seed=lesson.seed)
    return visit.go(f"/table/{info.id}")
