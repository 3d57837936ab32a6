"""Kernels: compiled once for the sources they are made from, and never in anybody's way."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from sheepfold.bots import compiled
from sheepfold.bots.compiled import CACHE
from sheepfold.games import SHELF, Shelf

BOARD = """
def worth(bead):
    return bead * {worth}
"""
KERNEL = """
from numba import njit
from abacus import board

worth = njit(board.worth)

@njit(cache=True)
def total(beads):
    found = 0
    for bead in range(beads):
        found += worth(bead)
    return found

def warm():
    total(1)
"""
PLACE = Shelf({"abacus": "abacus"})


def write(folder: Path, worth: int) -> None:
    home = folder / "abacus"
    home.mkdir(exist_ok=True)
    for name, text in (("__init__", ""), ("board", BOARD.format(worth=worth)), ("kernel", KERNEL)):
        (home / f"{name}.py").write_text(text)


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "abacus"]:
        del sys.modules[name]


@pytest.fixture
def abacus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game with a kernel that adds up what another room says, and a folder for what is compiled."""
    write(tmp_path, worth=1)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    forget()


def test_what_was_compiled_is_found_again(abacus: Path) -> None:
    for found_before in (False, True):
        forget()
        kernel = compiled.warm(PLACE, "abacus")
        assert kernel is not None
        assert kernel.total(5) == 10
        assert bool(kernel.total.stats.cache_hits) == found_before


def test_a_change_in_another_room_is_noticed(abacus: Path) -> None:
    for worth in (1, 7):
        write(abacus, worth)
        forget()
        kernel = compiled.warm(PLACE, "abacus")
        assert kernel is not None
        assert kernel.total(5) == 10 * worth


