"""The table page: waiting for company, playing, watching; and the pieces of it that follow the game."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Any

import segno
from markupsafe import Markup
from starlette.responses import Response

from sheepfold.play.errors import Forbidden
from sheepfold.play.terms import Status
from sheepfold.web.pages.forms import Unfolded
from sheepfold.web.pages.new import unusual
from sheepfold.web.pages.page_model import PageModel
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.site import address_of
from sheepfold.web.wire import encode


@page
async def table(visit: Visit) -> Response:
    invite = visit.request.query_params.get("invite") or None
    sight = await visit.service.sight(visit.request.path_params["table"], visit.user_id, invite, since=0)
    model = PageModel(visit.service, visit.site.faces, sight, late=visit.service.now - sight.position.at)
    if model.info.status is Status.WAITING:
        options = model.game.options.make(model.info.terms.options)
        return visit.render(
            "waiting.html",
            model=model,
            invite=invite or "",
            invitation=await invitation(visit, model),
            agreed=unusual(model.face, options),
            typed=" ".join(options.words()),
        )
    if model.view is None:
        return visit.render(
            "error.html", 409, title="Called off", detail="This table was closed before its game began."
        )
    note = ""
    if model.seat is not None and visit.user_id is not None:
        note = await visit.service.note(model.info.id, visit.user_id)
    unfolded = Unfolded(aids="aids" in visit.request.query_params)
    form = await visit.site.forms.of(sight, address_of(visit.request), unfolded)
    model.picture = form.picture
    context: dict[str, Any] = {
        "model": model,
        "invite": invite or "",
        "note": note,
        "data": in_page(encode(form.data).decode()),
        "form": form,
        "csrf": visit.caller.csrf if visit.caller else "",
        "open_ready": "ready" in visit.request.query_params,
        "open_guide": True,
    }
    return await visit.draw(
        lambda: visit.site.faces.shown(model.game.name, lambda: visit.render("table.html", **context))
    )


def in_page(data: str) -> Markup:
    """JSON inside a page: data, never markup."""
    return Markup(data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


async def invitation(visit: Visit, model: PageModel) -> tuple[str, Markup] | None:
    """The link for a friend and its QR code, for those who sit there and who opened the table."""
    if visit.user_id is None or (model.seat is None and visit.user_id != model.info.host):
        return None
    secret = await visit.service.invitation(model.info.id, visit.user_id)
    link = f"{visit.origin}/table/{model.info.id}?invite={secret}"
    drawn = BytesIO()
    try:
        code = segno.make(link, error="m")
    except segno.DataOverflowError:  # of a host that has called itself by pages of text
        return link, Markup("")
    code.save(drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, title=f"QR code of {escape(link)}")
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
