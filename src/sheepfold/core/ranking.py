"""What an outcome is worth to each seat: its place, its utility, how it went."""

from __future__ import annotations

from typing import Any, Literal

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
    everybody = range(1, seats + 1)
    scored = all(seat in outcome.scores for seat in everybody)

    def merit(seat: Seat) -> tuple[bool, bool, int]:
        gave_up = seat == outcome.by and bool(outcome.winners)
        return seat in outcome.winners, not gave_up, outcome.scores[seat] if scored else 0

    merits = [merit(seat) for seat in everybody]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def went(outcome: Outcome, seat: Seat, seats: int) -> Literal["won", "drawn", "lost", "played"]:
    """How a game of so many went for a seat; "played": for the score alone."""
    sides = outcome.scores.sides.values()
    if seat not in outcome.winners:
        return "lost" if outcome.winners or outcome.by is not None or sides else "played"
    level = len(set(sides)) == 1 if sides else len(outcome.winners) == seats > 1
    return "drawn" if level else "won"


def utilities(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What the outcome is worth to each seat, from -1 to 1: what a learner is paid.

    Each seat's mean over the others: 1 for everybody behind it, -1 for everybody ahead, so that the sum is 0. Where
    all play together, or one alone, it is 1 for a win, -1 for a loss.
    """
    if seats == 1 or outcome.scores.sides:
        worth = {"won": 1.0, "lost": -1.0}
        return tuple(worth.get(went(outcome, seat, seats), 0.0) for seat in range(1, seats + 1))
    found = places(outcome, seats)
    return tuple(sum((own < other) - (own > other) for other in found) / (seats - 1) for own in found)


def win_shares(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What part of the win each seat has; where all win together, each has all of it, and half of a draw."""
    sides = list(outcome.scores.sides.values())
    if sides:
        won = 0.0 if not outcome.winners else 0.5 if len(set(sides)) == 1 else 1.0
        return (won,) * seats
    share = 1 / max(1, len(outcome.winners))
    return tuple(share if seat in outcome.winners else 0.0 for seat in range(1, seats + 1))


def points(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Each seat's points; where sides score, by how many the first of them, who plays, is ahead."""
    sides = list(outcome.scores.sides.values())
    if sides:
        return (float(sides[0] - sum(sides[1:])),) * seats
    return tuple(float(outcome.scores.get(seat, 0)) for seat in range(1, seats + 1))
