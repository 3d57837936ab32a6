"""Frozen data to plain JSON values and back to bytes, always in the same order."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """Dataclasses become objects (``"is"`` names the class), enums their value, sets sorted lists."""
    if value is None or (isinstance(value, (bool, int, str, float)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {"is": type(value).__name__} | {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(v) for v in value)
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    raise TypeError(f"{type(value).__name__} has no plain form")


def to_json(value: Any) -> str:
    """Compact JSON text of ``plain(value)``."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
