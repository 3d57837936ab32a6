"""Puzzles of one tile, which gains clearly more in one place than anywhere else, and of two fences that close a fold
together. Every place, and every pair of places, is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.contract.daily import SHOWN, Deal, Ghost, PuzzleKind, Solution, only_best
from sheepfold.core.scores import Scores
from sheepfold.games.wolf_in_the_fold import rules
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, met, pointing
from sheepfold.games.wolf_in_the_fold.rules import check
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, cell_of, cell_part, part_of, turn_parts
from sheepfold.games.wolf_in_the_fold.view import View, imagine

CLEARER: Final = 2
"""So many points more the best place gains than the second best."""


def best_place(view: View) -> Solution | None:
    """Where the tile in hand gains most for whoever lays it."""
    if view.seat is None or view.turn != view.seat or view.hand is None:
        return None
    state = imagine(view)
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
    reason = f"The tile gains {most:.0f} {whose} there. The second best of {len(gains)} places gains {second:.0f}."
    return Solution(answer, choices, reason, min(10, len(gains) // 30 + len(view.tiles) // 15))


def closing_pair(view: View) -> Solution | None:
    """Where the fence in hand and another of its kind close a fold together, which neither of them closes alone."""
    if view.seat is None or view.turn != view.seat or view.hand not in ARMS or not dict(view.bag)[view.hand]:
        return None
    state = imagine(view)
    pairs, alone = dict[str, float](), 0
    for first in _meeting(state, 1):
        after = _laid(state, first)
        alone = max(alone, _worth(after) - _worth(state))
        again = _again(after, view.hand)
        for second in _meeting(again, 2):
            both, pair = _laid(again, second), " ".join(sorted((first, second)))
            if pair not in pairs and met(both.grid, cell_of(first.partition("/")[0]) or 0).bit_count() > 1:
                pairs[pair] = float(_worth(both) - _worth(state))
    ranked = sorted(((gain, pair) for pair, gain in pairs.items()), reverse=True)
    found = only_best(ranked, CLEARER, _apart)
    if found is None or len(ranked) < SHOWN or ranked[0][0] < alone + CLEARER:
        return None
    answer, choices = found
    reason = (
        f"The two gain {ranked[0][0]:.0f} together. No other two places gain more than {ranked[1][0]:.0f}, and one "
        f"tile alone gains {f'{alone} at most' if alone else 'nothing'}."
    )
    return Solution(answer, choices, reason, min(10, 2 + len(ranked) // 6))


def _meeting(state: State, least: int) -> list[str]:
    """The moves with which so many lines of the fence in hand meet lines."""
    kind = state.hand or ""
    return [
        part_of(cell) + part
        for cell in state.legal
        for turn, part in enumerate(turn_parts(kind))
        if (FACES[kind, turn] & pointing(state.grid, cell)).bit_count() >= least
    ]


def _laid(state: State, move: str) -> State:
    cell, _, turn = move.partition("/")
    after, _ = rules.play(check(state, state.seat, (cell, f"/{turn}")))
    return after


def _again(state: State, kind: str) -> State:
    """Another tile of that kind is drawn."""
    after, _ = rules.play(check(state, NATURE, (kind,)))
    return after


def _worth(state: State) -> int:
    """What the map is worth to all players together."""
    points = rules.scores(state)
    return _lead(state.options.mode, 1, points) if state.options.mode == TOGETHER else sum(points.values())


def _apart(one: str, other: str) -> float:
    """How many steps lie between the cells of two answers; between the nearest, where they have several."""
    places = [
        [tuple(map(int, move.partition("/")[0].split(","))) for move in words.split(" ")] for words in (one, other)
    ]
    return min(max(abs(q - x), abs(r - y), abs(q + r - x - y)) for q, r in places[0] for x, y in places[1])


def _lead(mode: str, seat: Seat, points: Scores) -> int:
    """What the seat plays for: the lead on the wolves, or its own points."""
    return points["players"] - points["wolves"] if mode == TOGETHER else points[seat]


def ghosts(view: View, choice: str) -> Sequence[Ghost]:
    """The tile in hand, or two of them, as a choice would lay them."""
    from sheepfold.games.wolf_in_the_fold.picture import lone_tile

    return [lone_tile(view.hand or "", move) for move in choice.split(" ")]


KINDS: Final = (
    PuzzleKind("tile", "Where does this tile gain most at once?", best_place, ghosts=ghosts),
    PuzzleKind(
        "pair",
        "This fence and another just like it close a fold. Where do the two go?",
        closing_pair,
        ghosts=ghosts,
    ),
)
SHIPPED: Final = {"tile": 150, "pair": 48}
"""How many of each kind come with the program, half of them from games of each kind:"""
MINED: Final[tuple[tuple[dict[str, str], tuple[str, ...]], ...]] = (
    ({}, ("herdboy",)),
    ({"mode": "versus"}, ("drover", "herdboy")),
)
"""options, and the bots that play."""

DEAL: Final = Deal(
    options={},
    seats=1,
    seat=1,
    bot="",
    task="Play alone against the wolves, and lead them by as much as you can.",
    points=lambda scores: scores["players"] - scores["wolves"],
    words=lambda scores: f"{scores['players']} to {scores['wolves']}",
)
"""The deal of the day: all tiles alone against the wolves."""
