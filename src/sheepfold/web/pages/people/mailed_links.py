"""Pages that links in mails lead to: confirming an address, choosing a new password, ending mails about a table.

Nothing is done by opening them, since mail programs open links by themselves; a button does it.
"""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.play.errors import BadRequest
from sheepfold.web.admission import PASSWORD
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NothingThere

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
        raise NothingThere("There is nothing at this address.")
    return table, user


def _asked(visit: Visit, title: str, detail: str, act: str) -> Response:
    return visit.render("mailed.html", title=title, detail=detail, act=act, path=visit.request.scope["path"])


def _done(visit: Visit, title: str, detail: str) -> Response:
    return visit.render("mailed.html", title=title, detail=detail, act="", path="")
