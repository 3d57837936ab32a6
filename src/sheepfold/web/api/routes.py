"""The table of routes: all of the JSON API."""

from __future__ import annotations

from typing import Final

from sheepfold.web.api import (
    deals,
    downloads,
    games,
    people,
    playing,
    practice,
    puzzles,
    reviews,
    tables,
    together,
)
from sheepfold.web.api.route import Route

PREFIX: Final = "/api/v1"

ROUTES: Final[tuple[Route, ...]] = (
    *playing.ROUTES,
    *tables.ROUTES,
    *downloads.ROUTES,
    *reviews.ROUTES,
    *practice.ROUTES,
    *together.ROUTES,
    *puzzles.ROUTES,
    *deals.ROUTES,
    *people.ROUTES,
    *games.ROUTES,
)
"""Every route; the busiest come first, since they are tried in order."""
