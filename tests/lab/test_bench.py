"""The bench of environments measures every game, and says where it has no peer."""

from __future__ import annotations

import sys

import pytest

from sheepfold.cli.lab import bench as command
from sheepfold.games import SHELF
from sheepfold.lab import bench


def test_every_game_is_measured_single_and_in_a_batch() -> None:
    found = list(bench.env_rates(0.01, lanes=2))
    assert [one.title for one in found] == [SHELF.game(name).title for name in SHELF]
    assert all(one.single > 0 and one.batch > 0 for one in found)


def test_without_a_peer_there_is_no_ratio(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo.classic.connect_four_v3", None)
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.setattr(bench, "env_rates", lambda seconds, lanes: iter([bench.EnvRate("Chess", 2000, 30000)]))
    assert command.bench_parser().run(["env", "--lanes", "8"]) == 0
    told = capsys.readouterr().out
    assert "no peer" in told
    assert "2,000\n" in told
    assert "8 lanes" in told
    monkeypatch.setattr(bench, "env_peer", lambda seconds: 1000.0)
    command.bench_parser().run(["env"])
    assert "2.00 times connect_four_v3" in capsys.readouterr().out
    monkeypatch.setattr(bench, "batch_peer", lambda seconds, lanes: 10_000.0)
    command.bench_parser().run(["env"])
    assert "3.00 times leduc_holdem" in capsys.readouterr().out
