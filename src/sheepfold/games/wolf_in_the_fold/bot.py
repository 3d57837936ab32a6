"""The drover: plans a fold, keeps stray sheep apart, and gives the wolves the poorest herd."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from sheepfold.core.bot import Bot
from sheepfold.core.contract import Move
from sheepfold.games.wolf_in_the_fold.board import (
    FACES,
    SHEEP,
    Board,
    Cell,
    Face,
    around,
    closed_at,
    fillable,
    flocks,
    open_after,
    touches,
    turns,
)
from sheepfold.games.wolf_in_the_fold.plan import Hopes, Plan, best_plans, promise
from sheepfold.games.wolf_in_the_fold.score import PREY, WORTH, fold_points
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, VERSUS, cell_part
from sheepfold.games.wolf_in_the_fold.view import View

PLANS: Final = 16
"""How many plans are kept in mind while a tile is weighed."""

GAIN: Final = 3.6
HOPE: Final = 3.0
"""What a point in a fold counts for, closed and only promised, where a point for the wolves counts 1."""

FEAR: Final = {1: 5, 2: 9}
"""Over how many draws a wolf is feared. Less where every stray sheep is a herd: some must be given up."""

EMPTY: Final = {TOGETHER: 0.12, VERSUS: 0.3}
"""What an empty cell in a planned fold is expected to bring: seldom a sheep, often a mere filler."""


@dataclass(frozen=True, slots=True)
class Danger:
    """What the wolves have and what they may yet get."""

    toll: float
    """Points that hunted herds give them."""
    threat: float
    """What the herds within reach of coming wolves stand to lose."""
    spoilt: frozenset[Cell]
    """Sheep that are worth nothing to us, even in a fold."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A plan with its cells and what it promises if our tile goes elsewhere."""

    plan: Plan
    cells: frozenset[Cell]
    promise: float


class Drover:
    """Looks one tile ahead, but counts an unfinished fence by what it promises.

    Nothing in the score rewards a fence before it closes, so plain greed never builds one. The drover
    weighs every place for its tile by the points it brings, by the best ring of fences that it keeps
    possible, and by the herds it leaves open to the wolves still in the bag.
    """

    def choose(self, view: View, luck: Random) -> Move:
        kind = view.hand or ""
        board = view.board()
        left = dict(view.bag)
        hopes = Hopes(left, WORTH[view.mode], 1 if view.mode == TOGETHER else view.seats, EMPTY[view.mode])
        spoilt = _danger(view, board, frozenset()).spoilt
        plans = best_plans(board, replace(hopes, left=left | {kind: left[kind] + 1}), spoilt, PLANS)
        schemes = [Scheme(plan, plan.cells(), promise(board, plan, hopes, spoilt)) for plan in plans]
        held = frozenset(cell for plan in plans for cell in plan.inside)
        free = frozenset(near for cell in board for near in around(cell) if fillable(board, near))
        best: tuple[float, Move] | None = None
        for cell in view.legal:
            board[cell] = FACES[kind, 0]
            danger = _danger(view, board, held)
            harm = danger.toll + danger.threat + _clutter(board, cell, schemes)
            harm -= _room(view, board, open_after(board, free, cell))
            for turn in range(max(1, turns(kind))):
                board[cell] = FACES[kind, turn]
                changed = danger.spoilt != spoilt
                hope = _hope(
                    scheme.promise
                    if not changed and cell not in scheme.cells
                    else promise(board, scheme.plan, hopes, danger.spoilt)
                    for scheme in schemes
                )
                value = GAIN * _gain(view, board, cell) + HOPE * hope - harm + luck.random() * 1e-3
                if best is None or value > best[0]:
                    best = value, (cell_part(cell), f"/{turn}") if turns(kind) else (cell_part(cell),)
            del board[cell]
        assert best is not None, "a tile in hand always has a place to go"
        return best[1]


def _gain(view: View, board: Board, cell: Cell) -> float:
    """What the folds closed by the tile on ``cell`` bring at once."""
    if not board[cell].lines:
        return 0.0
    return sum(fold_points(board, tuple(patches), view.mode, view.min_herd)[1] for patches in closed_at(board, cell))


def _hope(promises: Iterable[float]) -> float:
    """The best plan counts in full, the next ones a little: they are what remains if it fails."""
    return sum(value * weight for value, weight in zip(sorted(promises, reverse=True), (1.0, 0.1, 0.05), strict=False))


def _danger(view: View, board: dict[Cell, Face], held: frozenset[Cell]) -> Danger:
    """Weighs every herd: hunted ones for what they cost, open ones for what they may cost."""
    wolves = dict(view.bag)["wolf"]
    soon = min(1.0, wolves * FEAR[view.min_herd] / max(1, view.left()))
    toll, spoilt, open_to_wolves = 0.0, set[Cell](), []
    for flock in flocks(board):
        if len(flock) < view.min_herd:
            continue
        prey = float(sum(PREY[board[cell].kind] for cell in flock)) if view.mode == TOGETHER else 0.0
        if touches(board, flock, "wolf"):
            spoilt.update(flock)
            toll += prey // 2 if touches(board, flock, "shepherd") else prey
        elif any(fillable(board, near) for cell in flock for near in around(cell)):
            ours = sum(WORTH[view.mode][board[cell].kind] for cell in flock if cell in held)
            open_to_wolves.append(prey + 0.3 * ours)
    threat = sum(sorted(open_to_wolves)[:wolves]) * soon
    return Danger(toll, threat, frozenset(spoilt))


def _room(view: View, board: Board, free: frozenset[Cell]) -> float:
    """Places where a stray sheep would stand alone, and so be no herd: the first few matter most."""
    if view.min_herd == 1:
        return 0.0
    apart = sum(not any((f := board.get(near)) and f.kind in SHEEP for near in around(cell)) for cell in free)
    return 1 - 0.6**apart


def _clutter(board: Board, cell: Cell, schemes: list[Scheme]) -> float:
    """A tile that serves no plan had better lie clear of the best one, where it closes no way in."""
    if not schemes or cell in schemes[0].cells:
        return 0.0
    return 0.03 * sum(near in schemes[0].cells and near not in board for near in around(cell))


BOTS: Final[dict[str, type[Bot]]] = {"drover": Drover}
