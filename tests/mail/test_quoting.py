"""Answers as mail programs write them: the move is found, and nothing that was quoted is taken for the writer's words.

What is quoted holds what only its reader may know, and a comment goes to the other players.
"""

from __future__ import annotations

import base64

import pytest

from mail.conftest import HOUSE, Post
from sheepfold.mail.bodies import MOVE_ABOVE
from sheepfold.mail.parsing import read

SECRET = "Your wolves: H I D E"
MAIL = f"""{MOVE_ABOVE}

Mutton board 101: Ann (Wolf) and Bob (Farmer).

      a-  A B C
     b-  D . E F

{SECRET}.
--
The board: https://fold.example/table/x"""
LINES = MAIL.splitlines()
QUOTED = "\n".join(f"> {line}" for line in LINES)
HTML = MAIL.replace("\n", "<br>")
OUTLOOK = (
    "<html><head><style>p{color:red}</style></head><body><p><span>K:L-</span><span>a2</span></p><p>Hi</p>"
    "<div><p><b>Von:</b> Sheepfold &lt;sheepfold@fold.example&gt;<br><b>Gesendet:</b> Montag<br>"
    f"<b>Betreff:</b> Mutton Board 101 Ann</p></div><p>{HTML}</p></body></html>"
)
WRITTEN = {
    "top": f"K:L-a2\nHi\n\nOn Mon, 1 Jan 2024 at 10:00, Sheepfold <sheepfold@fold.example> wrote:\n\n{QUOTED}",
    "bottom": f"On Mon, 1 Jan 2024 at 10:00, Sheepfold wrote:\n{QUOTED}\n\nK:L-a2\nHi\n-- \nAnn",
    "broken lines": f"Am 1. Mai schrieb Sheepfold:\n{QUOTED}\n> Your wolves: H\nI D E.\n> and so on\n\nK:L-a2\nHi",
    "another language": f"K:L-a2\nHi\n\nW dniu 1 maja, poniedziałek, Sheepfold napisał(a):\n{QUOTED}",
    "over three lines": f"K:L-a2\nHi\n\nOn Mon, 1 Jan 2024 at 10:00,\nSheepfold\n<x@y.example> wrote:\n{QUOTED}",
    "headers": f"K:L-a2\nHi\n\n*From:* Sheepfold\n*Sent:* Monday\n*To:* Ann\n\n{MAIL}",
    "unmarked": f"K:L-a2\nHi\n\n{MAIL}",
    "indented": "K:L-a2\nHi\n\n" + "\n".join(f"    {line}" for line in LINES),
    "marked otherwise": "K:L-a2\nHi\n\n" + "\n".join(f"S> {line}" for line in LINES),
    "a telephone": "K:L-a2\nHi\n\nSent from my iPhone",
    "eines": "K:L-a2\nHi\n\nVon meinem iPhone gesendet\n\n> x",
    "outlook on one": "K:L-a2\nHi\n\nGet Outlook for iOS<https://aka.ms/x>\n________________________________\nFrom: x",
    "an older telephone": "K:L-a2\nHi\n\nOutlook für Android<https://aka.ms/x> herunterladen\n",
    "a dash": "K:L-a2\nHi\n—\nAnn",
    "a first line that was broken": "K:L-a2\nHi\n\n"
    + MAIL.replace(" and write", " and\nwrite").replace("this l", "this\nl"),
    "who wrote it, and unmarked": f"K:L-a2\nHi\n\nSheepfold wrote on 1.1.2024 10:00:\n{MAIL}",
    "headers in another order": f"K:L-a2\nHi\n\nGesendet: heute\nVon: Sheepfold <{HOUSE}>\nAn: x\n\n{MAIL}",
    "a letter": f"Lieber Hirte,\n\nK:L-a2\nHi\n\n{QUOTED}",
    "a short letter": f"Hello!\nK:L-a2\n\nHi\n\n{QUOTED}",
    "marks that nobody sees": f"\u200f\u00a0K:L-a2\u200e\u00a0\n\ufeffHi\u200b\n\n{QUOTED}",
    "signature": "K:L-a2\nHi\n-- \nAnn\nTel. 123",
}


def mail(head: str, body: bytes, subject: str = "Re: Mutton Board 101 Ann") -> tuple[str, str]:
    """The command of a mail, and what goes with it."""
    raw = f"From: ann@mail.example\r\nSubject: {subject}\r\n{head}\r\n\r\n".encode() + body
    return read(raw, "ann@mail.example", HOUSE).command


