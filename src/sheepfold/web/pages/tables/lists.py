"""Lists, page by page: tables to join, games to watch, one's own tables, somebody's games, the ladder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from starlette.responses import Response

from sheepfold.core.verdict import result as said
from sheepfold.games import SHELF, game
from sheepfold.play.cursors import Rows
from sheepfold.play.errors import NotFound
from sheepfold.play.people.friends import FriendList
from sheepfold.play.people.history import Sought
from sheepfold.play.terms import DAY, Access, Friend, Listed, PastGame, Status, Tally
from sheepfold.web.pages.accounts import MARGIN, PROVISIONAL, verdict
from sheepfold.web.pages.home import company
from sheepfold.web.pages.tables.new import Wrong
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere

ROWS: Final = 30


PICTURED: Final = 8
"""Games of a list to watch that are shown with their board: those that are in sight at first."""


def result(listed: Listed) -> str:
    """How a finished game ended, for whoever did not play it."""
    outcome = listed.outcome
    if outcome is None:
        return ""
    return said(game(listed.info.terms.game), outcome, listed.info.names)


class Watchable(NamedTuple):
    """One of the lists of games to watch."""

    title: str
    status: Status
    together: bool
    nothing: str


WATCHED: Final = {
    "playing": Watchable("Being played", Status.RUNNING, True, "No two people play just now."),
    "played": Watchable("Played", Status.OVER, True, "No game between people has ended yet where anybody may watch."),
    "practising": Watchable("Being played", Status.RUNNING, False, "Nobody practises just now."),
    "practised": Watchable("Played", Status.OVER, False, "No game for practice has ended yet."),
}


ASKED: Final = ("game", "with", "result", "from", "to")
"""What can be asked for above a list of games."""
WENT: Final = {"won": "Won", "drawn": "Drawn", "lost": "Lost", "played": "Played for the score"}


def cursor(visit: Visit) -> str | None:
    return visit.request.query_params.get("cursor") or None


class PageLinks(NamedTuple):
    """Where the list's first page is, and the page after this one; "" where this is the first, or the last."""

    first: str
    next: str


def turn(visit: Visit, found: Rows[Any], **kept: str) -> PageLinks:
    def address(**more: str) -> str:
        words = urlencode(kept | more)
        return quote(visit.request.url.path) + (f"?{words}" if words else "")

    return PageLinks(address() if cursor(visit) else "", "" if found.next is None else address(cursor=found.next))


@page("GET", "/lobby", cost=4)
async def lobby(visit: Visit) -> Response:
    """Tables that look for company."""
    tables = await visit.service.lists.lobby(limit=ROWS, cursor=cursor(visit), access=Access.OPEN)
    return visit.render("lobby.html", tables=tables, turn=turn(visit, tables), company=company)


@page("GET", "/watch", cost=10)
async def watch(visit: Visit) -> Response:
    """Games that run or ended, for anybody to look at: those between people first, practice for itself."""
    chosen = visit.request.query_params.get("list")
    if chosen is not None and chosen not in WATCHED:
        raise NothingThere
    shown = WATCHED if chosen is None else {chosen: WATCHED[chosen]}
    lobby, after = visit.service.lists.lobby, cursor(visit) if chosen else None
    found = {name: await lobby(None, one.status, ROWS, one.together, after) for name, one in shown.items()}
    return visit.render(
        "watch.html",
        chosen=chosen,
        lists=WATCHED,
        found=found,
        turns={name: turn(visit, tables, list=name) for name, tables in found.items()},
        company=company,
        result=result,
        pictured=PICTURED,
    )


@page("GET", "/me", cost=8)
async def me(visit: Visit) -> Response:
    """Everything at which the visitor sits or sat."""
    tables, favourites, friends = Rows[Listed](), FriendList(), list[Friend]()
    if visit.user_id is not None:
        tables = await visit.service.lists.of_user(visit.user_id, limit=ROWS, cursor=cursor(visit))
        favourites = await visit.service.friends.of(visit.user_id)
        friends = await visit.service.friends.around(visit.user_id)
    return visit.render(
        "me.html",
        tables=tables,
        favourites=favourites,
        friends=friends,
        turn=turn(visit, tables),
        company=company,
        verdict=verdict,
    )


@page("GET", "/people/{name}/games", cost=8)
async def games(visit: Visit) -> Response:
    """All games that somebody has played, or those that were asked for."""
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    own = person.id == visit.user_id
    asked = {name: visit.request.query_params.get(name, "").strip() for name in ASKED}
    sought, wrong = await _sought(visit, asked)
    sought = replace(sought, public=not own)
    found, counts = Rows[PastGame](), list[Tally]()
    if wrong is None:
        found = await visit.service.history.games(person.id, sought, ROWS, cursor(visit))
        counts = await visit.service.history.tally(person.id, sought)
    return visit.render(
        "games.html",
        422 if wrong else 200,
        person=person,
        games=found,
        asked=asked,
        wrong=wrong,
        ways=WENT,
        tally=counts,
        turn=turn(visit, found, **{name: value for name, value in asked.items() if value}),
        company=company,
        verdict=verdict,
    )


async def _sought(visit: Visit, asked: Mapping[str, str]) -> tuple[Sought, Wrong | None]:
    """What the form above a list of games asks for, and what is wrong about it."""
    name, went = asked["game"], asked["result"]
    if name not in ("", *SHELF) or went not in ("", *WENT):
        return Sought(), Wrong("Choose the game and the result from the lists.")
    opponent = None
    try:
        if asked["with"]:
            opponent = (await visit.service.accounts.user_named(asked["with"])).id
    except NotFound as error:
        return Sought(), Wrong(str(error), "with")
    days: dict[str, float | None] = {}
    for field in ("from", "to"):
        try:
            days[field] = _day(asked[field])
        except ValueError:
            return Sought(), Wrong(f"{asked[field][:40]} is not a day; write it like 2026-11-18.", field)
    until = None if days["to"] is None else days["to"] + DAY
    if days["from"] is not None and until is not None and until <= days["from"]:
        return Sought(), Wrong("The last day is before the first one.", "to")
    return Sought(False, name or None, opponent, went or None, days["from"], until), None


def _day(text: str) -> float | None:
    """When a day begins in UTC; None: it is left out. Raises ValueError."""
    return datetime.combine(date.fromisoformat(text), time(), UTC).timestamp() if text else None


@page("GET", "/ladder", cost=8)
async def ladder(visit: Visit) -> Response:
    """The strongest of each game, or of one, page by page."""
    chosen = visit.request.query_params.get("game")
    wanted = list(SHELF) if chosen is None else [game(chosen).name]
    after = cursor(visit) if chosen else None
    found = {name: await visit.service.ratings.ladder(name, limit=ROWS, cursor=after) for name in wanted}
    return visit.render(
        "ladder.html",
        games=[(game(name), ratings, turn(visit, ratings, game=name)) for name, ratings in found.items()],
        margin=MARGIN,
        provisional=PROVISIONAL,
    )
