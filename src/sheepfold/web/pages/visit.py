"""One visit to a page: who comes, what the form said, and how the answer is rendered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sheepfold.core.contract.face import Face
from sheepfold.core.errors import SheepfoldError
from sheepfold.play.people.users import User
from sheepfold.play.terms import TableId, UserId
from sheepfold.web import problems, security
from sheepfold.web.admission import NOTHING, Exchange, admitted, payers
from sheepfold.web.logs import trace
from sheepfold.web.pages.rendering import COOKIE, environment, preferences
from sheepfold.web.problems import later, problem_of
from sheepfold.web.site import Site, address_of, find_browser

FORM_BYTES: Final = 16 * 1024
MOST_FIELDS: Final = 200

T = TypeVar("T")


@dataclass(slots=True)
class Visit(Exchange):
    """A request on its way to becoming a page."""

    form: dict[str, str] = field(default_factory=dict)

    @property
    def user(self) -> User | None:
        return self.caller.user if self.caller else None

    @property
    def account(self) -> User | None:
        """The visitor, unless that is a guest."""
        return None if self.user is None or self.user.guest else self.user

    def face(self, game: str) -> Face:
        """How that game is shown."""
        return self.site.faces.of(game)

    @property
    def table(self) -> TableId:
        """The table that the address names."""
        return str(self.request.path_params["table"])

    @property
    def invite(self) -> str | None:
        """The invitation that the address brings along."""
        return self.request.query_params.get("invite") or None

    @property
    def preferences(self) -> dict[str, str]:
        """How this browser likes the pages."""
        return preferences(dict(parse_qsl(self.request.cookies.get(COOKIE, "")[:200])))

    @property
    def origin(self) -> str:
        """How the world reaches us, for links that are sent to friends."""
        if self.site.settings.origin:
            return self.site.settings.origin
        return f"{self.request.scope['scheme']}://{self.request.headers.get('host', 'localhost')}"

    @property
    def key(self) -> str | None:
        """Under which the form's wish is carried out once. Whoever goes back and sends the form with something else in
        it wishes for something else."""
        given = self.form.get("key")
        if not given:
            return None
        fields = sorted((name, value) for name, value in self.form.items() if name != "csrf")
        return f"{given[:40]}.{blake2b(repr(fields).encode(), digest_size=8).hexdigest()}"

    async def somebody(self, counts: str = "") -> UserId:
        """The visitor; who is nobody yet becomes a guest and stays one in this browser. What they do is then counted
        against that rate limit. Raises TooOften."""
        if self.caller is None:
            await self.count("guests")
            guest = await self.service.accounts.new_guest()
            self.service.owners.came(guest.id, address_of(self.request))
            self.caller = await self.begin_session(guest)
        if counts:
            await self.count(counts)
        return self.caller.id

    async def pay(self, cost: float) -> None:
        """Pays for work beyond what the page costs, in milliseconds. Raises TooOften."""
        await self.site.limits.spend(cost, *payers(self.caller, self.request))

    async def draw(self, work: Callable[[], T]) -> T:
        """Runs slow work for a table in the drawing queue. Raises TooOften."""
        return await self.site.drawing.run(address_of(self.request), work)

    def fragment(self, template: str, **context: Any) -> str:
        """A piece of a page."""
        return environment().get_template(template).render(visit=self, **context)

    def render(self, template: str, status: int = 200, **context: Any) -> Response:
        """A whole page. Never kept by caches between: it may show what only this visitor may see."""
        body = self.fragment(template, **context)
        return self.with_cookies(HTMLResponse(body, status, headers={"cache-control": "private, no-store"}))

    def go(self, path: str) -> Response:
        """Send the browser on after a form was accepted; going back does not repeat it."""
        return self.with_cookies(RedirectResponse(path, 303))


Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class PageRoute:
    """An address and a method, what is done there, and what that takes of the server's time, in milliseconds."""

    method: str
    path: str
    handler: Handler
    cost: float

    async def answer(self, request: Request) -> Response:
        """Forms are checked, refusals become friendly pages. The log is told the pattern, never the address itself."""
        request.scope["sheepfold.route"] = self.path
        site: Site = request.app.state.site
        visit = Visit(request, site, None)
        try:
            visit.caller = await admitted(site, request, self.cost, find_browser)
            if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
                raise problems.NothingThere  # no database takes such a text
            if request.method == "POST":
                await _accept(visit)
            return await self.handler(visit)
        except SheepfoldError as error:
            return refusal(visit, error)
        except Exception as error:
            site.log.error("broken", method=request.method, route=self.path, fault=trace(error))
            return visit.render("error.html", 500, title="Something broke", detail=problems.BROKEN.detail)


def page(method: str, path: str, *, cost: float) -> Callable[[Handler], PageRoute]:
    """A decorator that turns a handler of visits into its route."""
    return lambda handler: PageRoute(method, path, handler, cost)


async def _accept(visit: Visit) -> None:
    """Read the form; refuse one that another site sent."""
    security.check_origin(visit.site.settings, visit.request)
    body = await visit.request.body()
    if len(body) > FORM_BYTES:
        raise problems.TooLarge(f"The form is larger than the {FORM_BYTES} bytes allowed.")
    try:
        fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise problems.Unreadable("This form has too many fields.") from None
    visit.form = {name: value.replace("\0", "") for name, value in fields}
    if visit.caller is None:
        return
    sent = visit.form.get("csrf") or visit.request.headers.get(security.CSRF_HEADER)
    why = "This form is from an earlier visit; nothing was changed. Open the page again."
    security.check_csrf(visit.caller.csrf, sent, why)


def whole(text: str) -> int:
    """A number from a form or an address; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def refusal(visit: Visit, error: SheepfoldError) -> Response:
    """The friendly page for something that cannot be done; plain words where a script asked."""
    if visit.request.headers.get("accept", "").startswith("application/json"):
        return problems.refused(error)
    problem = problem_of(error)
    table = visit.request.path_params.get("table") if visit.request.method == "POST" and problem.status != 404 else None
    title = TITLE.get(problem.status, OTHERWISE)
    response = visit.render("error.html", problem.status, title=title, detail=problem.detail, table=table)
    response.headers.update(later(error))
    return response


@page("GET", "unknown", cost=NOTHING)
async def lost(visit: Visit) -> Response:
    """An address where nothing is."""
    raise problems.NothingThere("There is nothing at this address. Perhaps it was mistyped, or the table was deleted.")


TITLE: Final = {
    401: "Please log in first",
    403: "That is not allowed",
    404: "Not found",
    405: "That does not work here",
    409: "Not just now",
    413: "That is too large",
    429: "Too many requests",
    503: "The server is busy",
}
OTHERWISE: Final = "That did not work"
