"""Which status each kind of refusal has, wherever in the house it comes from."""

from __future__ import annotations

from typing import Final

from sheepfold.core import errors as core
from sheepfold.core.errors import SheepfoldError
from sheepfold.games import UnknownGame
from sheepfold.play import errors as play
from sheepfold.web.api.shapes import update_shape
from sheepfold.web.problems import Problem, Refusal

KINDS: Final[tuple[tuple[type[SheepfoldError], int, str], ...]] = (
    (play.Stale, 409, "stale"),
    (play.NotFound, 404, "not-found"),
    (play.Forbidden, 403, "forbidden"),
    (play.NotNow, 409, "not-now"),
    (play.KeyUsed, 409, "key-used"),
    (play.BadRequest, 422, "invalid"),
    (play.TooMany, 429, "too-many"),
    (play.Busy, 503, "busy"),
    (core.Malformed, 422, "malformed"),
    (core.Ambiguous, 422, "ambiguous"),
    (core.IllegalNow, 409, "illegal-now"),
    (core.OptionError, 422, "option"),
    (core.RecordError, 422, "record"),
    (UnknownGame, 404, "not-found"),
)


def later(error: SheepfoldError) -> dict[str, str]:
    """The header that says when to come back, if that is known."""
    found = error.retry_after if isinstance(error, Refusal) else None
    return {} if found is None else {"retry-after": str(found)}


def problem_of(error: SheepfoldError) -> Problem:
    """The problem to answer with; a stale move learns how things stand now."""
    if isinstance(error, Refusal):
        return Problem(status=error.status, kind=error.kind, detail=str(error))
    status, kind = next(((status, kind) for known, status, kind in KINDS if isinstance(error, known)), (422, "invalid"))
    current = update_shape(error.update) if isinstance(error, play.Stale) else None
    return Problem(status=status, kind=kind, detail=str(error), current=current)
