"""The table of routes: all of the JSON API."""

from __future__ import annotations

from typing import Final

from sheepfold.web.api import (
    credentials,
    downloads,
    games,
    people,
    playing,
    practice,
    puzzles,
    reviews,
    tables,
    talk,
)
from sheepfold.web.api.route import Route

PREFIX: Final = "/api/v1"

ROUTES: Final[tuple[Route, ...]] = (
    *playing.ROUTES,
    *tables.ROUTES,
    *talk.ROUTES,
    *downloads.ROUTES,
    *reviews.ROUTES,
    *practice.ROUTES,
    *puzzles.ROUTES,
    *people.ROUTES,
    *credentials.ROUTES,
    *games.ROUTES,
)
"""Every route; the busiest come first, since they are tried in order."""
