"""Mining puzzles: bots play, every position is asked every question of its game, and those with one answer are kept.

A game's puzzles are the same from the same seed, so that mining can be broken off, resumed, and spread over cores.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sheepfold.core.contract import NATURE
from sheepfold.core.records.progress import Progress
from sheepfold.games import game as take_down
from sheepfold.lab import farm
from sheepfold.lab.selfplay import GamePlan, play_out
from sheepfold.puzzles import SEED, Puzzle, from_value, kinds, to_value

LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Vein:
    """Where puzzles of a game are looked for: in games of these bots, with these options."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class MinedGame:
    """The puzzles that were found in the game of that number."""

    number: int
    puzzles: tuple[Puzzle, ...]


def mine(vein: Vein, numbers: Iterable[int], jobs: int) -> Iterator[MinedGame]:
    """The games of these numbers, as they are done."""
    plans = (GamePlan(vein.game, vein.options, vein.bots, vein.seed, number, LONGEST) for number in numbers)
    return farm.spread(mine_game, plans, jobs)


def mine_game(plan: GamePlan) -> MinedGame:
    """One game: at most one puzzle of each kind, the hardest, so that no two are nearly the same."""
    game = take_down(plan.game)
    record = play_out(plan)
    now = Progress.begin(game, game.options.make(record.options), len(plan.bots), SEED)
    found: dict[str, Puzzle] = {}
    for ply, (seat, text) in enumerate(record.moves):
        if seat != NATURE:
            view = game.view(now.state, seat)
            for kind in kinds(plan.game):
                solution, best = kind.solve(view), found.get(kind.name)
                if solution is not None and (best is None or solution.effort > best.effort):
                    moves, seats = record.moves[:ply], len(plan.bots)
                    found[kind.name] = Puzzle(plan.game, kind.name, record.options, seats, seat, moves, solution.effort)
        now = now.after(now.step(seat, text))
    return MinedGame(plan.number, tuple(found.values()))


# -- as lines of JSON --------------------------------------------------------------------------


def to_line(mined: MinedGame) -> str:
    value = {"number": mined.number, "puzzles": [to_value(puzzle) for puzzle in mined.puzzles]}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def from_lines(lines: Iterable[str]) -> Iterator[MinedGame]:
    """What was mined before. A last line that was broken off is left out: its game is mined again."""
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            continue
        yield MinedGame(value["number"], tuple(map(from_value, value["puzzles"])))
