"""Much work on many cores: processes of this machine, or a cluster of Dask's or Ray's; the same code on all.

Pieces are handed out as others finish, so that nobody waits for the slowest. A process that dies costs nothing: what
it was at is done again by another.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from itertools import islice
from signal import SIG_IGN, SIGINT, signal
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sheepfold.core.errors import MissingExtra, SheepfoldError

CLUSTERS: Final = ("dask", "ray")
ADDRESS: Final = "SHEEPFOLD_CLUSTER"
"""The setting that says where a cluster's scheduler is; without it one is started on this machine."""
AHEAD: Final = 8
"""How many pieces per core are handed out at a time, so that a long study does not pile up in memory."""
DEATHS: Final = 3
"""So many processes may die before anything more is finished."""

A = TypeVar("A")
B = TypeVar("B")
Submit: TypeAlias = Callable[[Callable[[Any], Any], Any], "Future[Any]"]


class PoolDied(SheepfoldError):
    """Processes die at the work that they are given, again and again."""


class _Task(NamedTuple):
    """A piece of work that somebody was given."""

    piece: Any
    result: Future[Any]


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[A], B], pieces: Iterable[A], jobs: int, cluster: str | None = None, in_order: bool = False
) -> Iterator[B]:
    """What ``work`` makes of every piece: as it comes, or in the order of the pieces.

    Raises MissingExtra, PoolDied, and what ``work`` raises.
    """
    if jobs == 1 and cluster is None:
        yield from map(work, pieces)
        return
    left, deaths = iter(pieces), 0
    with _submitting(cluster, jobs) as submit:
        waiting = deque(_Task(piece, submit(work, piece)) for piece in islice(left, AHEAD * jobs))
        while waiting:
            task = waiting[0] if in_order else _first_done(waiting)
            try:
                found = task.result.result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise PoolDied(f"{deaths} processes in a row died at their work: is memory short?") from None
                wait([each.result for each in waiting])
                waiting = deque(
                    _Task(each.piece, submit(work, each.piece)) if _is_lost(each) else each for each in waiting
                )
                continue
            deaths = 0
            waiting.remove(task)
            waiting.extend(_Task(piece, submit(work, piece)) for piece in islice(left, 1))
            yield found


def _first_done(waiting: Iterable[_Task]) -> _Task:
    done = wait([task.result for task in waiting], return_when=FIRST_COMPLETED).done
    return next(task for task in waiting if task.result in done)


def _is_lost(task: _Task) -> bool:
    return isinstance(task.result.exception(), BrokenProcessPool)


# -- where work goes ---------------------------------------------------------------------------


def _submitting(cluster: str | None, jobs: int) -> AbstractContextManager[Submit]:
    if cluster is None:
        return _here(jobs)
    try:
        library = import_module("distributed" if cluster == "dask" else "ray")
    except ImportError:
        raise MissingExtra(cluster.capitalize(), "lab") from None
    return (_dask if cluster == "dask" else _ray)(library, jobs)


@contextmanager
def _here(jobs: int) -> Iterator[Submit]:
    """Processes of this machine. The library gives all of them up when one dies, and new ones are begun."""

    def begun() -> ProcessPoolExecutor:
        # Ctrl-C is for the one process that people see; it tells the others to stop.
        return ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN))

    pool = begun()

    def submit(work: Callable[[Any], Any], piece: Any) -> Future[Any]:
        nonlocal pool
        try:
            return pool.submit(work, piece)
        except BrokenProcessPool:
            pool = begun()
            return pool.submit(work, piece)

    try:
        yield submit
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _dask(library: Any, jobs: int) -> Iterator[Submit]:
    """Dask itself gives the work of a worker that died to another."""
    address = os.environ.get(ADDRESS)
    here: dict[str, Any] = {"n_workers": jobs, "threads_per_worker": 1, "host": "127.0.0.1"}
    here |= {"dashboard_address": None, "silence_logs": logging.CRITICAL}
    with library.Client(address) if address else library.Client(**here) as client:
        yield client.get_executor(pure=False, retries=DEATHS).submit


@contextmanager
def _ray(library: Any, jobs: int) -> Iterator[Submit]:
    """Ray does the same."""
    address = os.environ.get(ADDRESS)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    where = {"address": address} if address else {"num_cpus": jobs, "include_dashboard": False}
    library.init(**where, **quiet)
    remote = library.remote(max_retries=DEATHS)(_call)
    try:
        yield lambda work, piece: remote.remote(work, piece).future()
    finally:
        library.shutdown()


def _call(work: Callable[[A], B], piece: A) -> B:
    return work(piece)
