"""The choice of a bot: a game's ladder, with what is known here of how strong each level and the visitor are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheepfold.core.contract.bot import Level


@dataclass(frozen=True, slots=True)
class OfferedLevel:
    """A level as somebody who chooses sees it."""

    level: Level
    rating: int | None
    """What it is worth by the games that counted here; None: it has played none."""
    near: bool
    """Whether none of the others is nearer to the visitor's own rating."""


def opponents(levels: Sequence[Level], ratings: Mapping[str, int], own: int | None) -> list[OfferedLevel]:
    """The ladder, the weakest first. Without a rating of the visitor's own, or of any bot, nobody is near."""
    nearest = min(ratings, key=lambda name: abs(ratings[name] - own)) if ratings and own is not None else None
    return [OfferedLevel(level, ratings.get(level.name), level.name == nearest) for level in levels]
