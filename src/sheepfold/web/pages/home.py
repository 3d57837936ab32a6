"""The front page, and one click into a game against a bot."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.contract.face import Face
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words import prose
from sheepfold.games import SHELF, game
from sheepfold.play.cursors import Rows
from sheepfold.play.terms import Access, Listed, Status
from sheepfold.web.pages.rendering import card_picture, drawn
from sheepfold.web.pages.visit import Visit, page

OPEN: Final = 10
"""How many tables that look for company the front page shows."""


class HomeCard(NamedTuple):
    """A game as the front page shows it."""

    game: AnyGame
    face: Face
    picture: Markup


def cards(visit: Visit) -> list[HomeCard]:
    """All games, each as its face shows it."""
    faces = visit.site.faces
    return [faces.shown(name, partial(card, game(name))) for name in SHELF]


@cache
def card(found: AnyGame, face: Face) -> HomeCard:
    """Kept: its picture is a position that is played out by the rules."""
    picture = drawn(found, card_picture(found, face), preserveAspectRatio="xMidYMid slice")
    return HomeCard(found, face, picture)


def company(listed: Listed) -> str:
    """With whom, or between whom; and who is there already, while it waits."""
    seats = listed.info.seats
    here = (seat for seat in seats if seat.name and (listed.seat is not None or seat.kind != "empty"))
    found = Counter(listed.info.called(seat) for seat in here if seat.seat != listed.seat)
    others = [name if count == 1 else f"{count} × {name}" for name, count in found.items()]
    if listed.info.status is Status.WAITING:
        taken = sum(seat.kind != "empty" for seat in seats)
        return f"{taken} of {len(seats)} seated" + (f", {prose.listed(others)}" if others else "")
    between = listed.seat is None and len(others) == 2
    return f"{'between' if between else 'with'} {prose.listed(others)}" if others else "alone"


@page("GET", "/", cost=4)
async def home(visit: Visit) -> Response:
    mine = await own(visit)
    friends = [] if visit.account is None else await visit.service.friends.around(visit.account.id)
    return visit.render(
        "home.html",
        cards=cards(visit),
        mine=mine,
        waiting=[listed for listed in mine if listed.your_turn],
        friends=[friend for friend in friends if friend.here or friend.tables],
        **await joinable(visit, mine),
    )


@page("GET", "/open", cost=3)
async def open_tables(visit: Visit) -> Response:
    """The tables that look for company, for a front page that is looked at."""
    return visit.render("open.html", **await joinable(visit, await own(visit)))


async def own(visit: Visit) -> Rows[Listed]:
    """The visitor's tables that are not over."""
    return Rows[Listed]() if visit.user_id is None else await visit.service.lists.of_user(visit.user_id, over=False)


async def joinable(visit: Visit, mine: Rows[Listed]) -> dict[str, Any]:
    """What the list of tables that look for company shows."""
    seated = {listed.info.id for listed in mine}
    lobby = await visit.service.lists.lobby(access=Access.OPEN, limit=2 * OPEN)
    found = [listed for listed in lobby if listed.info.id not in seated]
    return {"open": found[:OPEN], "more": len(found) > OPEN or lobby.next is not None, "company": company}
