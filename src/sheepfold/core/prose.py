"""Small pieces of English that every game and every door writes."""

from __future__ import annotations

from collections.abc import Iterable


def listed(things: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for nothing."""
    *most, end = [*things] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
