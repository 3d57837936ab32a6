"""The table page: waiting for company, playing, watching; and the pieces of it that follow the game."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Any

import msgspec
import segno
from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.contract import Seat
from sheepfold.core.errors import MoveError
from sheepfold.play.errors import Forbidden, NotFound, NotNow
from sheepfold.play.terms import Choices, Status, TableInfo, UserId
from sheepfold.web.pages.scene import Own, Scene
from sheepfold.web.pages.visit import Visit, page, whole


def _address(visit: Visit) -> tuple[str, str | None]:
    """The table and the invitation that the address names."""
    return visit.request.path_params["table"], visit.request.query_params.get("invite") or None


def seat_of(info: TableInfo, visit: Visit) -> Seat | None:
    """Where the visitor sits."""
    if visit.user_id is None:
        return None
    return next((seat.seat for seat in info.seats if seat.user == visit.user_id), None)


async def scene_of(visit: Visit, *, hidden: bool = False, since: int = 0) -> Scene:
    """The table as the visitor may see it, with what happened after ``since``. Raises NotFound."""
    table, invite = _address(visit)
    info = await visit.service.info(table, visit.user_id, invite)
    seat = seat_of(info, visit)
    viewer, key = visit.user_id, invite
    if hidden and seat is not None and visit.user_id is not None:
        viewer, key = None, await visit.service.invitation(table, visit.user_id)
    update = await visit.service.look(table, viewer, key, since=since, chat_since=None if since else 0)
    info = update.info or info
    own = None if seat is None or visit.user_id is None else await own_of(visit, visit.user_id, info, seat, hidden)
    return Scene(visit, update, info, own, hidden)


async def own_of(visit: Visit, user: UserId, info: TableInfo, seat: Seat, hidden: bool) -> Own:
    """What belongs to the visitor's seat."""
    if info.status is not Status.RUNNING:
        return Own(seat)
    begun = await visit.service.begun(info.id, user)
    if hidden or info.seats[seat - 1].left:
        return Own(seat, begun=begun)
    return Own(seat, await choices_of(visit, user, info), await visit.service.queue(info.id, user), begun)


async def choices_of(visit: Visit, user: UserId, info: TableInfo) -> Choices | None:
    """How the visitor's move may begin; None when there is none to make, or not any more."""
    try:
        found = await visit.service.choices(info.id, user)
    except (NotNow, MoveError):
        return None
    return found if found.parts else None


@page
async def table(visit: Visit) -> Response:
    scene = await scene_of(visit)
    _, invite = _address(visit)
    if scene.info.status is Status.WAITING:
        return visit.render("waiting.html", scene=scene, invite=invite or "", invitation=await invitation(visit, scene))
    if scene.view is None:
        return visit.render(
            "error.html", 409, title="Called off", detail="This table was closed before its game began."
        )
    note = ""
    if scene.seat is not None and visit.user_id is not None:
        note = await visit.service.note(scene.info.id, visit.user_id)

    def made() -> Response:
        return visit.render("table.html", scene=scene, invite=invite or "", note=note, data=in_page(scene.data()))

    return await visit.draw(lambda: visit.house.faces.shown(scene.game.name, made))


@page
async def stand(visit: Visit) -> Response:
    """The pieces of the page that changed, and the data that the modules work with."""
    query = visit.request.query_params
    scene = await scene_of(visit, hidden="hidden" in query, since=whole(query.get("since", "")))
    if scene.view is None:
        raise NotFound("This table has not begun.")

    def made() -> bytes:
        return msgspec.json.encode({"data": scene.data(), "regions": scene.regions()})

    body = await visit.draw(lambda: visit.house.faces.shown(scene.game.name, made))
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


def in_page(data: dict[str, Any]) -> Markup:
    """JSON inside a page: data, never markup."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


async def invitation(visit: Visit, scene: Scene) -> tuple[str, Markup] | None:
    """The link for a friend and its QR code, for those who sit there and who opened the table."""
    if visit.user_id is None or (scene.seat is None and visit.user_id != scene.info.host):
        return None
    secret = await visit.service.invitation(scene.info.id, visit.user_id)
    link = f"{visit.origin}/table/{scene.info.id}?invite={secret}"
    drawn = BytesIO()
    segno.make(link, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, title=f"QR code of {escape(link)}"
    )
    return link, Markup(drawn.getvalue().decode())


@page
async def sit(visit: Visit) -> Response:
    """Take a seat, then go to the table."""
    table_id = visit.request.path_params["table"]
    user = await visit.somebody()
    await visit.count("seats")
    invite = visit.form.get("invite") or None
    await visit.service.sit(table_id, user, whole(visit.form.get("seat", "")) or None, invite)
    return visit.go(f"/table/{table_id}")


@page
async def move(visit: Visit) -> Response:
    """A move typed into the page's form: works without any script."""
    table_id = visit.request.path_params["table"]
    if visit.user_id is None:
        raise Forbidden("Take a seat first.")
    expected = whole(visit.form.get("number", "")) or None
    await visit.service.move(table_id, visit.user_id, visit.form.get("move", "")[:2000], expected, visit.key)
    return visit.go(f"/table/{table_id}")
