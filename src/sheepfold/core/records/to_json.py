"""Frozen data to plain JSON values, always in the same order: the one form for records, API, command and laws.

An object says what it ``is`` where its place does not fix its class: a view, a fact, an entry of a mixed list.
A field with the metadata ``DERIVED`` follows from the others and is left out; the class has a ``made`` for that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.scores import Scores

DERIVED: Final = {"derived": True}


def plain(value: Any) -> Any:
    """The JSON value of data whose class its place does not fix: objects name their class."""
    return _plain(value, closed=False)


def bare(value: Any) -> Any:
    """The JSON value of data whose class its place fixes: an outcome."""
    return _plain(value, closed=True)


def _plain(value: Any, closed: bool) -> Any:
    """Dataclasses become objects, enums their value, sets sorted lists."""
    if value is None or (isinstance(value, (bool, int, str, float)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(k): _plain(v, closed) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(v, closed) for v in value)
    if isinstance(value, (tuple, list)):
        return [_plain(v, closed) for v in value]
    if is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {} if closed else {"is": type(value).__name__}
        for name, fixed in closed_fields(type(value)):
            found[name] = _plain(getattr(value, name), closed or fixed)
        return found
    raise TypeError(f"{type(value).__name__} has no plain form")


@cache
def closed_fields(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a dataclass, and of each whether its annotation says what the value looks like."""
    hints = get_type_hints(kind)
    return tuple((field.name, _is_closed(hints[field.name])) for field in fields(kind) if field.metadata != DERIVED)


@cache
def _is_closed(hint: Any) -> bool:
    """Whether the annotation alone says what the value looks like, all the way down."""
    if hint in (int, str, bool, float, NoneType, Scores):
        return True
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return True
    if origin in (Union, UnionType):
        return sum(is_dataclass(choice) for choice in inside) <= 1 and all(map(_is_closed, inside))
    if origin is tuple:
        return all(_is_closed(item) for item in inside if item is not Ellipsis)
    if isinstance(hint, type) and is_dataclass(hint):
        return all(closed for _, closed in closed_fields(hint))
    return False


def to_json(value: Any) -> str:
    """Compact JSON text of ``plain(value)``."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


# -- and back ----------------------------------------------------------------------------------


class NotPlain(SheepfoldError):
    """JSON that does not fit the classes expected."""


def restored(value: Any, kinds: tuple[Any, ...]) -> Any:
    """The inverse of ``plain``. ``kinds`` are the classes that may occur, with those of their fields."""
    try:
        return _restored(value, Any, reachable(kinds))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotPlain(f"This is not a state or view as JSON: {error}.") from None


@cache
def reachable(kinds: tuple[Any, ...]) -> Mapping[str, type]:
    """Every dataclass in these annotations and in their fields, by name."""
    found: dict[str, type] = {}
    waiting = list(kinds)
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        kind = get_origin(hint) or hint
        if isinstance(kind, type) and is_dataclass(kind) and found.get(kind.__name__) is not kind:
            found[kind.__name__] = kind
            waiting += [item for name, item in get_type_hints(kind).items() if name in kind.__dataclass_fields__]
    return found


def _restored(value: Any, hint: Any, known: Mapping[str, type]) -> Any:
    if isinstance(value, dict) and "is" in value:
        return _object({name: item for name, item in value.items() if name != "is"}, known[value["is"]], known)
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _restored(value, _fitting(value, inside), known)
    if hint is Scores:
        return Scores.from_words(value)
    kind = origin or hint
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(value, kind, known)
    if not isinstance(value, list):
        return value
    if kind in (frozenset, set):
        return frozenset(_restored(item, inside[0], known) for item in value)
    if kind is not tuple:
        return tuple(_restored(item, Any, known) for item in value)
    hints = inside[:1] * len(value) if len(inside) == 2 and inside[1] is Ellipsis else inside
    return tuple(_restored(item, each, known) for item, each in zip(value, hints, strict=True))


def _object(value: Mapping[str, Any], kind: Any, known: Mapping[str, type]) -> Any:
    hints = get_type_hints(kind)
    given = {name: _restored(item, hints[name], known) for name, item in value.items()}
    return getattr(kind, "made", kind)(**given)


def _fitting(value: Any, choices: tuple[Any, ...]) -> Any:
    """The annotation of a union that fits a value."""
    if isinstance(value, dict):
        return next(hint for hint in choices if hint is Scores or is_dataclass(get_origin(hint) or hint))
    if isinstance(value, list):
        return next((hint for hint in choices if get_origin(hint) in (tuple, frozenset)), Any)
    return Any
