"""Splices lead from any text to any other, and are short where little changed."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.web.pages.splices import spliced, splices, splices_of_parts


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", "a"),
        ("a", ""),
        ("<b>x</b>", "<b>y</b>"),
        ("<td></td><td></td>", "<td></td><td>+</td><td></td>"),
        ('{"a":[1,2,3],"b":{}}', '{"a":[1,3],"b":{"c":1}}'),
        ("ä\n𝄞\nz", "ä\n𝄞𝄞\nz"),
    ],
)
def test_splices_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    assert spliced(before, splices(before, after)) == after


def test_texts_in_parts_are_led_part_by_part() -> None:
    before, after = ("ä", "<b>x</b>", "", "𝄞z"), ("ä𝄞", "<b>x</b>", "y", "z")
    for one, other in ((before, after), (after, before), (before, after[1:]), ((), after), (before, before)):
        changes = splices_of_parts(one, other)
        assert spliced("".join(one), changes) == "".join(other)
        assert [first for first, _, _ in changes] == sorted((first for first, _, _ in changes), reverse=True)


def test_any_text_is_led_into_any_other() -> None:
    rng = Random(3)
    for _ in range(500):
        before, after = ("".join(rng.choices("ab<>,}]\n", k=rng.randint(0, 60))) for _ in range(2))
        assert spliced(before, splices(before, after)) == after


def test_what_stays_is_not_told_again() -> None:
    rows = [f"<tr><th>{n}</th>" + "<td></td>" * 13 + "</tr>" for n in range(20)]
    later = [*rows, "<tr><th>20</th><td>+</td></tr>"]
    later[3] = later[3].replace("<td></td>", "<td>x</td>", 1)
    found = splices("\n".join(rows), "\n".join(later))
    assert sum(len(text) for _, _, text in found) < 50
