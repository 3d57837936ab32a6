"""How many wrong passwords somebody may try before the next ones are slowed down, or must wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sheepfold.play.host.budgets import Rate, hourly


@dataclass(frozen=True, slots=True)
class Tries:
    """So many wrong passwords are free; more are slowed down, each twice as long; beyond the rate all must wait."""

    rate: Rate
    free: int

    def delay(self, used: float) -> float:
        """Seconds for which the try waits that brings it to ``used``."""
        beyond = round(used) - self.free
        return min(LONGEST, 2.0 ** (beyond - 1)) if beyond > 0 else 0.0


BROWSER: Final = Tries(hourly(20, 60), free=5)
"""For a browser that is known, or logged in."""
NAME_HERE: Final = Tries(hourly(20, 60), free=5)
"""For one name from one address."""
ADDRESS: Final = Tries(hourly(120, 360), free=60)
"""For all names from one address: a school logs in after the holidays."""
NAME: Final = Tries(hourly(60, 120), free=25)
"""For one name from everywhere: more than one address alone can try, so that no single one slows the owner down."""

LONGEST: Final = 10.0
