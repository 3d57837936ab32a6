"""``sheepfold selfplay GAME``: bots play, records come out, one JSON object per line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from sheepfold.bots import bot_names, lab_bot
from sheepfold.cli.arguments import Parser, UsageError, one_each, seat_count, whole, words
from sheepfold.cli.files import output
from sheepfold.cli.output import complain
from sheepfold.core import chance
from sheepfold.core.progress import AnyGame
from sheepfold.games import game as take_down
from sheepfold.lab import farm
from sheepfold.lab.sample import random_options
from sheepfold.lab.selfplay import Batch, PlayedGame, play_all

COMPILED_FROM = 1000
"""So many random games are played by a kernel: for fewer the compiler takes longer to load than it saves."""


def parser() -> Parser:
    made = Parser(
        "selfplay",
        "Let bots play and write one JSON record per line. The same words give the same games, whatever --jobs is.",
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument("--games", metavar="N", type=whole(1, 10**9), default=1, help="how many games (1)")
    made.add_argument("--seed", metavar="WORD", default="0", help="any word; it decides all chance (0)")
    made.add_argument("--bots", metavar="A,B", type=words, help="a bot for all seats or one for each (the first bot)")
    made.add_argument(
        "--seats", metavar="N", type=whole(1, 99), help="number of seats (as many as bots, or the fewest)"
    )
    made.add_argument("--out", metavar="FILE", help="write there instead of standard output")
    made.add_argument("--jobs", metavar="N", type=whole(1, 256), default=1, help="processes to play in (1)")
    made.add_argument(
        "--cluster", choices=farm.CLUSTERS, help=f"play there; {farm.ADDRESS} says where it is (else: on this machine)"
    )
    made.add_argument(
        "--random-options", action="store_true", help="draw options (and seats, if not given) anew each game"
    )
    made.add_argument("--max-moves", metavar="N", type=whole(1, 10**9), default=10_000, help="break off there (10000)")
    return made


def run(given: list[str]) -> int:
    asked = parser().read(given)
    game = take_down(asked.game)
    if asked.random_options and asked.options:
        raise UsageError("Give options or --random-options, not both.")
    bots = asked.bots or [bot_names(game)[0]]
    for name in bots:
        lab_bot(game, name)
    broken_off = 0
    with output(asked.out) as file:
        for played in _with_progress(play_all(_plans(game, bots, asked), asked.jobs, asked.cluster), asked.games):
            file.write(played.record.encode("utf-8", "replace") + b"\n")
            broken_off += not played.ended
            if not played.ended:
                complain(f"Game {played.number} was broken off after {asked.max_moves} moves; its record is written.")
        file.flush()
    return 1 if broken_off else 0


def _plans(game: AnyGame, bots: list[str], asked: Any) -> Iterator[Batch]:
    options = game.options.read(asked.options)
    seats = seat_count(game, asked.seats, len(bots))
    for number in range(1, asked.games + 1):
        if asked.random_options:
            rng = chance.rng_from(asked.seed, "options", number)
            seats = asked.seats or (len(bots) if len(bots) > 1 else rng.choice(game.seats))
            options = random_options(game, seats, rng)
        players = tuple(one_each(bots, seats, "bot"))
        many = asked.games >= COMPILED_FROM
        yield Batch(game.name, options.to_json(), players, asked.seed, number, asked.max_moves, many)


def _with_progress(games: Iterable[PlayedGame], total: int) -> Iterable[PlayedGame]:
    """The games, with a bar while they come, if somebody is watching."""
    if not sys.stderr.isatty():
        return games
    from rich.console import Console
    from rich.progress import track

    return track(games, "Playing", total, console=Console(stderr=True))
