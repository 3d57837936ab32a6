"""Who came in which place, from how a game ended: all that ratings ask of a game."""

from __future__ import annotations

from typing import Any

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.progress import AnyGame


def opposed(game: AnyGame, state: Any, seats: int) -> bool:
    """Whether players play against each other; not alone, nor where all win and lose together.

    Who would win if a seat gave up is not on its side, so no game has to say more.
    """
    return any(game.winners_without(state, seats, seat) for seat in range(1, seats + 1))


def places(outcome: Outcome, seats: int) -> tuple[int, ...]:
    """Each seat's place, the best 1; equals share a place and the next ones go without.

    Winners come first and who gave up comes last, unless nobody won by it. Points decide between the others, where
    everybody has some of their own: in a duel after bidding only one scores, and a low score can win.
    """
    points = dict(outcome.scores)
    everybody = range(1, seats + 1)
    scored = all(str(seat) in points for seat in everybody)

    def merit(seat: Seat) -> tuple[bool, bool, int]:
        gave_up = seat == outcome.by and bool(outcome.winners)
        return seat in outcome.winners, not gave_up, points[str(seat)] if scored else 0

    merits = [merit(seat) for seat in everybody]
    return tuple(1 + sum(other > own for other in merits) for own in merits)
