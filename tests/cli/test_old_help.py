"""Every command and option of the old server's help for Mutton, as printed there, through all three doors: the shell,
the port that takes mail in, and the form in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import TypeAlias

import pytest

from cli.conftest import Command
from mail_server import HOUSE, open_mail_server
from patience import patiently
from serving import Reader

PEOPLE = ("userid", "userid1", "userid2")
PASSWORD = "password"
Door: TypeAlias = Callable[[str, str], str]
"""Who sends which command; the subject and the text of the answer."""

OPTIONS = {
    "-size=2 -num_sheep=4 -num_wolves=1": "-size=2 -num_sheep=4 -num_wolves=1",
    "-size=8": "-size=8",
    "-num_sheep=2 -num_wolves=1": "-num_sheep=2 -num_wolves=1",
    "-num_sheep=26 -num_wolves=13": "-num_wolves=13",
    "-berserk": "",
    "-no_berserk": "-no_berserk",
    "no_berserk": "-no_berserk",
    "-reveal": "",
    "-no_reveal": "-no_reveal",
    "no_reveal": "-no_reveal",
    "-remove": "-remove",
    "-no_remove": "",
    "-escape": "-escape",
    "-no_escape": "",
    "-rifle": "",
    "-shotgun": "-no_berserk -remove -shotgun",
    "shotgun": "-no_berserk -remove -shotgun",
    "-size=5 -num_wolves=3 -no_berserk": "-size=5 -num_wolves=3 -no_berserk",
    "": "",
}
"""What may stand after ``mutton challenge``, and what the board's letter says of it: all but what is so by default."""
WRONG = {
    "-size=1": "from 2 to 8",
    "-size=9": "from 2 to 8",
    "-num_sheep=1": "from 2 to 26",
    "-num_sheep=27": "from 2 to 26",
    "-num_sheep=10 -num_wolves=6": "from 1 to 5",
    "-num_wolves=0": "from 1",
}
"""What is out of the ranges that are printed there."""
BY_HAND = "f3,b2,a3,c4,d2,a1,a4,b5,c6,d7,d1,c1,b4,e7,f7,g4,g5,g6,g7,e5,d5,c5,b3,d4,f6,e4"
"""A flock, begun as printed there, in which K has only L and E beside it."""
BOARDS = ("userid1 userid", "userid1 userid2", "-escape -num_sheep=8 -num_wolves=2 userid1 userid2")
MOVES = (
    ("mutton move {}# userid password random", 1, "You have placed 26 animals."),
    (f"mutton move {{}}# userid password {BY_HAND}", 0, "You have placed 26 animals."),
    ("mutton move {}# userid1 password HIDE", 0, "Your wolves: D E H I."),
    ("mutton move {}# userid1 password K:L-a2,E-f4", 0, "You ate K, a sheep; E and L ran."),
    ("mutton move {}# userid password G,A,X", 0, "You went berserk and shot A, G and X."),
    ("mutton move {}# userid1 password mirror", 0, "a-  F . C G"),
    ("mutton move {}# userid2 password sparse", 2, "a-  A B C D   / 7"),
    ("mutton move {}# userid1 password HIDE", 2, "Your wolves: D E H I."),
    ("mutton move {}# userid1 password A:B-b4,E-d4", 2, "You ate A, a sheep"),
    ("mutton move {}# userid2 password G", 2, "You shot G, a sheep. Baaa!"),
    ("mutton move {}# userid2 password a1,a2,b1,b2,c1,c2,g7,e4", 3, "You have placed 8 animals."),
    ("mutton move {}# userid1 password GA", 3, "Your wolves: A G."),
    ("mutton move {}# userid1 password G", 3, "You brought the wolf G home."),
)
"""The lines below *Syntax* there, with what must be done before each can be played: the board, and what is told."""


@contextmanager
def by_shell(folder: Path, sheepfold: Command) -> Iterator[Door]:
    """``sheepfold mail``."""

    def send(who: str, line: str) -> str:
        return sheepfold("mail", line).stdout

    for name in PEOPLE:
        assert "welcomes" in send(name, f"signup {name} {PASSWORD}")
    yield send


@contextmanager
def by_mail(folder: Path, sheepfold: Command) -> Iterator[Door]:
    """Mails, with the command in the subject."""
    with open_mail_server(folder) as mail_server:

        def send(who: str, line: str) -> str:
            if "challenge" in line:  # without it whoever has the address is asked first
                line = line.replace(f" {who} ", f" {who}:{PASSWORD} ")
            asked, address = mail_server.write(f"{who}@mail.example", HOUSE, line), f"{who}@mail.example"
            patiently(lambda: any(mail.mail["In-Reply-To"] == asked for mail in mail_server.relay.to(address)))
            reply = next(mail for mail in mail_server.relay.to(address) if mail.mail["In-Reply-To"] == asked)
            return f"Subject: {reply.mail['Subject']}\n\n{reply.text}"

        for name in PEOPLE:
            mail_server.by_mail(name, PASSWORD)
        yield send


@contextmanager
def by_form(folder: Path, sheepfold: Command) -> Iterator[Door]:
    """The form, filled in by somebody who is logged in."""
    with open_mail_server(folder) as mail_server:
        readers = {name: Reader(mail_server.url) for name in PEOPLE}
        for name, reader in readers.items():
            reader.open("/sign-up")
            reader.send("/sign-up", name=name, password=PASSWORD)

        def send(who: str, line: str) -> str:
            reader = readers[who]
            reader.open("/command")
            answer = reader.http.post("/command", data={"csrf": reader.csrf, "line": line})
            assert answer.status_code in (200, 422), answer.text
            return unescape(answer.text)

        yield send


@pytest.fixture(params=[by_shell, by_mail, by_form])
def door(request: pytest.FixtureRequest, tmp_path: Path, sheepfold: Command) -> Iterator[Door]:
    with request.param(tmp_path, sheepfold) as found:
        yield found


def words(text: str) -> str:
    return " ".join(text.split())


def test_every_option_of_a_challenge_works_as_printed(door: Door) -> None:
    for name in PEOPLE:
        door(name, f"mutton limit {name} {PASSWORD} 100")
    for number, (given, told) in enumerate(OPTIONS.items(), 101):
        text = words(door("userid1", f"mutton challenge {given} userid1 userid2"))
        assert f"New Mutton Board {number} userid2" in text, given
        assert (f"Options: {told}. Rated." in text) == bool(told), given
        assert ("Options:" in text) == bool(told), given
    for given, why in WRONG.items():
        text = words(door("userid1", f"mutton challenge {given} userid1 userid2"))
        assert "Mutton Error" in text, given
        assert why in text, given


def test_every_move_is_written_as_printed(door: Door) -> None:
    for line in BOARDS:
        assert "New Mutton Board" in door("userid1", f"mutton challenge {line}")
    extra = door("userid1", "mutton challenge userid1 userid")
    boards = [101, int(re.findall(r"New Mutton Board (\d+)", extra)[0]), 102, 103]
    for line, board, told in MOVES:
        text = door(line.split()[3], line.format(boards[board]))
        assert words(told).lower() in words(text).lower(), line
