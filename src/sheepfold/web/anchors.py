"""The names by which headings are jumped to."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(1024)
def anchor(heading: str) -> str:
    """A heading as an address says it: ``the-wolf-s-turn``."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
