"""People: signing up, logging in and out, profiles with results, the ladder."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from sheepfold.games import SHELF, game
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.terms import Access, Listed, Status
from sheepfold.web import security
from sheepfold.web.admission import try_password
from sheepfold.web.pages import plot
from sheepfold.web.pages.home import company
from sheepfold.web.pages.visit import Visit, page

MARGIN: Final = "Nineteen times in twenty the true strength lies within the ±, which shrinks as games are played."


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
        user = await visit.service.accounts.register(name, password, mail.strip() or None, guest)
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
    await try_password(visit.house, visit.request, name)
    try:
        user = await visit.service.accounts.verify(name, password)
    except Forbidden as error:
        return visit.render("login.html", 403, given=visit.form, wrong=str(error))
    await visit.begin_session(user)
    return visit.go("/")


@page
async def logout(visit: Visit) -> Response:
    """End the session and forget the cookie."""
    secret = security.session_cookie(visit.house.settings, visit.request)
    if secret:
        await visit.service.credentials.end_session(secret)
    response = visit.go("/")
    security.clear_session(visit.house.settings, visit.request, response)
    return response


@page
async def me(visit: Visit) -> Response:
    """Everything at which the visitor sits or sat."""
    tables = await visit.service.tables_of(visit.user_id) if visit.user_id is not None else []
    return visit.render("me.html", tables=tables, company=company)


@page
async def profile(visit: Visit) -> Response:
    """What everybody may know of somebody: results and ratings."""
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    own = person.id == visit.user_id
    tables = [
        listed
        for listed in await visit.service.tables_of(person.id)
        if own or listed.info.terms.access is not Access.PRIVATE
    ]
    over = [listed for listed in tables if listed.info.status is Status.OVER and listed.outcome is not None]
    played = [listed for listed in over if listed.outcome is not None and listed.outcome.reason != "aborted"]
    return visit.render(
        "profile.html",
        person=person,
        own=own,
        over=over,
        played=played,
        running=[listed for listed in tables if listed.info.status is Status.RUNNING],
        tally=tally(played),
        ratings=await visit.service.ratings(user=person.id),
        margin=MARGIN,
        plot=plot.ratings(await visit.service.rating_history(person.id), person.name),
        company=company,
        verdict=verdict,
    )


def verdict(listed: Listed) -> str:
    """How a finished game went for whose list it is in."""
    outcome = listed.outcome
    assert outcome is not None
    if outcome.reason == "aborted":
        return "called off"
    sides = [points for name, points in outcome.scores if not name.isdigit()]  # all together against the wolves
    if listed.seat not in outcome.winners:
        return "lost" if outcome.winners or outcome.by is not None or sides else "played"
    level = len(set(sides)) == 1 if sides else len(outcome.winners) == len(listed.info.seats) > 1
    return "drawn" if level else "won"


def tally(played: list[Listed]) -> list[tuple[str, str, dict[str, int]]]:
    """Wins, losses and draws per game."""
    found = []
    for name in SHELF:
        verdicts = [verdict(listed) for listed in played if listed.info.terms.game == name]
        if verdicts:
            found.append((name, game(name).title, {word: verdicts.count(word) for word in ("won", "drawn", "lost")}))
    return found


@page
async def ladder(visit: Visit) -> Response:
    """The strongest of each game."""
    games = [(game(name), await visit.service.ratings(name, limit=30)) for name in SHELF]
    return visit.render("ladder.html", games=games, margin=MARGIN)
