"""What can go wrong with a request: one JSON problem (RFC 9457), one sentence, one status."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from sheepfold.core.errors import SheepfoldError


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


class WrongMethod(Refusal):
    status, kind = 405, "wrong-method"


class TooLarge(Refusal):
    status, kind = 413, "too-large"


class WrongMedia(Refusal):
    status, kind = 415, "wrong-media"


class Invalid(Refusal):
    """The request can be read, but a value in it is not of the right kind."""

    status, kind = 422, "invalid"


class TooOften(Refusal):
    status, kind = 429, "too-many"


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What every refusal looks like. ``detail`` is one sentence for a person; ``kind`` is for programs."""

    status: int
    kind: str
    detail: str
    current: Any = None
    """After a stale move: the position as it is now, for the caller's seat."""


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as a response; never kept, since a refusal may hold for one caller only, or for now."""
    return Response(
        msgspec.json.encode(problem),
        problem.status,
        headers={"cache-control": "no-store"} | (headers or {}),
        media_type="application/problem+json",
    )


BROKEN = Problem(status=500, kind="broken", detail="Something broke on our side; please try again.")
"""The only thing anybody outside hears about a fault of ours."""
FULL = "The house is full just now; please come back in a moment."
"""What somebody hears for whom there is no connection left."""
