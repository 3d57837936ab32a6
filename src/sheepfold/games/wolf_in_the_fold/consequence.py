"""What a tile would do if it lay there: which ground it closes, which herd grows, which herd a wolf would reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import BAD, GOOD, Consequence, Foreseen, Noted
from sheepfold.games.wolf_in_the_fold import rules
from sheepfold.games.wolf_in_the_fold import view as views
from sheepfold.games.wolf_in_the_fold.board import open_cells
from sheepfold.games.wolf_in_the_fold.rules import check
from sheepfold.games.wolf_in_the_fold.score import closings
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, VERSUS, cell_part
from sheepfold.games.wolf_in_the_fold.view import Fold, View

MOST: Final = 3


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """Told as if the tile lay; what is drawn next nobody knows, but with aids how likely it does harm is told."""
    if view.seat is None:
        return None
    try:
        state, _ = rules.play(check(views.imagine(view), view.seat, move))
    except IllegalNow:
        return None
    after = views.view(state, view.seat)
    folds = after.folds[len(view.folds) :]
    sentence, slips = _closing(after, folds) if folds else _reaching(view, after) or _growing(view, after)
    odds = _odds(after) if aids else ()
    return Consequence(sentence, (*_gains(view, after), *odds, *slips)[:MOST], tuple(_signs(view, after, folds)))


def _closing(after: View, folds: tuple[Fold, ...]) -> tuple[str, list[Noted]]:
    """The ground that the tile would close."""
    sentence = "Here it closes a fold." if len(folds) == 1 else f"Here it closes {len(folds)} folds."
    inside = {cell for fold in folds for cell in fold.cells}
    herds = [flock for flock in after.flocks if flock.cells[0] in inside]
    if not herds:
        return sentence, [Noted("no sheep inside")]
    wolf = any(tile.kind == "wolf" for tile in after.tiles if tile.cell in inside)
    most = max(len(flock.cells) for flock in herds)
    slips = [Noted(f"herd of {most}" if most > 1 else "a lone sheep")]
    return sentence, [*slips, Noted("a wolf inside", BAD) if wolf else Noted("no wolf inside", GOOD)]


def _reaching(view: View, after: View) -> tuple[str, list[Noted]] | None:
    """The herds that a wolf would touch now and did not before."""
    hunted = {cell for flock in view.flocks if flock.hunted for cell in flock.cells}
    reached = [flock for flock in after.flocks if flock.hunted and hunted.isdisjoint(flock.cells)]
    if not reached:
        return None
    guarded = any(flock.shepherd for flock in reached)
    herd = max(len(flock.cells) for flock in reached)
    slips = [Noted("a shepherd guards it", GOOD)] if guarded else []
    return f"Here a wolf reaches a herd of {herd}.", slips


def _growing(view: View, after: View) -> tuple[str, list[Noted]]:
    """The herd that the tile would belong to, or nothing at all."""
    cell = after.tiles[-1].cell
    own = next((flock for flock in after.flocks if cell in flock.cells), None)
    if own is not None and len(own.cells) > 1:
        return f"Here the herd grows to {len(own.cells)}.", [Noted("a wolf is beside it", BAD)] if own.hunted else []
    guarded = [flock for flock in after.flocks if flock.shepherd and not _was_guarded(view, flock.cells[0])]
    if after.tiles[-1].kind == "shepherd" and guarded:
        return f"Here the shepherd guards a herd of {max(len(flock.cells) for flock in guarded)}.", []
    return "Here nothing changes yet.", []


def _was_guarded(view: View, cell: tuple[int, int]) -> bool:
    return any(flock.shepherd for flock in view.flocks if cell in flock.cells)


def _gains(view: View, after: View) -> Iterator[Noted]:
    """The difference in points, whose it is first."""
    for scorer, points in after.scores.items():
        more = points - view.scores.get(scorer, 0)
        if more:
            ours = scorer == "players" or scorer == view.seat
            whose = "" if ours else " for the wolves" if view.mode == TOGETHER else f" for player {scorer}"
            yield Noted(f"{more:+d}{whose}".replace("-", "−"), GOOD if ours == (more > 0) else BAD)


def _odds(after: View) -> Iterator[Noted]:
    """How likely the next tile is a wolf, where the tile belongs to a herd that one may hunt; and a fence that closes a
    fold, where that would be another's."""
    left = dict(after.bag)
    total = sum(left.values())
    own = next((flock for flock in after.flocks if after.tiles[-1].cell in flock.cells), None)
    if own is not None and own.herd and not own.wolf and own.enclosure is None and left["wolf"]:
        yield Noted(f"{round(100 * left['wolf'] / total)} % chance of a wolf next", BAD)
    if after.mode == VERSUS and after.seats > 1:
        grid = after.grid()
        best = closings(grid, open_cells(grid, [cell for cell, _ in after.laid()]), after.mode, after.min_herd)
        chance = sum(left[kind] for kind, points in best.items() if points)
        if chance:
            yield Noted(
                f"{round(100 * chance / total)} % chance that the next player closes a fold worth {max(best.values())}",
                BAD,
            )


def _signs(view: View, after: View, folds: tuple[Fold, ...]) -> Iterator[Foreseen]:
    """The ground that would be closed, tile by tile, and the sheep that a wolf would newly reach."""
    from sheepfold.games.wolf_in_the_fold.picture import enclosed  # whoever only plays loads no drawings

    yield from (Foreseen(at, symbol) for at, symbol in enclosed(after.tiles, folds))
    hunted = {cell for flock in view.flocks if flock.hunted for cell in flock.cells}
    for flock in after.flocks:
        if flock.hunted:
            yield from (Foreseen(cell_part(cell), "m-risk") for cell in flock.cells if cell not in hunted)
