"""Settings: how the pages look in this browser, vacation, and the account's keys, password, mail address and end."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from sheepfold.play.errors import BadRequest, Forbidden, NotNow, TooMany
from sheepfold.play.time.vacations import DAYS_A_YEAR
from sheepfold.web.limits.login_attempts import own_password
from sheepfold.web.middleware import security
from sheepfold.web.pages.people.preferences import COOKIE, YEAR, Preferences
from sheepfold.web.pages.phrases import day
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.problems import NotSignedIn
from sheepfold.web.site import Caller
from sheepfold.web.updates.wire import encode


@page
async def settings(visit: Visit) -> Response:
    return await show(visit)


async def show(visit: Visit, said: str = "", wrong: str = "", secret: str = "") -> Response:
    """The page, with what came of a form; ``secret`` is that of a key that was just made."""
    user = visit.user
    rest = None if user is None else await visit.service.rest(user.id)
    credentials = visit.service.credentials
    return visit.render(
        "settings.html",
        422 if wrong else 200,
        said=said,
        wrong=wrong,
        rest=rest,
        sessions=[] if visit.caller is None else await credentials.sessions(visit.caller.user.id, visit.caller.session),
        keys=[] if user is None or user.guest else await credentials.tokens(user.id),
        secret=secret,
        told=await is_told(visit),
        failing=None if user is None or user.guest else await visit.service.bounces.of(user.id),
    )


async def is_told(visit: Visit) -> bool:
    """Whether this browser is told of the visitor's turns when no page is open."""
    caller = visit.caller
    return caller is not None and await visit.service.pushes.is_told(caller.user.id, caller.session)


