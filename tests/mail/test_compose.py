"""Letters as mails: prose that fits any window, drawings that stay as they are, and nothing fetched from anywhere."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET
from sheepfold.mail.compose import compose, html_part, text_part
from sheepfold.mail.letter import Letter
from sheepfold.mail.quoting import MOVE_ABOVE

TEXT = f"""Mutton board 101: Ann (Wolf) and Bob (Farmer). It is the turn of Bob,
who has time.
Rated.

{EXAMPLE_FIELD}

{EXAMPLE_SHEET}

a < b & c

To move, send
  mutton move 101#1 MOVE
"""


def letter(**more: str) -> Letter:
    given = {"subject": "Mutton Board 101 Bob", "text": TEXT} | more
    return Letter("a@fold.example", "b@mail.example", message_id="<x@fold.example>", at=0.0, **given)  # type: ignore[arg-type]


def test_prose_fits_any_window_and_what_is_drawn_stays_as_it_is() -> None:
    html = html_part(letter(), "")
    assert (
        "<p>Mutton board 101: Ann (Wolf) and Bob (Farmer). It is the turn of Bob, who has time.<br>Rated.</p>" in html
    )
    assert f"<pre>{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}</pre>" in html
    assert "<p>a &lt; b &amp; c</p><pre>To move, send\n  mutton move 101#1 MOVE</pre>" in html


def test_a_mail_fetches_nothing_and_begins_with_the_line_above_which_it_is_answered() -> None:
    made = letter(lead=MOVE_ABOVE, footer="The board: https://fold.example/table/x")
    html = html_part(made, "board")
    assert re.findall(r'(?:src|href)="([^"]*)"', html) == ["cid:board", "https://fold.example/table/x"]
    assert "url(" not in html
    assert html.index(MOVE_ABOVE) < html.index("cid:board")
    assert text_part(made).startswith(f"{MOVE_ABOVE}\n\nMutton board 101")


def test_an_address_of_ours_is_a_link_and_what_people_say_is_none() -> None:
    html = html_part(letter(text="Open\n\n  https://fold.example/x?a=1&b=2\n\nAnn writes: https://evil.example\n"), "")
    assert re.findall(r'href="([^"]*)"', html) == ["https://fold.example/x?a=1&amp;b=2"]


def test_a_subject_cannot_become_another_header() -> None:
    mail = message_from_bytes(compose(letter(subject="x\r\nBcc: victim@mail.example\u2028y")), policy=default)
    assert mail["Bcc"] is None
    assert mail["Subject"] == "x Bcc: victim@mail.example y"
