"""People: signing up, logging in and out, links in mails, profiles with results and ratings over time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import Response

from sheepfold.core.drawing.pen import element, f, ink, label
from sheepfold.core.drawing.scene import Element
from sheepfold.core.drawing.svg import markup
from sheepfold.core.verdict import went
from sheepfold.games import game
from sheepfold.play.errors import BadRequest, FieldError, Forbidden, NotNow
from sheepfold.play.people.history import Sought
from sheepfold.play.tables.looking_back import ReviewedGame
from sheepfold.play.terms import Friend, Listed, RatingStep
from sheepfold.web.admission import PASSWORD, log_in
from sheepfold.web.pages.home import company
from sheepfold.web.pages.rendering import day
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere, NotSignedIn

LAST_GAMES: Final = 12
TREND: Final = 10
"""So many reviewed games are taken together."""
OPPONENTS: Final = 10
"""So many of those whom somebody played with most stand on the profile."""
PROVISIONAL: Final = 200
"""A rating that may be further off than this is called provisional."""
MARGIN: Final = "The number after ± is the uncertainty. It shrinks with every game."


@page("GET", "/sign-up", cost=2)
async def sign_up_form(visit: Visit) -> Response:
    return visit.render("sign_up.html", given={}, wrong="")


@page("POST", "/sign-up", cost=PASSWORD)
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
        field = error.field if isinstance(error, FieldError) else ""
        return visit.render("sign_up.html", 422, given=visit.form, wrong=str(error), field=field)
    await visit.begin_session(user)
    return visit.go("/")


@page("GET", "/login", cost=2)
async def login_form(visit: Visit) -> Response:
    return visit.render("login.html", given={}, wrong="")


@page("POST", "/login", cost=PASSWORD)
async def login(visit: Visit) -> Response:
    name, password = visit.form.get("name", "")[:254], visit.form.get("password", "")[:200]
    try:
        user = await log_in(visit.site, visit.request, name, password)
    except Forbidden as error:
        return visit.render("login.html", 403, given=visit.form, wrong=str(error))
    await visit.begin_session(user)
    return visit.go("/")


@page("POST", "/logout", cost=3)
async def logout(visit: Visit) -> Response:
    """End the session and forget the cookie."""
    if visit.caller is not None:
        await visit.service.sessions.end_session(visit.caller.session, visit.client)
    visit.new_session = ""
    return visit.go("/")


@page("GET", "/people/{name}", cost=15)
async def profile(visit: Visit) -> Response:
    """What everybody may know of somebody: results and ratings."""
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    own = person.id == visit.user_id
    history, sought, account = visit.service.history, Sought(public=not own), visit.account
    mine = None if account is None else (await visit.service.friends.of(account.id)).favourites
    met = [] if own or account is None else await history.tally(account.id, Sought(opponent=person.id))
    steps = await visit.service.ratings.history(person.id)
    return visit.render(
        "profile.html",
        person=person,
        liked=None if mine is None else person.name in mine,
        own=own,
        friend=await friend(visit, person.name),
        past=await history.games(person.id, sought, LAST_GAMES),
        tally=await history.tally(person.id, sought),
        between=met,
        opponents=await history.opponents(person.id, sought, OPPONENTS),
        ratings=await visit.service.ratings.ladder(user=person.id),
        margin=MARGIN,
        provisional=PROVISIONAL,
        plot=rating_plot(steps, person.name),
        trend=review_trend(await visit.service.reviews.trend(person.id)),
        steps=len(steps),
        company=company,
        verdict=verdict,
    )


async def friend(visit: Visit, name: str) -> Friend | None:
    """The person of that name as a friend of the visitor's; None: they are none."""
    if visit.account is None:
        return None
    return next((each for each in await visit.service.friends.around(visit.account.id) if each.name == name), None)


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


