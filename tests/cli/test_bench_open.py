"""``sheepfold bench open``: a server with sleeping tables beside one without."""

from __future__ import annotations

from cli.conftest import Command


def test_opening_is_measured_with_sleeping_tables_and_without(sheepfold: Command) -> None:
    done = sheepfold("bench", "open", "--sleeping", 3, "--runs", 1)
    assert done.returncode == 0, done.stderr
    assert [line.partition("  ")[0] for line in done.stdout.splitlines()[:2]] == [
        "Open with 3 sleeping tables",
        "Open with no table",
    ]
    assert "times as long" in done.stdout.splitlines()[2]
