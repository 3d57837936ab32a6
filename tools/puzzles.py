"""Makes the puzzles that ship: mines in games of several kinds until there are enough of each, easy and hard ones.

    python tools/puzzles.py > src/sheepfold/puzzles/puzzles.jsonl

Which games, and how many puzzles, the room ``puzzles`` of each game says (``MINED``, ``SHIPPED``).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from itertools import count

from sheepfold.games import SHELF
from sheepfold.lab.puzzles import Vein, mine
from sheepfold.puzzles import Puzzle, to_json

SEED = "sheepfold puzzles 1"
MOST_GAMES = 800


def main() -> None:
    found: list[Puzzle] = []
    for name in SHELF:
        room = SHELF.room(name, "puzzles")
        for options, bots in getattr(room, "MINED", ()):
            found += dug(Vein(name, options, bots, SEED), room.SHIPPED)  # type: ignore[union-attr]
            print(name, options, len(found), file=sys.stderr)
    found.sort(key=lambda puzzle: (puzzle.game, puzzle.kind, puzzle.effort, puzzle.id))
    for puzzle in found:
        print(to_json(puzzle))


def dug(vein: Vein, shipped: Mapping[str, int]) -> list[Puzzle]:
    """A vein's share: half of each kind of its game, and no more than half of them equally hard."""
    share = {kind: -(-wanted // 2) for kind, wanted in shipped.items()}
    found: list[Puzzle] = []
    kinds, alike = Counter[str](), Counter[tuple[str, int]]()
    for mined in mine(vein, count(), jobs=1):
        for puzzle in mined.puzzles:
            wanted = share[puzzle.kind]
            equal = alike[puzzle.kind, puzzle.effort]
            if puzzle not in found and kinds[puzzle.kind] < wanted and equal < max(4, wanted // 2):
                kinds[puzzle.kind] += 1
                alike[puzzle.kind, puzzle.effort] += 1
                found.append(puzzle)
        if all(kinds[kind] >= wanted for kind, wanted in share.items()) or mined.number >= MOST_GAMES:
            break
    return found


if __name__ == "__main__":
    main()