@page("POST", "/people/{name}/like", cost=5)
async def like(visit: Visit) -> Response:
    """Somebody becomes one's favourite, or is one no more."""
    if visit.account is None:
        raise NotSignedIn("Log in first: only an account keeps favourites.")
    person = await visit.service.accounts.user_named(visit.request.path_params["name"])
    await visit.service.friends.like(visit.account.id, person.id, yes=visit.form.get("like") == "yes")
    return visit.go(f"/people/{quote(person.name)}")


def verdict(listed: Listed) -> str:
    """How a finished game went for whose list it is in."""
    outcome, seat = listed.outcome, listed.seat
    if outcome is None or outcome.reason == "aborted":
        return "called off"
    return "played" if seat is None else went(outcome, seat, len(listed.info.seats))


# -- links in mails --------------------------------------------------------------------------------
#
# Nothing is done by opening them, since mail programs open links by themselves; a button does it.

EVERYTHING = "all"
"""In the place of a table: all of them,"""
PUZZLES = "puzzles"
"""or none, but the puzzle of the day."""


@page("GET", "/confirm/{link}", cost=3)
async def confirm_form(visit: Visit) -> Response:
    await visit.service.addresses.check("confirm", visit.request.path_params["link"])
    return _asked(visit, "Is this your address?", "Mail about your tables will come to it.", "Yes, it is mine")


@page("POST", "/confirm/{link}", cost=5)
async def confirm(visit: Visit) -> Response:
    """Whoever has the link reads the address."""
    await visit.service.addresses.confirm(visit.request.path_params["link"])
    return _done(visit, "Thank you", "Your address is confirmed: mail about your tables comes to it.")


@page("GET", "/recover", cost=2)
async def recover_form(visit: Visit) -> Response:
    """Ask for a link, where mails are sent."""
    if not visit.service.addresses.on:
        return _done(visit, "No mail is sent from here", "Ask whoever runs this server for a link to a new password.")
    return visit.render("recover.html")


@page("POST", "/recover", cost=5)
async def ask_recovery(visit: Visit) -> Response:
    """The same answer, whether or not anybody is called so."""
    await visit.count("mail")
    await visit.service.addresses.ask_to_recover(visit.form.get("name", "")[:254])
    told = "If that name has a confirmed mail address, a link to choose a new password by comes there, once an hour."
    return _done(visit, "Look into your mail", told)


@page("GET", "/recover/{link}", cost=3)
async def password_form(visit: Visit) -> Response:
    await visit.service.addresses.check("recover", visit.request.path_params["link"])
    return visit.render("new_password.html", wrong="")


@page("POST", "/recover/{link}", cost=PASSWORD)
async def new_password(visit: Visit) -> Response:
    """The link is used up; all sessions and keys end."""
    try:
        await visit.service.addresses.recover(
            visit.request.path_params["link"], visit.form.get("password", ""), visit.client
        )
    except BadRequest as error:
        return visit.render("new_password.html", 422, wrong=str(error))
    return _done(
        visit, "Your password is changed", "All browsers are logged out and all tokens are revoked. Log in again."
    )


@page("GET", "/unsubscribe/{table}/{link}", cost=3)
async def unsubscribe_form(visit: Visit) -> Response:
    table, _ = await _unsubscribing(visit)
    what = {EVERYTHING: "any table", PUZZLES: "puzzles"}.get(table, "this table")
    return _asked(visit, "No more mail?", f"No more mail will come about {what}.", "No more mail")


@page("POST", "/unsubscribe/{table}/{link}", cost=5)
async def unsubscribe(visit: Visit) -> Response:
    """Also what mail programs ask for by themselves when their own button is pressed (RFC 8058)."""
    table, user = await _unsubscribing(visit)
    if table == EVERYTHING:
        await visit.service.mail_wishes.wish(user, "none")
    elif table == PUZZLES:
        await visit.service.mail_wishes.want_puzzles(user, wanted=False)
    else:
        await visit.service.mail_wishes.subscribe(table, user, "none")
    return _done(visit, "No more mail", "You can change it again in your settings.")


