"""All rate limits stand in one table, and the documentation prints it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sheepfold.play.rate_limits import LIMITS, hourly, table

ROOT = Path(__file__).parents[1]


def test_the_documentation_prints_the_table_of_rate_limits() -> None:
    assert "\n".join(table()) in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_no_rate_is_made_elsewhere_but_from_a_setting() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        if path.name == "rate_limits.py":
            continue
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        made = [
            call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Rate", "hourly", "daily")
        ]
        assert not [call for call in made if any(isinstance(one, ast.Constant) for one in call.args)], path


@pytest.mark.parametrize(("what", "who"), LIMITS)
def test_every_bucket_fills_within_a_day(what: str, who: str) -> None:
    assert 0 < LIMITS[what, who].fill <= 86_400


def test_what_one_player_may_do_all_at_an_address_may_do_together() -> None:
    for (what, who), rate in LIMITS.items():
        if who == "player" and (what, "address") in LIMITS:
            assert LIMITS[what, "address"].burst > rate.burst
            assert LIMITS[what, "address"].per_second > rate.per_second


def test_a_pace_is_told_by_the_second_the_hour_or_the_day() -> None:
    assert "| frames | socket | 240 | 80 a second |" in table()
    assert "| mail | player | 4 | 20 an hour |" in table()
    assert "| guests | address in days | 1,500 | 1,500 a day |" in table()
    assert hourly(1, 3600).per_second == 1
