"""Why a tile was laid or a bid made, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.words.prose import listed
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.board import DANGER, LOST, SAFE, SAVED, SCARED
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, tile_of


def why_laid(tiles: Sequence[int], tile: int, left: int) -> str:
    """What a tile did for whoever laid it; ``left`` counts it too."""
    grid = board.grid_of(tiles)
    before = {each: _signs(grid, each, left) for each in tiles}
    board.lay(grid, tile)
    after = {each: _signs(grid, each, left - 1) for each in (*tiles, tile)}
    sheep_side = len(tiles) % 2 == SHEEP % 2
    did = _for_sheep(before, after, tile) if sheep_side else _for_wolf(before, after, tile)
    count = sum(sheep not in (LOST, DANGER) for sheep, _ in after.values())
    said = f"This tile {listed(did) if did else 'takes a place that the other side could have used'}."
    ending = "live" if left == 1 else "would live if it ended now"
    return f"{said} {count} of {len(after)} sheep {ending}."


Signs = tuple[int, int]


def _signs(grid: board.Grid, tile: int, left: int) -> Signs:
    sheep, _, wolf = board.cells_of(tile)
    return board.sheep_sign(grid, sheep, left), board.wolf_sign(grid, wolf, left)


def _for_sheep(before: dict[int, Signs], after: dict[int, Signs], tile: int) -> list[str]:
    did = []
    scared = sum(after[each][1] == SCARED != wolf for each, (_, wolf) in before.items())
    freed = sum(sheep in (DANGER, LOST) and after[each][0] not in (DANGER, LOST) for each, (sheep, _) in before.items())
    saved = sum(after[each][0] == SAVED != sheep for each, (sheep, _) in before.items())
    if scared:
        did.append(f"scares {_number(scared, 'wolf', 'wolves')}")
    if freed:
        did.append(f"frees {_number(freed, 'sheep', 'sheep')}")
    elif saved:
        did.append(f"puts {_number(saved, 'sheep', 'sheep')} out of reach")
    if after[tile][0] == SAVED:
        did.append("saves its own sheep")
    if after[tile][1] == SCARED:
        did.append("keeps its own wolf scared")
    return did


def _for_wolf(before: dict[int, Signs], after: dict[int, Signs], tile: int) -> list[str]:
    did = []
    lost = sum(after[each][0] == LOST != sheep for each, (sheep, _) in before.items())
    threatened = sum(after[each][0] == DANGER and sheep not in (DANGER, LOST) for each, (sheep, _) in before.items())
    safe = sum(after[each][1] == SAFE != wolf for each, (_, wolf) in before.items())
    if lost:
        did.append(f"dooms {_number(lost, 'sheep', 'sheep')}")
    if threatened:
        did.append(f"threatens {_number(threatened, 'sheep', 'sheep')}")
    if safe and not lost:
        did.append(f"shields {_number(safe, 'wolf', 'wolves')} from dogs")
    if after[tile][0] in (LOST, DANGER):
        did.append("feeds its own sheep to a wolf")
    return did


def _number(count: int, one: str, more: str) -> str:
    return f"a {one}" if count == 1 else f"{count} {more}"


def why_bid(said: str, standing: int | None, expected: float, tiles: int) -> str:
    """What stands behind a bid; ``standing`` is the one before it."""
    hope = f"About {expected:.0f} of {tiles} sheep live with good play"
    if said == "pass":
        return f"{hope}: {standing} is more than I would promise."
    return f"{hope}: I can promise {said.removeprefix('bid ')}."


def tiles_of(parts: Sequence[str]) -> list[int]:
    """The tiles that a view names."""
    return [tile for part in parts if (tile := tile_of(part)) is not None]
