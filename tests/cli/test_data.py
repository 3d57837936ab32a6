"""Data from the command: tables, lines that Arrow reads, runs that go on, records of the arena."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from cli.conftest import Command, refused
from sheepfold import data

SELFPLAY = ("selfplay", "dogs", "tiles=3", "--bots", "random", "--seed", "7")


def test_records_on_lines_are_a_table_that_arrow_reads(sheepfold: Command, tmp_path: Path) -> None:
    sheepfold("selfplay", "woolf", "--bots", "random", "--games", 2, "--out", "games.jsonl")
    frame = pl.read_ndjson(tmp_path / "games.jsonl")
    assert frame["moves"][0][0][0] == "nature"
    assert frame["moves"].dtype == pl.List(pl.List(pl.String))
    assert sheepfold("verify", "games.jsonl").returncode == 0


def test_an_earlier_run_is_resumed_or_overwritten_only_by_word(sheepfold: Command, tmp_path: Path) -> None:
    whole = sheepfold(*SELFPLAY, "--games", 4).stdout
    sheepfold(*SELFPLAY, "--games", 2, "--out", "games.jsonl")
    refused(sheepfold(*SELFPLAY, "--games", 4, "--out", "games.jsonl"), "exists already", "--resume", "--overwrite")
    path = tmp_path / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-20])  # the second record was being written
    assert sheepfold(*SELFPLAY, "--games", 4, "--out", "games.jsonl", "--resume").returncode == 0
    assert path.read_text() == whole
    refused(sheepfold(*SELFPLAY[:-1], "8", "--out", "games.jsonl", "--resume"), "another study")
    assert sheepfold(*SELFPLAY, "--out", "games.jsonl", "--overwrite").returncode == 0
    assert path.read_text() == whole.splitlines(keepends=True)[0]


def test_tables_come_from_the_command(sheepfold: Command, tmp_path: Path) -> None:
    done = sheepfold(*SELFPLAY, "--games", 2, "--out", "dogs", "--format", "parquet", "--with", "views")
    assert "2 games written to dogs." in done.stderr
    assert len(data.scan(tmp_path / "dogs").collect()) == 2 * 2 * 2
    refused(sheepfold(*SELFPLAY, "--out", "dogs", "--format", "parquet", "--with", "odds"), "'odds'", "beliefs")
    refused(sheepfold(*SELFPLAY, "--format", "parquet"), "--out DIR")
    refused(sheepfold(*SELFPLAY, "--with", "views"), "--format parquet")


def test_the_arena_keeps_records_that_can_be_replayed(sheepfold: Command, tmp_path: Path) -> None:
    told = sheepfold(
        "arena", "dogs", "tiles=3", "--bots", "collie,random", "--games", 2, "--jobs", 1, "--json",
        "--out", "results", "--records", "records",
    )  # fmt: skip
    assert '"clear"' in told.stdout
    assert sheepfold("verify", "records").returncode == 0
    for number in (1, 2):
        shown = sheepfold("replay", "results", "--game", number)
        assert shown.stdout == sheepfold("replay", "records", "--game", number).stdout
        assert shown.returncode == 0
    whole = (tmp_path / "results").read_text()
    (tmp_path / "cut").write_text(whole[:-40])
    assert sheepfold("replay", "cut").returncode == 0
    refused(sheepfold("replay", "cut", "--game", 2), "it holds 1")
