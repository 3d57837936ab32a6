"""Lists page by page. A cursor says after which row to go on, and pages stay whole while rows come and go before it."""

from __future__ import annotations

import json
import math
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from sheepfold.play.errors import BadRequest

T = TypeVar("T")

LONGEST: Final = 200
NOT_OURS: Final = "This is not a cursor of this list: take the one that came with the page before, or none."


class Rows(list[T]):
    """Some rows of a list, and the cursor with which it goes on; None: that was all."""

    def __init__(self, rows: Iterable[T] = (), next: str | None = None) -> None:
        super().__init__(rows)
        self.next = next


def written(kind: str, *values: float | int | str) -> str:
    """The cursor after the row with these values; ``kind`` says of which list, and in which order, they are."""
    return urlsafe_b64encode(json.dumps([kind, *values], separators=(",", ":")).encode()).decode().rstrip("=")


def page(found: Sequence[T], limit: int, kind: str, mark: Callable[[T], tuple[float | int | str, ...]]) -> Rows[T]:
    """The first ``limit`` of what was found, which is one more if there is more; ``mark`` gives the values of a row
    that a cursor holds."""
    shown = found[:limit]
    return Rows(shown, written(kind, *mark(shown[-1])) if len(found) > limit else None)


def read(kind: str, cursor: str, *types: type) -> tuple[Any, ...]:
    """The values of a cursor. Raises BadRequest for anything that ``written`` did not write."""
    try:
        if len(cursor) > LONGEST:
            raise ValueError
        found = json.loads(urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)))
        if not isinstance(found, list) or len(found) != 1 + len(types) or found[0] != kind:
            raise ValueError
        return tuple(_checked(value, wanted) for value, wanted in zip(found[1:], types, strict=True))
    except (ValueError, RecursionError):
        raise BadRequest(NOT_OURS) from None


def _checked(value: Any, wanted: type) -> Any:
    """The value, if a database takes it for a column of that type. Raises ValueError."""
    match value:
        case float() | int() if wanted is float and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
        case int() if wanted is int and not isinstance(value, bool) and abs(value) < 2**63:
            return value
        case str() if wanted is str and value.isprintable():
            value.encode()
            return value
    raise ValueError
