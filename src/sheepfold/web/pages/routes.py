"""Every page and its address."""

from __future__ import annotations

from typing import Final

from starlette.routing import Route

from sheepfold.web.pages import command, daily, home, rules, static
from sheepfold.web.pages.people import accounts, mailed_links, settings
from sheepfold.web.pages.tables import lists, new, replay, table
from sheepfold.web.pages.visit import PageRoute

MODULES: Final = (home, lists, new, table, replay, daily, rules, command, accounts, mailed_links, settings)
PAGES: Final = sorted(
    (page for module in MODULES for page in vars(module).values() if isinstance(page, PageRoute)),
    key=lambda page: page.path,
)
"""What is shown, and what forms do; an address with a word in a place before one with any word there."""


def page_routes() -> list[Route]:
    """For the application: one route for each address and method, static files last."""
    made = [Route(page.path, page.answer, methods=[page.method]) for page in PAGES]
    return [*made, Route("/static/{version}/{name:path}", static.serve, methods=["GET"])]
