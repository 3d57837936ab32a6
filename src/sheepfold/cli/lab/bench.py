"""``sheepfold bench``: how quick the program is, always beside a named peer."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sheepfold.cli.arguments import Parser, whole
from sheepfold.core.errors import MissingExtra
from sheepfold.core.words.prose import plural
from sheepfold.lab import bench

if TYPE_CHECKING:
    from sheepfold_bench.server import Cost

FAST = "as fast as it goes"
START_LIMIT = 6
"""``sheepfold --help`` may take so many times as long as Python alone."""

FEW = 1000
"""A figure that rests on fewer moves says so: the last hundredth of them, which p99 speaks of, is less than ten."""

PEERS = (("boardgame.io", 0.36, "in memory only"), ("Rally the Troops", 0.26, "SQLite without full durability"))
"""Servers of such games, with the milliseconds of processor time that a move cost them on a machine like this."""


def parser() -> Parser:
    made = Parser("bench", "Measure how quick the program is, always beside a named peer.")
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


def run(words: list[str]) -> int:
    asked = parser().read(words)
    parts = {
        "start": _start,
        "open": _open,
        "server": _server,
        "instructions": _instructions,
        "mail": _mail,
        "torture": _torture,
        "playouts": _playouts,
        "env": _env,
        "review": _review,
    }
    return parts[asked.what](asked)


def _start(asked: Namespace) -> int:
    found = bench.start(asked.runs or 20)
    print(
        f"sheepfold --help {found.ours * 1000:.1f} ms, python3 -c pass {found.peer * 1000:.1f} ms: "
        f"{found.times:.1f} times as long (at most {START_LIMIT})."
    )
    return 0 if found.times <= START_LIMIT else 1


def _open(asked: Namespace) -> int:
    from sheepfold_bench import opening

    many, none = opening.measure(asked.sleeping, asked.runs or 3, _say)
    for tables, found in ((f"{asked.sleeping:,} sleeping tables", many), ("no table", none)):
        took = f"{found.waited:.2f} s until its front page is there, {found.worked:.2f} s of processor time"
        print(f"Open with {tables:<26}{took}")
    print(f"{many.waited / none.waited:.2f} times as long, {many.worked / none.worked:.2f} times the work")
    return 0


def _mail(asked: Namespace) -> int:
    from sheepfold_bench import mail

    found = mail.measure(asked.mails)
    taken, dropped = found.taken, found.dropped
    print(
        f"Mails in   {taken.rate:.0f} a second, each carried out and remembered on disk;\n"
        f"           bare aiosmtpd takes {dropped.rate:.0f} of them a second and drops them: "
        f"{dropped.rate / taken.rate:.1f} times as many\n"
        f"           {taken.seconds * 1000:.1f} ms of processor time a mail, bare aiosmtpd"
        f" {dropped.seconds * 1000:.1f} ms: {taken.seconds / dropped.seconds:.1f} times as much\n"
        f"Mails out  {found.sent:.1f} a second with a new picture of Mutton, {found.sent_alike:.1f} with the same one,"
        f" {found.sent_plain:.0f} without,\n"
        "           each handed over and struck off on disk, a process drawing on every core"
    )
    return 0


def _server(asked: Namespace) -> int:
    from sheepfold_bench import load, server

    if asked.crowd:
        return _crowd(asked)
    if asked.pages:
        return _pages(asked)
    course = {"stones": load.STONES, "dogs": load.DOGS}[asked.game]
    tables, pace = asked.tables or 200, asked.rate or 200
    rate = f"at {pace} moves/s"
    print(
        f"{plural(tables, 'table')} with two sockets each, {course.words}; every move on disk before anybody is told.",
        flush=True,
    )
    found = server.measure(course, tables, pace, asked.seconds or 20, _say)
    peers = (
        ("bare uvicorn", found.bare, "the same sockets and bytes, no game, nothing stored"),
        ("uvicorn and SQLite", found.durable, "the same, and every move committed to a bare log first"),
    )
    print(f"Server CPU per move   {_both(found.ours, rate)}")
    for name, cost, what in peers:
        ratios = f"{found.ours.full / cost.full:.1f} and {found.ours.steady / cost.steady:.1f} times"
        print(f"  {name:<20}{_both(cost, rate)}\n{'':22}(in this run: {what}): {ratios}")
    for name, milliseconds, how in PEERS:
        ratio = found.ours.full * 1000 / milliseconds
        print(f"  {name:<20}{milliseconds:.2f} ms on such a machine ({how}): {ratio:.1f} times")
    print(
        f"As fast as it goes    {found.moves_per_second:.0f} moves/s\n"
        f"At {pace} moves/s        heard by both seats in {found.wait(0.5) * 1000:.1f} ms (p50), "
        f"{found.wait(0.99) * 1000:.1f} ms (p99)\n"
        f"Memory                {found.running_bytes / 1024:.0f} kB per running game with its sockets, "
        f"{found.finished_bytes / 1024:.1f} kB per finished game"
    )
    few = [f"{moves} {how}" for moves, how in ((len(found.waits), rate), (found.full_moves, FAST)) if moves < FEW]
    if few:
        print(f"{'Few moves':<22}{' and '.join(few)}: what rests on them is rough. More --tables have more moves.")
    return 0


def _pages(asked: Namespace) -> int:
    from sheepfold_bench import pages

    tables, pace = asked.tables or 60, asked.rate or 200
    rate = f"at {pace} moves/s"
    print(
        f"{tables} tables of each game, each move shown on the pages of all viewers; every move on disk before that.",
        flush=True,
    )
    for found in pages.measure(tables, pace, _say):
        two, crowd = found.two, found.crowd
        more = (crowd.cost.full - two.cost.full) * 1000
        print(
            f"{found.title}\n"
            f"  two viewers         {_both(two.cost, rate)}; {two.size / 1000:.1f} kB for each and move;\n"
            f"{'':22}heard by all in {two.wait(0.5) * 1000:.1f} ms (p50), {two.wait(0.99) * 1000:.1f} ms (p99)\n"
            f"  ten more look on    {_both(crowd.cost, rate)}: {more:.2f} ms more as fast as it goes"
        )
        for name, cost in (("bare uvicorn", found.bare), ("uvicorn and SQLite", found.durable)):
            ratios = f"{two.cost.full / cost.full:.1f} and {two.cost.steady / cost.steady:.1f} times"
            print(f"  {name:<20}{_both(cost, rate)}: two viewers take {ratios}", flush=True)
    return 0


def _crowd(asked: Namespace) -> int:
    from sheepfold_bench import crowd

    tables, rate = asked.tables or 250, asked.rate or 100
    print(
        f"{plural(tables, 'table')} of all games mixed, two pages each; players ask for choices before each part of a "
        f"move, and make {rate} moves a second.",
        flush=True,
    )
    found = crowd.measure(tables, rate, asked.seconds or 60, _say)
    print(
        f"Moves                 {found.moves / found.seconds:.1f} a second, {found.cpu / found.moves * 1000:.2f} ms of "
        f"processor time each: {found.cpu / found.seconds:.0%} of a core\n"
        f"The other page        hears of a move in {found.wait(0.5) * 1000:.0f} ms (p50), "
        f"{found.wait(0.99) * 1000:.0f} ms (p99)\n"
        f"Memory                {', '.join(f'{held / 2**20:.0f}' for held in found.memory)} MB, each "
        f"after {found.moves // crowd.SAMPLES} moves more"
    )
    return 0


def _instructions(asked: Namespace) -> int:
    from sheepfold_bench import instructions

    print("| millions of instructions a move | nobody listens | two pages listen |\n|---|---|---|", flush=True)
    for found in instructions.measure():
        print(f"| {found.title} | {found.alone / 1e6:.2f} | {found.pages / 1e6:.2f} |", flush=True)
    return 0


def _playouts(asked: Namespace) -> int:
    from sheepfold.lab.bench import playouts

    seconds = float(asked.seconds or 2)
    peers = list(playouts.peers(seconds))
    if not peers:
        print(f"{MissingExtra('OpenSpiel', 'env')}\nUntil then there is no peer to measure by.")
    print("Random games a second on one core. OpenSpiel is driven from Python, and by its own rollouts in C++.")
    for peer in peers:
        print(f"  OpenSpiel {peer.name:<24}{peer.driven:>12.0f}, in C++ {peer.rollouts:.0f}")
    for one in playouts.ours(seconds):
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
    from sheepfold.lab.bench import env_bench

    seconds, lanes = float(asked.seconds or 2), asked.lanes
    other, batches = env_bench.peer(seconds), env_bench.batch_peer(seconds, lanes)
    if other is None:
        print("PettingZoo's connect_four_v3 cannot be had here (it needs pygame), so there is no peer to measure by.")
    else:
        print(f"PettingZoo connect_four_v3{'':<10}{other:>12,.0f} steps a second")
    if batches is None:
        print("pgx and JAX are not installed here, so there is no peer for batches.")
    else:
        print(f"pgx leduc_holdem, {lanes} at a time{'':<{10 - len(str(lanes))}}{batches:>12,.0f} steps a second")
    print("Steps a second on one core, with mask, observation and a random choice.")
    for one in env_bench.ours(seconds, lanes):
        print(f"{one.title}\n  single{'':<28}{one.single:>12,.0f}" + _times(one.single, other))
        print(
            f"  {lanes} lanes{'':<{28 - len(str(lanes))}}{one.batch:>12,.0f}"
            + _times(one.batch, batches, "leduc_holdem")
        )
    return 0


def _times(found: float, other: float | None, name: str = "connect_four_v3") -> str:
    return "" if other is None else f": {found / other:.2f} times {name}"


def _review(asked: Namespace) -> int:
    from sheepfold.lab.bench import reviewing

    print("| game | moves | decisions | seconds of one core |\n|---|---|---|---|", flush=True)
    for one in reviewing.measure():
        print(f"| {one.title} | {one.moves} | {one.decisions} | {one.seconds:.1f} |", flush=True)
    return 0


def _say(how_far: str) -> None:
    """How far a long run has come, beside what it finds."""
    print(f"... {how_far}", file=sys.stderr, flush=True)


def _torture(asked: Namespace) -> int:
    from sheepfold_bench.torture.run import Plan, torture

    found = torture(Plan(asked.store, asked.seconds or 3600, asked.tables or 8, asked.seed))
    print(found.summary)
    if not found.broken:
        print("Every promise was kept.")
        return 0
    found.history.write(asked.out)
    for sentence in found.broken:
        print(f"- {sentence}")
    print(f"{plural(len(found.broken), 'promise')} broken; the whole history is in {asked.out}.")
    return 1


def _both(cost: Cost, rate: str) -> str:
    return f"{cost.full * 1000:.2f} ms {FAST}, {cost.steady * 1000:.2f} ms {rate}"
