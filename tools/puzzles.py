"""Makes the puzzles that ship: mines in games of several kinds until there are enough of each, easy and hard ones.

python tools/puzzles.py > src/sheepfold/puzzles/puzzles.jsonl
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count

from sheepfold.lab.puzzles import Vein, mine
from sheepfold.puzzles import Puzzle, to_json

SEED = "sheepfold puzzles 1"
WANTED = {
    ("mutton", "wolf"): 100,
    ("mutton", "shot"): 64,
    ("woolf", "wolf"): 54,
    ("woolf", "boy"): 54,
    ("woolf", "question"): 40,
    ("dogs", "plank"): 60,
    ("fold", "tile"): 150,
}
VEINS = (
    Vein("mutton", {"quick": 11}, ("canny", "canny"), SEED),
    Vein("mutton", {"quick": 11, "num_wolves": 3}, ("farmhand", "canny"), SEED),
    Vein("woolf", {"turn_limit": 6}, ("sleuth",) * 5, SEED),
    Vein("woolf", {"turn_limit": 6}, ("sleuth",) * 4, SEED),
    Vein("dogs", {"mode": "single", "tiles": 7}, ("terrier", "collie"), SEED),
    Vein("dogs", {"mode": "single", "tiles": 15}, ("terrier", "collie"), SEED),
    Vein("fold", {}, ("herdboy",), SEED),
    Vein("fold", {"mode": "versus"}, ("drover", "herdboy"), SEED),
)


def main() -> None:
    found: list[Puzzle] = []
    for vein in VEINS:
        found += dug(vein)
        print(vein.game, vein.options, len(found), file=sys.stderr)
    found.sort(key=lambda puzzle: (puzzle.game, puzzle.kind, puzzle.effort, puzzle.id))
    for puzzle in found:
        print(to_json(puzzle))


def dug(vein: Vein) -> list[Puzzle]:
    """A vein's share: half of each kind of its game, and no more than half of them equally hard."""
    share = {kind: -(-wanted // 2) for (game, kind), wanted in WANTED.items() if game == vein.game}
    found: list[Puzzle] = []
    kinds, alike = Counter[str](), Counter[tuple[str, int]]()
    for mined in mine(vein, count(), jobs=1):
        for puzzle in mined.puzzles:
            wanted = share[puzzle.kind]
            if (
                puzzle not in found
                and kinds[puzzle.kind] < wanted
                and alike[puzzle.kind, puzzle.effort] < max(4, wanted // 2)
            ):
                kinds[puzzle.kind] += 1
                alike[puzzle.kind, puzzle.effort] += 1
                found.append(puzzle)
        if all(kinds[kind] >= wanted for kind, wanted in share.items()) or mined.number >= 800:
            return found
    return found


if __name__ == "__main__":
    main()
