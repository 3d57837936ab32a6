"""Playing on from a position of a finished game: of a table, by the form beside its replay; or of a record that is
brought along, at a page of its own that shows the position first."""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.bots import known_bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, first_state, replay
from sheepfold.core.records.record import Record
from sheepfold.play.tables.looking_back import Wanted, read
from sheepfold.web.pages.rendering import drawn
from sheepfold.web.pages.tables.replay import REPLAYING, levels_here
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.problems import problem_of


def wanted(visit: Visit) -> Wanted:
    """What the form says."""
    form = visit.form
    return Wanted(whole(form.get("move", "")), whole(form.get("seat", "")), "anew" in form, form.get("bot", "")[:40])


@page
async def play_on(visit: Visit) -> Response:
    """From the table of a replay, then to the new one."""
    await visit.pay(REPLAYING)
    user = await visit.somebody()
    await visit.count("tables")
    source, invite = visit.request.path_params["table"], visit.form.get("invite") or None
    info = await visit.service.practice.from_table(user, source, wanted(visit), invite, visit.key, visit.client)
    return visit.go(f"/table/{info.id}")


@page
async def bring(visit: Visit) -> Response:
    """The empty form for a record."""
    return _shown(visit, "")


@page
async def from_record(visit: Visit) -> Response:
    """The position that the form names; or on from it, if that was asked for. What is wrong stays in the form."""
    text = visit.form.get("record", "").replace("\r\n", "\n")
    await visit.pay(REPLAYING)
    try:
        record = read(text)
        game = visit.service.game(record.game)
        if "go" not in visit.form:
            return await visit.leaf(lambda: _position(visit, text, record, game))
        user = await visit.somebody()
        await visit.count("tables")
        info = await visit.service.practice.from_record(user, text, wanted(visit), visit.key, visit.client)
    except SheepfoldError as error:
        return _shown(visit, text, wrong=error)
    return visit.go(f"/table/{info.id}")


def _position(visit: Visit, text: str, record: Record, game: AnyGame) -> Response:
    """The record's position as the chosen seat saw it. Raises RecordError."""
    steps = list(replay(game, record))
    asked = wanted(visit)
    move = min(asked.move if visit.form.get("move") else len(steps) // 2, len(steps))
    seat = asked.seat if 1 <= asked.seat <= len(record.seats) else 1
    view = game.view(steps[move - 1].state if move else first_state(game, record), seat)
    called = [known_bot(game.name, name.removeprefix("bot ")).title for name in record.seats]
    names = {n: name if called.count(name) == 1 else f"{name} {n}" for n, name in enumerate(called, 1)}
    return _shown(
        visit,
        text,
        game=game,
        names=names,
        move=move,
        moves=len(steps),
        seat=seat,
        anew=asked.anew,
        bots=levels_here(visit, game.name),
        board=drawn(game, game.board(view, names)),
        written=game.text(view, names),
    )


def _shown(visit: Visit, text: str, wrong: SheepfoldError | None = None, **position: object) -> Response:
    status = 200 if wrong is None else problem_of(wrong).status
    return visit.render("practice.html", status, record=text, wrong=wrong, **{"game": None, **position})
