"""``sheepfold arena GAME --bots A,B``: which bot is stronger, by how much, and how sure that is."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

from sheepfold.bots import lab_bot, levels
from sheepfold.cli.arguments import Parser, UsageError, seat_count, whole, words
from sheepfold.cli.files import lines_of, output, write_bytes
from sheepfold.cli.lab import takes_processes, takes_seed
from sheepfold.cli.output import with_progress
from sheepfold.core.words.prose import plural, shown
from sheepfold.games import game as take_down
from sheepfold.lab import arena, farm
from sheepfold.lab.arena import BoutResult, Contest, control_of
from sheepfold.lab.standings import Comparison, Ranked, compared, placed

ROUND = 10
"""How many deals are added at a time while a difference is not clear."""


def arena_parser() -> Parser:
    made = Parser(
        "arena",
        "Let bots play each other: each pair plays the same deals from every seat. The same words give the same "
        "games on any number of machines.",
        _arena,
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument("--bots", metavar="A,B,C", type=words, help="which bots play (the levels of the game)")
    made.add_argument("--ladder", action="store_true", help="each bot plays the next one only")
    made.add_argument("--games", metavar="N", type=whole(1, 10**9), default=100, help="most games of each pair (100)")
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest)")
    takes_seed(made)
    made.add_argument("--alone", action="store_true", help="the first bot alone among each of the others")
    made.add_argument("--by", choices=["wins", "points"], default="wins", help="what bots are compared by (wins)")
    made.add_argument("--control", action="store_true", help="subtract the luck of the draw from the points")
    made.add_argument("--until-clear", action="store_true", help="stop a pair once its difference is clear")
    made.takes_effort()
    takes_processes(made)
    made.add_argument("--out", metavar="FILE", help="keep every game in this file, and continue from it")
    made.add_argument("--records", metavar="FILE", help="append the record of every new game to this file")
    made.add_argument("--json", action="store_true", help="print the standings as JSON")
    made.add_argument("--plot", metavar="FILE", type=Path, help="draw the standings (.svg or .png)")
    return made


def _arena(asked: Namespace) -> int:
    contest = _contest(asked)
    if asked.plot is not None and asked.plot.suffix not in (".svg", ".png"):
        raise UsageError(f"A plot is written as .svg or .png, not {shown(asked.plot.name)!r}.")
    done = {} if asked.out is None else arena.read(contest, lines_of(asked.out))
    whole = not done or Path(asked.out).read_bytes().endswith(b"\n")
    begin = time.monotonic()
    with nullcontext() if asked.out is None else output(asked.out, append=bool(done)) as file:
        if file is not None and not done:
            file.write(f"{arena.header(contest)}\n".encode())
        elif file is not None and not whole:  # a line that was cut off stays by itself
            file.write(b"\n")
        for result in with_progress(_played(contest, asked, done), _games(contest, asked), len(done)):
            if file is not None:
                file.write(f"{arena.line(result)}\n".encode())
                file.flush()
            if asked.records is not None:
                with output(asked.records, append=True) as records:
                    records.write(result.record.encode() + b"\n")
    ranked = placed(contest, done)
    if asked.json:
        print(json.dumps(_standings(contest, asked, ranked, done)))
    else:
        print(_table(contest, asked, ranked, done, time.monotonic() - begin))
    if asked.plot is not None:
        _draw(asked.plot, f"{take_down(contest.game).title}: wins of a seat", ranked)
    return 0


def _contest(asked: Namespace) -> Contest:
    game = take_down(asked.game)
    bots = tuple(dict.fromkeys(asked.bots or [level.name for level in levels(game)]))
    for name in bots:
        lab_bot(game, name)
    if len(bots) < 2:
        raise UsageError("Name at least two bots, with commas between.")
    options = game.options.read(asked.options)
    seats = seat_count(game, asked.seats)
    game.start(options, seats)
    found = Contest(
        game.name, options.to_json(), seats, bots, asked.seed, asked.alone, asked.effort, asked.ladder, asked.control
    )
    if asked.control:
        control_of(game)
        if asked.by != "points" or found.together:
            raise UsageError("--control compares points: add --by points.")
    return found


def _deals(contest: Contest, asked: Namespace) -> int:
    wanted: int = asked.games
    return -(-wanted // len(contest.bouts(contest.pairs()[0], 0)))


def _games(contest: Contest, asked: Namespace) -> int:
    """How many games there are at most."""
    each = len(contest.bots) if contest.together else len(contest.pairs()) * len(contest.bouts(contest.pairs()[0], 0))
    return each * _deals(contest, asked)


def _played(contest: Contest, asked: Namespace, done: dict[str, BoutResult]) -> Iterator[BoutResult]:
    """Play what is missing; ``done`` grows with it."""
    pairs, deals = contest.pairs(), _deals(contest, asked)
    step = ROUND if asked.until_clear else deals
    for first in count(0, step):
        if first >= deals or not pairs:
            return
        todo = arena.missing(contest, pairs, range(first, min(deals, first + step)), done)
        for result in farm.spread(arena.play_bout, todo, asked.jobs, asked.cluster):
            done[result.key] = result
            yield result
        if asked.until_clear:
            pairs = [pair for pair in pairs if not compared(contest, pair, done.values(), asked.by).difference.clear]


# -- what is printed ---------------------------------------------------------------------------


def _table(
    contest: Contest, asked: Namespace, ranked: list[Ranked], done: dict[str, BoutResult], seconds: float
) -> str:
    title = take_down(contest.game).title
    lines = [f"{title}, {plural(contest.seats, 'seat')}, {plural(len(done), 'game')}, seed {contest.study}", ""]
    lines.append(
        f"{'bot':<12}{'games':>7}{'wins of a seat':>18}{'points':>17}{'rating':>13}{'ms a move':>11}{'slowest':>9}"
    )
    for one in ranked:
        rating = "" if one.rating is None else f"{one.rating[0]} ± {one.rating[1]}"
        lines.append(
            f"{one.name:<12}{one.games:>7}{_percent(one.wins.value):>10} ± {_percent(one.wins.error):>5}"
            f"{one.points.value:>9.2f} ± {one.points.error:>5.2f}{rating:>13}"
            f"{one.milliseconds:>11.1f}{one.longest:>9.0f}"
        )
    lines.append("")
    lines += [_pair(contest, compared(contest, pair, done.values(), asked.by), asked.by) for pair in contest.pairs()]
    lines += ["", f"Margins are standard errors (of ratings: two). Played in {seconds:.0f} s."]
    return "\n".join(lines)


def _standings(contest: Contest, asked: Namespace, ranked: list[Ranked], done: dict[str, BoutResult]) -> dict[str, Any]:
    """The same as data."""
    pairs = [compared(contest, pair, done.values(), asked.by) for pair in contest.pairs()]
    return {
        "contest": asdict(contest),
        "games": len(done),
        "bots": [asdict(one) for one in ranked],
        "pairs": [asdict(pair) | {"by": asked.by, "clear": pair.difference.clear} for pair in pairs],
    }


def _pair(contest: Contest, found: Comparison, measure: str) -> str:
    one, other = found.pair
    share = f"{_percent(found.wins.value)} ± {_percent(found.wins.error)}"
    if contest.alone:
        times = found.wins.value / found.fair
        error = found.wins.error / found.fair
        said = f"{one} alone among {other}: wins {share}, {times:.2f} ± {error:.2f} times a fair share"
    elif contest.together:
        said = f"{one} beside {other}: wins {share}"
    else:
        said = f"{one} against {other}: wins {share}"
    mine, theirs = found.points
    gap = found.difference
    by = " ± ".join(_percent(n) if measure == "wins" else f"{n:.2f}" for n in (gap.value, gap.error))
    less = ""
    if contest.control and gap.error:
        control, times = control_of(take_down(contest.game)), (found.with_luck.error / gap.error) ** 2
        less = (
            f" (the luck of the draw subtracted, by {control.bot}'s value times {control.times:g}, fixed beforehand:"
            f" as sure as {times:.1f} times as many games)"
        )
    return (
        f"{said}; points {mine.value:.2f} to {theirs.value:.2f}; difference of a seat {by}{less}, "
        f"{'clear' if gap.clear else 'not clear'} after {plural(found.games, 'game')}"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _draw(path: Path, title: str, ranked: list[Ranked]) -> None:
    from sheepfold.core.drawing.svg import png
    from sheepfold.lab.standings import drawn

    document = drawn(title, ranked)
    write_bytes(path, png(document, 1280) if path.suffix == ".png" else document.encode())
