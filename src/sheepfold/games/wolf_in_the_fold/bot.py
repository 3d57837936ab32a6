"""The players: all weigh every place for the tile in hand; they differ in what they look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final, TypeAlias

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Level, Weighed
from sheepfold.games.wolf_in_the_fold.board import (
    FACE,
    FILLABLE,
    IS_SHEEP,
    KIND,
    LINES,
    NUMBER,
    SHEPHERD,
    STEPS,
    WOLF,
    cell_at,
    closed_at,
    flocks,
    lay,
    lift,
    met,
    open_after,
    open_cells,
    touches,
    turns,
)
from sheepfold.games.wolf_in_the_fold.plans import Hopes, Plan, best_plans, promise
from sheepfold.games.wolf_in_the_fold.score import PREY, WORTH, closings, fold_points, likely
from sheepfold.games.wolf_in_the_fold.terms import NAMES, TOGETHER, VERSUS, cell_of, cell_part
from sheepfold.games.wolf_in_the_fold.view import View


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player looks at, and how much it counts where a point for the wolves counts 1."""

    plans: int = 16
    """How many plans are kept in mind while a tile is weighed."""
    standing: float = 0.0
    """The part of a ring that must stand before it is thought of: a beginner only helps with what others began."""
    gain: float = 3.6
    hope: float = 3.0
    """A point in a fold, closed and only promised."""
    fear: float = 1.0
    """How long before they come wolves are feared, times ``FEAR``."""
    room: float = 1.0
    """Places where a stray sheep can still stand alone."""
    dread: float = 0.0
    """A point that the next player is likely to close, where everybody plays for themselves."""
    share: tuple[float, ...] = ()
    """How likely a fold is to be ours that lacks one, two, ... fences and nothing else; else all count as equal."""
    joins: float = 0.0
    """A fence line that meets another, whatever it may lead to."""
    overlooks: float = 0.0
    """The part of all places that is not looked at."""


Others: TypeAlias = Mapping[tuple[str, int], Habits]
NO_OTHERS: Final[Others] = {}

FEAR: Final = {1: 5, 2: 9}
"""Over how many draws a wolf is feared. Less where every stray sheep is a herd: some must be given up."""

EMPTY_WORTH: Final = {TOGETHER: 0.12, VERSUS: 0.3}
"""What an empty cell in a planned fold is expected to bring: seldom a sheep, often a mere filler."""


@dataclass(frozen=True, slots=True)
class Danger:
    """What the wolves have and what they may yet get."""

    toll: float
    """Points that hunted herds give them."""
    threat: float
    """What the herds within reach of coming wolves stand to lose."""
    spoilt: frozenset[int]
    """Sheep that are worth nothing to us, even in a fold."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A plan with its cells and what it promises if our tile goes elsewhere."""

    plan: Plan
    cells: frozenset[int]
    promise: float


