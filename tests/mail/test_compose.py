"""Letters as mails: prose that fits any window, drawings that stay as they are, and nothing fetched from anywhere."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from typing import Any

from figures import EXAMPLE_FIELD, EXAMPLE_SHEET
from games.mutton.positions import example
from sheepfold.core.words.paragraphs import Line, Text, as_it_is, paragraph
from sheepfold.games.mutton import text as mutton
from sheepfold.mail.bodies import MOVE_ABOVE
from sheepfold.mail.compose import Letter, Picture, compose, html_part, text_part
from sheepfold.mail.letters import KeptReply

TEXT: Text = (
    paragraph("Mutton board 101: Ann (Wolf) and Bob (Farmer). It is the turn of Bob, who has time.", "Rated."),
    (mutton.field(example()),),
    mutton.tracking(example()),
    paragraph("a < b & c"),
    (*paragraph("To move, send"), Line("mutton move 101#1 MOVE", "  ", whole=True)),
)


def letter(text: Text = TEXT, subject: str = "Mutton Board 101 Bob", **more: Any) -> Letter:
    return Letter("a@fold.example", "b@mail.example", subject, text, message_id="<x@fold.example>", at=0.0, **more)


def test_the_text_part_has_the_columns_of_a_mail() -> None:
    first = "Mutton board 101: Ann (Wolf) and Bob (Farmer). It is the turn of Bob,\nwho has time.\nRated.\n"
    last = "a < b & c\n\nTo move, send\n  mutton move 101#1 MOVE\n"
    assert text_part(letter()) == f"{first}\n{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}\n\n{last}"


def test_prose_fits_any_window_and_what_is_drawn_stays_as_it_is() -> None:
    html = html_part(letter(), "")
    assert (
        "<p>Mutton board 101: Ann (Wolf) and Bob (Farmer). It is the turn of Bob, who has time.<br>Rated.</p>" in html
    )
    assert f"<pre>{EXAMPLE_FIELD}\n\n{EXAMPLE_SHEET}</pre>" in html
    assert "<p>a &lt; b &amp; c</p><pre>To move, send\n  mutton move 101#1 MOVE</pre>" in html


def test_prose_stays_prose_whatever_blanks_are_in_it() -> None:
    """What people wrote with two blanks in it was taken for a drawing."""
    assert "<p>Ann writes: well  played &lt;3</p>" in html_part(letter((paragraph("Ann writes: well  played <3"),)), "")


def test_a_mail_fetches_nothing_and_begins_with_the_line_above_which_it_is_answered() -> None:
    url = "https://fold.example/table/x"
    made = letter(lead=MOVE_ABOVE, footer=(Line(f"The board: {url}", more="", link=url),))
    html = html_part(made, "board")
    assert re.findall(r'(?:src|href)="([^"]*)"', html) == ["cid:board", url]
    assert "<footer>The board: <a " in html
    assert "url(" not in html
    assert html.index(MOVE_ABOVE) < html.index("cid:board")
    assert text_part(made).startswith(f"{MOVE_ABOVE}\n\nMutton board 101")
    assert text_part(made).endswith(f"\n\n-- \nThe board: {url}\n")


def test_an_address_of_ours_is_a_link_and_what_people_say_is_none() -> None:
    ours = "https://fold.example/x?a=1&b=2"
    text = paragraph("Open"), (Line(ours, "  ", link=ours),), paragraph("Ann writes: https://evil.example")
    html = html_part(letter((*text, *as_it_is("  https://evil.example/2"))), "")
    assert re.findall(r'href="([^"]*)"', html) == ["https://fold.example/x?a=1&amp;b=2"]


def test_a_reply_that_was_kept_is_read_back_whole() -> None:
    answer = letter(TEXT, references=("<a@b>",), picture=Picture("<svg/>", "A board"))
    kept = KeptReply(answer, 101, number=3)
    assert KeptReply.read(kept.written()) == kept


def test_a_subject_cannot_become_another_header() -> None:
    mail = message_from_bytes(compose(letter(subject="x\r\nBcc: victim@mail.example\u2028y")), policy=default)
    assert mail["Bcc"] is None
    assert mail["Subject"] == "x Bcc: victim@mail.example y"
