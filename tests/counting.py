"""Counting how often something is asked, without changing what it answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any


def counted(found: Counter[str], name: str, act: Callable[..., Any]) -> Callable[..., Any]:
    """The same act; every call is counted under its name."""

    def count(*given: Any) -> Any:
        found[name] += 1
        return act(*given)

    return count
