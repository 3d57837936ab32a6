"""Data: the same bytes from the same plan, shards that are whole, and nothing overwritten without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import polars as pl
import pytest

from sheepfold import data
from sheepfold.core.contract.numbers import STOP
from sheepfold.core.records.progress import replay
from sheepfold.core.records.record import from_json
from sheepfold.data import BadData, DatasetPlan
from sheepfold.games import SHELF, game
from sheepfold.lab.fuzz import random_options

PLAN = DatasetPlan("mutton", {"size": 3, "num_sheep": 8, "num_wolves": 2}, ("random", "random"), "1", 5, data.EXTRAS)


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "SHARD", 2)


@pytest.mark.usefixtures("small_shards")
def test_what_was_killed_is_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    assert list(data.write(PLAN, tmp_path / "whole")) == [2, 2, 1]
    begun = data.write(PLAN, tmp_path / "killed")
    next(begun)
    begun.close()
    with pytest.raises(BadData, match="with --resume what is missing is added"):
        list(data.write(PLAN, tmp_path / "killed"))
    assert list(data.write(PLAN, tmp_path / "killed", resume=True)) == [2, 1]
    assert written(tmp_path / "killed") == written(tmp_path / "whole")
    assert len(data.scan(tmp_path / "killed", "games").collect()) == 5


def test_several_processes_write_the_same_bytes(tmp_path: Path) -> None:
    for jobs in (1, 2):
        list(data.write(PLAN, tmp_path / str(jobs), jobs))
    assert written(tmp_path / "1") == written(tmp_path / "2")


def test_steps_tell_the_games_that_were_played(tmp_path: Path) -> None:
    list(data.write(PLAN, tmp_path))
    sheet, mutton = data.datasheet(tmp_path), game("mutton")
    games, steps = data.scan(tmp_path, "games").collect(), data.scan(tmp_path).collect()
    for row in games.iter_rows(named=True):
        of = steps.filter(pl.col("game") == row["game"])
        said = [sheet["parts"][action] for action in of["action"]]
        moves = [part for step in replay(mutton, from_json(row["record"])) for part in step.move]
        assert [part for part in said if part != STOP] == moves
        assert all(action in legal for action, legal in zip(of["action"], of["legal"], strict=True))
        assert row["utilities"] in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])
    width = sum(pl.Series(shape).product() for _, shape in sheet["planes"])
    assert steps["observation"].dtype.shape == (width,)
    assert set(steps.columns) == set(data.COLUMNS)
    known = steps.filter(pl.col("belief").list.sum() > 0).row(-1, named=True)
    assert known["seat"] in (1, 2)
    for thing, way in enumerate(known["truth"]):
        odds = known["belief"][2 * thing : 2 * thing + 2]
        assert sum(odds) == 0 or odds[way] > 0, "what is so is possible"


def test_a_folder_with_anything_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadData, match="not empty"):
        list(data.write(PLAN, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    other = tmp_path / "data"
    list(data.write(replace(PLAN, games=1, extras=()), other))
    with pytest.raises(BadData, match="holds other data"):
        list(data.write(PLAN, other, resume=True))
    with pytest.raises(BadData, match="holds no data of self-play"):
        data.scan(tmp_path)


def test_a_broken_shard_is_named(tmp_path: Path) -> None:
    list(data.write(replace(PLAN, games=1, extras=()), tmp_path))
    (tmp_path / "steps-00000.parquet").write_bytes(b"PAR1 no more")
    with pytest.raises(BadData, match=r"steps-00000\.parquet is broken"):
        data.scan(tmp_path)
    with pytest.raises(BadData, match=r"delete games-00000\.parquet and steps-00000\.parquet, and --resume"):
        data.scan(tmp_path)
    (tmp_path / "games-00000.parquet").unlink()
    list(data.write(replace(PLAN, games=1, extras=()), tmp_path, resume=True))
    assert data.scan(tmp_path).collect().height > 0


@pytest.mark.parametrize("name", SHELF)
def test_what_a_kernel_says_is_what_a_replay_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "COMPILED_FROM", 1)
    found, rng = SHELF.game(name), Random(3)
    for number in range(6):
        seats = rng.choice(found.seats)
        options = random_options(found, seats, rng).to_json()
        plan = DatasetPlan(name, options, ("random",) * seats, str(number), 4, (), 400)
        list(data.write(plan, tmp_path / f"quick{number}"))
        monkeypatch.setattr(data, "random_games", lambda game: None)
        list(data.write(plan, tmp_path / f"slow{number}"))
        monkeypatch.undo()
        monkeypatch.setattr(data, "COMPILED_FROM", 1)
        assert written(tmp_path / f"quick{number}") == written(tmp_path / f"slow{number}")
