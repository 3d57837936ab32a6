"""Every page and its address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sheepfold.web.admission import PASSWORD
from sheepfold.web.pages import (
    actions,
    command,
    home,
    lessons,
    lists,
    mailed,
    new,
    pairing,
    people,
    push,
    replay,
    rules,
    settings,
    static,
    table,
)

Handler = Callable[[Request], Awaitable[Response]]


class Page(NamedTuple):
    """An address and a method, what is done there, and what that takes of the server's time, in milliseconds."""

    method: str
    path: str
    handler: Handler
    cost: float


PAGES: Final[tuple[Page, ...]] = (
    Page("GET", "/", home.home, cost=4),
    Page("GET", "/open", home.open_tables, cost=3),
    Page("POST", "/play/{game}", home.play_bot, cost=15),
    Page("POST", "/pair/{game}", pairing.pair, cost=15),
    Page("POST", "/learn/{game}", lessons.learn, cost=18),
    Page("GET", "/lobby", lists.lobby, cost=4),
    Page("GET", "/watch", lists.watch, cost=10),
    Page("GET", "/new", new.new, cost=3),
    Page("POST", "/new", new.create, cost=15),
    Page("GET", "/table/{table}", table.table, cost=14),
    Page("POST", "/table/{table}/sit", table.sit, cost=8),
    Page("POST", "/table/{table}/move", table.move, cost=5),
    Page("GET", "/table/{table}/why", actions.why, cost=45),
    Page("GET", "/table/{table}/advice", actions.advice, cost=85),
    Page("POST", "/table/{table}/offer", actions.offer, cost=5),
    Page("POST", "/table/{table}/answer", actions.answer, cost=5),
    Page("POST", "/table/{table}/resign", actions.resign, cost=5),
    Page("POST", "/table/{table}/abort", actions.abort, cost=5),
    Page("POST", "/table/{table}/leave", actions.leave, cost=5),
    Page("POST", "/table/{table}/ready", actions.ready, cost=5),
    Page("POST", "/table/{table}/say", actions.say, cost=5),
    Page("POST", "/table/{table}/note", actions.note, cost=5),
    Page("GET", "/replay/{table}", replay.replay, cost=15),
    Page("GET", "/replay/{table}/{ply}", replay.replay, cost=12),
    Page("GET", "/replay/{table}/{ply}/position.svg", replay.picture, cost=8),
    Page("GET", "/rules", rules.shelf, cost=3),
    Page("GET", "/rules/{game}", rules.rules, cost=3),
    Page("GET", "/command", command.form, cost=2),
    Page("POST", "/command", command.obeyed, cost=40),
    Page("GET", "/sign-up", people.sign_up_form, cost=2),
    Page("POST", "/sign-up", people.sign_up, cost=PASSWORD),
    Page("GET", "/login", people.login_form, cost=2),
    Page("POST", "/login", people.login, cost=PASSWORD),
    Page("GET", "/recover", mailed.recover_form, cost=2),
    Page("POST", "/recover", mailed.ask_recovery, cost=5),
    Page("GET", "/recover/{link}", mailed.password_form, cost=3),
    Page("POST", "/recover/{link}", mailed.new_password, cost=PASSWORD),
    Page("GET", "/confirm/{link}", mailed.confirm_form, cost=3),
    Page("POST", "/confirm/{link}", mailed.confirm, cost=5),
    Page("GET", "/unsubscribe/{table}/{link}", mailed.unsubscribe_form, cost=3),
    Page("POST", "/unsubscribe/{table}/{link}", mailed.unsubscribe, cost=5),
    Page("POST", "/logout", people.logout, cost=3),
    Page("GET", "/me", lists.me, cost=8),
    Page("GET", "/people/{name}", people.profile, cost=15),
    Page("GET", "/people/{name}/games", lists.games, cost=8),
    Page("POST", "/people/{name}/like", people.like, cost=5),
    Page("GET", "/ladder", lists.ladder, cost=8),
    Page("GET", "/settings", settings.settings, cost=4),
    Page("POST", "/settings/preferences", settings.preferences, cost=1),
    Page("POST", "/settings/session/end", settings.end_session, cost=6),
    Page("POST", "/settings/session/end-others", settings.end_others, cost=6),
    Page("POST", "/settings/password", settings.password, cost=2 * PASSWORD),
    Page("GET", "/app.webmanifest", push.manifest, cost=1),
    Page("GET", "/worker.js", push.worker, cost=1),
    Page("GET", "/settings/push/key", push.key, cost=2),
    Page("POST", "/settings/push", push.subscribe, cost=5),
    Page("POST", "/settings/push/drop", push.unsubscribe, cost=5),
    Page("POST", "/settings/mail", settings.mail, cost=5),
    Page("POST", "/settings/mail/confirm", settings.confirm_mail, cost=5),
    Page("POST", "/settings/mail/wish", settings.mail_wish, cost=5),
    Page("POST", "/settings/key", settings.new_key, cost=5),
    Page("POST", "/settings/key/revoke", settings.drop_key, cost=5),
    Page("POST", "/settings/vacation", settings.vacation, cost=12),
    Page("GET", "/settings/data", settings.data, cost=60),
    Page("POST", "/settings/delete", settings.delete, cost=PASSWORD),
)
"""What is shown, and what forms do."""


def page_routes() -> list[Route]:
    """For the application: one route for each address and method, static files last."""
    made = [Route(page.path, named(page), methods=[page.method]) for page in PAGES]
    return [*made, Route("/static/{version}/{name:path}", static.serve, methods=["GET"])]


def named(page: Page) -> Handler:
    """Tells the log the route's pattern, never the address itself, and the visit what it costs."""

    async def answer(request: Request) -> Response:
        request.scope.update({"sheepfold.route": page.path, "sheepfold.cost": page.cost})
        return await page.handler(request)

    return answer
