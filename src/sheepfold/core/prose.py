"""Small pieces of English that every game and every door writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

YOU: Final = "You"
"""The reader's own name."""


def plural(number: int, one: str, many: str = "") -> str:
    """``1 day``, ``2 days``; ``many`` where an s is not enough."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(things: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for nothing."""
    *most, end = [*things] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
