"""``sheepfold bench``: how quick the program is, always beside a named peer. The benches of the server are a package of
their own, which only a checkout has."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sheepfold.cli.arguments import Parser, whole
from sheepfold.core.errors import MissingExtra, SheepfoldError
from sheepfold.lab import bench

START_LIMIT = 6
"""``sheepfold --help`` may take so many times as long as Python alone."""


def bench_parser() -> Parser:
    made = Parser("bench", "Measure how fast the program is, always beside a named peer.", _bench)
    made.add_argument(
        "what",
        choices=["start", "open", "server", "instructions", "mail", "torture", "playouts", "env", "review"],
        help="start: sheepfold --help against python3 -c pass; open: a server with very many sleeping tables against "
        "one with none; server: tables under load; instructions: how many a move takes, counted by callgrind; "
        "mail: mails in and out; "
        "playouts: random games a second by the rules, by kernels and by OpenSpiel; "
        "env: steps a second of environments, single and in batches, beside PettingZoo's own; "
        "review: seconds of one core for the review of a game; "
        "torture: whether servers that are killed, paused, cut off and lied to keep their promises",
    )
    made.add_argument("--runs", metavar="N", type=whole(1, 10_000), help="how often to measure; start: (20), open: (3)")
    made.add_argument(
        "--sleeping", metavar="N", type=whole(1, 1_000_000), default=100_000, help="open: tables that sleep (100000)"
    )
    made.add_argument("--lanes", metavar="N", type=whole(1, 65_536), default=256, help="env: games in a batch (256)")
    made.add_argument("--mails", metavar="N", type=whole(1, 1_000), default=40, help="mail: how many each way (40)")
    made.add_argument(
        "--tables",
        metavar="N",
        type=whole(1, 5_000),
        default=None,
        help="server: tables at once (200; with --pages 60, with --crowd 250); torture: (8)",
    )
    made.add_argument(
        "--rate",
        metavar="N",
        type=whole(1, 100_000),
        default=None,
        help="server: steady moves a second (200; --crowd 100)",
    )
    made.add_argument(
        "--game",
        choices=["stones", "dogs"],
        default="stones",
        help="server: a plain game that exists only to be measured (stones), or Sheep, Dogs and Wolves with 61 tiles",
    )
    made.add_argument(
        "--pages",
        action="store_true",
        help="server: the games that people play, watched by pages: two that sit, and ten more that look on",
    )
    made.add_argument(
        "--crowd",
        action="store_true",
        help="server: the four games mixed, two pages at each table, players who ask for choices before they move",
    )
    made.add_argument(
        "--seconds", metavar="N", type=whole(1, 86_400), default=None,
        help="server: for how long (20; --crowd 60); torture: for how long (3600); playouts, env: for each figure (2)",
    )  # fmt: skip
    made.add_argument(
        "--store", choices=["sqlite", "postgres"], default="postgres",
        help="torture: two servers on a PostgreSQL of their own (postgres), or one on a file (sqlite)",
    )  # fmt: skip
    made.add_argument("--seed", metavar="N", type=whole(0, 10**9), default=1, help="torture: which run of many (1)")
    made.add_argument(
        "--out", metavar="FILE", type=Path, default=Path("history.jsonl"),
        help="torture: where the history of a run goes in which a promise was broken (history.jsonl)",
    )  # fmt: skip
    return made


def _bench(asked: Namespace) -> int:
    parts = {"start": _start, "playouts": _playouts, "env": _env, "review": _review}
    if asked.what in parts:
        return parts[asked.what](asked)
    try:
        from sheepfold_bench.command import BENCHES
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "sheepfold_bench":
            raise
        raise SheepfoldError(f"bench {asked.what} needs a checkout; the installed package does not have it.") from None
    return BENCHES[asked.what](asked)


def _start(asked: Namespace) -> int:
    found = bench.start(asked.runs or 20)
    print(
        f"sheepfold --help {found.ours * 1000:.1f} ms, python3 -c pass {found.peer * 1000:.1f} ms: "
        f"{found.times:.1f} times as long (at most {START_LIMIT})."
    )
    return 0 if found.times <= START_LIMIT else 1


def _playouts(asked: Namespace) -> int:
    seconds = float(asked.seconds or 2)
    peers = list(bench.playout_peers(seconds))
    if not peers:
        print(f"{MissingExtra('OpenSpiel', 'env')}\nUntil then there is no peer to measure by.")
    print("Random games a second on one core. OpenSpiel is driven from Python, and by its own rollouts in C++.")
    for peer in peers:
        print(f"  OpenSpiel {peer.name:<24}{peer.driven:>12.0f}, in C++ {peer.rollouts:.0f}")
    for one in bench.playouts(seconds):
        print(f"{one.name}\n  by the rules{'':<22}{one.contract:>12.1f}")
        if one.kernel is None:
            print("  no kernel")
            continue
        print(f"  by its kernel{'':<21}{one.kernel:>12.0f}: {one.kernel / one.contract:.0f} times the rules")
        for peer in peers:
            times, inside = one.kernel / peer.driven, one.kernel / peer.rollouts
            print(f"{'':16}{times:.2f} times {peer.name}, {inside:.2f} times the same in C++")
    return 0


def _env(asked: Namespace) -> int:
    seconds, lanes = float(asked.seconds or 2), asked.lanes
    other, batches = bench.env_peer(seconds), bench.batch_peer(seconds, lanes)
    if other is None:
        print(
            "PettingZoo's connect_four_v3 is not installed here (it needs pygame), so there is no peer to measure by."
        )
    else:
        print(f"PettingZoo connect_four_v3{'':<10}{other:>12,.0f} steps a second")
    if batches is None:
        print("pgx and JAX are not installed here, so there is no peer for batches.")
    else:
        print(f"pgx leduc_holdem, {lanes} at a time{'':<{10 - len(str(lanes))}}{batches:>12,.0f} steps a second")
    print("Steps a second on one core, with mask, observation and a random choice.")
    for one in bench.env_rates(seconds, lanes):
        print(f"{one.title}\n  single{'':<28}{one.single:>12,.0f}" + _times(one.single, other))
        print(
            f"  {lanes} lanes{'':<{28 - len(str(lanes))}}{one.batch:>12,.0f}"
            + _times(one.batch, batches, "leduc_holdem")
        )
    return 0


def _times(found: float, other: float | None, name: str = "connect_four_v3") -> str:
    return "" if other is None else f": {found / other:.2f} times {name}"


def _review(asked: Namespace) -> int:
    print("| game | moves | decisions | seconds of one core |\n|---|---|---|---|", flush=True)
    for one in bench.reviews():
        print(f"| {one.title} | {one.moves} | {one.decisions} | {one.seconds:.1f} |", flush=True)
    return 0
