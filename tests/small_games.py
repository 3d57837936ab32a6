"""Small games for the tests of environments."""

from __future__ import annotations

from typing import Any, Final

SMALL: Final[dict[str, dict[str, Any]]] = {
    "mutton": {"size": 3, "num_sheep": 10, "num_wolves": 2},
    "fold": {"seats": 2, "mode": "versus"},
    "dogs": {"tiles": 7},
    "woolf": {"seats": 5, "turn_limit": 2},
}
