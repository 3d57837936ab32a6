"""Self-play: bots at every seat, one record per game, the same from the same seed on any number of processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice
from signal import SIG_IGN, SIGINT, signal
from types import ModuleType
from typing import Any

from sheepfold.bots import bot
from sheepfold.bots.compiled import warm
from sheepfold.core import chance
from sheepfold.core.bot import Bot, Equipped, Means
from sheepfold.core.contract import Move, Outcome, Seat
from sheepfold.core.progress import AnyGame, Progress, recorded
from sheepfold.core.record import Record, to_json
from sheepfold.core.scores import Scores
from sheepfold.games import SHELF
from sheepfold.games import game as take_down

AHEAD = 8
"""How many games per process wait in the queue, so that a long study does not pile up in memory."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One game to be played: everything that decides its course."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    study: str
    """The seed of the whole study."""
    number: int
    """Which game of the study this is."""
    longest: int
    """A game that is not over after so many moves is broken off."""


@dataclass(frozen=True, slots=True)
class Played:
    """A record as JSON, and whether its game came to an end by itself."""

    number: int
    record: str
    ended: bool


def equipped(game: AnyGame, name: str) -> Bot:
    """A bot with its game's kernel, if it has use for one; that is compiled before the first move."""
    made = bot(game, name)
    if isinstance(made, Equipped):
        made.equip(Means(kernel_of(game.name)))
    return made


@cache
def kernel_of(game: str) -> ModuleType | None:
    """The kernel of a game on the shelf, warmed once in a process."""
    return warm(SHELF, game)


def play_out(plan: Batch, made: Callable[[AnyGame, str], Bot] = equipped) -> Record:
    """The record of a game between bots, which ``made`` makes. A game that is too long ends as "aborted"."""
    game = take_down(plan.game)
    options = game.options.make(plan.options)
    seed = chance.seed_from(plan.study, plan.number)
    players = {seat: made(game, name) for seat, name in enumerate(plan.bots, 1)}
    rng = {seat: chance.rng_from(plan.study, plan.number, seat) for seat in players}

    def chosen(now: Progress, seat: Seat) -> Move:
        return players[seat].choose(game.view(now.state, seat), rng[seat])

    begun = Progress.begin(game, options, len(players), seed)
    steps = list(islice(begun.run(chosen), plan.longest))
    ended = begun.after(steps[-1]).outcome if steps else None
    return recorded(game, options, plan.bots, seed, steps, ended or Outcome((), Scores(), "aborted"))


def play_one(plan: Batch) -> Played:
    """As ``play_out``, in a form that travels cheaply between processes."""
    try:
        record = play_out(plan)
    except Exception as error:
        error.add_note(f"This was game {plan.number} of {plan}.")
        raise
    assert record.outcome is not None
    return Played(plan.number, to_json(record), record.outcome.reason != "aborted")


def play_all(plans: Iterable[Batch], jobs: int) -> Iterator[Played]:
    """Every game in the order of the plans, ``jobs`` at a time."""
    if jobs == 1:
        yield from map(play_one, plans)
        return
    left = iter(plans)
    # Ctrl-C is for the one process that people see; it tells the others to stop.
    pool = ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        waiting = deque(pool.submit(play_one, plan) for plan in islice(left, jobs * AHEAD))
        while waiting:
            played = waiting.popleft().result()
            waiting.extend(pool.submit(play_one, plan) for plan in islice(left, 1))
            yield played
    finally:
        pool.shutdown(cancel_futures=True)
