"""Edits lead from any text to any other, patches from any data to any other; both are short where little changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from sheepfold.web.pages.edits import edited, edits, patch, patched, wording
from sheepfold.web.wire import encode


def through_json(value: Any) -> Any:
    return json.loads(encode(value))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", "a"),
        ("a", ""),
        ("a\nb\nc", "a\nx\nc"),
        ("a\nb\nc", "c"),
        ("<td></td>\n<td></td>", "<td></td>\n<td>+</td>\n<td></td>"),
        ("ä\n𝄞\nz", "ä\n𝄞𝄞\nz"),
        ("a long line that is not plain: 𝄞, and ends alike", "a long line that is not plain: x, and ends alike"),
        ("a long line that is plain, and goes on", "a long line that was plain, and goes on"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    ],
)
def test_edits_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    assert edited(before, edits(before, after)) == after
    assert edited(after, edits(after, before)) == before


def test_any_text_is_led_into_any_other() -> None:
    rng = Random(3)
    for _ in range(500):
        before, after = ("".join(rng.choices("ab\n", k=rng.randint(0, 60))) for _ in range(2))
        assert edited(before, edits(before, after)) == after


def test_places_in_a_line_are_told_only_where_browsers_count_them_alike() -> None:
    rest = " a sign, and this line goes on for long enough"
    assert wording(f"𝄞 is{rest}", f"𝄞 was{rest}") == f"𝄞 was{rest}"
    assert wording(f"G is{rest}", f"G was{rest}") == (2, 3, "wa")


def test_lines_that_stay_are_not_told_again() -> None:
    rows = [f"<tr><th>{n}</th>" + "<td></td>" * 13 + "</tr>" for n in range(20)]
    later = [*rows[:10], "<tr><th>new</th></tr>", *rows[10:], "<tr><th>20</th><td>+</td></tr>"]
    later[3] = later[3].replace("<td></td>", "<td>x</td>", 1)
    assert len(encode(edits("\n".join(rows), "\n".join(later)))) < 120


@dataclass(frozen=True)
class Animal:
    letter: str
    cell: str | None


FLOCK = tuple(Animal(letter, f"a{n}") for n, letter in enumerate("ABCDEFGH"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"number": 1, "turn": True}, {"number": 2, "turn": False}),
        ({"choices": None}, {"choices": {"parts": ("a", "b"), "complete": False}}),
        ({"choices": {"parts": ("a", "b"), "complete": False}}, {"choices": None}),
        ({"view": {"animals": FLOCK, "phase": "wolf"}}, {"view": {"animals": (Animal("A", None), *FLOCK[1:])}}),
        ({"view": {"animals": FLOCK}}, {"view": {"animals": FLOCK, "phase": "wolf"}}),
        ({"view": {"tiles": FLOCK[:4]}}, {"view": {"tiles": FLOCK}}),
        ({"view": {"tiles": FLOCK}}, {"view": {"tiles": FLOCK[:4]}}),
        ({"view": {"tiles": ()}}, {"view": {"tiles": FLOCK}}),
        ({"marks": {"1.wolf": "c"}}, {"marks": {"2.wolf": "c"}}),
        ({"parts": [1, 2]}, {"parts": [2]}),
    ],
)
def test_patches_lead_from_one_object_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert patched(through_json(before), through_json(patch(before, after))) == through_json(after)


def test_fields_that_stay_are_not_told_again() -> None:
    before = {"number": 1, "view": {"animals": FLOCK, "phase": "wolf"}}
    ran = Animal("C", "g7")
    after = {"number": 2, "view": {"animals": (*FLOCK[:2], ran, *FLOCK[3:]), "phase": "wolf"}}
    assert patch(before, after) == [["number", 2], ["view", "animals", 2, ran]]
