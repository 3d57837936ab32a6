"""Frames of a WebSocket are counted in whatever pieces they come, and the frame that closes one can be read."""

from __future__ import annotations

import random

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from sheepfold.web.frames import LAST_FRAME, TOO_MANY_FRAMES, FrameCounter


def browser() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://sheepfold.example/"), state=State.OPEN)


def sent(*sizes: int) -> bytes:
    """Frames with so many bytes each, as a browser sends them: masked."""
    client = browser()
    for size in sizes:
        client.send_text(b"x" * size)
    return b"".join(client.data_to_send())


SIZES = (0, 1, 125, 126, 127, 65535, 65536, 0, 0, 70_000, 3)


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100, 65536, 10**6])
def test_frames_are_counted_in_whatever_pieces_they_come(piece: int) -> None:
    data, counter = sent(*SIZES), FrameCounter()
    assert sum(counter.count(data[at : at + piece]) for at in range(0, len(data), piece)) == len(SIZES)


def test_frames_in_pieces_of_any_sizes_are_counted_once() -> None:
    rng, data, counter, found, at = random.Random(3), sent(*SIZES * 3), FrameCounter(), 0, 0
    while at < len(data):
        size = rng.choice((1, 2, 5, 130, 4000, 66_000))
        found += counter.count(data[at : at + size])
        at += size
    assert found == 3 * len(SIZES)


def test_a_frame_that_never_ends_is_one_frame_and_kept_nowhere() -> None:
    counter = FrameCounter()
    assert counter.count(b"\x81\xff" + b"\xff" * 8) == 1
    assert [counter.count(b"x" * 60_000) for _ in range(9)] == [0] * 9


def test_the_closing_frame_says_why() -> None:
    client = browser()
    client.receive_data(LAST_FRAME)
    (found,) = client.events_received()
    assert isinstance(found, Frame)
    close = Close.parse(found.data)
    assert (found.opcode, close.code, close.reason) == (Opcode.CLOSE, 1008, TOO_MANY_FRAMES)
