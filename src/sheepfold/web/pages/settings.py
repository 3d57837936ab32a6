"""Settings: how the pages look in this browser, and the account's password, mail address and end."""

from __future__ import annotations

from starlette.responses import Response

from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.web import security
from sheepfold.web.pages.taste import COOKIE, YEAR, Taste
from sheepfold.web.pages.visit import Visit, page
from sheepfold.web.problems import NotSignedIn


@page
async def settings(visit: Visit) -> Response:
    return show(visit)


def show(visit: Visit, said: str = "", wrong: str = "") -> Response:
    return visit.render("settings.html", 422 if wrong else 200, said=said, wrong=wrong)


@page
async def taste(visit: Visit) -> Response:
    """Keep how this browser likes the pages, and go back to where it was."""
    back = visit.form.get("back", "/settings")
    response = visit.go(back if back.startswith("/") and not back.startswith("//") else "/settings")
    chosen = Taste.read(visit.form)
    secure = security.is_https(visit.house.settings, visit.request)
    response.set_cookie(COOKIE, chosen.cookie(), max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def _account(visit: Visit) -> int:
    if visit.user is None or visit.user.guest:
        raise NotSignedIn("Log in first: only an account has a password and a mail address.")
    return visit.user.id


@page
async def password(visit: Visit) -> Response:
    """A new password; all other browsers are logged out."""
    user = _account(visit)
    await visit.knock("login")
    try:
        await visit.service.accounts.change_password(user, visit.form.get("old", ""), visit.form.get("new", ""))
    except (BadRequest, Forbidden) as error:
        return show(visit, wrong=str(error))
    await visit.begin_session(await visit.service.accounts.user(user))
    return show(visit, said="Your password is changed; other browsers are logged out.")


@page
async def mail(visit: Visit) -> Response:
    """A new mail address, or none."""
    user = _account(visit)
    try:
        await visit.service.accounts.change_mail(user, visit.form.get("mail", "").strip() or None)
    except (BadRequest, NotNow) as error:
        return show(visit, wrong=str(error))
    return show(visit, said="Your mail address is changed.")


@page
async def delete(visit: Visit) -> Response:
    """Forget the person; finished games stay for the others."""
    if visit.user is None:
        raise NotSignedIn("Log in first.")
    await visit.knock("login")
    if not visit.user.guest:
        try:
            await visit.service.accounts.verify(visit.user.name, visit.form.get("password", ""))
        except Forbidden:
            return show(visit, wrong="The password is wrong, so nothing was deleted.")
    await visit.service.accounts.delete(visit.user.id)
    response = visit.go("/")
    security.clear_session(visit.house.settings, visit.request, response)
    return response
