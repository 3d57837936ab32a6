"""``sheepfold selfplay``, ``dataset``: games of bots, and of people who agreed to it, as data."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from sheepfold.bots import bot_names, lab_bot
from sheepfold.cli.arguments import Parser, UsageError, one_each, seat_count, whole, words
from sheepfold.cli.files import output, read_record, whole_lines
from sheepfold.cli.lab import takes_processes, takes_seed
from sheepfold.cli.output import complain, with_progress
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.prose import plural, shown
from sheepfold.games import game as take_down
from sheepfold.lab.fuzz import random_options
from sheepfold.lab.selfplay import COMPILED_FROM, GamePlan, play_all


def selfplay_parser() -> Parser:
    made = Parser(
        "selfplay",
        "Let bots play and write one JSON record per line. The same words give the same games, whatever --jobs is.",
        _selfplay,
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument("--games", metavar="N", type=whole(1, 10**9), default=1, help="how many games (1)")
    takes_seed(made)
    made.add_argument("--bots", metavar="A,B", type=words, help="a bot for all seats or one for each (the first bot)")
    made.add_argument(
        "--seats", metavar="N", type=whole(1, 99), help="number of seats (as many as bots, or the fewest)"
    )
    made.add_argument("--out", metavar="FILE", help="write there instead of standard output; for parquet a folder")
    made.add_argument("--format", choices=["jsonl", "parquet"], default="jsonl", help="records, or tables (jsonl)")
    made.add_argument(
        "--with", dest="extras", metavar="A,B", type=words, default=[],
        help="parquet: what steps hold beside the actions (views, beliefs, truth)",
    )  # fmt: skip
    made.add_argument("--resume", action="store_true", help="continue what an earlier run left at --out")
    made.add_argument("--overwrite", action="store_true", help="replace what is at --out")
    takes_processes(made)
    made.add_argument(
        "--random-options", action="store_true", help="draw new options (and seats, if not given) for each game"
    )
    made.add_argument(
        "--max-moves", metavar="N", type=whole(1, 10**9), default=10_000, help="break off a longer game (10000)"
    )
    return made


def _selfplay(asked: Namespace) -> int:
    game = take_down(asked.game)
    if asked.random_options and asked.options:
        raise UsageError("Give options or --random-options, not both.")
    bots = asked.bots or [bot_names(game)[0]]
    for name in bots:
        lab_bot(game, name)
    if asked.format == "parquet":
        return _tables(game, bots, asked)
    if asked.extras:
        raise UsageError("--with is for tables: add --format parquet.")
    plans = _plans(game, bots, asked)
    done = _left_by_an_earlier_run(asked, next(_plans(game, bots, asked)))
    jobs = min(asked.jobs, asked.games)
    broken_off = 0
    with output(asked.out, append=asked.resume) as file:
        played_on = play_all(islice(plans, done, None), jobs, asked.cluster)
        for played in with_progress(played_on, asked.games - done):
            file.write(played.record.encode("utf-8", "replace") + b"\n")
            broken_off += not played.ended
            if not played.ended:
                complain(f"Game {played.number} was broken off after {asked.max_moves} moves; its record is written.")
        file.flush()
    return 1 if broken_off else 0


def _left_by_an_earlier_run(asked: Namespace, first: GamePlan) -> int:
    """How many games lie at ``--out`` already. Raises UsageError where nobody said what is to become of them."""
    if asked.resume and asked.overwrite:
        raise UsageError("Give --resume or --overwrite, not both.")
    path = None if asked.out in (None, "-") else Path(asked.out)
    if path is None or not path.is_file() or not path.stat().st_size or asked.overwrite:
        return 0
    if not asked.resume:
        raise UsageError(
            f"{shown(asked.out)} exists already; give --resume to continue it, or --overwrite to replace it."
        )
    record = read_record(asked.out)
    same = (record.game, dict(record.options), record.seats, record.seed)
    if same != (first.game, dict(first.options), first.bots, chance.seed_from(first.study, 1).hex()):
        raise UsageError(f"{shown(asked.out)} holds games of another study; name another file.")
    return whole_lines(path)


def _tables(game: AnyGame, bots: list[str], asked: Namespace) -> int:
    """The same games as Parquet files."""
    from sheepfold import data

    if asked.out is None or asked.random_options or asked.overwrite:
        raise UsageError("Tables go to a folder, --out DIR, with options that stay the same; none is overwritten.")
    extras = _extras(asked.extras)
    options = game.options.read(asked.options).to_json()
    players = tuple(one_each(bots, seat_count(game, asked.seats, len(bots)), "bot"))
    plan = data.DatasetPlan(game.name, options, players, asked.seed, asked.games, extras, asked.max_moves)
    written = data.write(plan, Path(asked.out), asked.jobs, asked.cluster, asked.resume)
    number = sum(with_progress(written, -(-asked.games // data.SHARD)))
    complain(f"{plural(number, 'game')} written to {asked.out}.")
    return 0


def _plans(game: AnyGame, bots: list[str], asked: Namespace) -> Iterator[GamePlan]:
    options = game.options.read(asked.options)
    seats = seat_count(game, asked.seats, len(bots))
    for number in range(1, asked.games + 1):
        if asked.random_options:
            rng = chance.rng_from(asked.seed, "options", number)
            seats = asked.seats or (len(bots) if len(bots) > 1 else rng.choice(game.seats))
            options = random_options(game, seats, rng)
        players = tuple(one_each(bots, seats, "bot"))
        many = asked.games >= COMPILED_FROM
        yield GamePlan(game.name, options.to_json(), players, asked.seed, number, asked.max_moves, many)


def _extras(asked: Sequence[str]) -> tuple[str, ...]:
    """What steps hold beside the actions, of what was asked for. Raises UsageError."""
    from sheepfold import data

    if strange := set(asked) - {"actions", *data.EXTRAS}:
        known = ", ".join(("actions", *data.EXTRAS))
        raise UsageError(f"Steps cannot hold {shown(', '.join(sorted(strange)))!r}; there are {known}.")
    return tuple(extra for extra in data.EXTRAS if extra in asked)


# -- games of people ---------------------------------------------------------------------------


def dataset_parser() -> Parser:
    made = Parser(
        "dataset",
        "Write the finished games of an installation as tables for research: those in which all people agreed to it in "
        "their settings, without names, times and talk.",
        _dataset,
    )
    made.add_argument("database", metavar="DATABASE", help="sqlite:///PATH, a path, or postgresql://…")
    made.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder to write")
    made.add_argument(
        "--with", dest="extras", metavar="A,B", type=words, default=[], help="what steps hold: views, beliefs, truth"
    )
    return made


def _dataset(asked: Namespace) -> int:
    from sheepfold import data
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup

    extras = _extras(asked.extras)
    url = asked.database if "://" in asked.database else f"sqlite:///{asked.database}"
    if url.startswith("sqlite:///") and not Path(url[10:]).is_file():
        raise UsageError(f"There is no database {shown(url[10:])!r}.")

    async def work() -> int:
        async with Service.open(Setup(database=url, tick=0, workers=0)) as service:
            records = await service.admin.shared_records()
        found = data.write_records(records, asked.out, extras)
        for folder, games in found.items():
            print(f"{asked.out / folder}: {plural(games, 'game')}")
        if not found:
            print("There is no finished game in which everybody agreed to it.")
        return 0

    return asyncio.run(work())
