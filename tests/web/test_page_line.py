"""The line of a table's page: a form as a whole, then what changes, and nothing that the page has to ask for."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from sheepfold.web.heavy import Heavy
from sheepfold.web.pages.forms import FOLDED, Forms, Unfolded
from witness import API, PAGE_FORM, Fold, Socket, Somebody

SMALL = {"size": 3, "num_sheep": 12, "num_wolves": 3, "quick": 6}


class Evening:
    """Ann hunts, Bob guards, at a small table of Mutton."""

    def __init__(self, fold: Fold) -> None:
        self.fold, self.ann, self.bob, self.zoe = fold, Somebody(fold, "Ann"), Somebody(fold, "Bob"), Somebody(fold)
        self.table = ""

    @classmethod
    @asynccontextmanager
    async def open(cls, database: str, **terms: Any) -> AsyncIterator[Evening]:
        async with Fold.open(database) as fold:
            evening = cls(fold)
            await evening.ann.arrive()
            await evening.bob.arrive()
            asked = {"game": "mutton", "options": SMALL, "seats": [{"kind": "me"}, {}], **terms}
            evening.table = (await evening.ann.must("POST", f"{API}/tables", asked))["id"]
            yield evening

    async def start(self) -> None:
        await self.bob.must("POST", f"{API}/tables/{self.table}/sit", {})

    async def move(self, who: Somebody, move: str) -> None:
        await who.must("POST", f"{API}/tables/{self.table}/moves", {"move": move})

    def line(self, who: Somebody, **known: Any) -> Socket:
        query = "&".join(f"{name}={value}" for name, value in known.items())
        return Socket(who, f"/table/{self.table}/line?{query}")

    async def form(self, who: Somebody) -> str:
        """Which form a page that is opened now would show."""
        found = PAGE_FORM.search((await who.ask("GET", f"/table/{self.table}")).text)
        assert found is not None
        return found[1]

    async def agree(self, who: Somebody, line: Socket) -> None:
        wanted = await self.form(who)
        await line.until(lambda: line.form == wanted)


def run(work: Callable[[Evening], Any], database: str, **terms: Any) -> None:
    async def whole() -> None:
        async with Evening.open(database, **terms) as evening:
            await evening.start()
            await work(evening)

    asyncio.run(whole())


def pages(line: Socket) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in line.frames if frame.startswith('{"is":"page"')]


def test_a_page_gets_its_form_once_and_then_one_message_for_each_move(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        lines = {who: evening.line(who) for who in (evening.ann, evening.bob, evening.zoe)}
        for who, line in lines.items():
            await evening.agree(who, line)
        for who, move in ((evening.bob, "sparse"), (evening.ann, "ABC")):
            before = {line: len(pages(line)) for line in lines.values()}
            await evening.move(who, move)
            for viewer, line in lines.items():
                await evening.agree(viewer, line)
                assert len(pages(line)) == before[line] + 1
        for line in lines.values():
            first, *others = pages(line)
            assert "svg" in first["change"]
            assert all("svg" not in page["change"] and page["events"] for page in others)
            assert max(len(json.dumps(page)) for page in others) < len(json.dumps(first))
            await line.close()

    run(work, new_database("sqlite"))


def test_a_page_that_was_just_loaded_is_not_drawn_again(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        line = evening.line(evening.ann, have=await evening.form(evening.ann), bare="true")
        await evening.agree(evening.ann, line)
        (first,) = pages(line)
        assert set(first["change"]) == {"to", "data", "regions"}
        await line.close()

    run(work, new_database("sqlite"))


def test_a_line_that_broke_goes_on_from_the_form_the_page_has(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        line = evening.line(evening.bob)
        await evening.agree(evening.bob, line)
        await line.close()
        await evening.move(evening.bob, "sparse")
        again = evening.line(evening.bob, have=line.form, since=line.number)
        again.form, again.data, again.regions = line.form, line.data, line.regions
        await evening.agree(evening.bob, again)
        (page,) = pages(again)
        assert page["change"]["from"] == line.form
        assert [event["number"] for event in page["events"]] == [line.number + 1]
        assert "scene" in page["change"]
        await again.close()
        same = evening.line(evening.bob, have=again.form, since=again.number)
        await same.until(lambda: len(pages(same)) == 1)
        assert pages(same)[0]["change"] == {}
        await same.close()

    run(work, new_database("sqlite"))


def test_a_page_whose_form_never_was_gets_it_as_a_whole(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        for known in ({"have": "nonsense"}, {"have": "0" * 18, "since": 999_999}):
            line = evening.line(evening.zoe, **known)
            await evening.agree(evening.zoe, line)
            assert "svg" in pages(line)[0]["change"]
            await line.close()
        bad = evening.line(evening.zoe, since="minus one")
        await bad.until(lambda: bad.closed)
        assert "4422" in bad.frames[-1]

    run(work, new_database("sqlite"))


def test_a_page_whose_game_is_drawn_in_another_way_from_now_on_gets_all_of_it(
    new_database: Callable[[str], str],
) -> None:
    async def work(evening: Evening) -> None:
        forms = evening.fold.inside.state.site.forms
        line = evening.line(evening.zoe)
        await evening.agree(evening.zoe, line)
        drawn = forms.known(evening.table, line.form)
        own = replace(drawn, mark="own", picture=None, regions=drawn.regions | {"stage": "<p>The table.</p>"})
        found = json.loads(forms.passage(own, drawn))
        assert set(found) == {"to", "data", "regions", "svg"}
        await line.close()

    run(work, new_database("sqlite"))


def test_a_page_that_hides_secrets_is_told_what_a_spectator_is(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        await evening.move(evening.bob, "sparse")
        await evening.move(evening.ann, "ABC")
        line, other = evening.line(evening.ann), evening.line(evening.zoe)
        await evening.agree(evening.ann, line)
        await evening.agree(evening.zoe, other)
        shown = line.form
        assert [animal["wolf"] for animal in line.data["view"]["animals"]].count(True) == 3
        await line.command(do="show", hidden=True)
        await line.until(lambda: line.form != shown)
        assert line.data["view"] == other.data["view"]
        assert line.data["choices"] is None
        await line.command(do="show", text=True)
        await line.until(lambda: "text" in line.regions)
        await line.command(do="show")
        await line.until(lambda: line.form == shown)
        assert "text" not in line.regions
        await line.close()
        await other.close()

    run(work, new_database("sqlite"))


def test_moves_kept_ready_show_without_an_event(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        await evening.move(evening.bob, "sparse")
        line = evening.line(evening.bob)
        await evening.agree(evening.bob, line)
        await evening.bob.must("PUT", f"{API}/tables/{evening.table}/queue", {"moves": [{"text": "pass", "when": ""}]})
        await evening.agree(evening.bob, line)
        assert line.data["ready"] == 1
        assert "events" not in pages(line)[-1]
        await line.close()

    run(work, new_database("sqlite"))


def test_how_long_new_forms_take_does_not_send_the_next_ones_to_another_thread(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is looked at for the first time is dear, and so is the end of a game; what follows another form is
    not, and must not pay for it."""
    monkeypatch.setattr("sheepfold.web.pages.forms.QUICK", 60.0)  # however busy the machine is
    drawn: list[str] = []
    run_heavy = Heavy.run

    async def watched(self: Heavy, address: str, work: Callable[[], Any]) -> Any:
        drawn.append(address)
        return await run_heavy(self, address, work)

    async def work(evening: Evening) -> None:
        site = evening.fold.inside.state.site
        seats = (await site.service.info(evening.table)).seats
        forms = Forms(site.service, site.faces, site.drawing)

        async def make(user: int | None, unfolded: Unfolded = FOLDED) -> None:
            await forms.of(await site.service.sight(evening.table, user), "test", unfolded)

        ann, bob = (seat.user for seat in seats)
        await make(ann)
        (first,) = forms._seconds
        await make(bob)
        await make(ann, Unfolded(text=True))
        await evening.move(evening.bob, "sparse")
        await make(ann)
        forms._seconds[first] = 3600.0
        monkeypatch.setattr(Heavy, "run", watched)
        await make(bob)
        assert not drawn
        await make(bob, Unfolded(text=True))
        assert not drawn
        await make(None)
        assert drawn == ["test"]
        await evening.bob.must("POST", f"{API}/tables/{evening.table}/resign", {})
        await make(ann)  # how it ended is as new as a first look, and as dear
        assert drawn == ["test", "test"]

    run(work, new_database("sqlite"))


