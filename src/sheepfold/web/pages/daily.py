"""Puzzles, a sheet of them to print, the deals of the day, and the page that a challenge's link opens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.drawing.scene import Layer
from sheepfold.games import game
from sheepfold.play.daily import PuzzlePage
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.puzzles import Shown, called, written
from sheepfold.web.pages.rendering import drawn
from sheepfold.web.pages.visit import Visit, page


@dataclass(frozen=True, slots=True)
class PageChoice:
    """What may be answered, and what the page calls it."""

    answer: str
    words: str


@page("GET", "/puzzles", cost=8)
async def puzzles(visit: Visit) -> Response:
    """On to the visitor's next puzzle."""
    try:
        found = await visit.service.puzzles.next(visit.user_id, visit.request.query_params.get("game") or None)
    except NotNow as done:
        return visit.render(
            "puzzles_done.html", said=str(done), standing=await visit.service.puzzles.standing(visit.user_id)
        )
    return visit.go(f"/puzzles/{found.id}")


@page("GET", "/puzzles/today", cost=2)
async def today(visit: Visit) -> Response:
    """On to the puzzle of the day."""
    return visit.go(f"/puzzles/{visit.service.puzzles.today.id}")


@page("GET", "/puzzles/{puzzle}", cost=20)
async def puzzle(visit: Visit) -> Response:
    """A puzzle to answer; once the visitor has, what was right and why."""
    return await show(visit)


async def show(visit: Visit, wrong: str = "") -> Response:
    found = await visit.service.puzzles.look(visit.request.path_params["puzzle"], visit.user_id)
    shown = found.shown
    return visit.render(
        "puzzle.html",
        422 if wrong else 200,
        puzzle=found,
        offered=choices(shown),
        picture=await visit.leaf(lambda: picture(found)),
        text=shown.game.text(shown.view, called(shown)),
        standing=await visit.service.puzzles.standing(visit.user_id),
        wrong=wrong,
    )


@page("POST", "/puzzles/{puzzle}", cost=20)
async def answer(visit: Visit) -> Response:
    """The visitor's answer; who is nobody yet becomes a guest. It is counted once, however often it is sent."""
    id, given = visit.request.path_params["puzzle"], visit.form.get("answer", "")
    if not given:
        return await show(visit, "Choose an answer first.")
    user = await visit.somebody("puzzles")
    try:
        await visit.service.puzzles.answer(user, id, given)
    except (BadRequest, NotNow) as error:
        return await show(visit, str(error))
    return visit.go(f"/puzzles/{id}")


def choices(shown: Shown) -> list[PageChoice]:
    """Moves are letters, which stand on the board; everything else has words."""
    ghosts = shown.kind.ghosts is not None
    return [PageChoice(each.answer, each.letter if ghosts else each.words) for each in written.choices(shown)]


def picture(found: PuzzlePage) -> Markup:
    """The position. Tiles that may be laid lie hidden in layers of their own, each under its letter."""
    shown = found.shown
    return drawn(shown.game, written.picture(shown, tuple(_ghosts(shown, found.answered is not None))))


def _ghosts(shown: Shown, answered: bool) -> Iterator[Layer]:
    if shown.kind.ghosts is None:
        return
    for number, choice in enumerate(shown.solution.choices, 1):
        tiles = shown.kind.ghosts(shown.view, choice)
        kind = "answer" if answered and choice == shown.solution.answer else "ghost"
        yield Layer(f"{kind}-{number}", tuple(sprite for tile in tiles for sprite in tile))


# -- to print ----------------------------------------------------------------------------------


@page("GET", "/puzzles/sheet.pdf", cost=10)
async def sheet(visit: Visit) -> Response:
    """The day's twelve as PDF, with their solutions on the last page; the puzzle of the day is not among them."""
    await visit.count("sheets")
    headers = {"content-disposition": 'inline; filename="sheepfold-puzzles.pdf"', "cache-control": "no-store"}
    return Response(
        await visit.site.printer.puzzles(visit.service.puzzles.to_print()),
        media_type="application/pdf",
        headers=headers,
    )


@page("GET", "/deals", cost=15)
async def deals(visit: Visit) -> Response:
    """Today's deals, and how all did once the visitor has played."""
    cards = await visit.service.deals.cards(visit.user_id)
    return visit.render("deals.html", deals=[(game(card.game), card) for card in cards])


@page("POST", "/deals/{game}", cost=20)
async def play_deal(visit: Visit) -> Response:
    """On to the visitor's table of today's deal."""
    user = await visit.somebody("tables")
    info = await visit.service.deals.play(user, visit.request.path_params["game"], visit.client)
    return visit.go(f"/table/{info.id}")


@page("GET", "/beat/{table}", cost=10)
async def challenge(visit: Visit) -> Response:
    """A finished game whose deal the visitor may play, and the comparison once they have."""
    card = await visit.service.deals.challenge(visit.table, visit.user_id, visit.invite)
    return visit.render("beat.html", card=card, game=game(card.game), table=visit.table, invite=visit.invite or "")


@page("POST", "/beat/{table}", cost=20)
async def beat(visit: Visit) -> Response:
    """On to the visitor's table with that game's deal."""
    user = await visit.somebody("tables")
    info = await visit.service.deals.beat(user, visit.table, visit.form.get("invite") or None, visit.client)
    return visit.go(f"/table/{info.id}")
