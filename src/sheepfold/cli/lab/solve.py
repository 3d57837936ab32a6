"""``sheepfold solve``, ``exploit``: what perfect players reach in a small game, and what a bot gives away to others."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict
from random import Random
from statistics import fmean, stdev
from typing import Any

from sheepfold.bots import bot_names, lab_bot
from sheepfold.cli.arguments import Parser, seat_count, whole, words
from sheepfold.cli.output import at_work
from sheepfold.cli.records import asked_position
from sheepfold.core.contract.bot import BestResponse
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.prose import plural
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.lab.exploit import SEARCH, Study, exploit
from sheepfold.lab.standings import Mean


def solve_parser() -> Parser:
    made = Parser(
        "solve",
        "Search a small game to its end: the score that perfect players reach, and what bots lose against one. Chance "
        "counts by its odds. Two play, or all together; where something is hidden, only two, and very small. "
        "Where more play, each for themselves, what a bot reaches among others is held against the best response, in "
        "games that work it out.",
        _solve,
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument(
        "--after",
        metavar="MOVE",
        action="append",
        default=[],
        help="a move to start after; may be repeated",
    )
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest possible)")
    made.takes_position()
    made.add_argument(
        "--bots", metavar="A,B", type=words, default=[], help="which bots to measure against perfect play"
    )
    made.add_argument(
        "--among", metavar="A", help="where more than two play: the bot of all other seats (the first bot)"
    )
    made.add_argument(
        "--games",
        metavar="N",
        type=whole(1, 10**6),
        default=10,
        help="games of each bot in each seat, or how often it is asked, or positions to solve (10)",
    )
    return made


def _solve(asked: Namespace) -> int:
    game = take_down(asked.game)
    for name in asked.bots:
        lab_bot(game, name)
    respond = None if 2 in game.seats else getattr(SHELF.room(game.name, "study"), "best_response", None)
    if respond is not None:
        _responses(game, game.options.read(asked.options), asked, respond)
        return 0
    from sheepfold.lab.solve import after

    state, seats = asked_position(game, asked)
    first = after(game, state, asked.after)
    if game.hides:
        _mixed(game, first, asked.bots, asked.games)
    else:
        _open(game, first, seats, asked.bots, asked.games)
    return 0


def _responses(game: AnyGame, options: Any, asked: Namespace, respond: Callable[..., BestResponse]) -> None:
    """Held against the best response, in the same positions."""
    among = asked.among or bot_names(game)[0]
    bots = [(name, lab_bot(game, name)) for name in asked.bots]
    with at_work("Solving"):
        found = respond(options, game.seats[0], (among, lab_bot(game, among)), bots, asked.games)
    print(
        f"{game.title}, {found.words}: the best response reaches {_mean(found.best)} points"
        f" ({plural(len(found.best), 'position')}, each solved exactly)."
    )
    for each in found.bots:
        look = [best - allowed for best, allowed in zip(found.best, each.allowed, strict=True)]
        rest = [allowed - reached for allowed, reached in zip(each.allowed, each.reached, strict=True)]
        print(
            f"{each.name:<12} reaches {_mean(each.reached)}: loses {_mean(look)} by its first move,"
            f" {_mean(rest)} by what it makes of it"
        )


def _mean(values: Sequence[float]) -> str:
    margin = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{fmean(values):.3f} ± {margin:.3f}"


def _open(game: AnyGame, first: Any, seats: int, bots: Sequence[str], games: int) -> None:
    from sheepfold.lab.selfplay import equipped
    from sheepfold.lab.solve import Solver

    with at_work("Solving"):
        solver = Solver(game, first, seats)
        value = solver.value
    print(f"{game.title}: perfect players reach a score of {value:g}.")
    for name in bots:
        with at_work(f"Playing {name}"):
            found = solver.distance(name, equipped(game, name), games)
        rest = f" where it scores, {found.against:.2f} against the scorer" if solver.low_players else ""
        print(f"{name:<12} loses {found.scoring:.2f} points{rest}")


def _mixed(game: AnyGame, first: Any, bots: Sequence[str], tries: int) -> None:
    from sheepfold.lab.mixed import Perfect, Tree
    from sheepfold.lab.selfplay import equipped

    with at_work("Solving"):
        tree = Tree(game, first)
        perfect = Perfect(tree)
    print(
        f"{game.title}: perfect players reach a score between {perfect.least:.3f} and {perfect.most:.3f}"
        f" ({len(tree.parents):,} ways to play, {len(tree.moments):,} moments to choose).",
        flush=True,
    )
    for name in bots:
        for seat, part in ((1, "where it scores"), (2, "against the scorer")):
            with at_work(f"Asking {name}"):
                found = perfect.faults(name, equipped(game, name), seat, tries, Random(1))
            print(
                f"{name:<12} {part:<19} loses {max(0.0, found.perfect):.2f} points to a perfect player,"
                f" {max(0.0, found.exploited):.2f} to one who knows it",
                flush=True,
            )


# -- who knows a bot ---------------------------------------------------------------------------


def exploit_parser() -> Parser:
    made = Parser(
        "exploit",
        "Look for a player that beats a bot, and tell what it gains: a lower bound of what anybody could gain who "
        "knows the bot. It tries the game's other bots and a search that knows how the bot moves, and plays the best "
        "on fresh deals.",
        _exploit,
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument("--bot", metavar="A", required=True, help="the bot to play against")
    made.add_argument("--answers", metavar="A,B", type=words, help=f"try only these; {SEARCH} is the search (all)")
    made.add_argument("--seconds", metavar="N", type=whole(1, 10**6), default=60, help="how long to try, about (60)")
    made.add_argument("--seats", metavar="N", type=whole(2, 99), help="number of seats (the fewest)")
    made.add_argument("--seed", metavar="WORD", default="0", help="seed of the deals: any word (0)")
    made.add_argument("--by", choices=["wins", "points"], default="points", help="what is gained (points)")
    made.add_argument("--json", action="store_true", help="print what was found as JSON")
    return made


def _exploit(asked: Namespace) -> int:
    game = take_down(asked.game)
    for name in (asked.bot, *(name for name in asked.answers or () if name != SEARCH)):
        lab_bot(game, name)
    options, seats = game.options.read(asked.options), seat_count(game, asked.seats, 2 if 2 in game.seats else 1)
    game.start(options, seats)
    study = Study(game.name, options.to_json(), seats, asked.bot, asked.seed, asked.by)
    with at_work("Looking for an answer"):
        found = exploit(study, asked.seconds, asked.answers or ())
    if asked.json:
        print(json.dumps({"study": asdict(study), "found": asdict(found)}))
        return 0
    measure = "of the win" if asked.by == "wins" else "points"
    print(f"{game.title}, {plural(seats, 'seat')}, seed {asked.seed}: what an answer to {asked.bot} gains in a game.")
    print(f"{'answer':<16}{'deals':>6}{'gain':>18}")
    for name, gain in sorted(found.tried.items(), key=lambda entry: -entry[1].value):
        print(f"{name:<16}{gain.count:>6}{_printed(gain):>18}")
    print(
        f"Somebody who knows {asked.bot} can gain at least {_printed(found.gain)} {measure} a game:"
        f" on {plural(found.gain.count, 'fresh deal')} {found.chosen} gained so much more than {asked.bot} in its"
        " place."
    )
    return 0


def _printed(gain: Mean) -> str:
    return f"{gain.value:.2f} ± {gain.error:.2f}"
