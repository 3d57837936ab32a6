"""A first game that teaches: offered wherever a game is, begun by one click, taken up again where it was left, and
begun anew once the pupil has left its path."""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.bots import BELLWETHER
from sheepfold.games import game
from sheepfold.play.terms import Access, SeatPlan, Status, Terms
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere
from sheepfold.web.updates.guiding import guide, is_lesson


@page
async def learn(visit: Visit) -> Response:
    """The visitor's first game: the one that is under way, or a new one where its lesson cannot go on or is done. The
    form's ``leave`` is the table that is given up for it."""
    found = game(visit.request.path_params["game"])
    lesson = visit.face(found.name).lesson
    if lesson is None:
        raise NothingThere(f"There is no guided game of {found.title}.")
    user, spoilt = await visit.somebody(), []
    for listed in await visit.service.tables_of(user, status=Status.RUNNING):
        table = listed.info.id
        if listed.info.terms.game != found.name or not is_lesson(listed.info, lesson):
            continue
        now = guide(found, lesson, await visit.service.sight(table, user))
        if now is not None and now.step is not None:
            return visit.go(f"/table/{table}")
        spoilt.append(table)
    await visit.count("tables")
    seats = [SeatPlan("bot", BELLWETHER)] * lesson.seats
    seats[lesson.seat - 1] = SeatPlan("me")
    terms = Terms(found.name, dict(lesson.options), tuple(seats), access=Access.INVITED)
    info = await visit.service.open_table(user, terms, visit.key, visit.client, seed=lesson.seed)
    if (leave := visit.form.get("leave")) in spoilt:
        await visit.service.resign(leave, user)
    return visit.go(f"/table/{info.id}")
