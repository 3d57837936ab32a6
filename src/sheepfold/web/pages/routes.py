"""Every page and its address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sheepfold.web.limits.admission import PASSWORD
from sheepfold.web.pages import command, home, puzzles, rules, static
from sheepfold.web.pages.people import accounts, mailed_links, push, settings
from sheepfold.web.pages.tables import deals, lessons, lists, new, pairing, practice, replay, table

Handler = Callable[[Request], Awaitable[Response]]


class PageRoute(NamedTuple):
    """An address and a method, what is done there, and what that takes of the server's time, in milliseconds."""

    method: str
    path: str
    handler: Handler
    cost: float


PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute("GET", "/", home.home, cost=4),
    PageRoute("GET", "/open", home.open_tables, cost=3),
    PageRoute("POST", "/play/{game}", home.play_bot, cost=15),
    PageRoute("POST", "/pair/{game}", pairing.pair, cost=15),
    PageRoute("POST", "/learn/{game}", lessons.learn, cost=18),
    PageRoute("GET", "/lobby", lists.lobby, cost=4),
    PageRoute("GET", "/watch", lists.watch, cost=10),
    PageRoute("GET", "/new", new.new, cost=4),
    PageRoute("POST", "/new", new.create, cost=15),
    PageRoute("GET", "/table/{table}", table.table, cost=14),
    PageRoute("GET", "/symbols/{game}.svg", table.symbol_sheet, cost=1),
    PageRoute("POST", "/table/{table}/sit", table.sit, cost=8),
    PageRoute("POST", "/table/{table}/fill", table.fill, cost=8),
    PageRoute("POST", "/table/{table}/leave", table.leave, cost=5),
    PageRoute("GET", "/replay/{table}", replay.replay, cost=15),
    PageRoute("GET", "/replay/{table}/{ply}", replay.replay, cost=12),
    PageRoute("GET", "/replay/{table}/{ply}/position.svg", replay.picture, cost=8),
    PageRoute("GET", "/deals", deals.deals, cost=15),
    PageRoute("POST", "/deals/{game}", deals.play, cost=20),
    PageRoute("GET", "/beat/{table}", deals.challenge, cost=10),
    PageRoute("POST", "/beat/{table}", deals.beat, cost=20),
    PageRoute("GET", "/puzzles", puzzles.puzzles, cost=8),
    PageRoute("GET", "/puzzles/today", puzzles.today, cost=2),
    PageRoute("GET", "/puzzles/sheet.pdf", puzzles.sheet, cost=10),
    PageRoute("GET", "/puzzles/{puzzle}", puzzles.puzzle, cost=20),
    PageRoute("POST", "/puzzles/{puzzle}", puzzles.answer, cost=20),
    PageRoute("POST", "/replay/{table}/practice", practice.play_on, cost=15),
    PageRoute("POST", "/replay/{table}/together", replay.together, cost=6),
    PageRoute("GET", "/practice", practice.bring, cost=3),
    PageRoute("POST", "/practice", practice.from_record, cost=15),
    PageRoute("GET", "/rules", rules.shelf, cost=3),
    PageRoute("GET", "/rules/{game}", rules.rules, cost=3),
    PageRoute("GET", "/rules/{game}/{paper}.pdf", rules.to_print, cost=10),
    PageRoute("GET", "/command", command.form, cost=2),
    PageRoute("POST", "/command", command.obeyed, cost=40),
    PageRoute("GET", "/sign-up", accounts.sign_up_form, cost=2),
    PageRoute("POST", "/sign-up", accounts.sign_up, cost=PASSWORD),
    PageRoute("GET", "/login", accounts.login_form, cost=2),
    PageRoute("POST", "/login", accounts.login, cost=PASSWORD),
    PageRoute("GET", "/recover", mailed_links.recover_form, cost=2),
    PageRoute("POST", "/recover", mailed_links.ask_recovery, cost=5),
    PageRoute("GET", "/recover/{link}", mailed_links.password_form, cost=3),
    PageRoute("POST", "/recover/{link}", mailed_links.new_password, cost=PASSWORD),
    PageRoute("GET", "/confirm/{link}", mailed_links.confirm_form, cost=3),
    PageRoute("POST", "/confirm/{link}", mailed_links.confirm, cost=5),
    PageRoute("GET", "/unsubscribe/{table}/{link}", mailed_links.unsubscribe_form, cost=3),
    PageRoute("POST", "/unsubscribe/{table}/{link}", mailed_links.unsubscribe, cost=5),
    PageRoute("POST", "/logout", accounts.logout, cost=3),
    PageRoute("GET", "/me", lists.me, cost=8),
    PageRoute("GET", "/people/{name}", accounts.profile, cost=15),
    PageRoute("GET", "/people/{name}/games", lists.games, cost=8),
    PageRoute("POST", "/people/{name}/like", accounts.like, cost=5),
    PageRoute("GET", "/ladder", lists.ladder, cost=8),
    PageRoute("GET", "/settings", settings.settings, cost=4),
    PageRoute("POST", "/settings/preferences", settings.preferences, cost=2),
    PageRoute("POST", "/settings/session/end", settings.end_session, cost=6),
    PageRoute("POST", "/settings/session/end-others", settings.end_others, cost=6),
    PageRoute("POST", "/settings/password", settings.password, cost=2 * PASSWORD),
    PageRoute("GET", "/app.webmanifest", push.manifest, cost=1),
    PageRoute("GET", "/worker.js", push.worker, cost=1),
    PageRoute("GET", "/settings/push/key", push.key, cost=2),
    PageRoute("POST", "/settings/push", push.subscribe, cost=5),
    PageRoute("POST", "/settings/push/drop", push.unsubscribe, cost=5),
    PageRoute("POST", "/settings/mail", settings.mail, cost=5),
    PageRoute("POST", "/settings/mail/confirm", settings.confirm_mail, cost=5),
    PageRoute("POST", "/settings/mail/wish", settings.mail_wish, cost=5),
    PageRoute("POST", "/settings/research", settings.research, cost=5),
    PageRoute("POST", "/settings/mail/puzzles", settings.puzzle_mail, cost=5),
    PageRoute("POST", "/settings/visible", settings.visible, cost=5),
    PageRoute("POST", "/settings/key", settings.new_key, cost=5),
    PageRoute("POST", "/settings/key/revoke", settings.drop_key, cost=5),
    PageRoute("POST", "/settings/vacation", settings.vacation, cost=12),
    PageRoute("GET", "/settings/data", settings.data, cost=60),
    PageRoute("POST", "/settings/delete", settings.delete, cost=PASSWORD),
)
"""What is shown, and what forms do."""


def page_routes() -> list[Route]:
    """For the application: one route for each address and method, static files last."""
    made = [Route(page.path, named(page), methods=[page.method]) for page in PAGES]
    return [*made, Route("/static/{version}/{name:path}", static.serve, methods=["GET"])]


def named(page: PageRoute) -> Handler:
    """Tells the log the route's pattern, never the address itself, and the visit what it costs."""

    async def answer(request: Request) -> Response:
        request.scope.update({"sheepfold.route": page.path, "sheepfold.cost": page.cost})
        return await page.handler(request)

    return answer
