"""The table page: waiting for company, playing, watching. What it shows beside the first picture its scripts draw from
data: one update of the table's socket that the page begins with, and what stays for the whole game."""

from __future__ import annotations

from html import escape
from io import BytesIO

import segno
from markupsafe import Markup
from starlette.responses import Response

from sheepfold.bots import known_bot
from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.sprites import symbol_data
from sheepfold.core.records.progress import AnyGame
from sheepfold.play.errors import Forbidden
from sheepfold.play.terms import Challenge, Sight, Status
from sheepfold.web.api.shapes import as_json, encode
from sheepfold.web.pages import static
from sheepfold.web.pages.rendering import drawn, sure, symbols
from sheepfold.web.pages.tables.new import unusual
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.updates.guiding import guide
from sheepfold.web.updates.scenes import PLAIN

SHOWN = frozenset({"scene"})
"""What a page begins with beside what was told."""


@page("GET", "/table/{table}", cost=14)
async def table(visit: Visit) -> Response:
    invite = visit.invite
    sight = await visit.service.watching.page(visit.table, visit.user_id, invite, since=0)
    game = visit.service.shelf.game(sight.info.terms.game)
    face = visit.face(game.name)
    if sight.info.status is Status.WAITING:
        options = game.options.make(sight.info.terms.options)
        return visit.render(
            "waiting.html",
            game=game,
            info=sight.info,
            seat=_seat(sight),
            host=sight.info.host == visit.user_id,
            challenge=await challenge(visit, sight),
            invite=invite or "",
            number=sight.position.number,
            invitation=await invitation(visit, sight),
            agreed=unusual(face, options),
            typed=" ".join(options.words()),
        )
    if sight.position.view is None:
        return visit.render(
            "error.html", 409, title="Called off", detail=" ".join(sight.last) or "The game never began."
        )
    note = ""
    if sight.own is not None and visit.user_id is not None:
        note = await visit.service.chat.note(sight.info.id, visit.user_id)
    return await visit.draw(
        lambda: visit.site.faces.shown(game.name, lambda face: _drawn(visit, sight, game, face, note))
    )


def _seat(sight: Sight) -> int | None:
    return None if sight.own is None else sight.own.seat


def _drawn(visit: Visit, sight: Sight, game: AnyGame, face: Face, note: str) -> Response:
    scenes, info, names = visit.site.scenes, sight.info, sight.info.names
    update = scenes.update(sight, SHOWN)
    assert update.scene is not None
    if update.scene.plain:
        face = PLAIN
    board = None if face.own_stage else game.board(sight.opened or sight.position.view, names)
    lesson = face.lesson if guide(game, face.lesson, sight) is not None else None
    data = {
        "update": update,
        "table": info.id,
        "module": static.shelf().optional(f"games/{game.name}/table.js"),
        "symbols": symbol_data(game.symbols().values()),
        "symbol_file": symbols(game).address,
        "grid": None if board is None else board.grid,
        "heads": dict(face.heads),
        "marks": face.marks,
        "mark_words": dict(face.mark_words),
        "once": as_json(face.once(sight.position.view)),
        "bots": [(bot, known_bot(game.name, bot).title) for bot in visit.service.tables.bots(game.name)],
        "steps": [step.title for step in lesson.steps] if lesson is not None else None,
        "sure": sure(game, info.terms, _seat(sight) or 1),
        "game": game.name,
        "invite": visit.invite or "",
    }
    return visit.render(
        "table.html",
        game=game,
        face=face,
        info=info,
        seat=_seat(sight),
        over=info.status is Status.OVER,
        scene=update.scene,
        turn=sight.own is not None and sight.own.choices is not None and sight.own.seat in sight.position.to_move,
        guided=lesson is not None,
        board=None if board is None else drawn(game, board),
        text=scenes.text(sight),
        note=note,
        data=in_page(encode(data).decode()),
    )


async def challenge(visit: Visit, sight: Sight) -> Challenge | None:
    """The table as one where a seat is kept for the visitor; None: there is none."""
    if visit.user_id is None or sight.own is not None:
        return None
    found = await visit.service.challenges.waiting(visit.user_id)
    return next((each for each in found if each.table == sight.info.id), None)


def in_page(data: str) -> Markup:
    """JSON inside a page: data, never markup."""
    return Markup(data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


async def invitation(visit: Visit, sight: Sight) -> tuple[str, Markup] | None:
    """The link for a friend and its QR code, for those who sit there and who opened the table."""
    if visit.user_id is None or (sight.own is None and visit.user_id != sight.info.host):
        return None
    secret = await visit.service.tables.invitation(sight.info.id, visit.user_id)
    link = f"{visit.origin}/table/{sight.info.id}?invite={secret}"
    made = BytesIO()
    try:
        code = segno.make(link, error="m")
    except segno.DataOverflowError:  # of a host that has called itself by pages of text
        return link, Markup("")
    code.save(made, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, title=f"QR code of {escape(link)}")
    return link, Markup(made.getvalue().decode())


@page("GET", "/symbols/{game}.svg", cost=1)
async def symbol_sheet(visit: Visit) -> Response:
    """The symbols of a game, which a browser fetches once."""
    plain, packed, address = symbols(visit.service.shelf.game(visit.request.path_params["game"]))
    kept = static.FOR_GOOD if address.endswith(f"?{visit.request.url.query}") else "no-cache"
    return static.sent(visit.request, plain, packed, "image/svg+xml", kept)


@page("POST", "/table/{table}/sit", cost=8)
async def sit(visit: Visit) -> Response:
    """Take a seat, then go to the table."""
    table_id = visit.table
    user = await visit.somebody("seats")
    invite = visit.form.get("invite") or None
    await visit.service.tables.sit(table_id, user, whole(visit.form.get("seat", "")) or None, invite)
    return visit.go(f"/table/{table_id}")


@page("POST", "/table/{table}/fill", cost=8)
async def fill(visit: Visit) -> Response:
    """Bots on the empty seats, then to the game."""
    if visit.user_id is None:
        raise Forbidden("Take a seat first.")
    await visit.count("seats")
    await visit.service.tables.fill(visit.table, visit.user_id)
    return visit.go(f"/table/{visit.request.path_params['table']}")


@page("POST", "/table/{table}/leave", cost=5)
async def leave(visit: Visit) -> Response:
    """Give up the seat at a table that waits; at any other the table's own page asks first."""
    if visit.user_id is None:
        raise Forbidden("Take a seat first.")
    await visit.count("seats")
    await visit.service.tables.leave(visit.table, visit.user_id)
    return visit.go("/")
