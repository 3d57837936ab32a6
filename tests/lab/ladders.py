"""Measure every step of every ladder under the options that change the rules; the table is ``ladders.json``.

    .venv/bin/python tests/lab/ladders.py mutton --seconds 60

plays steps of a game's ladders anew, as long as that is worth it. ``--table`` prints what is known as it stands in
docs/strength.md. Every ladder tells how each level begins a game: a level that begins otherwise has changed since it
was measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import count, islice
from pathlib import Path
from time import process_time
from typing import Any, Final

from sheepfold.bots import levels
from sheepfold.core.contract import NATURE
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress
from sheepfold.games import game as take_down
from sheepfold.lab.arena import BoutResult, Contest, play_bout
from sheepfold.lab.selfplay import equipped
from sheepfold.lab.standings import Measure, compared

FILE: Final = Path(__file__).with_suffix(".json")
SEED: Final = "ladders"
FEWEST, MOST = 6, 40
"""Deals of a step: at least, unless time is short, and at most."""
BEGINNING: Final = 10
"""So many moves show how a level plays, thinking briefly."""
BRIEFLY: Final = 0.1

CONTESTS: Final[tuple[tuple[str, dict[str, Any], int], ...]] = (
    *(("fold", options, seats) for seats, options in (
        (1, {}), (1, {"min_herd": 1}), (2, {"mode": "versus"}),
    )),
    *(("dogs", options, 2) for options in (
        {"tiles": 9}, {"tiles": 9, "mode": "bid"}, {"tiles": 15, "mode": "bid"},
        {"tiles": 9, "mode": "single"},
    )),
    *(("woolf", options, 5) for options in ({}, {"advanced": True}, {"shuffle": False}, {"turn_limit": 2})),
    *(("mutton", options, 2) for options in (
        {}, {"reveal": False}, {"shotgun": True}, {"escape": True}, {"huddle": True}, {"remove": True},
        {"berserk": False}, {"dictionary": True}, {"bid": True}, {"quick": 12},
        {"size": 3, "num_sheep": 12, "num_wolves": 2},
    )),
)  # fmt: skip
"""Games, options and seats."""


@dataclass(frozen=True, slots=True)
class Step:
    """How much better a level was than the one below it."""

    upper: str
    lower: str
    measure: Measure
    deals: int
    more: float
    """By how much a seat of the upper one did better, and the standard error."""
    error: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """All steps of a game under some options, and how each level began."""

    game: str
    options: dict[str, Any]
    seats: int
    begins: dict[str, str]
    steps: tuple[Step, ...]


def read() -> list[Ladder]:
    """What was measured."""
    found = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
    return [Ladder(**{**each, "steps": tuple(Step(**step) for step in each["steps"])}) for each in found]


def beginning(name: str, options: dict[str, Any], seats: int, level: str) -> str:
    """A word for the first moves of a game among one level, which thinks briefly."""
    game = take_down(name)
    player, rng = equipped(game, level, BRIEFLY), chance.rng_from(SEED, 0, 0)
    begun = Progress.begin(game, game.options.make(options), seats, chance.seed_from(SEED, 0))
    steps = begun.run(lambda now, seat: player.choose(game.view(now.state, seat), rng))
    moves = "/".join(islice((step.text for step in steps if step.seat != NATURE), BEGINNING))
    return blake2b(moves.encode(), digest_size=4).hexdigest()


def measured(contest: Contest, lower: str, upper: str, seconds: float) -> Step:
    """A step, until it is clear enough or the time is up."""
    measure: Measure = "wins" if contest.options.get("bid") or contest.options.get("mode") == "bid" else "points"
    fought: list[BoutResult] = []
    began = process_time()
    for deal in count():
        fought += map(play_bout, contest.bouts((upper, lower), deal))
        found = compared(contest, (upper, lower), fought, measure).difference
        late = process_time() - began > seconds
        if deal + 1 >= MOST or late or (deal + 1 >= FEWEST and found.value > 3 * found.error):
            break
    return Step(upper, lower, measure, deal + 1, round(found.value, 3), round(found.error, 3))


def write(ladders: list[Ladder]) -> None:
    FILE.write_text(json.dumps([asdict(each) for each in ladders], indent=1, ensure_ascii=False) + "\n", "utf-8")


def table(ladders: list[Ladder]) -> Iterator[str]:
    """Lines of Markdown."""
    yield "| game | options | step | deals | more |"
    yield "|---|---|---|---|---|"
    for each in ladders:
        said = " ".join(f"{key}={value}" for key, value in each.options.items()) or "as usual"
        for step in each.steps:
            more = f"{step.more:.2f} ± {step.error:.2f} {step.measure}"
            yield f"| {each.game} | {said} | {step.upper}, {step.lower} | {step.deals} | {more} |"


def climb(name: str, options: dict[str, Any], seats: int, uppers: set[str], seconds: float) -> None:
    """Measure steps of one ladder, and keep each as soon as it is known."""
    names = tuple(level.name for level in levels(take_down(name)))
    contest = Contest(name, options, seats, names, SEED, ladder=True)
    for lower, upper in contest.pairs():
        if not uppers or upper in uppers:
            step = measured(contest, lower, upper, seconds)
            begins = {each: beginning(name, options, seats, each) for each in names}
            print(name, options, step, flush=True)
            ladders = {(each.game, json.dumps(each.options)): each for each in read()}
            known = ladders.get((name, json.dumps(options)))
            steps = {each.upper: each for each in known.steps} if known else {}
            kept = tuple((steps | {upper: step})[each] for each in names if each in steps or each == upper)
            ladders[name, json.dumps(options)] = Ladder(name, options, seats, begins, kept)
            write([ladders[key] for game, o, _ in CONTESTS if (key := (game, json.dumps(o))) in ladders])


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", nargs="?")
    reader.add_argument("--seconds", type=float, default=60.0, help="of the processor for each step")
    reader.add_argument("--options", help="of one ladder, as JSON")
    reader.add_argument("--levels", default="", help="which of them against the one below, with commas; else all")
    reader.add_argument("--table", action="store_true")
    given = reader.parse_args()
    if given.table:
        print(*table(read()), sep="\n")
        return
    for name, options, seats in CONTESTS:
        if name == given.game and given.options in (None, json.dumps(options)):
            climb(name, options, seats, set(filter(None, given.levels.split(","))), given.seconds)


if __name__ == "__main__":
    main()