def test_a_folder_that_nobody_used_for_long_is_removed(abacus: Path) -> None:
    compiled.warm(PLACE, "abacus")
    (old,) = (abacus / "cache").iterdir()
    os.utime(old / compiled.LOCK, (0, 0))
    write(abacus, 7)
    forget()
    compiled.warm(PLACE, "abacus")
    assert [path for path in (abacus / "cache").iterdir() if path == old] == []


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(abacus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (abacus / "file").write_text("in the way")
    monkeypatch.setenv(CACHE, str(abacus / "file"))
    kernel = compiled.warm(PLACE, "abacus")
    assert kernel is not None
    assert kernel.total(5) == 10


def test_what_was_spoilt_on_disk_is_compiled_anew(abacus: Path) -> None:
    compiled.warm(PLACE, "abacus")
    for path in (abacus / "cache").rglob("*.nb?"):
        path.write_bytes(b"spoilt")
    forget()
    kernel = compiled.warm(PLACE, "abacus")
    assert kernel is not None
    assert kernel.total(5) == 10


class Planted:
    """What does harm as soon as it is loaded."""

    def __init__(self, harm: Path) -> None:
        self.harm = harm

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return open, (str(self.harm), "w")


def plant(abacus: Path) -> Path:
    """Put harm in place of all that was compiled; the folder where it lies."""
    compiled.warm(PLACE, "abacus")
    for path in (abacus / "cache").rglob("*.nbi"):
        path.write_bytes(pickle.dumps(Planted(abacus / "harm")))
    forget()
    (folder,) = (abacus / "cache").iterdir()
    return folder


SPOILT: dict[str, Callable[[Path], Path]] = {
    "file": lambda folder: next(folder.rglob("*.nbi")),
    "folder within": lambda folder: next(folder.rglob("*.nbi")).parent,
    "folder": lambda folder: folder,
    "cache": lambda folder: folder.parent,
    "folder above": lambda folder: folder.parent.parent,
}


@pytest.mark.parametrize(
    ("which", "mode"), [*product(SPOILT, [None]), *product(["folder", "cache", "folder above"], [0o770, 0o707])]
)
def test_what_others_could_have_put_there_is_not_loaded(
    abacus: Path, which: str, mode: int | None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to another, or its mode lets others write."""
    spoilt = SPOILT[which](plant(abacus))
    if mode is not None:
        spoilt.chmod(mode)
    elif os.geteuid() == 0:
        os.chown(spoilt, 4242, -1)
    else:  # who cannot give anything away becomes somebody else
        monkeypatch.setattr(os, "geteuid", lambda: 4242)
    kernel = compiled.warm(PLACE, "abacus")
    assert kernel is not None
    assert kernel.total(5) == 10
    assert not (abacus / "harm").exists()
    (line,) = caplog.messages
    assert line.startswith("Compiled kernels are not kept: ")


def test_what_we_put_there_ourselves_is_loaded_even_if_it_does_harm(abacus: Path) -> None:
    """So the test above can fail."""
    plant(abacus)
    compiled.warm(PLACE, "abacus")
    assert (abacus / "harm").exists()


@pytest.mark.parametrize("mode", [0o1777, 0o755])
def test_a_cache_of_ours_is_kept_where_others_cannot_replace_it(abacus: Path, mode: int) -> None:
    abacus.chmod(mode)
    for found_before in (False, True):
        forget()
        kernel = compiled.warm(PLACE, "abacus")
        assert kernel is not None
        assert bool(kernel.total.stats.cache_hits) == found_before


def test_a_link_to_the_cache_is_followed(abacus: Path) -> None:
    (abacus / "elsewhere").mkdir()
    (abacus / "cache").symlink_to(abacus / "elsewhere")
    compiled.warm(PLACE, "abacus")
    assert [*(abacus / "elsewhere").iterdir()]


def test_nothing_is_made_in_the_folder_of_another(abacus: Path) -> None:
    """As where sudo keeps the HOME of whoever calls it."""
    (abacus / "home").mkdir(mode=0o777)
    (abacus / "home").chmod(0o777)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(abacus / "home" / "cache"))
        assert compiled.warm(PLACE, "abacus") is not None
    assert not [*(abacus / "home").iterdir()]


def test_without_the_compiler_there_is_no_kernel(abacus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    assert compiled.warm(PLACE, "abacus") is None
    warming = compiled.Warming(PLACE, "abacus")
    warming.wait()
    assert warming.kernel is None


def test_a_game_without_a_kernel_waits_for_nothing() -> None:
    warming = compiled.Warming(Shelf({"pebbles": "pebbles"}), "pebbles")
    warming.wait()
    assert warming.kernel is None


def test_two_processes_that_compile_at_once_both_get_it_right(abacus: Path) -> None:
    code = (
        "from sheepfold.bots import compiled; from sheepfold.games import Shelf;"
        "kernel = compiled.warm(Shelf({'abacus': 'abacus'}), 'abacus');"
        "print(kernel.total(5), sum(kernel.total.stats.cache_hits.values()))"
    )
    env = os.environ | {"PYTHONPATH": f"{abacus}:{':'.join(sys.path)}"}
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=-1, env=env, text=True) for _ in range(2)]
    assert sorted(process.communicate(timeout=PATIENCE)[0] for process in both) == ["10 0\n", "10 1\n"]


def test_neither_the_web_nor_a_choice_of_bots_loads_a_compiler_or_what_only_mail_or_postgresql_needs() -> None:
    heavy = {"numba", "llvmlite", "numpy", "aiosmtpd", "aiosmtplib", "sqlalchemy.dialects.postgresql"}
    code = (
        "import sys; from sheepfold.web import app, server; from sheepfold.cli.play import ask_what;"
        "from sheepfold.bots import bot, bot_names; from sheepfold.games import SHELF;"
        "[bot(SHELF.game(name), each) for name in SHELF for each in bot_names(SHELF.game(name))];"
        f"print({heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "set()\n", done


@pytest.mark.parametrize("name", SHELF)
def test_a_kernel_can_be_warmed(name: str) -> None:
    assert (compiled.warm(SHELF, name) is not None) == compiled.has_kernel(SHELF, name)
