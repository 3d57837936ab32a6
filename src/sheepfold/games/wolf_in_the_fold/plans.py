"""Folds worth building: convex patches of ground, the ring of fences round each, and what one promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from sheepfold.games.wolf_in_the_fold.board import FACE, FACES, HEX_WAYS, KIND, LINES, START, Cell, cell_at

LONGEST_SIDE: Final = 4
LARGEST: Final = 12
"""Rings have sides of at most so many steps and hold at most so many tiles."""

STEADY: Final = 0.95
"""How likely each tile that a plan still lacks is to come and fit: the rest is bad luck and bad neighbours."""


Ring: TypeAlias = list[tuple[Cell, int]]
"""The cells round a patch, each with the lines that its fence must have."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A patch and its ring: straights along the sides, tri-corners or stars where it bends. Cells are numbered as in
    ``board``."""

    inside: tuple[int, ...]
    ring: tuple[tuple[int, int], ...]
    """Every cell of the ring with the lines that its fence must have, one bit for each edge."""

    def cells(self) -> frozenset[int]:
        return frozenset(self.inside) | {cell for cell, _ in self.ring}


@dataclass(frozen=True, slots=True)
class Hopes:
    """What a plan's promise is reckoned from, beside the map itself."""

    left: Mapping[str, int]
    """Tiles still to come, by kind."""
    worth: Mapping[str, int]
    """An enclosed sheep tile, by kind."""
    seats: int
    """How many race to close it, so that only every so-manieth tile is ours to lay: 1 when all play together."""
    empty: float
    """What an empty cell inside is expected to bring."""
    share: tuple[float, ...] = ()
    """How likely it is to be ours if it lacks one, two, ... fences and nothing else; else all are taken for equal."""


# -- shapes ------------------------------------------------------------------------------------


@cache
def plans() -> tuple[Plan, ...]:
    """Every convex ring that is not too long for what it holds. Their first cells have the number 0: they are to be
    moved to a place on the map. Kept: they are the same in every game, and finding them takes longer than a move."""
    found: list[tuple[int, Ring, list[Cell]]] = []
    for a, b, c, d in product(range(LONGEST_SIDE + 1), repeat=4):
        sides = (a, b, c, d, a + b - d, c + d - a)
        sharp = sides.count(0)
        if min(sides) >= 0 and sharp <= 2 and all(sides[i] or sides[i - 1] for i in range(6)):
            ring = _walked(sides)
            inside = _inside({cell for cell, _ in ring})
            if 0 < len(inside) <= LARGEST and _compact(len(inside), len(ring), sharp):
                found.append((len(ring), ring, inside))
    return tuple(
        Plan(tuple(map(_step, inside)), tuple((_step(cell), need) for cell, need in ring))
        for _, ring, inside in sorted(found)
    )


def _walked(sides: tuple[int, ...]) -> Ring:
    """The ring with these sides. A side of length 0 makes a sharp corner, which only a star can turn."""
    q = r = 0
    ring, came = [], next(way for way in range(5, -1, -1) if sides[way])
    for way, length in enumerate(sides):
        for _ in range(length):
            ring.append(((q, r), 1 << way | 1 << (came + 3) % 6))
            q, r, came = q + HEX_WAYS[way][0], r + HEX_WAYS[way][1], way
    return ring


def _inside(ring: set[Cell]) -> list[Cell]:
    """The cells that a convex ring goes round."""
    qs, rs, sums = ({q for q, _ in ring}, {r for _, r in ring}, {q + r for q, r in ring})
    return [cell for cell in product(sorted(qs), sorted(rs)) if sum(cell) in sums and cell not in ring]


def _compact(held: int, length: int, sharp: int) -> bool:
    """Long thin patches waste fences: only those that hold as much as a ring of their length and corners can."""
    length -= sharp
    return held >= (length * length - 6 * length + 12) // 12 - sharp


def _step(cell: Cell) -> int:
    """How far a cell lies from that at 0,0, in numbers of cells."""
    return cell_at(*cell) - START


@cache
def _places(lines: int) -> tuple[tuple[int, int], ...]:
    """Where in a ring a tile with these lines can serve: the plan's number and the step from its first cell.
    Kept: it looks through all plans, and is asked for every fence on the map."""
    return tuple(
        (number, step) for number, plan in enumerate(plans()) for step, need in plan.ring if lines & need == need
    )


