"""``sheepfold puzzle``: positions with one right answer, a sheet of twelve to print, and more from self-play."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sheepfold.cli.arguments import Parser, UsageError, whole

if TYPE_CHECKING:
    from sheepfold.puzzles import Puzzle

DAY = 86_400


def puzzle_parser() -> Parser:
    made = Parser("puzzle", "Show a position of a real game that has one right answer, and ask for it.", _puzzle)
    made.takes_game(required=False)
    made.add_argument("--today", action="store_true", help="the puzzle of the day, which is the same for everybody")
    made.add_argument("--id", metavar="ID", help="the puzzle of that name")
    made.add_argument("--level", metavar="N", type=whole(0, 10), help="how hard, from 0 to 10 (any)")
    made.add_argument("--answer", metavar="WORDS", help="answer at once instead of being asked")
    made.add_argument("--list", dest="listed", action="store_true", help="list the puzzles with their names")
    made.add_argument("--sheet", metavar="FILE", help="write twelve of them with their solutions as PDF, to print")
    made.add_argument("--mine", metavar="N", type=whole(1, 10**6), help="look for new puzzles in N games between bots")
    made.add_argument("--bots", metavar="BOT", help="--mine: who plays them (the game's usual bot)")
    made.add_argument(
        "--seed", metavar="WORDS", default="sheepfold", help="--mine: what decides the games; --sheet: which twelve"
    )
    made.add_argument("--out", metavar="FILE", help="--mine: append to this file, and continue where it ended")
    made.add_argument("--jobs", metavar="N", type=whole(1, 999), help="--mine: so many processes (all cores)")
    made.takes_game_options()
    return made


def _puzzle(asked: Namespace) -> int:
    if asked.mine:
        return _mine(asked)
    if asked.out or asked.bots or asked.options:
        raise UsageError("--out, --bots and options of a game go with --mine N.")
    from sheepfold import puzzles
    from sheepfold.games import game as take_down

    if asked.game is not None:
        take_down(asked.game)
    chosen = [
        each for each in puzzles.shipped() if asked.game in (None, each.game) and asked.level in (None, each.effort)
    ]
    if not chosen:
        raise UsageError("There is no such puzzle: see sheepfold puzzle --list.")
    if asked.listed:
        for each in chosen:
            print(f"{each.id}  {each.game:<7} {each.kind:<9} {each.rating}")
        return 0
    if asked.sheet:
        return _sheet(asked, chosen)
    return _ask(_one(asked, chosen), asked.answer)


def _one(asked: Namespace, chosen: list[Puzzle]) -> Puzzle:
    from random import SystemRandom

    from sheepfold import puzzles

    if asked.id:
        return puzzles.puzzle_by_id(asked.id)
    if asked.today:
        return puzzles.of_the_day(int(time.time() // DAY))
    return SystemRandom().choice(chosen)


def _ask(puzzle: Puzzle, answer: str | None) -> int:
    """Show it and take an answer; 0 if it is right, 1 if not."""
    from sheepfold import puzzles
    from sheepfold.core.words import paragraphs
    from sheepfold.puzzles import written

    found = puzzles.shown(puzzle)
    print(found.game.text(found.view, puzzles.called(found)).rstrip())
    print(f"\n{paragraphs.written(written.question(found))}")
    while True:
        given = _asked_for() if answer is None else answer
        if given is None:
            return 1
        try:
            right = written.is_right(found, given)
        except puzzles.NoPuzzle as error:
            if answer is not None:
                raise
            print(error)
            continue
        print("\n".join(written.verdict(found, right=right)))
        print(f"(Puzzle {puzzle.id}, rated {puzzle.rating}.)")
        return 0 if right else 1


def _asked_for() -> str | None:
    """A line from whoever sits here; None: they left."""
    sys.stdout.write("Your answer: ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None


def _sheet(asked: Namespace, chosen: list[Puzzle]) -> int:
    from sheepfold.cli.files import write_bytes
    from sheepfold.core.records.chance import rng_from
    from sheepfold.paper.sheets import puzzle_sheet
    from sheepfold.puzzles import ON_A_SHEET

    picked = rng_from(asked.seed, 0).sample(chosen, min(ON_A_SHEET, len(chosen)))
    write_bytes(Path(asked.sheet), puzzle_sheet(sorted(picked, key=lambda each: each.effort)))
    print(f"{len(picked)} puzzles are in {asked.sheet}.")
    return 0


def _mine(asked: Namespace) -> int:
    """Mine in games that the file does not have yet."""
    from sheepfold.bots import usual
    from sheepfold.cli.files import lines_of, output, whole_lines
    from sheepfold.core.words.prose import plural
    from sheepfold.games import game as take_down
    from sheepfold.lab import farm, puzzles

    if asked.game is None or not asked.out:
        raise UsageError("Name a game and a file: sheepfold puzzle GAME --mine N --out FILE.")
    game = take_down(asked.game)
    options = game.options.read(asked.options).to_json()
    vein = puzzles.Vein(game.name, options, (asked.bots or usual(game),) * game.seats[0], asked.seed)
    if Path(asked.out).exists():
        whole_lines(Path(asked.out))  # a last line that was broken off goes: its game is mined again
    done = {each.number for each in puzzles.from_lines(lines_of(asked.out))}
    left, found = [number for number in range(asked.mine) if number not in done], 0
    with output(asked.out, append=True) as file:
        for mined in puzzles.mine(vein, left, asked.jobs or farm.cores()):
            file.write(puzzles.to_line(mined).encode())
            file.flush()
            found += len(mined.puzzles)
    print(f"{plural(found, 'puzzle')} in {plural(len(left), 'game')}.")
    return 0
