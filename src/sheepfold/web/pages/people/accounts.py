"""People: signing up, logging in and out, profiles with results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from sheepfold.core.results.verdict import went
from sheepfold.play.bots.reviews import ReviewedGame
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.people.history import Sought
from sheepfold.play.terms import Friend, Listed
from sheepfold.web.limits.login_attempts import log_in
from sheepfold.web.middleware import security
from sheepfold.web.pages.home import company
from sheepfold.web.pages.people import rating_plot
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NotSignedIn

LAST_GAMES: Final = 12
TREND: Final = 10
"""So many reviewed games are taken together."""
OPPONENTS: Final = 10
"""So many of those whom somebody played with most stand on the profile."""
PROVISIONAL: Final = 200
"""A rating that may be further off than this is called provisional."""
MARGIN: Final = "The number after ± is the uncertainty; it shrinks with every game."


@page
async def sign_up_form(visit: Visit) -> Response:
    return visit.render("sign_up.html", given={}, wrong="")


@page
async def sign_up(visit: Visit) -> Response:
    """A new account; who is a guest becomes it and keeps seats and games."""
    name, password, mail = (visit.form.get(field, "") for field in ("name", "password", "mail"))
    await visit.count("sign-up")
    if mail.strip():
        await visit.count("mail")
    guest = visit.user.id if visit.user is not None and visit.user.guest else None
    try:
        user = await visit.service.accounts.register(name, password, mail.strip() or None, guest, visit.client)
    except (BadRequest, NotNow) as error:
        return visit.render("sign_up.html", 422, given=visit.form, wrong=str(error))
    await visit.begin_session(user)
    return visit.go("/")


@page
async def login_form(visit: Visit) -> Response:
    return visit.render("login.html", given={}, wrong="")


@page
async def login(visit: Visit) -> Response:
    name, password = visit.form.get("name", "")[:254], visit.form.get("password", "")[:200]
    try:
        user = await log_in(visit.site, visit.request, name, password)
    except Forbidden as error:
        return visit.render("login.html", 403, given=visit.form, wrong=str(error))
    await visit.begin_session(user)
    return visit.go("/")


@page
async def logout(visit: Visit) -> Response:
    """End the session and forget the cookie."""
    secret = security.session_cookie(visit.site.settings, visit.request)
    if secret:
        await visit.service.credentials.end_session(secret, visit.client)
    response = visit.go("/")
    security.clear_session(visit.site.settings, visit.request, response)
    return response


@page
async def profile(visit: Visit) -> Response:
    """What everybody may know of somebody: results and ratings."""
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    own = person.id == visit.user_id
    history, sought = visit.service.history, Sought(public=not own)
    mine = (
        None if visit.user is None or visit.user.guest else (await visit.service.friends.of(visit.user.id)).favourites
    )
    met = None if own or visit.user is None or visit.user.guest else Sought(opponent=person.id)
    steps = await visit.service.rating_history(person.id)
    return visit.render(
        "profile.html",
        person=person,
        liked=None if mine is None else person.name in mine,
        own=own,
        friend=await friend(visit, person.name),
        past=await history.games(person.id, sought, LAST_GAMES),
        tally=await history.tally(person.id, sought),
        between=[] if met is None or visit.user is None else await history.tally(visit.user.id, met),
        opponents=await history.opponents(person.id, sought, OPPONENTS),
        ratings=await visit.service.ratings(user=person.id),
        margin=MARGIN,
        provisional=PROVISIONAL,
        plot=rating_plot.ratings(steps, person.name),
        trend=review_trend(await visit.service.reviews.trend(person.id)),
        steps=len(steps),
        company=company,
        verdict=verdict,
    )


async def friend(visit: Visit, name: str) -> Friend | None:
    """The person of that name as a friend of the visitor's; None: they are none."""
    if visit.user is None or visit.user.guest:
        return None
    return next((each for each in await visit.service.friends.around(visit.user.id) if each.name == name), None)


def review_trend(games: Sequence[ReviewedGame]) -> list[tuple[str, int, int, int | None]]:
    """For each game that somebody was reviewed in: how many games, the mean accuracy of the last ones, and of as many
    before them; None: there were none."""
    found = []
    for name in dict.fromkeys(each.game for each in games):
        marks = [each.accuracy for each in games if each.game == name]
        lately, before = marks[:TREND], marks[TREND : 2 * TREND]
        mean = None if not before else round(sum(before) / len(before))
        found.append((name, len(marks), round(sum(lately) / len(lately)), mean))
    return found


@page
async def like(visit: Visit) -> Response:
    """Somebody becomes one's favourite, or is one no more."""
    if visit.user is None or visit.user.guest:
        raise NotSignedIn("Log in first: only an account keeps favourites.")
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    await visit.service.friends.like(visit.user.id, person.id, yes=visit.form.get("like") == "yes")
    return visit.go(f"/people/{quote(person.name)}")


def verdict(listed: Listed) -> str:
    """How a finished game went for whose list it is in."""
    outcome, seat = listed.outcome, listed.seat
    if outcome is None or outcome.reason == "aborted":
        return "called off"
    return "played" if seat is None else went(outcome, seat, len(listed.info.seats))