async def _unsubscribing(visit: Visit) -> tuple[str, int]:
    given = visit.request.path_params
    table, link = given["table"], given["link"]
    user = await visit.service.addresses.check("unsubscribe", link, table)
    if table != EVERYTHING and not table.isalnum():
        raise NothingThere
    return table, user


def _asked(visit: Visit, title: str, detail: str, act: str) -> Response:
    return visit.render("mailed.html", title=title, detail=detail, act=act, path=visit.request.scope["path"])


def _done(visit: Visit, title: str, detail: str) -> Response:
    return visit.render("mailed.html", title=title, detail=detail, act="", path="")


# -- ratings over time -----------------------------------------------------------------------------


WIDTH: Final = 640.0
HEIGHT: Final = 260.0
LEFT, RIGHT, EDGE = 48.0, 24.0, 24.0
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4")
NEWCOMER: Final = 1000


def rating_plot(steps: Sequence[RatingStep], name: str) -> Markup:
    """The rating after each game that counted, every line beginning at a newcomer's and ending in its margin.

    Nothing where none counted.
    """
    if not steps:
        return Markup("")
    lines: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for number, step in enumerate(steps, 1):
        lines.setdefault((step.game, step.role), [(number - 1, NEWCOMER)]).append((number, step.shown))
    last = {(step.game, step.role): step for step in steps}
    values = [NEWCOMER, *(step.shown for step in steps)]
    values += [step.shown + by for step in last.values() for by in (-step.margin, step.margin)]
    low, high = min(values) // 200 * 200, -(-max(values) // 200) * 200

    def at(number: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / len(steps)
        return x, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)

    drawn = [piece for value in (low, (low + high) // 2, high) for piece in _rule(at(0, value)[1], value)]
    first, final = day(steps[0].at), day(steps[-1].at)
    under = HEIGHT - EDGE + 16
    drawn += [label(LEFT, under, first, 13, anchor="start", fill="ink-2")]
    if final != first:
        drawn += [label(WIDTH - RIGHT, under, final, 13, anchor="end", fill="ink-2")]
    key = []
    for number, ((game_name, role), points) in enumerate(lines.items()):
        colour, dash = ink(f"p{number % 8 + 1}"), DASHES[number % len(DASHES)]
        line = partial(
            element, "path", fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash,
            stroke_linejoin="round",
        )  # fmt: skip
        drawn.append(line(d="M" + "L".join(_pair(at(*each)) for each in points)))
        end = last[game_name, role]
        ends = [_pair(at(points[-1][0], end.shown + by)) for by in (end.margin, -end.margin)]
        whisker = f"M{'L'.join(ends)}" + "".join(f"M{tip}m-4 0h8" for tip in ends)
        drawn.append(element("path", d=whisker, stroke=colour))
        top = HEIGHT + 16 + 20 * number
        words = game(game_name).title + (f", {role}" if role else "") + f": {end.shown} ± {end.margin}"
        key += [line(d=f"M{f(LEFT)} {f(top)}h36"), label(LEFT + 46, top, words, 13, anchor="start")]
    return Markup(
        markup(
            element(
                "svg", *drawn, *key, viewBox=f"0 0 {f(WIDTH)} {f(HEIGHT + 10 + 20 * len(lines))}", role="img",
                aria_label=f"Ratings of {name} over {len(steps)} rated games", **{"class": "plot"},
            )
        )
    )  # fmt: skip


def _pair(at: tuple[float, float]) -> str:
    return f"{f(at[0])} {f(at[1])}"


def _rule(y: float, value: int) -> tuple[Element, Element]:
    """A hairline with its value at the left."""
    line = element("path", d=f"M{f(LEFT)} {f(y)}H{f(WIDTH - RIGHT)}", stroke=ink("rule"), stroke_width=1)
    return line, label(LEFT - 8, y, str(value), 13, anchor="end", fill="ink-2")
