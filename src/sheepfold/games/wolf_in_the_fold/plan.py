"""Folds worth building: convex patches of ground, the ring of fences round each, and what one promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from sheepfold.games.wolf_in_the_fold.board import Board, Cell, around

WIDEST: Final = 5
LARGEST: Final = 12
"""Patches reach at most so many cells each way and hold at most so many."""

STEADY: Final = 0.95
"""How likely each tile that a plan still lacks is to come and fit: the rest is bad luck and bad neighbours."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A patch and its ring. Any convex patch needs six corners (tri-corners or stars), the rest straights."""

    inside: tuple[Cell, ...]
    ring: tuple[tuple[Cell, int], ...]
    """Every cell of the ring with the lines that its fence must have, one bit for each edge."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A shape at a place on the map."""

    inside: tuple[Cell, ...]
    ring: tuple[tuple[Cell, int], ...]

    def cells(self) -> frozenset[Cell]:
        return frozenset(self.inside) | {cell for cell, _ in self.ring}


@dataclass(frozen=True, slots=True)
class Hopes:
    """What a plan's promise is reckoned from, beside the map itself."""

    left: Mapping[str, int]
    """Tiles still to come, by kind."""
    worth: Mapping[str, int]
    """An enclosed sheep tile, by kind."""
    seats: int
    """How many race to close it: 1 when all play together."""
    empty: float
    """What an empty cell inside is expected to bring."""


# -- shapes ------------------------------------------------------------------------------------


@cache
def shapes() -> tuple[Shape, ...]:
    """Every compact convex patch with its ring."""
    found: dict[frozenset[Cell], Shape] = {}
    for wide in range(WIDEST):
        for high in range(WIDEST):
            for low in range(wide + high + 1):
                for top in range(low, wide + high + 1):
                    cells = [(q, r) for q in range(wide + 1) for r in range(high + 1) if low <= q + r <= top]
                    if cells and len(cells) <= LARGEST:
                        q0, r0 = min(q for q, _ in cells), min(r for _, r in cells)
                        inside = frozenset((q - q0, r - r0) for q, r in cells)
                        shape = _ringed(inside)
                        if shape is not None and _compact(shape):
                            found[inside] = shape
    return tuple(found[inside] for inside in sorted(found, key=lambda cells: (len(cells), sorted(cells))))


def _ringed(inside: frozenset[Cell]) -> Shape | None:
    ring = {near for cell in inside for near in around(cell)} - inside
    needs = {c: sum(1 << edge for edge, near in enumerate(around(c)) if near in ring) for c in ring}
    if any(need.bit_count() != 2 for need in needs.values()):
        return None
    return Shape(tuple(sorted(inside)), tuple(sorted(needs.items())))


def _compact(shape: Shape) -> bool:
    """Long thin patches waste fences: only those that hold as much as a ring of their length can."""
    length = len(shape.ring)
    return len(shape.inside) >= (length * length - 6 * length + 12) // 12


@cache
def _places(lines: int) -> tuple[tuple[int, int, int], ...]:
    """Where in a ring a tile with these lines can serve: the shape's number and the cell's q and r."""
    return tuple(
        (number, q, r) for number, shape in enumerate(shapes()) for (q, r), need in shape.ring if lines & need == need
    )


# -- what a plan promises ----------------------------------------------------------------------

STRAIGHTS: Final = (0b001001, 0b010010, 0b100100)


def promise(board: Board, plan: Plan, hopes: Hopes, spoilt: Collection[Cell]) -> float:
    """What the plan can be expected to bring; 0 if a tile stands in its way or tiles are too few."""
    straights = corners = 0
    for cell, need in plan.ring:
        face = board.get(cell)
        if face is None:
            if need in STRAIGHTS:
                straights += 1
            else:
                corners += 1
        elif face.lines & need != need:
            return 0.0
    left, missing = hopes.left, straights + corners
    stars = left["star"] - max(0, straights - left["straight"]) - max(0, corners - left["tri"])
    if stars < 0 or not missing:
        return 0.0
    empty = sure = 0
    for cell in plan.inside:
        face = board.get(cell)
        if face is None:
            empty += 1
        elif cell not in spoilt:
            sure += hopes.worth.get(face.kind, 0)
    fillers = sum(left.values()) - left["wolf"] - missing
    if empty > fillers:
        return 0.0
    tight = max(straights / (left["straight"] + stars + 1), corners / (left["tri"] + stars + 1))
    full = empty / (fillers + 1)
    chance: float = (1 - tight**3) * (1 - full * full) * STEADY ** (missing + 0.5 * empty)
    return (sure + hopes.empty * empty) * chance * _share(missing, empty, straights, hopes)


def _share(missing: int, empty: int, straights: int, hopes: Hopes) -> float:
    """How likely it is that we are the one who lays the last fence, once our tile is down."""
    if hopes.seats == 1:
        return 1.0
    if missing > 1 or empty:
        return 1 / hopes.seats
    left = hopes.left
    fits = (left["straight"] if straights else left["tri"]) + left["star"]
    hit = fits / max(1, sum(left.values()))
    others_miss = (1 - hit) ** (hopes.seats - 1)
    return others_miss * hit / max(1e-9, 1 - others_miss * (1 - hit))


# -- finding plans -----------------------------------------------------------------------------


def best_plans(board: Board, hopes: Hopes, spoilt: Collection[Cell], number: int) -> list[Plan]:
    """The plans that promise most as the map stands, best first."""
    valued = [(promise(board, plan, hopes, spoilt), plan) for plan in _begun(board, 8 * number)]
    valued.sort(key=lambda found: -found[0])
    return [plan for value, plan in valued[:number] if value > 0]


def _begun(board: Board, number: int) -> list[Plan]:
    """The plans of whose rings the most is standing; before the first fence, those round the starting tile."""
    standing: Counter[tuple[int, int, int]] = Counter()
    for (q, r), face in board.items():
        if face.lines:
            standing.update((shape, q - dq, r - dr) for shape, dq, dr in _places(face.lines))
    if not standing:
        q, r = next(iter(board))
        standing.update((number, q - dq, r - dr) for number, shape in enumerate(shapes()) for dq, dr in shape.inside)
    lacking = sorted(standing, key=lambda place: len(shapes()[place[0]].ring) - standing[place])
    return [_moved(shapes()[shape], dq, dr) for shape, dq, dr in lacking[:number]]


def _moved(shape: Shape, dq: int, dr: int) -> Plan:
    ring = tuple(((q + dq, r + dr), need) for (q, r), need in shape.ring)
    return Plan(tuple((q + dq, r + dr) for q, r in shape.inside), ring)