@pytest.mark.parametrize("way", WRITTEN)
def test_an_answer_is_understood_however_it_quotes(way: str) -> None:
    assert mail("Content-Type: text/plain; charset=utf-8", WRITTEN[way].encode()) == ("K:L-a2", "Hi")
    encoded = base64.encodebytes(WRITTEN[way].encode("cp1252", "ignore"))
    assert mail(
        "Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: base64", encoded
    ) == ("K:L-a2", "Hi")  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        OUTLOOK,
        f"<head><title>x</title><body>K:L-<b>a2</b><br>Hi<blockquote>{HTML}</blockquote>",
        f"<div>On Monday Sheepfold wrote:</div><blockquote>{HTML}</blockquote><div>K:L-a2</div><div>Hi</div>",
        f"<pre>K:L-a2\nHi\n</pre><hr><p>{HTML}",
        f'<div>K:L-a2</div><div>Hi</div><div id="appendonsend"></div><div>{HTML}</div>',
        f"<table><tr><td>K:L-a2</td></tr><tr><td>Hi</td></tr></table><div>{HTML}</div>",
    ],
)
def test_an_answer_of_nothing_but_html_is_understood(html: str) -> None:
    assert mail("Content-Type: text/html; charset=utf-8", html.encode()) == ("K:L-a2", "Hi")


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("names", ["From Sent To", "Von Gesendet An", "De Envoyé À", "Da Inviato A", "Od Wysłano Do"])
@pytest.mark.parametrize("move", ["K:L-a2,E-f4", "B:A-b1", "K: L-a2", "ask 3 wolf-boy", "-4,0E", "D E H I"])
def test_no_move_is_taken_for_a_header(move: str, names: str, gap: str) -> None:
    blank = " " if names.startswith("De") else ""
    sender, sent, to = names.split()
    for address in (f"Sheepfold <{HOUSE}>", "Sheepfold"):
        headers = f"{sender}{blank}: {address}\n{sent}{blank}: 1.1.2024\n{to}{blank}: Ann"
        written = f"{move}{gap}{headers}\n\n{MAIL}"
        assert mail("Content-Type: text/plain; charset=utf-8", written.encode()) == (move, "")


def test_a_greeting_is_no_part_of_a_move_and_no_move_is_taken_for_one() -> None:
    plain = "Content-Type: text/plain"
    assert mail(plain, b"Hi\n\nGood luck") == ("Hi", "Good luck")  # two wolves of Mutton
    assert mail(plain, b"f3,b2,\n\nHi") == ("f3,b2,", "Hi")
    assert mail(plain, b"Hello,") == ("Hello,", "")


def test_what_stands_in_comments_of_html_is_not_read() -> None:
    assert mail("Content-Type: text/html", b"<p>G<!-- x<br>A --></p>Hi<!-- never closed") == ("G", "Hi")
    assert mail("Content-Type: text/html", b"<p>G</p>I <3 it") == ("G", "I <3 it")


def test_words_of_html_are_not_run_together() -> None:
    assert mail("Content-Type: text/html", b"<p>add <b>2</b> now</p>")[0] == "add 2 now"


def test_a_mail_that_hangs_on_another_is_not_read() -> None:
    head = 'Content-Type: multipart/mixed; boundary="b"\r\nMIME-Version: 1.0'
    body = f"--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: message/rfc822\n\nSubject: x\n\n{MAIL}\n--b--\n"
    assert mail(head, body.encode(), "mutton show 101") == ("mutton show 101", "")


def test_a_line_that_the_program_broke_is_whole_again() -> None:
    flowed = "Content-Type: text/plain; format=flowed"
    assert mail(flowed, b"ask 3 \r\nwolf-hunter-boy\r\nHi \r\nthere\r\n-- \r\nAnn") == (
        "ask 3 wolf-hunter-boy",
        "Hi there",
    )
    assert mail(f"{flowed}; delsp=yes", b"f3,b2, \r\na3\r\n> x") == ("f3,b2,a3", "")
    assert mail("Content-Type: text/plain", b"f3,b2,\r\na3,c4\r\nHi") == ("f3,b2,a3,c4", "Hi")


@pytest.mark.parametrize("way", ["unmarked", "headers", "top"])
@pytest.mark.anyio
async def test_what_was_quoted_reaches_nobody(door: Post, way: str) -> None:
    table = await door.table()
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    (told,) = await door.send()
    assert told.text.startswith(MOVE_ABOVE)
    written = WRITTEN[way].replace("K:L-a2", "add 2").replace(MAIL, told.text)
    written = written.replace(QUOTED, "\n".join(f"> {line}" for line in told.text.splitlines()))
    await door.write("bob@mail.example", str(told.mail["Reply-To"]), f"AW: {told.mail['Subject']}", written)
    assert [line.text for line in await door.service.chat.read(table, door.ann)] == ["Hi"]
