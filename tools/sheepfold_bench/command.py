"""What ``sheepfold bench`` prints of the server."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Final

from sheepfold.core.words.prose import plural
from sheepfold_bench import crowd, instructions, mail, opening, pages, server
from sheepfold_bench.load import DOGS, STONES, Cost, percentile
from sheepfold_bench.torture.run import Plan, torture

FAST = "as fast as it goes"
FEW = 1000
"""A figure that rests on fewer moves says so: the last hundredth of them, which p99 speaks of, is less than ten."""

PEERS = (("boardgame.io", 0.36, "in memory only"), ("Rally the Troops", 0.26, "SQLite without full durability"))
"""Servers of such games, with the milliseconds of processor time that a move cost them on a machine like this."""


def _open(asked: Namespace) -> int:
    many, none = opening.measure(asked.sleeping, asked.runs or 3, _say)
    for tables, found in ((f"{asked.sleeping:,} sleeping tables", many), ("no table", none)):
        took = f"{found.waited:.2f} s until its front page is there, {found.worked:.2f} s of processor time"
        print(f"Open with {tables:<26}{took}")
    print(f"{many.waited / none.waited:.2f} times as long, {many.worked / none.worked:.2f} times the work")
    return 0


def _mail(asked: Namespace) -> int:
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
    if asked.crowd:
        return _crowd(asked)
    if asked.pages:
        return _pages(asked)
    course = {"stones": STONES, "dogs": DOGS}[asked.game]
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
        f"At {pace} moves/s        heard by both seats in {percentile(found.waits, 0.5) * 1000:.1f} ms (p50), "
        f"{percentile(found.waits, 0.99) * 1000:.1f} ms (p99)\n"
        f"Memory                {found.running_bytes / 1024:.0f} kB per running game with its sockets, "
        f"{found.finished_bytes / 1024:.1f} kB per finished game"
    )
    few = [f"{moves} {how}" for moves, how in ((len(found.waits), rate), (found.full_moves, FAST)) if moves < FEW]
    if few:
        print(f"{'Few moves':<22}{' and '.join(few)}: what rests on them is rough. More --tables have more moves.")
    return 0


def _pages(asked: Namespace) -> int:
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
            f"{'':22}heard by all in {percentile(two.waits, 0.5) * 1000:.1f} ms (p50), "
            f"{percentile(two.waits, 0.99) * 1000:.1f} ms (p99)\n"
            f"  ten more look on    {_both(crowd.cost, rate)}: {more:.2f} ms more as fast as it goes"
        )
        for name, cost in (("bare uvicorn", found.bare), ("uvicorn and SQLite", found.durable)):
            ratios = f"{two.cost.full / cost.full:.1f} and {two.cost.steady / cost.steady:.1f} times"
            print(f"  {name:<20}{_both(cost, rate)}: two viewers take {ratios}", flush=True)
    return 0


def _crowd(asked: Namespace) -> int:
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
        f"The other page        hears of a move in {percentile(found.waits, 0.5) * 1000:.0f} ms (p50), "
        f"{percentile(found.waits, 0.99) * 1000:.0f} ms (p99)\n"
        f"Memory                {', '.join(f'{held / 2**20:.0f}' for held in found.memory)} MB, each "
        f"after {found.moves // crowd.SAMPLES} moves more"
    )
    return 0


def _instructions(asked: Namespace) -> int:
    print("| millions of instructions a move | nobody listens | two pages listen |\n|---|---|---|", flush=True)
    for found in instructions.measure():
        print(f"| {found.title} | {found.alone / 1e6:.2f} | {found.pages / 1e6:.2f} |", flush=True)
    return 0


def _torture(asked: Namespace) -> int:
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


def _say(how_far: str) -> None:
    """How far a long run has come, beside what it finds."""
    print(f"... {how_far}", file=sys.stderr, flush=True)


def _both(cost: Cost, rate: str) -> str:
    return f"{cost.full * 1000:.2f} ms {FAST}, {cost.steady * 1000:.2f} ms {rate}"


BENCHES: Final[Mapping[str, Callable[[Namespace], int]]] = {
    "open": _open,
    "server": _server,
    "instructions": _instructions,
    "mail": _mail,
    "torture": _torture,
}
