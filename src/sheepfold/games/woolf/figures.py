"""The picture in the rules of Woolf!!: people at a table, and what was said before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract.face import Figure, Sample

FIGURES: Final[Mapping[str, Figure]] = {
    "table": Figure(
        Sample(seats=6, plies=20, seed=2),
        "6 at the table. Round tokens say what somebody claims to have seen, slips hold answers.",
    ),
}