def test_the_first_form_of_a_kind_does_not_keep_the_event_loop(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loads its templates, and nobody knows yet how long it takes."""
    monkeypatch.setattr("sheepfold.web.pages.forms.QUICK", 60.0)  # however busy the machine is
    makers: list[int] = []
    made = Forms._made

    def watched(self: Forms, *what: Any) -> Any:
        makers.append(threading.get_ident())
        return made(self, *what)

    monkeypatch.setattr(Forms, "_made", watched)

    async def work(evening: Evening) -> None:
        site, here = evening.fold.inside.state.site, threading.get_ident()
        forms = Forms(site.service, site.faces, site.drawing)
        for user in (None, (await site.service.info(evening.table)).seats[0].user):
            await forms.of(await site.service.sight(evening.table, user), "test")
        assert [maker == here for maker in makers] == [False, True]

    run(work, new_database("sqlite"))


def test_pieces_that_come_again_are_as_if_made_anew(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        site, told = evening.fold.inside.state.site, f"{API}/tables/{evening.table}"

        async def regions(forms: Forms) -> list[dict[str, str]]:
            seats = (await site.service.info(evening.table)).seats
            sights = [await site.service.sight(evening.table, user) for user in (seats[0].user, seats[1].user, None)]
            return [dict((await forms.of(sight, "test")).regions) for sight in sights]

        async def the_same() -> None:
            assert await regions(site.forms) == await regions(Forms(site.service, site.faces, site.drawing))

        await the_same()
        await evening.move(evening.bob, "sparse")
        await the_same()
        await evening.bob.must("PUT", f"{told}/queue", {"moves": [{"text": "pass", "when": ""}]})
        await the_same()
        await evening.ann.must("POST", f"{told}/offers", {"kind": "draw"})
        await the_same()
        await evening.bob.must("POST", f"{told}/offers/draw", {"accept": False})
        await the_same()
        await evening.move(evening.ann, "ABC")
        await the_same()
        await evening.bob.must("POST", f"{told}/leave", {})
        await the_same()

    run(work, new_database("sqlite"))


def test_who_may_not_see_a_table_has_no_line_to_it(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        line = evening.line(evening.zoe)
        await line.until(lambda: line.closed)
        assert "4404" in line.frames[-1]

    run(work, new_database("sqlite"), access="private", seats=[{"kind": "me"}, {"kind": "user", "name": "Bob"}])


def test_a_table_that_has_not_begun_has_no_page_to_follow(new_database: Callable[[str], str]) -> None:
    async def whole() -> None:
        async with Evening.open(new_database("sqlite")) as evening:
            line = evening.line(evening.ann)
            await line.until(lambda: line.closed)
            assert "4400" in line.frames[-1]

    asyncio.run(whole())


def test_odds_are_worked_out_for_a_page_that_has_them_unfolded(new_database: Callable[[str], str]) -> None:
    async def work(evening: Evening) -> None:
        await evening.move(evening.bob, "sparse")
        await evening.move(evening.ann, "ABC")
        line = evening.line(evening.bob)
        await evening.agree(evening.bob, line)
        assert "data-aids" in line.regions["panel"]
        assert "<meter" not in line.regions["panel"]
        folded = line.form
        await line.command(do="show", aids=True)
        await line.until(lambda: line.form != folded)
        assert line.regions["panel"].count("<meter") == 8
        assert (await evening.bob.ask("GET", f"/table/{evening.table}?aids")).text.count("<meter") == 8
        await line.command(do="show")
        await line.until(lambda: line.form == folded)
        await line.close()
        hunted = evening.line(evening.ann, aids="true")
        await hunted.until(lambda: bool(hunted.form))
        assert "data-aids" not in hunted.regions["panel"]
        await hunted.close()

    run(work, new_database("sqlite"))
