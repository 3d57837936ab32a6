"""Much work on many cores: joblib on one machine, or on a cluster of Dask's or Ray's; the same code on all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeVar

from sheepfold.core.errors import MissingExtra

CLUSTERS: Final = ("dask", "ray")
ADDRESS: Final = "SHEEPFOLD_CLUSTER"
"""The setting that says where a cluster's scheduler is; without it one is started on this machine."""
AHEAD: Final = 4
"""How many pieces per core a cluster is given at a time."""

A = TypeVar("A")
B = TypeVar("B")


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[A], B], pieces: Iterable[A], jobs: int, cluster: str | None = None) -> Iterator[B]:
    """What ``work`` makes of every piece, as it comes: in any order here, on a cluster in that of the pieces.

    Raises MissingExtra.
    """
    if jobs == 1 and cluster is None:
        yield from map(work, pieces)
        return
    import joblib

    with _backend(cluster, jobs):
        todo = (joblib.delayed(work)(piece) for piece in pieces)
        if cluster is None:
            yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(todo)
            return
        while some := list(islice(todo, AHEAD * jobs)):
            yield from joblib.Parallel(n_jobs=jobs)(some)


def _backend(cluster: str | None, jobs: int) -> AbstractContextManager[Any]:
    """Where joblib sends its work."""
    import joblib

    if cluster is None:
        return nullcontext()
    try:
        started: Any = import_module("distributed" if cluster == "dask" else "ray")
        if cluster == "ray":
            import_module("ray.util.joblib").register_ray()
    except ImportError:
        raise MissingExtra(cluster.capitalize(), "lab") from None
    address = os.environ.get(ADDRESS)
    if cluster == "dask":
        client = (
            started.Client(address)
            if address
            else started.Client(n_workers=jobs, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
        )
        return _Closing(client, joblib.parallel_config(backend="dask"))
    if address:
        started.init(address=address, log_to_driver=False)
    else:
        started.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False, configure_logging=False)
    return _Closing(None, joblib.parallel_config(backend="ray"), started.shutdown)


class _Closing(AbstractContextManager["_Closing"]):
    """A cluster that is let go when the work is done."""

    def __init__(self, client: Any, backend: Any, shutdown: Callable[[], None] | None = None) -> None:
        self._client, self._backend, self._shutdown = client, backend, shutdown

    def __enter__(self) -> _Closing:
        self._backend.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._backend.__exit__(*raised)
        if self._client is not None:
            self._client.close()
            if self._client.cluster is not None:
                self._client.cluster.close()
        if self._shutdown is not None:
            self._shutdown()
