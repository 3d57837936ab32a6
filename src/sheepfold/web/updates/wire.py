"""The words of the API that recur: short texts, numbers in range, and JSON of views and facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from sheepfold.core.records.to_json import closed_fields, plain

PRINTABLE = r"^[^\u0000-\u001f\u007f]*$"
"""One line of text: no control characters, which databases and terminals choke on."""
PROSE = r"^[^\u0000-\u0008\u000b-\u001f\u007f]*$"
"""Several lines of text: tabs and line breaks too."""

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
OneLine: TypeAlias = Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTABLE)]
Prose: TypeAlias = Annotated[str, msgspec.Meta(max_length=10_000, pattern=PROSE)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=64)]


class Svg(str):
    """A drawing, sent as image/svg+xml."""


class Plain(str):
    """Readable text, sent as text/plain."""


encode: Final = msgspec.json.Encoder(enc_hook=plain).encode
"""An answer as JSON."""


# -- views and facts ---------------------------------------------------------------------------
#
# The form is that of ``core.records.to_json``, which says where an object names its class. Everything that is
# fixed by its annotations goes to the encoder as it stands, which is 20 times as fast as taking it
# apart.


def as_json(value: Any) -> Any:
    """A view or a fact as something the encoder takes, with the names of classes where they are needed."""
    kind: type = type(value)
    opener = _opener(kind)
    return value if opener is None else opener(value)


@cache
def _opener(kind: type) -> Callable[[Any], Any] | None:
    """How values of a class are named or taken apart; None: they go as they stand. Kept: annotations are
    read once a class, not for every value."""
    if kind is tuple:
        return lambda value: [as_json(item) for item in value]
    if not is_dataclass(kind):
        return None if issubclass(kind, (bool, int, str, float, NoneType)) else plain
    names = closed_fields(kind)
    if names and all(closed for _, closed in names):
        start = f'{{"is":"{kind.__name__}",'.encode()
        return lambda value: msgspec.Raw(start + encode(value)[1:])

    def opened(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"is": kind.__name__}
        for name, closed in names:
            item = getattr(value, name)
            found[name] = item if closed else as_json(item)
        return found

    return opened
