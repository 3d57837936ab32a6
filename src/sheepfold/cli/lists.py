"""How lists end that are printed page by page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheepfold.play.tables.cursors import Rows


def conclude(found: Rows[Any], none: str) -> None:
    """A list that is empty, or not whole, says so; on stderr, so that only the list is piped on."""
    if not found:
        print(none, file=sys.stderr)
    elif found.next is not None:
        print(f"There are more: go on with --cursor {found.next}", file=sys.stderr)
