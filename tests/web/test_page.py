"""The page of a table: what it begins with, and what the table's socket tells those who want what a page shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from observer import API, Fold, Socket, Somebody, page_data, shown_by
from sheepfold.core.contract.face import Face
from sheepfold.games import SHELF
from sheepfold.web.updates import scenes
from sheepfold.web.updates.scenes import Scenes

SMALL = {"size": 3, "num_sheep": 12, "num_wolves": 3, "quick": 6}


class Playthrough:
    """Ann hunts, Bob guards, at a small table of Mutton."""

    def __init__(self, fold: Fold) -> None:
        self.fold, self.ann, self.bob, self.zoe = fold, Somebody(fold, "Ann"), Somebody(fold, "Bob"), Somebody(fold)
        self.table = ""

    @classmethod
    @asynccontextmanager
    async def open(cls, database: str, **terms: Any) -> AsyncIterator[Playthrough]:
        async with Fold.open(database) as fold:
            playthrough = cls(fold)
            await playthrough.ann.arrive()
            await playthrough.bob.arrive()
            asked = {"game": "mutton", "options": SMALL, "seats": [{"kind": "me"}, {}], **terms}
            playthrough.table = (await playthrough.ann.must("POST", f"{API}/tables", asked))["id"]
            yield playthrough

    async def start(self) -> None:
        await self.bob.must("POST", f"{API}/tables/{self.table}/sit", {})

    async def move(self, who: Somebody, move: str) -> None:
        await who.must("POST", f"{API}/tables/{self.table}/moves", {"move": move})

    def listen(self, who: Somebody, want: str = "scene", **known: Any) -> Socket:
        query = "".join(f"&{name}={value}" for name, value in known.items())
        return Socket(who, f"{API}/tables/{self.table}/socket?want={want}{query}")

    async def page(self, who: Somebody) -> dict[str, Any]:
        """What a page that is opened now begins with."""
        return page_data((await who.ask("GET", f"/table/{self.table}")).text)

    async def agree(self, who: Somebody, line: Socket) -> None:
        wanted = shown_by((await self.page(who))["update"])
        await line.until(lambda: shown_by(line.update) == wanted)
        assert shown_by(line.update) == wanted


def run(work: Callable[[Playthrough], Any], database: str, **terms: Any) -> None:
    async def whole() -> None:
        async with Playthrough.open(database, **terms) as playthrough:
            await playthrough.start()
            await work(playthrough)

    asyncio.run(whole())


def updates(line: Socket) -> list[dict[str, Any]]:
    return [msgspec.json.decode(frame) for frame in line.frames if frame.startswith('{"is":"update"')]


def test_one_message_for_each_move_holds_all_that_a_page_shows(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        lines = {who: playthrough.listen(who) for who in (playthrough.ann, playthrough.bob, playthrough.zoe)}
        for who, line in lines.items():
            await playthrough.agree(who, line)
        for who, move in ((playthrough.bob, "sparse"), (playthrough.ann, "ABC")):
            before = {line: len(updates(line)) for line in lines.values()}
            await playthrough.move(who, move)
            for viewer, line in lines.items():
                await playthrough.agree(viewer, line)
                assert len(updates(line)) == before[line] + 1
                assert updates(line)[-1]["events"]
        for line in lines.values():
            await line.close()

    run(work, new_database("sqlite"))


def test_a_page_that_was_just_loaded_misses_nothing_and_hears_nothing_twice(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        number = (await playthrough.page(playthrough.ann))["update"]["position"]["number"]
        await playthrough.move(playthrough.bob, "sparse")
        line = playthrough.listen(playthrough.ann, since=number)
        await playthrough.agree(playthrough.ann, line)
        assert [event["number"] for update in updates(line) for event in update["events"]] == [number + 1]
        await line.close()

    run(work, new_database("sqlite"))


@pytest.mark.parametrize("want", ["wolves", "scene,wolves", "", "scene;text"])
def test_unknown_words_in_what_is_wanted_are_named(want: str, new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        line = playthrough.listen(playthrough.zoe, want)
        await line.until(lambda: line.closed)
        assert "4422" in line.frames[-1]
        other = playthrough.listen(playthrough.zoe)
        await playthrough.agree(playthrough.zoe, other)
        told = other.update
        await other.command(do="want", want=want.split(","))
        assert '"is":"refused"' in other.frames[-1]
        assert other.update is told
        await other.close()

    run(work, new_database("sqlite"))


def test_a_program_is_sent_what_it_always_was(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        line = Socket(playthrough.ann, f"{API}/tables/{playthrough.table}/socket?since=0")
        await line.until(lambda: bool(line.update))
        asked = await playthrough.ann.must("GET", f"{API}/tables/{playthrough.table}/events?since=0")
        assert {name: line.update[name] for name in asked} == asked
        assert not {"scene", "text", "aids"} & set(line.update)
        await line.close()

    run(work, new_database("sqlite"))


def test_how_a_move_may_begin_comes_with_the_turn(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        line = playthrough.listen(playthrough.bob)
        await playthrough.agree(playthrough.bob, line)
        asked = await playthrough.bob.must("GET", f"{API}/tables/{playthrough.table}/choices")
        assert line.update["own"]["choices"]["parts"] == asked["parts"]
        await playthrough.move(playthrough.bob, "sparse")
        await playthrough.agree(playthrough.bob, line)
        assert line.update["own"]["choices"] is None
        await line.close()

    run(work, new_database("sqlite"))


def test_a_page_that_hides_secrets_is_told_what_a_spectator_is(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.bob, "sparse")
        await playthrough.move(playthrough.ann, "ABC")
        line, other = playthrough.listen(playthrough.ann), playthrough.listen(playthrough.zoe)
        await playthrough.agree(playthrough.ann, line)
        await playthrough.agree(playthrough.zoe, other)
        shown = shown_by(line.update)
        secret = shown[0]["board"]
        await line.command(do="want", want=["view", "scene", "hidden"])
        await line.until(lambda: line.update["scene"]["board"] != secret)
        for what in ("board", "game", "facts", "plates"):
            assert line.update["scene"][what] == other.update["scene"][what]
        assert line.update["position"]["seat"] is None
        assert line.update["own"]["choices"] is None
        assert line.update["own"]["ready"] == []
        await line.command(do="want", want=["scene", "text"])
        await line.until(lambda: "text" in line.update)
        assert shown_by(line.update) == shown
        await line.command(do="want", want=["scene"])
        await line.until(lambda: "text" not in line.update)
        await line.close()
        await other.close()

    run(work, new_database("sqlite"))


def test_moves_kept_ready_show_without_an_event(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.bob, "sparse")
        line = playthrough.listen(playthrough.bob)
        await playthrough.agree(playthrough.bob, line)
        queue, ready = f"{API}/tables/{playthrough.table}/queue", [{"text": "pass", "when": ""}]
        await playthrough.bob.must("PUT", queue, {"moves": ready})
        await playthrough.agree(playthrough.bob, line)
        assert line.update["own"]["ready"] == ready
        assert not line.update["events"]
        refused = await playthrough.bob.ask("PUT", queue, {"moves": [], "known": []})
        assert (refused.status, "changed meanwhile" in refused.text) == (409, True)
        assert await playthrough.bob.must("GET", queue) == ready
        assert await playthrough.bob.must("PUT", queue, {"moves": [], "known": ready}) == []
        await line.close()

    run(work, new_database("sqlite"))


def test_offers_talk_and_notes_go_over_the_socket(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.bob, "sparse")
        ann, bob = playthrough.listen(playthrough.ann), playthrough.listen(playthrough.bob)
        await ann.command(do="offer", kind="draw")
        await bob.until(lambda: bool((bob.update.get("info") or {}).get("offers")))
        await bob.command(do="answer", kind="draw", accept=False)
        await ann.until(lambda: (ann.update.get("info") or {}).get("offers") == [])
        await ann.command(do="note", text="watch the east")
        assert (await playthrough.page(playthrough.ann))["update"]["own"]
        assert "watch the east" in (await playthrough.ann.ask("GET", f"/table/{playthrough.table}")).text
        assert "watch the east" not in (await playthrough.bob.ask("GET", f"/table/{playthrough.table}")).text
        await bob.command(do="answer", kind="draw", accept=True)
        assert "That is not proposed" in bob.frames[-1]
        await ann.command(do="offer", kind="sheep")
        assert '"is":"refused"' in ann.frames[-1]
        await ann.close()
        await bob.close()

    run(work, new_database("sqlite"))


def test_all_spectators_are_sent_the_same_and_no_secret(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        lines = [playthrough.listen(Somebody(playthrough.fold)) for _ in range(4)]
        for line in lines:
            await playthrough.agree(playthrough.zoe, line)
        for who, move in ((playthrough.bob, "sparse"), (playthrough.ann, "ABC")):
            await playthrough.move(who, move)
            for line in lines:
                await playthrough.agree(playthrough.zoe, line)
        assert len({tuple(line.frames) for line in lines}) == 1
        assert "ewe" in "".join(lines[0].frames)
        assert "wolf-ewe" not in "".join(lines[0].frames)
        for line in lines:
            await line.close()

    run(work, new_database("sqlite"))


def test_the_end_is_told_with_a_scoreboard_to_players_and_spectators(new_database: Callable[[str], str]) -> None:
    terms = {"game": "dogs", "options": {"tiles": 3, "mode": "single"}}

    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.ann, "0,-3N")
        await playthrough.move(playthrough.bob, "2,0N")
        for who, called in ((playthrough.ann, "You"), (playthrough.zoe, "Ann")):
            scene = (await playthrough.page(who))["update"]["scene"]
            told = scene["interlude"]
            assert told["words"].startswith(f"{called} saved ")
            assert [row["name"] for row in told["scoreboard"]["rows"]] == [called, "Bob"]
            assert scene["headline"] == "The game is over. It was played for the score."
            assert "ratings" not in told

    run(work, new_database("sqlite"), **terms)


def test_where_the_result_counted_the_end_is_told_with_the_ratings(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        lines = [playthrough.listen(who) for who in (playthrough.ann, playthrough.zoe)]
        await playthrough.move(playthrough.bob, "sparse")
        await playthrough.bob.must("POST", f"{API}/tables/{playthrough.table}/resign", {})
        for line in lines:
            await line.until(lambda line=line: "interlude" in line.update.get("scene", {}))
            told = line.update["scene"]["interlude"]
            assert told["words"] == "Bob gave up."
            assert [(row["place"], row["seat"], row["role"]) for row in told["scoreboard"]["rows"]] == [
                (1, 1, "Wolf"),
                (2, 2, "Farmer"),
            ]
            first, second = told["ratings"]
            assert (first["seat"], second["seat"]) == (1, 2)
            assert first["shown"] > first["before"] == 1000 == second["before"] > second["shown"]
            await line.close()

    run(work, new_database("sqlite"), rated=True)


def test_an_interlude_is_told_once_and_then_by_its_number(new_database: Callable[[str], str]) -> None:
    terms = {"game": "dogs", "options": {"tiles": 3, "mode": "duel"}}

    async def work(playthrough: Playthrough) -> None:
        line = playthrough.listen(playthrough.ann, chat_since=0)
        await playthrough.move(playthrough.ann, "0,-3N")
        await playthrough.move(playthrough.bob, "2,0N")
        await playthrough.agree(playthrough.ann, line)
        told = [update["scene"].get("interlude") for update in updates(line)]
        assert told[-1]["title"] == "Game 1 of 2 is over."
        assert told[-1]["board"]["layers"]["tiles"]
        await playthrough.ann.must("POST", f"{API}/tables/{playthrough.table}/chat", {"text": "Well."})
        await line.until(lambda: line.chat > 0)
        assert line.update["scene"]["interlude"] == {"number": told[-1]["number"]}
        assert (await playthrough.page(playthrough.ann))["update"]["scene"]["interlude"] == told[-1]
        await line.close()

    run(work, new_database("sqlite"), **terms)


def test_who_may_not_see_a_table_has_no_socket_to_it(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        line = playthrough.listen(playthrough.zoe)
        await line.until(lambda: line.closed)
        assert "4404" in line.frames[-1]

    run(work, new_database("sqlite"), access="private", seats=[{"kind": "me"}, {"kind": "user", "name": "Bob"}])


def test_a_page_that_comes_before_the_game_begins_is_told_when_it_does(new_database: Callable[[str], str]) -> None:
    async def whole() -> None:
        async with Playthrough.open(new_database("sqlite")) as playthrough:
            line = playthrough.listen(playthrough.ann)
            await line.until(lambda: bool(line.update))
            assert "scene" not in line.update
            await playthrough.start()
            await line.until(lambda: "scene" in line.update)
            assert not line.closed
            await line.close()

    asyncio.run(whole())


def test_odds_are_worked_out_for_a_page_that_has_them_unfolded(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.bob, "sparse")
        await playthrough.move(playthrough.ann, "ABC")
        line = playthrough.listen(playthrough.bob)
        await playthrough.agree(playthrough.bob, line)
        assert "aids" not in line.update
        await line.command(do="want", want=["scene", "aids"])
        await line.until(lambda: "aids" in line.update)
        assert len(line.update["aids"]) == 8
        await line.close()
        hunter = playthrough.listen(playthrough.ann, "scene,aids")
        await playthrough.agree(playthrough.ann, hunter)
        assert "aids" not in hunter.update
        await hunter.close()

    run(work, new_database("sqlite"))


def test_nobody_works_out_odds_at_a_table_without_aids(new_database: Callable[[str], str]) -> None:
    async def work(playthrough: Playthrough) -> None:
        await playthrough.move(playthrough.bob, "sparse")
        await playthrough.move(playthrough.ann, "ABC")
        line = playthrough.listen(playthrough.bob, "scene,aids")
        await playthrough.agree(playthrough.bob, line)
        assert "aids" not in line.update
        await line.close()

    run(work, new_database("sqlite"), aids=False)


def test_a_face_that_fails_fails_for_that_request_alone(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(playthrough: Playthrough) -> None:
        face = type(playthrough.fold.inside.state.site.faces.of("mutton"))
        line = playthrough.listen(playthrough.ann)
        await playthrough.agree(playthrough.ann, line)
        with monkeypatch.context() as broken:
            broken.setattr(face, "facts", lambda *_: 1 / 0)
            await playthrough.move(playthrough.bob, "sparse")
            await line.until(lambda: line.update["scene"].get("plain", False))
            assert line.update["scene"]["board"]["layers"]["animals"]
        await playthrough.move(playthrough.ann, "ABC")
        await playthrough.agree(playthrough.ann, line)
        assert "plain" not in line.update["scene"]
        await line.close()

    run(work, new_database("sqlite"))


@pytest.mark.parametrize("name", list(SHELF))
def test_every_game_on_the_shelf_has_a_page_without_scripts(name: str, new_database: Callable[[str], str]) -> None:
    """The board as a picture, the game as text, and a link to where a move can be typed."""

    async def whole() -> None:
        async with Fold.open(new_database("sqlite")) as fold:
            game = SHELF.game(name)
            people = [Somebody(fold, who) for who in ("Ann", "Bob", "Cleo", "Dan")[: max(2, game.seats[0])]]
            for each in people:
                await each.arrive()
            terms = {"game": name, "seats": [{"kind": "me"}, *[{}] * (len(people) - 1)]}
            table = (await people[0].must("POST", f"{API}/tables", terms))["id"]
            for each in people[1:]:
                await each.must("POST", f"{API}/tables/{table}/sit", {})
            html = (await people[0].ask("GET", f"/table/{table}")).text
            face: Face = fold.inside.state.site.faces.of(name)
            assert ("<desc>" in html) != face.own_stage
            assert '<pre tabindex="0" aria-label="The table as text">' in html
            assert '<a href="/command">' in html.partition("<noscript>")[2]

    asyncio.run(whole())


def test_a_board_that_all_see_alike_is_drawn_once(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    encoded: list[Any] = []
    made, data = Scenes._board, scenes.board_data

    def watched(self: Scenes, *what: Any) -> Any:
        drawn.append(made(self, *what))
        return drawn[-1]

    def counted(*what: Any, **more: Any) -> Any:
        encoded.append(what)
        return data(*what, **more)

    monkeypatch.setattr(Scenes, "_board", watched)
    monkeypatch.setattr(scenes, "board_data", counted)

    async def work(playthrough: Playthrough) -> None:
        lines = [playthrough.listen(who) for who in (playthrough.ann, playthrough.bob, playthrough.zoe)]
        for line in lines:
            await line.until(lambda line=line: bool(line.update))
        drawn.clear()
        encoded.clear()
        await playthrough.move(playthrough.ann, "0,-3N")
        for line in lines:
            await line.until(lambda line=line: bool(line.update["events"]))
            await line.close()
        assert (len(drawn), len(encoded)) == (3, 1)

    run(work, new_database("sqlite"), game="dogs", options={"tiles": 5, "mode": "single"})


def test_a_secret_step_of_somebody_else_makes_nothing_anew_for_a_spectator(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept is found by what its viewer was told: who asks again cannot feel that others moved in secret."""
    made: list[Any] = []
    told = Scenes._told

    def watched(self: Scenes, *what: Any) -> Any:
        made.append(what)
        return told(self, *what)

    monkeypatch.setattr(Scenes, "_told", watched)

    async def whole() -> None:
        async with Fold.open(new_database("sqlite")) as fold:
            people = [Somebody(fold, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
            for each in people:
                await each.arrive()
            terms = {"game": "woolf", "options": {"shuffle": False}, "seats": [{"kind": "me"}, {}, {}, {}]}
            table = (await people[0].must("POST", f"{API}/tables", terms))["id"]
            for each in people[1:]:
                await each.must("POST", f"{API}/tables/{table}/sit", {})

            async def look() -> int:
                line = Socket(Somebody(fold), f"{API}/tables/{table}/socket?want=scene")
                await line.until(lambda: bool(line.update))
                await line.close()
                return len(made)

            before = await look()
            assert await look() == before
            await people[1].must("POST", f"{API}/tables/{table}/moves", {"move": "swap"})
            assert await look() == before
            (seat,) = (await people[0].must("GET", f"{API}/tables/{table}"))["position"]["to_move"]
            await people[seat - 1].must("POST", f"{API}/tables/{table}/moves", {"move": f"peek {seat % 4 + 1}L"})
            assert await look() > before

    asyncio.run(whole())
