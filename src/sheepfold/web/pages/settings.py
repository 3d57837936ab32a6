"""Settings: how the pages look in this browser and whether it is told of turns, vacation, and the account's keys,
password, mail address and end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias
from urllib.parse import urlencode

from starlette.responses import JSONResponse, Response

from sheepfold.core.words.prose import counted
from sheepfold.games import SHELF
from sheepfold.play.errors import BadRequest, FieldError, Forbidden, NotNow, TooMany
from sheepfold.play.time.vacations import DAYS_A_YEAR
from sheepfold.web import security
from sheepfold.web.admission import PASSWORD, own_password
from sheepfold.web.api.shapes import encode
from sheepfold.web.pages import rendering, static
from sheepfold.web.pages.rendering import COOKIE, YEAR, day
from sheepfold.web.pages.visit import PageRoute, Visit, page, whole
from sheepfold.web.problems import NotSignedIn
from sheepfold.web.push import public_key
from sheepfold.web.site import Caller


@page("GET", "/settings", cost=4)
async def settings(visit: Visit) -> Response:
    return await show(visit)


async def show(visit: Visit, said: str = "", wrong: str = "", field: str = "", secret: str = "") -> Response:
    """The page, with what came of a form: done, or wrong about a field; ``secret`` is that of a token just made."""
    caller, account, service = visit.caller, visit.account, visit.service
    return visit.render(
        "settings.html",
        422 if wrong else 200,
        said=said,
        wrong=wrong,
        field=field,
        rest=None if caller is None else await service.vacations.of(caller.id),
        sessions=[] if caller is None else await service.sessions.sessions(caller.id, caller.session),
        keys=[] if account is None else await service.sessions.tokens(account.id),
        secret=secret,
        told=caller is not None and await service.push.is_told(caller.id, caller.session),
        further=[] if account is None else await service.addresses.further(account.id),
        failing=None if account is None else await service.bounces.of(account.id),
    )


@page("POST", "/settings/preferences", cost=2)
async def preferences(visit: Visit) -> Response:
    """Keep how this browser likes the pages, and go back to where it was."""
    back = visit.form.get("back", "/settings")
    response = visit.go(back if back.startswith("/") and not back.startswith("//") else "/settings")
    chosen = urlencode(rendering.preferences(visit.form))
    secure = security.is_https(visit.site.settings, visit.request)
    response.set_cookie(COOKIE, chosen, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def _known(visit: Visit, why: str = "Log in first.") -> Caller:
    """Who visits. Raises NotSignedIn."""
    if visit.caller is None:
        raise NotSignedIn(why)
    return visit.caller


def _account(visit: Visit) -> Caller:
    """Who visits, and has an account. Raises NotSignedIn."""
    why = "Log in first: only an account has a password, a mail address and tokens."
    caller = _known(visit, why)
    if caller.user.guest:
        raise NotSignedIn(why)
    return caller


Change: TypeAlias = Callable[[Visit], Awaitable[str]]


def changing(path: str, *, cost: float, field: str = "") -> Callable[[Change], PageRoute]:
    """The page after a change, which says in a sentence what was changed, or raises what is wrong about the form: about
    this field, unless it names another."""

    def made(change: Change) -> PageRoute:
        @page("POST", path, cost=cost)
        async def changed(visit: Visit) -> Response:
            try:
                said = await change(visit)
            except (BadRequest, Forbidden, NotNow, TooMany) as error:
                named = error.field if isinstance(error, FieldError) else field
                return await show(visit, wrong=str(error), field=named)
            if visit.caller is not None:
                visit.caller = replace(visit.caller, user=await visit.service.accounts.user(visit.caller.id))
            return await show(visit, said=said)

        return changed

    return made


@changing("/settings/password", cost=2 * PASSWORD)
async def password(visit: Visit) -> str:
    """A new password; all other browsers and programs are locked out."""
    caller, change = _account(visit), visit.service.accounts.change_password
    user, old, new = caller.user, visit.form.get("old", ""), visit.form.get("new", "")
    try:
        await own_password(visit.site, caller, lambda: change(user.id, old, new, visit.client))
    except Forbidden as error:
        raise FieldError("old", str(error)) from None
    except FieldError as error:
        raise FieldError("new", str(error)) from None
    await visit.begin_session(user)
    return "Your password is changed; other browsers are logged out, and tokens are revoked."


@changing("/settings/mail", cost=5, field="mail")
async def mail(visit: Visit) -> str:
    """A new mail address, or none."""
    user, address = _account(visit).user, visit.form.get("mail", "").strip()
    await visit.count("mail")
    await visit.service.accounts.change_mail(user.id, address or None)
    confirm = " Confirm it by the link that is mailed to it." if visit.service.addresses.on and address else ""
    return f"Your mail address is changed.{confirm}"


@changing("/settings/mail/confirm", cost=5)
async def confirm_mail(visit: Visit) -> str:
    """Have the link mailed again by which the address is confirmed."""
    user = _account(visit).user
    await visit.count("mail")
    await visit.service.addresses.ask_to_confirm(user.id)
    return "A link is on its way to your address."


@changing("/settings/mail/wish", cost=5)
async def mail_wish(visit: Visit) -> str:
    """How often mail comes."""
    await visit.service.mail_wishes.wish(_account(visit).user.id, visit.form.get("wish", ""))
    return "Kept."


@changing("/settings/mail/puzzles", cost=5)
async def puzzle_mail(visit: Visit) -> str:
    """Whether the puzzle of the day comes by mail."""
    wanted = "wanted" in visit.form
    await visit.service.mail_wishes.want_puzzles(_account(visit).user.id, wanted=wanted)
    return "The first puzzle comes tomorrow." if wanted else "No puzzles come by mail."


@changing("/settings/research", cost=5)
async def research(visit: Visit) -> str:
    """Whether finished games may be exported."""
    agreed = "agreed" in visit.form
    await visit.service.accounts.share_games(_account(visit).user.id, agreed)
    may = "your finished games may be" if agreed else "none of your games is"
    return f"Saved: {may} used for research."


@changing("/settings/visible", cost=5)
async def visible(visit: Visit) -> str:
    """Whether friends see that the visitor is here."""
    seen = visit.form.get("visible") != "no"
    await visit.service.friends.show(_account(visit).user.id, visible=seen)
    return "Friends see when you are here." if seen else "Nobody sees when you are here."


@page("POST", "/settings/key", cost=5)
async def new_key(visit: Visit) -> Response:
    """A key for a program; its secret is shown only now."""
    user = _account(visit).user
    await visit.count("tokens")
    scopes = ("read", "play") if "play" in visit.form else ("read",)
    try:
        label = visit.form.get("label", "")
        made, secret = await visit.service.sessions.new_token(user.id, label, scopes, visit.client)
    except (BadRequest, TooMany) as error:
        return await show(visit, wrong=str(error), field="label")
    return await show(
        visit, said=f"The token for {made.label} is made. Copy it now: it is shown only once.", secret=secret
    )


@changing("/settings/key/revoke", cost=5)
async def drop_key(visit: Visit) -> str:
    """Revoke a key: whatever uses it is locked out at once."""
    user, key = _account(visit).user, whole(visit.form.get("key", ""))
    await visit.service.sessions.revoke_token(user.id, key, visit.client)
    return "The token is revoked."


@changing("/settings/session/end", cost=6)
async def end_session(visit: Visit) -> str:
    """Log out somewhere else."""
    await visit.service.sessions.end_one(_known(visit).user.id, visit.form.get("session", ""), visit.client)
    return "That browser is logged out."


@changing("/settings/session/end-others", cost=6)
async def end_others(visit: Visit) -> str:
    """Log out everywhere else, and lock out all programs."""
    caller = _known(visit)
    await visit.service.sessions.end_others(caller.id, caller.session, visit.client)
    return "All other browsers are logged out, and all tokens revoked."


@changing("/settings/vacation", cost=12, field="days")
async def vacation(visit: Visit) -> str:
    """Let the day clocks stand still for some days, or run again."""
    user = _known(visit, "Log in first, or play as a guest: only players can go on vacation.").id
    back = "back" in visit.form
    days = 0 if back else whole(visit.form.get("days", ""))
    if not back and not 1 <= days <= DAYS_A_YEAR:
        raise BadRequest(f"A vacation has 1 to {DAYS_A_YEAR} days.")
    until = await visit.service.vacations.take(user, days)
    return "Welcome back: your clocks run again." if back else f"Until {day(until)} your day clocks stand still."


@page("GET", "/settings/data", cost=60)
async def data(visit: Visit) -> Response:
    """Everything that is held about the visitor, as a file."""
    user = _known(visit).user
    await visit.count("data")
    headers = {"content-disposition": 'attachment; filename="sheepfold.json"', "cache-control": "no-store"}
    return Response(
        encode(await visit.service.history.own_data(user.id)), media_type="application/json", headers=headers
    )


@page("POST", "/settings/delete", cost=PASSWORD)
async def delete(visit: Visit) -> Response:
    """Forget the person; finished games stay for the others."""
    caller, accounts = _known(visit), visit.service.accounts
    user, password = caller.user, visit.form.get("password", "")
    if not user.guest:
        try:
            await own_password(visit.site, caller, lambda: accounts.verify(user.name, password))
        except Forbidden:
            return await show(visit, wrong="The password is wrong, so nothing was deleted.", field="password")
    await accounts.delete(user.id)
    visit.new_session = ""
    return visit.go("/")


# -- notices when no page is open ------------------------------------------------------------------


WORKER: Final = "js/worker.js"
AT_A_TABLE: Final = "Log in first, or sit down at a table."


@page("GET", "/settings/push/key", cost=2)
async def push_key(visit: Visit) -> Response:
    """What a browser needs to ask its push service for an address."""
    _known(visit, AT_A_TABLE)
    return JSONResponse({"key": await public_key(visit.service)}, headers={"cache-control": "no-store"})


@page("POST", "/settings/push", cost=5)
async def push_on(visit: Visit) -> Response:
    """Tell this browser from now on."""
    caller = _known(visit, AT_A_TABLE)
    await visit.count("tokens")
    endpoint, p256dh, auth = (visit.form.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    services = tuple(visit.site.settings.push_services.split())
    try:
        await visit.service.push.subscribe(caller.id, caller.session, endpoint, p256dh, auth, services)
    except BadRequest as error:
        return JSONResponse({"said": str(error)}, 422)
    return JSONResponse({"said": "Notifications are on in this browser until you log out."})


@page("POST", "/settings/push/drop", cost=5)
async def push_off(visit: Visit) -> Response:
    """Tell this browser no more."""
    if visit.user is not None:
        await visit.service.push.unsubscribe(visit.user.id, visit.form.get("endpoint", ""))
    return JSONResponse({"said": "Notifications are off in this browser."})


@page("GET", "/worker.js", cost=1)
async def worker(visit: Visit) -> Response:
    """The service worker, at the root so that it may show notices for every page; it does nothing else."""
    body, _ = static.shelf().files[WORKER]
    return Response(body, headers={"cache-control": "no-cache"}, media_type=static.MEDIA[".js"])


@page("GET", "/app.webmanifest", cost=1)
async def manifest(visit: Visit) -> Response:
    """By which a browser can keep the pages as an app."""
    icon = static.shelf().url("icon.svg")
    told = {
        "name": "Sheepfold",
        "short_name": "Sheepfold",
        "description": f"{counted(len(SHELF), 'game').capitalize()} of wolves and sheep.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3ecdb",
        "theme_color": "#f3ecdb",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    headers = {"cache-control": "public, max-age=86400"}
    return Response(encode(told), headers=headers, media_type=static.MEDIA[".webmanifest"])
