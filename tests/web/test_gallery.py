"""Those who look on are told by one who watches for all of them: the same, once each; who leaves misses nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from patience import PATIENCE
from sheepfold.web.gallery import Gallery, Onlooker
from web.test_page_line import Evening, pages, run
from witness import API, Socket, Somebody

MANY = 4


def gallery(evening: Evening) -> Gallery:
    found: Gallery = evening.fold.inside.state.site.gallery
    return found


def onlookers(evening: Evening) -> set[Onlooker]:
    watcher = gallery(evening)._watchers.get(evening.table)
    return set() if watcher is None else watcher._onlookers


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


async def looking_on(evening: Evening) -> list[Socket]:
    lines = [evening.line(Somebody(evening.fold)) for _ in range(MANY)]
    await until(lambda: len(onlookers(evening)) == MANY)
    return lines


def told(line: Socket) -> list[int]:
    return [event["number"] for page in pages(line) for event in page.get("events", ())]


async def all_agree(evening: Evening, lines: list[Socket]) -> None:
    for line in lines:
        await evening.agree(evening.zoe, line)
        numbers = told(line)
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def in_the_evening(work: Callable[[Evening], Any], database: str, **terms: Any) -> None:
    async def whole(evening: Evening) -> None:
        await work(evening)
        await until(lambda: not gallery(evening)._watchers)

    run(whole, database, **terms)


def test_all_who_look_on_are_told_the_same_by_one_who_watches(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        lines, seat = await looking_on(evening), evening.line(evening.ann)
        await evening.agree(evening.ann, seat)
        await evening.move(evening.bob, "sparse")
        await all_agree(evening, lines)
        await evening.move(evening.ann, "ABC")
        await all_agree(evening, lines)
        assert len(onlookers(evening)) == MANY
        assert len({tuple(line.frames) for line in lines}) == 1
        await evening.agree(evening.ann, seat)
        assert [animal["wolf"] for animal in seat.data["view"]["animals"]].count(True) == 3
        assert not any('"wolf":true' in frame for line in lines for frame in line.frames)
        for line in (*lines, seat):
            await line.close()

    in_the_evening(work, new_database("sqlite"))


def test_talk_reaches_everybody_who_looks_on_once(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        lines, cyd = await looking_on(evening), Somebody(evening.fold, "Cyd")
        await cyd.arrive()
        await cyd.must("POST", f"{API}/tables/{evening.table}/chat", {"text": "Who is it?"})
        await evening.move(evening.bob, "sparse")
        await all_agree(evening, lines)
        for line in lines:
            assert [said["text"] for page in pages(line) for said in page.get("chat", ())] == ["Who is it?"]
            await line.close()

    in_the_evening(work, new_database("sqlite"))


def test_whoever_leaves_the_others_goes_on_from_where_they_are(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        lines = await looking_on(evening)
        next(iter(onlookers(evening))).go()
        await lines[0].command(do="show", text=True)
        await lines[0].until(lambda: "text" in lines[0].regions)
        await evening.move(evening.bob, "sparse")
        await all_agree(evening, lines[1:])
        while len(onlookers(evening)) < MANY - 1:  # who had left is back sooner or later, but for whom more is shown
            await evening.ann.must("POST", f"{API}/tables/{evening.table}/chat", {"text": "Hm."})
            await all_agree(evening, lines[1:])
            await asyncio.sleep(0.01)
        await lines[0].until(lambda: told(lines[0]) == told(lines[1]))
        await lines[0].command(do="show")
        await lines[0].until(lambda: "text" not in lines[0].regions)
        await evening.move(evening.ann, "ABC")
        await all_agree(evening, lines)
        for line in lines:
            await line.close()

    in_the_evening(work, new_database("sqlite"))


def test_at_a_private_table_everybody_looks_on_alone(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        found = await evening.ann.must("GET", f"{API}/tables/{evening.table}/invitation")
        line = evening.line(evening.zoe, invite=found["invite"])
        await line.until(lambda: line.form)
        await evening.move(evening.bob, "sparse")
        await line.until(lambda: len(pages(line)) == 2)
        assert not onlookers(evening)
        await line.close()

    in_the_evening(
        work, new_database("sqlite"), access="private", seats=[{"kind": "me"}, {"kind": "user", "name": "Bob"}]
    )


class Watched:
    left = 0

    def leave(self, onlooker: Onlooker) -> None:
        self.left += 1


def test_whoever_has_not_passed_on_the_last_message_is_told_no_more_here() -> None:
    async def work() -> None:
        watched: Any = Watched()
        states: Any = "at first", "after the first", "after the second"
        first: Any = "first"
        second: Any = "second"
        with Onlooker(watched, states[0], lambda message: False) as slow:
            slow.tell(first, states[1])
            slow.tell(second, states[2])
            assert await slow.next() == first
            slow.tell(second, states[2])
            assert await slow.next() is None
            assert slow.state == states[1]
        assert watched.left == 1

    asyncio.run(work())


def test_whoever_can_take_it_is_told_without_being_woken() -> None:
    async def work() -> None:
        watched: Any = Watched()
        heard: list[Any] = []
        free = True

        def say(message: Any) -> bool:
            if free:
                heard.append(message)
            return free

        news: Any = [(f"message {n}", f"state {n}") for n in range(4)]
        with Onlooker(watched, "before", say) as quick:  # type: ignore[arg-type]
            quick.tell(*news[0])
            quick.tell(*news[1])
            assert (heard, quick.state) == ([news[0][0], news[1][0]], news[1][1])
            free = False
            quick.tell(*news[2])
            assert await quick.next() == news[2][0]
            quick.go()
            quick.tell(*news[3])
            assert await quick.next() is None
            assert (heard, quick.state) == ([news[0][0], news[1][0]], news[2][1])

    asyncio.run(work())