# -- what a plan promises ----------------------------------------------------------------------

STRAIGHTS: Final = frozenset(FACES["straight", turn] for turn in range(3))
CORNERS: Final = frozenset(1 << edge | 1 << (edge + 2) % 6 for edge in range(6))
"""The pairs of lines that a straight and a tri-corner fence can join; a sharper corner takes a star."""


def promise(grid: Sequence[int], plan: Plan, hopes: Hopes, spoilt: Collection[int]) -> float:
    """What the plan can be expected to bring; 0 if a tile stands in its way or tiles are too few."""
    straights = corners = sharp = 0
    for cell, need in plan.ring:
        face = grid[cell]
        if face < FACE:
            if need in STRAIGHTS:
                straights += 1
            elif need in CORNERS:
                corners += 1
            else:
                sharp += 1
        elif LINES[face] & need != need:
            return 0.0
    left, missing = hopes.left, straights + corners + sharp
    stars = left["star"] - sharp - max(0, straights - left["straight"]) - max(0, corners - left["tri"])
    if stars < 0 or not missing:
        return 0.0
    empty = sure = 0
    for cell in plan.inside:
        face = grid[cell]
        if face < FACE:
            empty += 1
        elif cell not in spoilt:
            sure += hopes.worth.get(KIND[face], 0)
    fillers = sum(left.values()) - left["wolf"] - missing
    if empty > fillers:
        return 0.0
    ours = 1 / hopes.seats
    tight = max(
        straights / (ours * (left["straight"] + stars) + 1),
        corners / (ours * (left["tri"] + stars) + 1),
        sharp / (ours * left["star"] + 1),
    )
    full = empty / (fillers + 1)
    if tight >= 1:
        return 0.0
    fits = left["star"] + (left["straight"] if straights else left["tri"] if corners else 0)
    chance: float = (1 - tight**3) * (1 - full * full) * STEADY ** (hopes.seats * missing + 0.5 * empty)
    return (sure + hopes.empty * empty) * chance * _share(missing, empty, fits, hopes)


def _share(missing: int, empty: int, fits: int, hopes: Hopes) -> float:
    """How likely it is that we are the one who lays the last fence, once our tile is down."""
    if hopes.seats == 1:
        return 1.0
    if hopes.share and not empty and missing <= len(hopes.share):
        return hopes.share[missing - 1]
    if missing > 1 or empty:
        return 1 / hopes.seats
    hit = fits / max(1, sum(hopes.left.values()))
    others_miss = (1 - hit) ** (hopes.seats - 1)
    return others_miss * hit / max(1e-9, 1 - others_miss * (1 - hit))


# -- finding plans -----------------------------------------------------------------------------


Laid: TypeAlias = Sequence[tuple[int, int]]
"""Cell and face of every tile, in the order of laying."""


def best_plans(
    grid: Sequence[int], laid: Laid, hopes: Hopes, spoilt: Collection[int], number: int, least: float = 0.0
) -> list[Plan]:
    """The plans that promise most as the map stands, best first; ``least``: so much of the ring must stand."""
    valued = [(promise(grid, plan, hopes, spoilt), plan) for plan in _begun(laid, 8 * number, least)]
    valued.sort(key=lambda found: -found[0])
    return [plan for value, plan in valued[:number] if value > 0]


def _begun(laid: Laid, number: int, least: float) -> list[Plan]:
    """The plans of whose rings the most is standing; before the first fence, those round the starting tile."""
    standing: Counter[tuple[int, int]] = Counter()
    for cell, face in laid:
        if LINES[face]:
            standing.update((plan, cell - step) for plan, step in _places(LINES[face]))
    if not standing:
        cell, _ = laid[0]
        standing.update((number, cell - step) for number, plan in enumerate(plans()) for step in plan.inside)
    length = [len(plan.ring) for plan in plans()]
    enough = (place for place, stand in standing.items() if stand >= least * length[place[0]])
    lacking = sorted(enough, key=lambda place: length[place[0]] - standing[place])
    return [_moved(plans()[plan], to) for plan, to in lacking[:number]]


def _moved(plan: Plan, to: int) -> Plan:
    return Plan(tuple(step + to for step in plan.inside), tuple((step + to, need) for step, need in plan.ring))
