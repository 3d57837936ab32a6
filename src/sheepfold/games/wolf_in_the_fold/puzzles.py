"""Puzzles of one tile: it gains clearly more in one place than anywhere else. Every place is tried."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.contract.puzzle import PuzzleKind, Solution, only_best
from sheepfold.core.results.scores import Scores
from sheepfold.games.wolf_in_the_fold import belief, rules
from sheepfold.games.wolf_in_the_fold.check import check
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, cell_part, turn_parts
from sheepfold.games.wolf_in_the_fold.view import View

CLEARER: Final = 2
"""So many points more the best place gains than the second best."""


def best_place(view: View) -> Solution | None:
    """Where the tile in hand gains most for whoever lays it."""
    if view.seat is None or view.turn != view.seat or view.hand is None:
        return None
    state = belief.imagine(view)
    before = _lead(view.mode, view.seat, view.scores)
    gains = []
    for cell in map(cell_part, view.legal):
        for turn in turn_parts(view.hand) or ("",):
            move = (cell, turn) if turn else (cell,)
            after, _ = rules.play(check(state, view.seat, move))
            gains.append((float(_lead(view.mode, view.seat, rules.scores(after)) - before), "".join(move)))
    found = only_best(gains, CLEARER, _apart)
    if found is None:
        return None
    answer, choices = found
    (most, _), (second, _) = sorted(gains, reverse=True)[:2]
    whose = "on the wolves" if view.mode == TOGETHER else "for you"
    reason = f"At {answer} the tile gains {most:.0f} {whose}; the next best of {len(gains)} places gains {second:.0f}."
    return Solution(answer, choices, reason, min(10, len(gains) // 30 + len(view.tiles) // 15))


def _apart(one: str, other: str) -> float:
    """How many steps lie between the cells of two moves."""
    (q, r), (x, y) = (map(int, move.partition("/")[0].split(",")) for move in (one, other))
    return max(abs(q - x), abs(r - y), abs(q + r - x - y))


def _lead(mode: str, seat: Seat, points: Scores) -> int:
    """What the seat plays for: the lead on the wolves, or its own points."""
    return points["players"] - points["wolves"] if mode == TOGETHER else points[seat]


KINDS: Final = (PuzzleKind("tile", "Where does this tile gain most at once?", best_place, moves=True),)
SHIPPED: Final = {"tile": 150}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final[tuple[tuple[dict[str, str], tuple[str, ...]], ...]] = (
    ({}, ("herdboy",)),
    ({"mode": "versus"}, ("drover", "herdboy")),
)
"""options, and the bots that play."""
