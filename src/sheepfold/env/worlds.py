"""Other worlds that a seat cannot tell from the true one: how they came about, and how likely a policy makes them.

``Rules.imagine`` gives the state of such a world. What everybody heard on the way there follows from a past: the steps
of a game so far, as ``core.records.progress`` gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from sheepfold.core.contract import NATURE, Marginal, Move, Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, Step, dealt_anew

DRAWN: Final = 1000
"""So many worlds stand for all, if nobody says otherwise."""

Policy: TypeAlias = Callable[[Any], float]
"""How likely the players are to have brought about a state, up to a factor."""
MoveOdds: TypeAlias = Callable[[Any, Seat, Move], float]
"""How likely a seat with this view makes this move."""


class ImpossiblePast(SheepfoldError):
    """By a policy nothing could have happened that did."""


@dataclass(frozen=True, slots=True)
class RetoldWorld:
    """A state with the way that led there."""

    steps: tuple[Step, ...]
    """At least one."""

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    def facts(self, seat: Seat | None) -> tuple[Any, ...]:
        """All that a seat (None: a spectator) was told in this world, in order."""
        return tuple(told.fact for step in self.steps for told in step.told if told.reaches(seat))


def imagined(game: AnyGame, past: tuple[Step, ...], seat: Seat, rng: Random) -> RetoldWorld:
    """A world that the seat cannot tell from the one of ``past``: it was told the same there, others perhaps not.

    Something has happened. Raises RecordError where a game cannot tell it so.
    """
    return RetoldWorld(dealt_anew(game, past, seat, rng))


def beliefs(
    game: AnyGame, view: Any, policy: Policy | None = None, worlds: int = DRAWN, rng: Random | None = None
) -> tuple[Marginal, ...]:
    """As ``Rules.beliefs``; with a policy by so many worlds, each weighed by how likely the policy makes it.

    Without one, what a player chose (Mutton's wolves) is uniform over what fits. Raises ImpossiblePast.
    """
    open_ = game.beliefs(view)
    if policy is None:
        return open_
    rng, total = rng or Random(0), 0.0
    found: dict[str, dict[str, float]] = {about: {} for about, _ in open_}
    for _ in range(worlds):
        world = game.imagine(view, rng)
        weight = policy(world)
        total += weight
        truth = game.truth(world)
        for about, ways in found.items():
            ways[truth[about]] = ways.get(truth[about], 0.0) + weight
    if not total > 0:
        raise ImpossiblePast(f"By this policy none of {worlds} worlds that fit could have come about.")
    return tuple(
        Marginal.of(about, {way: weight / total for way, weight in ways.items()}) for about, ways in found.items()
    )


def played_by(game: AnyGame, past: tuple[Step, ...], seat: Seat, odds: Mapping[Seat, MoveOdds]) -> Policy:
    """The policy of players who move by these odds: how likely they are to have done all that ``seat`` saw."""
    before = [(step.before, step.seat, step.move) for step in past]

    def likelihood(world: Any) -> float:
        state, found = past[0].before if past else world, 1.0
        for mover, move in game.retold(before, seat, world):
            if mover != NATURE and mover in odds:
                found *= odds[mover](game.view(state, mover), mover, move)
            if not found:
                return 0.0
            state, _ = game.apply(state, mover, move)
        return found

    return likelihood
