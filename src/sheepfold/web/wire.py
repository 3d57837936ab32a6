"""The words of the API that recur: short texts, numbers in range, and JSON of views and facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from sheepfold.core.plain import plain

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
# An object whose class its place does not fix (a fact, an entry of a mixed list) says what it ``is``.
# Everything that is fixed by its annotations goes to the encoder as it stands, which is 20 times as
# fast as taking it apart.


def as_json(value: Any) -> Any:
    """A view or a fact as something the encoder takes, with the names of classes where they are needed."""
    kind: type = type(value)
    opener = _opener(kind)
    return value if opener is None else opener(value)


@cache
def _opener(kind: type) -> Callable[[Any], Any] | None:
    """How values of a class are named or taken apart; None: they go as they stand."""
    if kind is tuple:
        return lambda value: [as_json(item) for item in value]
    if not is_dataclass(kind):
        return None if issubclass(kind, (bool, int, str, float, NoneType)) else plain
    hints = get_type_hints(kind)
    names = [(f.name, _is_closed(hints[f.name])) for f in fields(kind)]
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


@cache
def _is_closed(hint: Any) -> bool:
    """Whether the annotation alone says what the value looks like, all the way down."""
    if hint in (int, str, bool, float, NoneType):
        return True
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return True
    if origin in (Union, UnionType):
        return sum(is_dataclass(choice) for choice in inside) <= 1 and all(map(_is_closed, inside))
    if origin is tuple:
        return all(_is_closed(item) for item in inside if item is not Ellipsis)
    if isinstance(hint, type) and is_dataclass(hint):
        return all(_is_closed(found) for found in get_type_hints(hint).values())
    return False
