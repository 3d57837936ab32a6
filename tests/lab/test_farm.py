"""Work on many cores: handed out as it gets done, and done again where a process died."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from sheepfold.lab import farm
from sheepfold.lab.farm import PoolDied


def slow_first(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


def kill_once(piece: tuple[Path, int]) -> int:
    """The first process that is given number 5 dies of it."""
    left_by_the_dead, number = piece
    if number == 5 and not left_by_the_dead.exists():
        left_by_the_dead.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def kill(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def stumble(number: int) -> int:
    raise ValueError(f"no {number}")


def test_nobody_waits_for_the_slowest_piece_unless_order_is_wanted() -> None:
    pieces = range(3 * farm.AHEAD)
    assert next(farm.spread(slow_first, pieces, 2)) != 0
    assert list(farm.spread(slow_first, pieces, 2, in_order=True)) == list(pieces)


@pytest.mark.parametrize("in_order", [False, True])
def test_a_process_that_is_killed_costs_nothing(tmp_path: Path, in_order: bool) -> None:
    pieces = [(tmp_path / "dead", number) for number in range(50)]
    found = list(farm.spread(kill_once, pieces, 2, in_order=in_order))
    assert (tmp_path / "dead").exists()
    assert (found if in_order else sorted(found)) == list(range(50))


def test_work_that_kills_every_process_ends_with_one_sentence() -> None:
    with pytest.raises(PoolDied, match="processes in a row died"):
        list(farm.spread(kill, range(2), 2))


def test_a_fault_in_the_work_is_told_as_it_is() -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(farm.spread(stumble, range(1), 2))
