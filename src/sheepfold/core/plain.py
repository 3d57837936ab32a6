"""Frozen data to plain JSON values, always in the same order: the one form for records, API, command and laws.

An object says what it ``is`` where its place does not fix its class: a view, a fact, an entry of a mixed list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sheepfold.core.scores import Scores


def plain(value: Any) -> Any:
    """A value whose place says nothing of it: objects name their class."""
    return _plain(value, closed=False)


def bare(value: Any) -> Any:
    """A value whose class its place fixes: an outcome."""
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
    return tuple((field.name, _is_closed(hints[field.name])) for field in fields(kind))


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
