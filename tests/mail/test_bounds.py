"""A mail is bounded before it is parsed, and parsed where that can be ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from mail.conftest import ParseHere, Post, open_door
from sheepfold.mail.parsing import HEAD, HEADERS, LARGEST, LINES, NESTED, PARTS, Incoming, Parsers, read, too_much
from sheepfold.mail.server import LATER
from sheepfold.play.host.background import WorkerDied, WorkerPool
from sheepfold.play.rate_limits import LIMITS

pytestmark = pytest.mark.anyio

HELP = b"From: x@y.example\r\nSubject: help\r\nMessage-ID: <1@y.example>\r\n"
DEEPER = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"


def nested(depth: int) -> bytes:
    return HELP + b"".join(DEEPER % (at, at) for at in range(depth)) + b"\r\nhi\r\n"


BEYOND = {
    "parts within parts": nested(NESTED + 1),
    "parts": HELP + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\nx\r\n" * (PARTS + 1),
    "lines": HELP + b"\r\n" + b"x\r" * LINES,
    "headers": HELP + b"X: y\r\n" * HEADERS + b"\r\nhi",
    "bytes": HELP + b"\r\n" + b"x" * LARGEST,
}
WITHIN = (
    nested(NESTED),
    HELP + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\nx\r\n" * PARTS,
    HELP + b"\r\n" + b"x\r" * (LINES - 4),
    HELP + b"X: y\r\n" * (HEADERS - 4) + b"\r\nhi",
    HELP + b"\r\n" + b"x\r\n" * 100,
)


class Counted(ParseHere):
    """Counts the mails that are parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.mails = 0

    async def read(self, raw: bytes, envelope: str, house: str) -> Incoming:
        self.mails += 1
        return await super().read(raw, envelope, house)


class Dead(ParseHere):
    async def read(self, raw: bytes, envelope: str, house: str) -> Incoming:
        raise WorkerDied


@pytest.fixture
def readers() -> Counted:
    return Counted()


@pytest.fixture
async def counted(post: Post, readers: Counted) -> AsyncIterator[Post]:
    async with open_door(post, readers) as opened:
        yield opened


def test_a_mail_is_measured_in_every_way_that_makes_parsing_dear() -> None:
    assert {too_much(raw): more for more, raw in BEYOND.items()} == {more: more for more in BEYOND}
    assert too_much(b"Subject: " + b"x" * HEAD + b"\r\n\r\nhi") == "headers"
    assert too_much(nested(NESTED + 1).replace(b"\r\n", b"\r").replace(b"multipart", b"MultiPart"))
    assert [too_much(raw) for raw in WITHIN] == [""] * len(WITHIN)


@pytest.mark.parametrize("more", [more for more in BEYOND if more != "bytes"])  # of which the port itself knows
async def test_a_mail_beyond_the_bounds_gets_one_clear_refusal_and_is_not_parsed(
    counted: Post, readers: Counted, more: str
) -> None:
    said = await counted.bring("x@y.example", "sheepfold@fold.example", BEYOND[more])
    assert said == f"554 5.6.0 This mail has too many {more}: write your command in a short mail of plain text"
    assert not readers.mails
    assert not await counted.send()


async def test_the_budget_of_a_sender_is_asked_before_a_mail_is_parsed(counted: Post, readers: Counted) -> None:
    envelope, most = "flood@y.example", int(LIMITS["mails received", "envelope sender"].burst)
    for number in range(most + 3):
        raw = f"From: x{number}@y.example\r\nSubject: help\r\nAuto-Submitted: auto-replied\r\n\r\n".encode()
        said = await counted.bring(envelope, "sheepfold@fold.example", raw)
    assert (said, readers.mails) == (LATER, most)


async def test_a_mail_is_parsed_in_a_process_of_its_own() -> None:
    readers = Parsers()
    try:
        for raw in (HELP + b"\r\nhi", nested(3)):
            assert await readers.read(raw, "x@y.example", "fold.example") == read(raw, "x@y.example", "fold.example")
    finally:
        await readers.close()


async def test_a_worker_that_takes_too_long_is_killed_and_the_mail_waits_at_the_relay(post: Post) -> None:
    workers = WorkerPool("sheepfold.mail.parsing:parsed", 1, timeout=60)
    task = asyncio.create_task(workers.ask(b""))  # which it cannot answer, and dies of
    with pytest.raises(WorkerDied):
        await task
    hasty = WorkerPool("sheepfold.mail.parsing:parsed", 1, timeout=0)
    with pytest.raises(WorkerDied):
        await hasty.ask(b"")
    assert hasty._workers[0]._process is None
    async with open_door(post, Dead()) as door:
        assert await door.bring("x@y.example", "sheepfold@fold.example", HELP + b"\r\nhi") == LATER
