"""Wolf in the Fold as numbers: every cell within a window, the turns of fences, and the map."""

from __future__ import annotations

from collections.abc import Iterator

from sheepfold.core.contract.numbers import WINDOW, Mark, NumberedGame, Plane, UtilityBounds, one_hot, so_far_plane
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, KINDS, TILES, Cell
from sheepfold.games.wolf_in_the_fold.score import PREY, WORTH
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, VERSUS, Options, cell_part, turn_parts
from sheepfold.games.wolf_in_the_fold.view import View


def numbers(options: Options, seats: int, window: int = WINDOW) -> NumberedGame:
    """Cells at most ``window`` from the middle, row by row, then the turns of fences. Chance: the kinds of tiles.

    77 tiles reach no further than 76 cells: such a window holds the whole game.
    """
    across = range(-window, window + 1)
    turns = max(map(turn_parts, KINDS), key=len)
    parts = (*(cell_part((q, r)) for r in across for q in across), *turns)
    side, faces, total = 2 * window + 1, tuple(FACES), sum(TILES.values())
    planes = (
        Plane("faces", (len(faces), side, side)),
        Plane("folds", (seats, side, side)),
        Plane("hand", (len(KINDS),)),
        Plane("bag", (len(KINDS),)),
        Plane("turn", (seats,)),
        Plane("me", (seats,)),
        Plane("scores", (2 if options.mode == TOGETHER else seats,)),
        so_far_plane(parts),
    )
    worth = WORTH[options.mode]
    best = sum(TILES[kind] * worth[kind] for kind in worth)
    worst = sum(TILES[kind] * PREY[kind] for kind in PREY) if options.mode == TOGETHER else 0

    def place(cell: Cell) -> int | None:
        q, r = cell
        return (r + window) * side + q + window if max(abs(q), abs(r)) <= window else None

    def marks(view: View) -> Iterator[Mark]:
        for tile in view.tiles:
            if (at := place(tile.cell)) is not None:
                yield "faces", faces.index((tile.kind, tile.turn)) * side * side + at, 1.0
        for fold in view.folds:
            for cell in fold.cells:
                if (at := place(cell)) is not None:
                    yield "folds", (fold.by - 1) * side * side + at, 1.0
        yield from one_hot("hand", KINDS, view.hand)
        for kind, (name, count) in enumerate(view.bag):
            yield "bag", kind, count / TILES[name]
        seated = tuple(range(1, seats + 1))
        yield from one_hot("turn", seated, view.turn)
        yield from one_hot("me", seated, view.seat)
        for side_or_seat, points in enumerate(view.scores.values()):
            yield "scores", side_or_seat, points / best

    return NumberedGame(
        seats=seats,
        parts=parts,
        chance=KINDS,
        longest=total - 1 + sum(TILES[kind] for kind in ARMS),
        longest_chance=None,  # a tile that cannot be laid goes back
        planes=planes,
        marks=marks,
        points=UtilityBounds(-float(worst), float(best), zero_sum=False),
        opposed=options.mode == VERSUS and seats > 1,
    )