class Drover:
    """Looks one tile ahead, but counts an unfinished fence by what it promises.

    Nothing in the score rewards a fence before it closes, so plain greed never builds one. The drover
    weighs every place for its tile by the points it brings, by the best ring of fences that it keeps
    possible, and by the herds it leaves open to the wolves still in the bag.
    """

    def __init__(self, habits: Habits = Habits(), others: Others = NO_OTHERS) -> None:  # noqa: B008 (frozen)
        """``others``: other habits by the options of a game, its mode and how many sheep make a herd."""
        self._habits, self._others = habits, others

    def choose(self, view: View, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def explain(self, view: View, move: Move) -> str:
        return why_laid(view, move)

    def weigh(self, view: View, rng: Random) -> Weighed:
        kind, habits = view.hand or "", self._others.get((view.mode, view.min_herd), self._habits)
        laid, grid = view.laid(), view.grid()
        left = dict(view.bag)
        racing = 1 if view.mode == TOGETHER else view.seats
        hopes = Hopes(left, WORTH[view.mode], racing, EMPTY_WORTH[view.mode], habits.share)
        sheep = [cell for cell, face in laid if IS_SHEEP[face]]
        spoilt = _danger(view, grid, sheep, frozenset(), habits.fear).spoilt
        with_hand = replace(hopes, left=left | {kind: left[kind] + 1})
        plans = best_plans(grid, laid, with_hand, spoilt, habits.plans, habits.standing)
        schemes = [Scheme(plan, plan.cells(), promise(grid, plan, hopes, spoilt)) for plan in plans]
        held = frozenset(cell for plan in plans for cell in plan.inside)
        free = open_cells(grid, [cell for cell, _ in laid])
        values: dict[Move, float] = {}
        for place in [place for place in view.legal if rng.random() >= habits.overlooks] or view.legal:
            cell = cell_at(*place)
            lay(grid, cell, NUMBER[kind, 0])
            danger = _danger(view, grid, [*sheep, cell] if IS_SHEEP[grid[cell]] else sheep, held, habits.fear)
            harm = danger.toll + danger.threat + _clutter(grid, cell, schemes)
            after = open_after(grid, free, cell)
            harm -= habits.room * _room(view, grid, after)
            for turn in range(max(1, turns(kind))):
                grid[cell] = NUMBER[kind, turn]
                changed = danger.spoilt != spoilt
                hope = _hope(
                    scheme.promise
                    if not changed and cell not in scheme.cells
                    else promise(grid, scheme.plan, hopes, danger.spoilt)
                    for scheme in schemes
                )
                value = habits.gain * _gain(view, grid, cell) + habits.hope * hope - harm + rng.random() * 1e-3
                value += habits.joins * met(grid, cell).bit_count()
                if habits.dread:
                    value -= habits.dread * likely(closings(grid, after, view.mode, view.min_herd), left)
                values[(cell_part(place), f"/{turn}") if turns(kind) else (cell_part(place),)] = value
            lift(grid, cell)
        return Weighed.of(values, "points, by feel")


def _gain(view: View, grid: Sequence[int], cell: int) -> float:
    """What the folds closed by the tile on ``cell`` bring at once."""
    if not LINES[grid[cell]]:
        return 0.0
    return sum(fold_points(grid, tuple(patches), view.mode, view.min_herd)[1] for patches in closed_at(grid, cell))


def _hope(promises: Iterable[float]) -> float:
    """The best plan counts in full, the next ones a little: they are what remains if it fails."""
    return sum(value * weight for value, weight in zip(sorted(promises, reverse=True), (1.0, 0.1, 0.05), strict=False))


def _danger(view: View, grid: Sequence[int], sheep: Sequence[int], held: frozenset[int], fear: float) -> Danger:
    """Weighs every herd: hunted ones for what they cost, open ones for what they may cost."""
    wolves = dict(view.bag)["wolf"]
    soon = min(1.0, fear * wolves * FEAR[view.min_herd] / max(1, view.left()))
    toll, spoilt, open_to_wolves = 0.0, set[int](), []
    for flock in flocks(sheep):
        if len(flock) < view.min_herd:
            continue
        prey = float(sum(PREY[KIND[grid[cell]]] for cell in flock)) if view.mode == TOGETHER else 0.0
        if touches(grid, flock, WOLF):
            spoilt.update(flock)
            toll += prey // 2 if touches(grid, flock, SHEPHERD) else prey
        elif any(FILLABLE[grid[cell + step]] for cell in flock for step in STEPS):
            ours = sum(WORTH[view.mode][KIND[grid[cell]]] for cell in flock if cell in held)
            open_to_wolves.append(prey + 0.3 * ours)
    threat = sum(sorted(open_to_wolves)[:wolves]) * soon
    return Danger(toll, threat, frozenset(spoilt))


def _room(view: View, grid: Sequence[int], free: Iterable[int]) -> float:
    """Places where a stray sheep would stand alone, and so be no herd: the first few matter most."""
    if view.min_herd == 1:
        return 0.0
    apart = sum(not any(IS_SHEEP[grid[cell + step]] for step in STEPS) for cell in free)
    return 1 - 0.6**apart


def _clutter(grid: Sequence[int], cell: int, schemes: list[Scheme]) -> float:
    """A tile that serves no plan had better lie clear of the best one, where it closes no way in."""
    if not schemes or cell in schemes[0].cells:
        return 0.0
    return 0.03 * sum(cell + step in schemes[0].cells and grid[cell + step] < FACE for step in STEPS)


# -- reasons -----------------------------------------------------------------------------------


def why_laid(view: View, move: Move) -> str:
    """What the tile in hand does at the place of a move."""
    kind, grid, cell = view.hand or "", view.grid(), cell_of(move[0])
    assert cell is not None
    before = _best_closing(view, grid)
    lay(grid, cell, NUMBER[kind, int(move[1][1:]) if turns(kind) else 0])
    sheep = [place for place, face in (*view.laid(), (cell, grid[cell])) if IS_SHEEP[face]]
    here = f"The {NAMES[kind].removeprefix('a ')}"
    if turns(kind):
        folds = [fold_points(grid, tuple(fold), view.mode, view.min_herd) for fold in closed_at(grid, cell)]
        if folds:
            points = sum(points for _, points in folds)
            return f"{here} closes a fold worth {points}."
    if before > _best_closing(view, grid):
        return f"{here} fills the gap: the next player could have closed a fold worth {before} there."
    if turns(kind):
        joined = met(grid, cell).bit_count()
        return f"{here} continues {_lines(joined)}." if joined else f"{here} leaves room for a fold to grow."
    beside = [flock for flock in flocks(sheep) if any(cell + step in flock for step in STEPS) or cell in flock]
    size = max(map(len, beside), default=0)
    if kind == "wolf":
        return f"{here} touches a herd of {size}. Any other place would cost more."
    if kind == "shepherd":
        return f"{here} guards a herd of {size}." if size else f"{here} finds no herd to guard."
    if size < view.min_herd:
        return f"{here} is no herd yet, so wolves leave it alone."
    near = [grid[place + step] for flock in beside for place in flock for step in STEPS]
    if WOLF in near:
        return f"{here} joins a herd that a wolf touches already{' and a shepherd guards' if SHEPHERD in near else ''}."
    return f"{here} makes a herd of {size}. Any other place would cost more."


def _best_closing(view: View, grid: bytearray) -> int:
    """The most that one fence more would close, where others would be the ones to lay it."""
    if view.mode != VERSUS:
        return 0
    free = open_cells(grid, [cell_at(*tile.cell) for tile in view.tiles])
    return max(closings(grid, free, view.mode, view.min_herd).values(), default=0)


def _lines(number: int) -> str:
    return "a fence" if number == 1 else f"{number} fences"


# -- the levels --------------------------------------------------------------------------------

STRAYS: Final = Habits(gain=9.0, hope=8.0, fear=0.4)
"""The shepherd's habits where each sheep is a herd: wolves find prey whatever one does, and only folds keep any."""


def _racing(habits: Habits) -> Others:
    """These habits wherever everybody plays for themselves."""
    return {(VERSUS, 1): habits, (VERSUS, 2): habits}


BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "lamb": partial(
        Drover,
        Habits(plans=1, standing=0.6, fear=0.0, room=0.0, joins=0.3, overlooks=0.5),
        _racing(Habits(plans=0, fear=0.0, room=0.0, joins=0.3, overlooks=0.7)),
    ),
    "goatherd": partial(
        Drover,
        Habits(plans=1, standing=0.6, fear=0.3, room=0.0, joins=0.3),
        _racing(Habits(plans=0, fear=0.3, room=0.0, joins=0.3, overlooks=0.4)),
    ),
    "herdboy": partial(
        Drover,
        Habits(plans=2, fear=0.2, room=0.0),
        {(TOGETHER, 1): Habits(plans=4, gain=6.0, hope=5.0, fear=0.2), **_racing(Habits(plans=4, dread=1.8))},
    ),
    "drover": partial(Drover, Habits(), _racing(Habits(dread=1.8))),
    "shepherd": partial(
        Drover,
        Habits(hope=1.0, fear=2.2, room=3.0),
        {(TOGETHER, 1): STRAYS, **_racing(Habits(dread=3.6, share=(0.2, 0.7, 0.4, 0.6)))},
    ),
}
LEVELS: Final = (
    Level(
        "lamb", "Lamb", "Plays its first game: joins fences where it sees them, and forgets the wolves.", head="lambs"
    ),
    Level(
        "goatherd", "Goatherd", "Keeps sheep apart when it thinks of wolves, and builds without a plan.", head="black"
    ),
    Level("herdboy", "Herd boy", "Has a fold in mind, and hopes that the tiles for it will come.", head="boy"),
    Level(
        "drover",
        "Drover",
        "Plans folds, keeps strays apart, gives the wolves the poorest herd.",
        head="hunter",
        usual=True,
    ),
    Level(
        "shepherd",
        "Shepherd",
        "Leaves no herd in reach of wolves; playing for itself, it leaves nobody the last fence.",
        head="shepherd",
    ),
)
