"""Every page and its address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sheepfold.web.pages import deeds, home, new, people, replay, rules, settings, static, table

Handler = Callable[[Request], Awaitable[Response]]

PAGES: Final[tuple[tuple[str, Handler | None, Handler | None], ...]] = (
    ("/", home.home, None),
    ("/play/{game}", None, home.play_bot),
    ("/watch", home.watch, None),
    ("/new", new.new, new.create),
    ("/table/{table}", table.table, None),
    ("/table/{table}/stand", table.stand, None),
    ("/table/{table}/sit", None, table.sit),
    ("/table/{table}/move", None, table.move),
    ("/table/{table}/offer", None, deeds.offer),
    ("/table/{table}/answer", None, deeds.answer),
    ("/table/{table}/resign", None, deeds.resign),
    ("/table/{table}/abort", None, deeds.abort),
    ("/table/{table}/leave", None, deeds.leave),
    ("/table/{table}/ready", None, deeds.ready),
    ("/table/{table}/say", None, deeds.say),
    ("/table/{table}/note", None, deeds.note),
    ("/replay/{table}", replay.replay, None),
    ("/replay/{table}/{ply:int}", replay.replay, None),
    ("/replay/{table}/{ply:int}/position.svg", replay.picture, None),
    ("/rules", rules.shelf, None),
    ("/rules/{game}", rules.rules, None),
    ("/sign-up", people.sign_up_form, people.sign_up),
    ("/login", people.login_form, people.login),
    ("/logout", None, people.logout),
    ("/me", people.me, None),
    ("/people/{name}", people.profile, None),
    ("/ladder", people.ladder, None),
    ("/settings", settings.settings, None),
    ("/settings/taste", None, settings.taste),
    ("/settings/password", None, settings.password),
    ("/settings/mail", None, settings.mail),
    ("/settings/key", None, settings.new_key),
    ("/settings/key/revoke", None, settings.drop_key),
    ("/settings/vacation", None, settings.vacation),
    ("/settings/delete", None, settings.delete),
)
"""Address, what is shown there, and what a form sent there does."""


def page_routes() -> list[Route]:
    """For the application: one route for each address and method, static files last."""
    made: list[Any] = []
    for path, shown, sent in PAGES:
        if shown is not None:
            made.append(Route(path, named(path, shown), methods=["GET"]))
        if sent is not None:
            made.append(Route(path, named(path, sent), methods=["POST"]))
    return [*made, Route("/static/{version}/{name:path}", named("/static", static.serve), methods=["GET"])]


def named(path: str, handler: Handler) -> Handler:
    """Tells the log the route's pattern, never the address itself."""

    async def answer(request: Request) -> Response:
        request.scope["sheepfold.route"] = path
        return await handler(request)

    return answer
