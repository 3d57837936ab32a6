"""Servers with the settings that ship, under every kind of torture once: they keep all their promises."""

import pytest

from sheepfold.lab.torture.run import torture


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_tortured_servers_lose_nothing_double_nothing_and_count_time_rightly(kind, tmp_path):
    judgement = torture(kind, seconds=0, tables=3, seed=7)
    judgement.history.write(tmp_path / "history.jsonl")  # what a failure can be understood by
    assert judgement.broken == (), judgement.summary
    assert not judgement.summary.startswith("0 moves acknowledged")
