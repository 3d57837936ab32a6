"""The front page, one click into a game against a bot, and tables to watch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.bots import bot_names
from sheepfold.core import prose
from sheepfold.core.progress import AnyGame
from sheepfold.games import SHELF, game
from sheepfold.play.terms import Access, Listed, Plan, Status, Terms
from sheepfold.web.pages import samples, words
from sheepfold.web.pages.visit import Visit, page, sprite_url

HEADS: Final = {"mutton": "h-hunter", "fold": "h-sheep", "dogs": "h-dog", "woolf": "h-wolf"}
PITCHES: Final = {
    "mutton": "Some of these sheep are wolves. One eats, the rest run; whom do you shoot?",
    "fold": "Build fences round the flock before the wolves have had their fill.",
    "dogs": "One tile, three animals. Two dogs scare a wolf; one wolf is enough for a sheep.",
    "woolf": "Everybody is somebody. Peek, ask and point, and mind the shepherd boy.",
}
BOTS_BESIDE: Final = {"mutton": 1, "fold": 1, "dogs": 1, "woolf": 4}
"""How many bots join a newcomer who clicks "Play a bot"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game as the front page shows it."""

    game: AnyGame
    pitch: str
    by: str
    minutes: int
    picture: Markup


@cache
def cards() -> tuple[Card, ...]:
    """All games, drawn once."""
    return tuple(
        Card(
            found,
            PITCHES[found.name],
            found.credits,
            words.MINUTES[found.name],
            Markup(samples.card(found.name, sprite_url())),
        )
        for found in map(game, SHELF)
    )


def company(listed: Listed) -> str:
    """With whom, and where the table stands."""
    seats = listed.info.seats
    found = Counter(seat.name for seat in seats if seat.name and seat.seat != listed.seat)
    others = [name if count == 1 else f"{count} × {name}" for name, count in found.items()]
    if listed.info.status is Status.WAITING:
        taken = sum(seat.kind != "empty" for seat in seats)
        return f"{taken} of {len(seats)} seated" + (f", {prose.listed(others)}" if others else "")
    with_whom = f"with {prose.listed(others)}" if others else "alone"
    return f"{with_whom} · over" if listed.info.status is Status.OVER else with_whom


@page
async def home(visit: Visit) -> Response:
    mine: list[Listed] = []
    if visit.user_id is not None:
        mine = [
            listed for listed in await visit.service.tables_of(visit.user_id) if listed.info.status is not Status.OVER
        ]
    seated = {listed.info.id for listed in mine}
    lobby = await visit.service.lobby(limit=20)
    joinable = [listed for listed in lobby if listed.info.id not in seated and listed.info.terms.access is Access.OPEN]
    return visit.render(
        "home.html",
        cards=cards(),
        mine=mine,
        waiting=[listed for listed in mine if listed.your_turn],
        open=joinable,
        heads=HEADS,
        company=company,
    )


@page
async def play_bot(visit: Visit) -> Response:
    """Open a table with a bot in every other seat; it starts at once."""
    found = game(visit.request.path_params["game"])
    user = await visit.somebody()
    await visit.count("tables")
    bot = Plan("bot", bot_names(found)[0])
    terms = Terms(
        game=found.name,
        options={},
        seats=(Plan("me"), *[bot] * BOTS_BESIDE.get(found.name, found.seats[0] - 1)),
        access=Access.INVITED,
    )
    info = await visit.service.open_table(user, terms, visit.key)
    return visit.go(f"/table/{info.id}")


@page
async def watch(visit: Visit) -> Response:
    """Games that run or ended, for anybody to look at: those between people first, practice for itself."""
    together = [await played(visit, status, between_people=True) for status in (Status.RUNNING, Status.OVER)]
    practice = [await played(visit, status, between_people=False) for status in (Status.RUNNING, Status.OVER)]
    return visit.render("watch.html", together=together, practice=practice, heads=HEADS, company=company)


async def played(visit: Visit, status: Status, between_people: bool) -> list[Listed]:
    """Games to look at; one that was called off shows nothing."""
    found = await visit.service.lobby(status=status, limit=30, between_people=between_people)
    return [listed for listed in found if listed.outcome is None or listed.outcome.reason != "aborted"]
