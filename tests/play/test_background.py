"""What goes on by itself: it outlives faults and a store that is away, rests when there is nothing, and ends."""

import asyncio

import pytest

from sheepfold.play.errors import Busy
from sheepfold.play.host.background import background, keep_draining

pytestmark = pytest.mark.anyio


class Complaints:
    def __init__(self) -> None:
        self.heard: list[tuple[str, BaseException]] = []

    def error(self, words: str, exc_info: BaseException) -> None:
        self.heard.append((words, exc_info))


async def test_draining_outlives_faults_and_a_store_that_is_away() -> None:
    fault = RuntimeError("a fault")
    answers: list[bool | Exception] = [True, Busy("away"), fault, True, False]
    rests: list[bool] = []
    log, done = Complaints(), asyncio.Event()

    async def drain() -> bool:
        if not answers:
            done.set()
            await asyncio.Event().wait()
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def pause(found: bool) -> float:
        rests.append(found)
        return 0.0

    async with background(keep_draining(drain, pause, log, "sending failed")):
        await asyncio.wait_for(done.wait(), 30)
    assert rests == [True, False, False, True, False]
    assert log.heard == [("sending failed", fault)]


async def test_what_goes_on_ends_with_the_server_whatever_happens_there() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def serve() -> None:
        async with background(work()):
            await begun.wait()
            raise LookupError

    with pytest.raises(LookupError):
        await serve()
    assert ended.is_set()
