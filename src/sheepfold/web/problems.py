"""What can go wrong with a request: one JSON problem (RFC 9457), one sentence, one status."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from starlette.responses import Response

from sheepfold.core import errors as core
from sheepfold.core.errors import SheepfoldError
from sheepfold.games import UnknownGame
from sheepfold.play import errors as play
from sheepfold.web.api.shapes import update_shape


class Refusal(SheepfoldError):
    """A request this door refuses. The text is the sentence to show; nothing was changed."""

    status = 400
    kind = "bad-request"

    def __init__(self, detail: str, *, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Unreadable(Refusal):
    """The request cannot be read."""


class NotSignedIn(Refusal):
    status, kind = 401, "not-signed-in"


class NotAllowed(Refusal):
    status, kind = 403, "forbidden"


class NothingThere(Refusal):
    status, kind = 404, "not-found"

    def __init__(self, detail: str = "There is nothing at this address.") -> None:
        super().__init__(detail)


class WrongMethod(Refusal):
    status, kind = 405, "wrong-method"


class TooLarge(Refusal):
    status, kind = 413, "too-large"


class TooLate(Refusal):
    status, kind = 408, "too-late"


class WrongMedia(Refusal):
    status, kind = 415, "wrong-media"


class Invalid(Refusal):
    """The request can be read, but a value in it is not of the right kind."""

    status, kind = 422, "invalid"


class TooManyHeaders(Refusal):
    status, kind = 431, "too-large"


class TooOften(Refusal):
    status, kind = 429, "too-many"


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What every refusal looks like. ``detail`` is one sentence for a person; ``kind`` is for programs."""

    status: int
    kind: str
    detail: str
    current: Any = None
    """After a stale move: the position as it is now, for the caller's seat."""


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Words what msgspec says of what came in: places and kinds, never values. Raises Invalid, Unreadable."""
    try:
        yield
    except msgspec.ValidationError as error:
        text = str(error)
        raise Invalid(f"{text[:200]}." if len(text) <= 200 else f"{text[:197]}...") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable(f"{what} is not valid JSON.") from None


def answer(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The problem as a response; never kept, since a refusal may hold for one caller only, or for now."""
    return Response(
        msgspec.json.encode(problem),
        problem.status,
        headers={"cache-control": "no-store", **(headers or {})},
        media_type="application/problem+json",
    )


def refused(error: SheepfoldError, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to who asked for what cannot be."""
    return answer(problem_of(error), {**later(error), **(headers or {})})


BROKEN = Problem(status=500, kind="broken", detail="Something broke on our side: try again in a moment.")
"""The only thing anybody outside hears about a fault of ours."""


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
