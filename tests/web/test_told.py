"""What pages tell: each reader is spoken to, a page loaded anew reminds of the same, and the end hides nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from html import unescape
from types import MappingProxyType
from typing import Any

import pytest

from observer import API, Fold, Socket, Somebody, page_data
from sheepfold.games import SHELF

FLOCK = "b3,a1,e6,d7,a2,a4,b5,e7,c2,d5,g4,d1,f5,g5,c5,g6,g7,e3,f3,e2,f7,c6,d3,b1,c1,a3"
ROUND = (("bob", FLOCK), ("ann", "JNPY"), ("ann", "C:H-b2,J-c3,U-b4"), ("bob", "J"))
"""Ann hides four wolves and eats C; Bob shoots J, which was one."""


class Meadow:
    """Ann hunts, Bob guards, Zoe looks on."""

    def __init__(self, fold: Fold) -> None:
        self.ann, self.bob, self.zoe = Somebody(fold, "Ann"), Somebody(fold, "Bob"), Somebody(fold)
        self.table = ""

    async def sit_down(self, options: Mapping[str, Any]) -> None:
        await self.ann.arrive()
        await self.bob.arrive()
        terms = {"game": "mutton", "options": dict(options), "seats": [{"kind": "me"}, {}]}
        self.table = (await self.ann.must("POST", f"{API}/tables", terms))["id"]
        await self.bob.must("POST", f"{API}/tables/{self.table}/sit", {})

    async def move(self, who: Somebody, move: str) -> None:
        await who.must("POST", f"{API}/tables/{self.table}/moves", {"move": move})


def play(
    database: str,
    work: Callable[[Meadow], Any],
    moves: tuple[tuple[str, str], ...] = ROUND,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    async def whole() -> None:
        async with Fold.open(database) as fold:
            meadow = Meadow(fold)
            await meadow.sit_down(options)
            for who, move in moves:
                await meadow.move(getattr(meadow, who), move)
            await work(meadow)

    asyncio.run(whole())


async def page(meadow: Meadow, who: Somebody) -> str:
    return (await who.ask("GET", f"/table/{meadow.table}")).text


def lines(html: str, since: bool = False) -> list[str]:
    """The list of moves; ``since``: of which the prompt reminds."""
    update = page_data(html)["update"]
    first = (update["own"]["since"] if "own" in update else len(update["events"])) if since else 0
    return [" ".join(event["sentences"]) for event in update["events"][first:]]


def test_everybody_is_told_of_their_own_moves_as_theirs(new_database: Callable[[str], str]) -> None:
    async def work(meadow: Meadow) -> None:
        told = [lines(await page(meadow, who)) for who in (meadow.ann, meadow.bob, meadow.zoe)]
        ate, shot = "ate C, a sheep; H, J and U ran. Baaa!", "shot J, a wolf. Aroooo!"
        ann, bob = "Ann", "Bob"
        assert [one[-2:] for one in told] == [
            [f"You {ate}", f"{bob} {shot}"],
            [f"{ann} {ate}", f"You {shot}"],
            [f"{ann} {ate}", f"{bob} {shot}"],
        ]
        assert "You have hidden 4 wolves in the flock. Your wolves: J N P Y." in told[0]
        assert f"{ann} has hidden 4 wolves in the flock." in told[1]

    play(new_database("sqlite"), work)


def test_in_the_second_game_of_a_match_the_roles_are_others(new_database: Callable[[str], str]) -> None:
    first = (("bob", FLOCK), ("ann", "JNPY"), ("ann", "C:H-b2,J-c3,U-b4"), ("bob", "J,N,P,Y"))

    async def work(meadow: Meadow) -> None:
        *_, end, placed = lines(await page(meadow, meadow.ann))
        assert end.startswith("Bob went berserk and shot J, N, P and Y.")
        assert end.endswith(
            "Game 1 is over: you scored 1 as the Wolf. Roles are swapped: Bob is the Wolf now, with 1 to beat."
        )
        assert placed == "You have placed 26 animals."

    play(new_database("sqlite"), work, (*first, ("ann", "sparse")))


def test_a_page_loaded_anew_reminds_of_what_the_last_move_did_and_of_all_that_followed(
    new_database: Callable[[str], str],
) -> None:
    async def work(meadow: Meadow) -> None:
        ann, bob, zoe = [lines(await page(meadow, who), since=True) for who in (meadow.ann, meadow.bob, meadow.zoe)]
        assert [words.split(",")[0] for words in ann] == ["You ate C", "Bob shot J"]
        assert [words.split(",")[0] for words in bob] == ["You shot J"]
        assert not zoe
        await meadow.move(meadow.ann, "I:H-f4,W-e4,X-d5,Y-d6")
        assert [words.split(",")[0] for words in lines(await page(meadow, meadow.bob), since=True)] == [
            "You shot J",
            "Ann ate I",
        ]

    play(new_database("sqlite"), work)


def test_nobody_is_reminded_of_anything_before_their_first_move(new_database: Callable[[str], str]) -> None:
    async def work(meadow: Meadow) -> None:
        assert not lines(await page(meadow, meadow.ann), since=True)

    play(new_database("sqlite"), work, ROUND[:1])


def test_what_is_kept_ready_waits_for_words_in_either_form(new_database: Callable[[str], str]) -> None:
    for when in ("C is eaten", "Ann ate C"):

        async def keep_and_eat(meadow: Meadow, when: str = when) -> None:
            ready = {"moves": [{"text": "J", "when": when}]}
            await meadow.bob.must("PUT", f"{API}/tables/{meadow.table}/queue", ready)
            line = Socket(meadow.ann, f"{API}/tables/{meadow.table}/socket?since=0")
            await meadow.move(meadow.ann, "C:H-b2,J-c3,U-b4")
            await line.until(lambda: any("Bob shot J, a wolf" in frame for frame in line.frames))
            await line.close()

        play(new_database("sqlite"), keep_and_eat, ROUND[:2])


async def company(people: list[Somebody], game: str) -> str:
    """A table with all of them."""
    for each in people:
        await each.arrive()
    terms = {"game": game, "seats": [{"kind": "me"}, *[{}] * (len(people) - 1)]}
    table: str = (await people[0].must("POST", f"{API}/tables", terms))["id"]
    for each in people[1:]:
        await each.must("POST", f"{API}/tables/{table}/sit", {})
    return table


def wolves(html: str) -> set[str]:
    """Those that the board shows alive as wolves."""
    drawn = {
        key
        for key, symbol, *_ in page_data(html)["update"]["scene"]["board"]["layers"]["animals"]
        if symbol == "wolf-ewe"
    }
    assert len(drawn) == html.partition('id="stage"')[2].partition('id="prompt"')[0].count('#wolf-ewe"')
    return drawn


def test_who_gave_up_sees_the_wolves_at_the_table_and_nobody_does_before(new_database: Callable[[str], str]) -> None:
    async def work(meadow: Meadow) -> None:
        assert wolves(await page(meadow, meadow.ann)) == {"N", "P", "Y"}
        assert not wolves(await page(meadow, meadow.bob))
        assert not wolves(await page(meadow, meadow.zoe))
        await meadow.bob.must("POST", f"{API}/tables/{meadow.table}/resign", {})
        for who in (meadow.ann, meadow.bob, meadow.zoe):
            assert wolves(await page(meadow, who)) == {"N", "P", "Y"}

    play(new_database("sqlite"), work)


def board_as_text(html: str) -> str:
    return unescape(html.partition('aria-label="The table as text">')[2].partition("</pre>")[0])


def test_the_text_of_a_game_that_was_given_up_shows_what_its_picture_shows(new_database: Callable[[str], str]) -> None:
    async def work(meadow: Meadow) -> None:
        assert "Your wolves: J N P Y." in board_as_text(await page(meadow, meadow.ann))
        assert "Wolves left: 3 of 4." in board_as_text(await page(meadow, meadow.bob))
        await meadow.bob.must("POST", f"{API}/tables/{meadow.table}/resign", {})
        for who in (meadow.ann, meadow.bob, meadow.zoe):
            text = board_as_text(await page(meadow, who))
            assert text.startswith("The position at the end:")
            assert "The wolves: J N P Y." in text

    play(new_database("sqlite"), work)


def test_dead_wolves_that_were_kept_back_are_told_when_the_game_is_given_up(new_database: Callable[[str], str]) -> None:
    async def work(meadow: Meadow) -> None:
        assert "Dead: 2." in board_as_text(await page(meadow, meadow.bob))
        await meadow.bob.must("POST", f"{API}/tables/{meadow.table}/resign", {})
        text = board_as_text(await page(meadow, meadow.bob))
        assert "Score: 1." in text
        assert "A B x D E F G H I w K" in text
        assert "only you see it" not in text

    play(new_database("sqlite"), work, options={"reveal": False})


def test_who_gave_up_woolf_sees_everybodys_cards_at_the_table_and_nobody_does_before(
    new_database: Callable[[str], str],
) -> None:
    async def work() -> None:
        async with Fold.open(new_database("sqlite")) as fold:
            people = [Somebody(fold, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
            table = await company(people, "woolf")

            async def stage(who: Somebody) -> dict[str, Any]:
                html = (await who.ask("GET", f"/table/{table}")).text
                found: dict[str, Any] = page_data(html)["update"]["scene"]["stage"]
                return found

            hands = [(await stage(who))["hand"]["cards"] for who in people]
            assert {len(cards) for cards in hands} == {2}, "everybody sees their own two cards"
            assert not {"hand", "open"} & set(await stage(Somebody(fold)))
            await people[1].must("POST", f"{API}/tables/{table}/resign", {})
            for who in (*people, Somebody(fold)):
                shown = await stage(who)
                assert "hand" not in shown
                assert shown["turn"] == [], "nobody is waited for"
                open_hands = [each["cards"] for each in shown["open"]]
                assert open_hands[:4] == hands
                assert len(open_hands) == 5, "the empty chair too"

    asyncio.run(work())


@pytest.mark.parametrize("name", list(SHELF))
def test_of_a_game_that_was_given_up_everybody_reads_the_same_and_nobody_is_asked_to_move(
    name: str, new_database: Callable[[str], str]
) -> None:
    async def work() -> None:
        async with Fold.open(new_database("sqlite")) as fold:
            people = [Somebody(fold, who) for who in ("Ann", "Bob", "Cleo", "Dan")[: max(2, SHELF.game(name).seats[0])]]
            table = await company(people, name)
            running = {board_as_text((await each.ask("GET", f"/table/{table}")).text) for each in people}
            assert len(running) > 1, "whoever is to move is asked to"
            await people[1].must("POST", f"{API}/tables/{table}/resign", {})
            ended = {
                board_as_text((await each.ask("GET", f"/table/{table}")).text) for each in (*people, Somebody(fold))
            }
            (text,) = ended
            assert text.startswith("The position at the end:")
            assert not re.search(r"\byour?\b", text, re.IGNORECASE)
            for name_of_file in ("board.txt", "board.svg", "picture.svg"):
                at = f"{API}/tables/{table}/{name_of_file}"
                (taken_home,) = {(await each.ask("GET", at)).text for each in (*people, Somebody(fold))}
                assert name_of_file != "board.txt" or taken_home == text

    asyncio.run(work())


def test_a_round_of_a_match_that_goes_on_shows_no_wolf_of_the_next(new_database: Callable[[str], str]) -> None:
    first = (("bob", FLOCK), ("ann", "JNPY"), ("ann", "C:H-b2,J-c3,U-b4"), ("bob", "J,N,P,Y"))

    async def work(meadow: Meadow) -> None:
        assert not wolves(await page(meadow, meadow.ann))

    play(new_database("sqlite"), work, (*first, ("ann", "sparse"), ("bob", "ABCD")))
