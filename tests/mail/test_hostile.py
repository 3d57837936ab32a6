"""Hostile mails by the hundred, or by the ten thousand with ``--hostile``: no exception, no secret, nothing changed."""

from __future__ import annotations

from random import Random

import aiosmtplib
import pytest
from sqlalchemy import func, select

from mail.conftest import PASSWORD, Post
from sheepfold.mail.parsing import LONGEST_HEADER, read
from sheepfold.store import schema

pytestmark = pytest.mark.anyio

PLAIN = b"""From: Bob <bob@mail.example>
To: sheepfold@fold.example
Subject: tiny move 101 Bob wrong-password add 1
Message-ID: <1@mail.example>
Content-Type: text/plain; charset=utf-8

hello
"""
MIXED = b"""From: =?utf-8?b?Qm9i?= <bob@mail.example>
Subject: =?iso-8859-1?q?Re=3A_Tiny_Board_101_Bob?=
Content-Type: multipart/mixed; boundary="b"
MIME-Version: 1.0

--b
Content-Type: text/html; charset=koi8-r
Content-Transfer-Encoding: quoted-printable

<p>add 2</p><blockquote>old</blockquote>
--b
Content-Type: application/octet-stream
Content-Disposition: attachment
Content-Transfer-Encoding: base64

AAAA
--b--
"""
PIECES = (
    b"Content-Type: multipart/mixed; boundary=b\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"Content-Type: text/plain; charset=no-such\r\n",
    b"Subject: =?utf-8?b?////?= \x00\xff\r\n Bcc: x@y.example\r\n",
    b'From: <>, @, "a" <b@c>, bob@mail.example\r\n',
    b"References: <" + b"a" * 900 + b">\r\n",
    b"Content-Type: message/rfc822\r\n\r\n",
    b"\r\n--b\r\n",
    "Ünïcödé ‮evil".encode(),
    b"tiny showas Ann ' OR 1=1 -- 101",
)


def hostile(rng: Random) -> bytes:
    """A mail with something wrong in it."""
    mail = bytearray(rng.choice((PLAIN, MIXED)))
    for _ in range(rng.randrange(1, 12)):
        at = rng.randrange(len(mail))
        match rng.randrange(4):
            case 0:
                mail[at] = rng.randrange(256)
            case 1:
                mail[at:at] = rng.choice(PIECES)
            case 2:
                del mail[at : at + rng.randrange(30)]
            case 3:
                mail[at:at] = mail[at : at + 60] * rng.randrange(4)
    return bytes(mail)


async def counted(door: Post) -> list[int]:
    """How many rows there are of what a mail could change."""
    tables = (schema.users, schema.tables, schema.log, schema.chat, schema.correspondence, schema.seats)
    queries = [select(func.count()).select_from(table) for table in tables]
    return await door.service._engine.read(lambda conn: [conn.execute(query).scalar_one() for query in queries])


async def test_hostile_mails_change_nothing_and_learn_nothing(
    door: Post, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    table, rng = await door.table(), Random(1)
    await door.service.mail_wishes.acted_by_mail(table, door.bob)
    await door.service.tables.move(table, door.ann, "add 1")
    await door.send()
    address, before = f"board101.{'a' * 26}@fold.example", await counted(door)
    async with aiosmtplib.SMTP(hostname="127.0.0.1", port=door.setup.port, start_tls=False) as line:
        for number in range(request.config.getoption("--hostile")):
            to = rng.choice((address, "sheepfold@fold.example", "confirm.1-ff-aa@fold.example"))
            try:
                await line.sendmail(rng.choice(("bob@mail.example", "x@y.example")), [to], hostile(rng))
            except aiosmtplib.SMTPResponseException:
                door.wall.pass_by(60)
            assert line.is_connected, number
    assert await counted(door) == before
    heard = capsys.readouterr()
    assert "Traceback" not in heard.out + heard.err
    assert "could not be dealt with" not in heard.out + heard.err
    token = await door.service.links.seat(table, door.bob)
    sent = b"".join(mail.raw for mail in await door.send())
    assert PASSWORD.encode() not in sent
    assert token.encode() not in sent
    assert b"wrong-password" not in sent


@pytest.mark.parametrize("header", ["Subject", "From", "References", "Message-ID", "In-Reply-To", "Content-Type"])
def test_headers_are_read_only_as_far_as_anybody_needs_them(header: str) -> None:
    mail = read(f"{header}: {'=?a?q?' * 15_000}\r\n\r\nhi".encode(), "a@b.example", "fold.example")
    assert (len(mail.subject) <= LONGEST_HEADER, mail.words) == (True, "hi")


@pytest.mark.parametrize("piece", ["<!--", "</", "<?", "<!", "<a b='"])
def test_html_that_is_never_closed_is_read_in_time(piece: str) -> None:
    raw = f"Content-Type: text/html\r\n\r\n<p>hi</p>{piece * 400_000}".encode()
    assert read(raw, "a@b.example", "fold.example").words.startswith("hi")


def test_a_sender_may_have_any_letters_that_can_be_seen() -> None:
    for given, sender in (("änn@mail.example", "änn@mail.example"), ("a\u202enn@mail.example", "")):
        raw = f"From: {given}\r\nSubject: help\r\n\r\n".encode()
        assert read(raw, given, "fold.example").sender == sender


def test_words_behind_a_broken_address_are_not_part_of_it() -> None:
    mail = b"From: bob@mail.example tiny move 101 Bob secret-word add 1\r\n\r\n"
    assert "secret-word" not in read(mail, "bob@mail.example", "fold.example").sender


@pytest.mark.parametrize(
    ("raw", "command"),
    [
        (b"Subject: Re: Mutton Board 101 Bob\r\n\r\n\r\nK:L-a2,E-f4\r\nhi\r\n> old\r\n", ("K:L-a2,E-f4", "hi")),
        (b"Subject: AW: Re: Mutton Board 7 x\r\n\r\nG\r\nAm 1. Mai 2026 um 10:00 schrieb Sheepfold:\r\n> x", ("G", "")),
        (b"Subject: Mutton Board 101 Bob\r\n\r\nG\r\n-- \r\nBob", ("G", "")),
        (b"Subject: Antwort: Mutton help\r\n\r\nG\r\n", ("G", "")),
        (b"Subject: R: RV: Mutton Board 101 Error\r\n\r\nG\r\n", ("G", "")),
        (b"Subject: [EXTERN] Re: Mutton Board 101 Bob\r\n\r\nG\r\n", ("G", "")),
        (b"Subject: =?utf-8?q?mutton_show_101?=\r\n\r\n", ("mutton show 101", "")),
        (b"Content-Type: text/html\r\nSubject: Re: x\r\n\r\n<div>G<br></div><div>hi</div>", ("G", "hi")),
        (b"Content-Type: text/plain; charset=utf-16\r\nSubject: Re:\r\n\r\n\xff\xfeG\x00", ("G", "")),
        (b"Subject: Re: x\r\nContent-Transfer-Encoding: base64\r\n\r\nRw==\r\n", ("G", "")),
    ],
)
def test_the_command_is_the_subject_or_in_an_answer_the_first_line(raw: bytes, command: tuple[str, str]) -> None:
    assert read(b"From: b@mail.example\r\n" + raw, "b@mail.example", "fold.example").command == command
