"""The players of Wolf in the Fold."""

from __future__ import annotations

from typing import Final

from sheepfold.core.bot import Bot

BOTS: Final[dict[str, type[Bot]]] = {}