@page
async def preferences(visit: Visit) -> Response:
    """Keep how this browser likes the pages, and go back to where it was."""
    back = visit.form.get("back", "/settings")
    response = visit.go(back if back.startswith("/") and not back.startswith("//") else "/settings")
    chosen = Preferences.read(visit.form)
    secure = security.is_https(visit.site.settings, visit.request)
    response.set_cookie(COOKIE, chosen.cookie(), max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def _account(visit: Visit) -> Caller:
    if visit.caller is None or visit.caller.user.guest:
        raise NotSignedIn("Log in first: only an account has a password, a mail address and tokens.")
    return visit.caller


@page
async def password(visit: Visit) -> Response:
    """A new password; all other browsers and programs are locked out."""
    caller = _account(visit)
    user = caller.user
    old, new = visit.form.get("old", ""), visit.form.get("new", "")
    try:
        change = visit.service.accounts.change_password
        await own_password(visit.site, caller, lambda: change(user.id, old, new, visit.client))
    except (BadRequest, Forbidden) as error:
        return await show(visit, wrong=str(error))
    await visit.begin_session(user)
    return await show(visit, said="Your password is changed; other browsers are logged out, and tokens are revoked.")


@page
async def mail(visit: Visit) -> Response:
    """A new mail address, or none."""
    user = _account(visit).user
    await visit.count("mail")
    try:
        await visit.service.accounts.change_mail(user.id, visit.form.get("mail", "").strip() or None)
    except (BadRequest, NotNow) as error:
        return await show(visit, wrong=str(error))
    if visit.service.mailboxes.on and visit.form.get("mail", "").strip():
        return await shown_anew(visit, "Your mail address is changed. Confirm it by the link that is mailed to it.")
    return await shown_anew(visit, "Your mail address is changed.")


@page
async def confirm_mail(visit: Visit) -> Response:
    """Have the link mailed again by which the address is confirmed."""
    user = _account(visit).user
    await visit.count("mail")
    try:
        await visit.service.mailboxes.ask_to_confirm(user.id)
    except (Forbidden, NotNow) as error:
        return await show(visit, wrong=str(error))
    return await show(visit, said="A link is on its way to your address.")


@page
async def mail_wish(visit: Visit) -> Response:
    """How often mail comes."""
    user = _account(visit).user
    try:
        await visit.service.correspondence.wish(user.id, visit.form.get("wish", ""))
    except BadRequest as error:
        return await show(visit, wrong=str(error))
    return await shown_anew(visit, "Kept.")


@page
async def puzzle_mail(visit: Visit) -> Response:
    """Whether the puzzle of the day comes by mail."""
    user, wanted = _account(visit).user, "wanted" in visit.form
    try:
        await visit.service.correspondence.want_puzzles(user.id, wanted=wanted)
    except Forbidden as error:
        return await show(visit, wrong=str(error))
    said = "The first puzzle comes tomorrow." if wanted else "No puzzles come by mail."
    return await shown_anew(visit, said)


@page
async def research(visit: Visit) -> Response:
    """Whether finished games may be exported."""
    user, agreed = _account(visit).user, "agreed" in visit.form
    await visit.service.accounts.share_games(user.id, agreed)
    said = "Kept: your finished games may be used for research." if agreed else "Kept: none of your games is exported."
    return await shown_anew(visit, said)


@page
async def visible(visit: Visit) -> Response:
    """Whether friends see that the visitor is here."""
    user = _account(visit).user
    seen = visit.form.get("visible") != "no"
    await visit.service.friends.show(user.id, visible=seen)
    words = "Friends see when you are here." if seen else "Nobody sees when you are here."
    return await shown_anew(visit, words)


async def shown_anew(visit: Visit, said: str) -> Response:
    """The page after the account itself was changed."""
    if visit.caller is not None:
        visit.caller = replace(visit.caller, user=await visit.service.accounts.user(visit.caller.user.id))
    return await show(visit, said=said)


@page
async def new_key(visit: Visit) -> Response:
    """A key for a program; its secret is shown only now."""
    user = _account(visit).user
    await visit.count("tokens")
    scopes = ("read", "play") if "play" in visit.form else ("read",)
    try:
        label = visit.form.get("label", "")
        made, secret = await visit.service.credentials.new_token(user.id, label, scopes, visit.client)
    except (BadRequest, TooMany) as error:
        return await show(visit, wrong=str(error))
    return await show(
        visit, said=f"The token for {made.label} is made. Copy it now: it is shown only once.", secret=secret
    )


@page
async def drop_key(visit: Visit) -> Response:
    """Revoke a key: whatever uses it is locked out at once."""
    user, key = _account(visit).user, whole(visit.form.get("key", ""))
    await visit.service.credentials.revoke_token(user.id, key, visit.client)
    return await show(visit, said="The token is revoked.")


def _known(visit: Visit) -> Caller:
    if visit.caller is None:
        raise NotSignedIn("Log in first.")
    return visit.caller


@page
async def end_session(visit: Visit) -> Response:
    """Log out somewhere else."""
    await visit.service.credentials.end_one(_known(visit).user.id, visit.form.get("session", ""), visit.client)
    return await show(visit, said="That browser is logged out.")


@page
async def end_others(visit: Visit) -> Response:
    """Log out everywhere else, and lock out all programs."""
    caller = _known(visit)
    await visit.service.credentials.end_others(caller.user.id, caller.session, visit.client)
    return await show(visit, said="All other browsers are logged out, and all tokens revoked.")


@page
async def vacation(visit: Visit) -> Response:
    """Let the day clocks stand still for some days, or run again."""
    if visit.user is None:
        raise NotSignedIn("Log in first, or play as a guest: only who plays can go on vacation.")
    back = "back" in visit.form
    days = 0 if back else whole(visit.form.get("days", ""))
    if not back and not 1 <= days <= DAYS_A_YEAR:
        return await show(visit, wrong=f"A vacation has 1 to {DAYS_A_YEAR} days.")
    try:
        until = await visit.service.vacation(visit.user.id, days)
    except TooMany as error:
        return await show(visit, wrong=str(error))
    return await show(
        visit,
        said="Welcome back: your clocks run again." if back else f"Until {day(until)} your day clocks stand still.",
    )


@page
async def data(visit: Visit) -> Response:
    """Everything that is held about the visitor, as a file."""
    user = _known(visit).user
    await visit.count("data")
    headers = {"content-disposition": 'attachment; filename="sheepfold.json"', "cache-control": "no-store"}
    return Response(encode(await visit.service.own_data(user.id)), media_type="application/json", headers=headers)


@page
async def delete(visit: Visit) -> Response:
    """Forget the person; finished games stay for the others."""
    caller, accounts = _known(visit), visit.service.accounts
    user, password = caller.user, visit.form.get("password", "")
    if not user.guest:
        try:
            await own_password(visit.site, caller, lambda: accounts.verify(user.name, password))
        except Forbidden:
            return await show(visit, wrong="The password is wrong, so nothing was deleted.")
    await accounts.delete(user.id)
    response = visit.go("/")
    security.clear_session(visit.site.settings, visit.request, response)
    return response
