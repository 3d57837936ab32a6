"""The leak law over everything that the API, the pages and the sockets send, for every game on the shelf.

Two worlds that a viewer cannot tell apart are played through the whole application; the seed differs in
any case. Every byte that the viewer can get out of it is equal: each address of the application's own
table of routes, all sockets, the long poll, refusals, headers. The clock on the wall is set by the test,
so times are compared as well; only names that are random by design are put aside. Now and then one of the
worlds forgets the table and reads it anew from the store: nobody can tell.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from sheepfold.core import chance
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.errors import MoveError
from sheepfold.core.progress import AnyGame
from sheepfold.games import SHELF, game
from support import NONSENSE, viewers
from twins import Moment, Twins, twins
from witness import API, Answer, Door, Fold, Somebody, Witness

OURS = str(Path(chance.__file__).parents[1])
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
FLOCK = {"size": 3, "num_sheep": 12, "num_wolves": 3, "quick": 6}
TERMS: dict[str, tuple[dict[str, Any], ...]] = {
    "mutton": (FLOCK, FLOCK | {"reveal": False}, FLOCK | {"shotgun": True}),
    "woolf": ({"turn_limit": 1, "shuffle": False}, {}),
    "dogs": ({"tiles": 9},),
}
"""Small games, and every way of keeping secrets; a game that is not here is played as it comes."""
MOMENTS, MOMENTS_IN_THE_OPEN, MOMENTS_OVERSEEN = 10, 3, 6
"""How long the games go on: where something is hidden from the viewer, where nothing is but the seed, and where
every call is counted."""
PAUSE = 10.0
"""Seconds on the wall clock from moment to moment."""

QUERIES = {
    f"{API}/tables/{{table}}": ("", "?nonsense=1"),
    f"{API}/tables/{{table}}/events": ("?since=0&chat_since=0", "?since=1", "?since=999999"),
    f"{API}/tables": ("", "?status=running", "?status=over"),
    f"{API}/me/tables": ("", "?status=running"),
    "/replay/{table}": ("", "?as=1"),
}
"""What is asked at an address; elsewhere the address alone."""
READY = ("pass", "0,4")
"""What can be kept ready, in two of the games each."""
DEEDS: tuple[tuple[str, str, Any], ...] = (
    ("PUT", f"{API}/tables/{{table}}/note", {"text": "I suspect the one in the corner."}),
    *(
        ("PUT", f"{API}/tables/{{table}}/queue", {"moves": [{"text": text, "when": "when pigs fly"}]})
        for text in (*READY, "?")
    ),
    ("PUT", f"{API}/tables/{{table}}/queue", {"moves": []}),
    ("POST", f"{API}/tables/{{table}}/chat", {"text": "Nice move."}),
    *(("POST", f"{API}/tables/{{table}}/offers", {"kind": kind}) for kind in ("rematch", "draw", "undo")),
    *(("POST", f"{API}/tables/{{table}}/offers/{kind}", {"accept": False}) for kind in ("draw", "undo", "rematch")),
    ("POST", f"{API}/tables/{{table}}/offers", {"kind": "takeover", "about": 1, "bot": "nobody"}),
    ("POST", f"{API}/tables/{{table}}/abort", None),
    ("POST", f"{API}/tables/{{table}}/leave", None),
    ("POST", f"{API}/tables/{{table}}/sit", {}),
    ("POST", "/table/{table}/leave", {}),
    ("POST", "/table/{table}/leave", {"sure": "yes"}),
    ("POST", "/table/{table}/sit", {}),
    ("POST", "/table/{table}/note", {"text": "Or the one beside it."}),
    *(
        ("POST", "/table/{table}/ready", {"do": "keep", "move": text, "when": "when pigs fly", "at": "0"})
        for text in READY
    ),
    ("POST", "/table/{table}/ready", {"do": "clear"}),
    ("POST", "/table/{table}/say", {"text": "Your turn."}),
    ("POST", "/table/{table}/offer", {"kind": "draw"}),
    ("POST", "/table/{table}/answer", {"kind": "draw", "accept": "no"}),
    ("POST", "/table/{table}/abort", {"sure": "yes"}),
    ("POST", "/table/{table}/resign", {}),
    ("POST", f"{API}/tables/{{table}}/start", None),
)
"""What a viewer can do beside moving, with no harm to the game."""
MORTAL = Door("POST", f"{API}/tables/{{table}}/resign")
"""Ends the game, and then all is public: tried by those only who may not."""
GUEST_MAKER = "/table/{table}/sit"
"""Makes a guest with a random name of somebody who has none."""


def cases() -> list[Any]:
    """Every game, every viewer; further ways of playing for the last seat alone, which in Mutton is the Farmer."""
    found = []
    for name in sorted(SHELF):
        kind, options = game(name), TERMS.get(name, ({},))
        seats = max(2, kind.seats[0])
        for number, given in enumerate(options):
            for viewer in viewers(seats) if not number else (seats,):
                title = f"{name}-{' '.join(map(str, given)) or 'plain'}-{f'seat {viewer}' if viewer else 'spectator'}"
                found.append(pytest.param(kind, given, seats, viewer, id=title))
    return found


# -- a game, heard by somebody -----------------------------------------------------------------


class Evening:
    """One of the two worlds, played through the application."""

    witness: type[Witness] = Witness

    def __init__(self, fold: Fold, worlds: Twins, which: int, draws: deque[Move]) -> None:
        self.fold, self.worlds, self.which, self.draws = fold, worlds, which, draws
        self.players: dict[Seat, Somebody] = {}
        self.stranger = Somebody(fold, "Zoe")
        self.witnesses: list[Witness] = []
        self.table = ""

    async def sit_down(self) -> None:
        """Everybody comes, the first opens the table, the last starts the game."""
        worlds = self.worlds
        self.deal(worlds.moments[0])
        self.players = {seat: Somebody(self.fold, NAMES[seat - 1]) for seat in range(1, worlds.seats + 1)}
        for person in (*self.players.values(), self.stranger):
            await person.arrive()
        terms = {
            "game": worlds.game.name,
            "options": worlds.options.to_json(),
            "seats": [{"kind": "me"}, *[{"kind": "open"}] * (worlds.seats - 1)],
            "clock": {"kind": "live", "main": 3600, "extra": 5},
        }
        host = self.players[1]
        opened = await host.must("POST", f"{API}/tables", terms)
        self.table = opened["id"]
        for seat in range(2, worlds.seats + 1):
            await self.players[seat].must("POST", f"{API}/tables/{self.table}/sit")
        invite = await host.must("GET", f"{API}/tables/{self.table}/invitation")
        aside = {self.table: "TABLE", opened["commitment"]: "COMMITMENT", invite["invite"]: "INVITATION"}
        viewer = worlds.viewer
        seen_by = [Somebody(self.fold), self.stranger] if viewer is None else [self.players[viewer]]
        self.witnesses = [self.witness(person, self.table, aside | person.aside()) for person in seen_by]
        for witness in self.witnesses:
            await witness.begin()

    def deal(self, moment: Moment) -> None:
        """NATURE draws what this world wants, not what the seed says."""
        self.draws.extend(step.move for step in moment.steps[self.which] if step.seat == NATURE)

    async def spend(self) -> None:
        """The whole game; after every moment everything is asked."""
        await self.sit_down()
        moments = self.worlds.moments
        for number, moment in enumerate(moments):
            self.fold.now += PAUSE
            if number % 4 == 0:
                await self.whisper()
            if number:
                self.deal(moment)
                await self.move(moment)
            if number % 3 == self.which + 1:
                self.forget()
            for witness in self.witnesses:
                await self.question(witness, moment, number)
                if number in (len(moments) // 2, len(moments) - 1):
                    await self.do_things(witness)
            assert not self.draws
        await self.take_back()
        for witness in self.witnesses:
            await witness.end()

    def forget(self) -> None:
        """The server loses sight of the table."""
        self.fold.forget(self.table)

    async def whisper(self) -> None:
        """What only the others may know, other in each world: notes, moves kept ready, tries that were refused,
        and what spectators say to each other."""
        where = f"{API}/tables/{self.table}"
        if self.which and self.worlds.viewer is not None:
            await self.stranger.must("POST", f"{where}/chat", {"text": "whisper"})
        for seat, player in self.players.items():
            if seat == self.worlds.viewer:
                continue
            await player.must("PUT", f"{where}/note", {"text": f"whisper {seat} " * (self.which + 1)})
            if self.which:
                await player.ask("POST", f"{where}/moves", {"move": "whisper"})
                queues = [{"moves": [{"text": text, "when": "whisper"}]} for text in READY]
                assert 200 in [(await player.ask("PUT", f"{where}/queue", queue)).status for queue in queues]

    async def move(self, moment: Moment) -> None:
        steps = moment.steps[self.which]
        if steps:
            mover = self.players[steps[0].seat]
            moved = {"move": steps[0].text}
            path = f"{API}/tables/{self.table}/moves"
            if steps[0].seat == self.worlds.viewer:
                assert (await self.witnesses[0].ask("POST", path, moved)).status == 200
            else:
                await mover.must("POST", path, moved)

    async def question(self, witness: Witness, moment: Moment, number: int) -> None:
        """Everything that can be asked."""
        before = witness.number
        await witness.catch_up()
        assert (witness.number > before) == (moment.told and number > 0)
        given = {
            "table": (self.table,),
            "game": (self.worlds.game.name,),
            "name": tuple(player.name for player in self.players.values()),
            "ply": ("2",),
            "version": ("any",),
            "name:path": ("icon.svg",),
        }
        for door in self.fold.doors:
            if door.method == "GET" and (number % 4 == 0 or live(door)):
                for path in door.paths(given):
                    for query in QUERIES.get(door.pattern, ("",)):
                        await witness.ask("GET", path + query)
        await self.try_things(witness, moment, number)
        witness.drain()

    async def try_things(self, witness: Witness, moment: Moment, number: int) -> None:
        """Parts of a move, and moves that cannot be played: nonsense, and what the others play in either world."""
        where, luck = f"{API}/tables/{self.table}", Random(number)
        kind, state, seat = self.worlds.game, moment.states[0], self.worlds.viewer
        legal = seat is not None and kind.parts(state, seat, ())
        move = random_move(kind, state, seat, luck) if seat is not None and legal else ("A",)
        for length in range(1, min(len(move), 3) + 1):
            words = "&".join(f"so_far={part}" for part in move[:length])
            await witness.ask("GET", f"{where}/choices?{words}")
        tries: list[Any] = [*luck.sample(NONSENSE, 4), ["?"], [], list(move) * 2]
        tries += [steps[0].text for steps in moment.steps if steps]
        refused = [text for text in tries if seat is None or is_refused(kind, state, seat, text)]
        for text in refused:
            await witness.ask("POST", f"{where}/moves", {"move": text})
        await witness.ask("POST", f"{where}/moves", {"move": "?", "expected": 0})
        await witness.ask("POST", f"/table/{self.table}/move", {"move": "?"})
        for line in witness.lines.values():
            await line.command(do="choices", table=self.table)
            await line.command(do="move", table=self.table, move=refused[0])

    async def do_things(self, witness: Witness) -> None:
        deeds = (*DEEDS, (MORTAL.method, MORTAL.pattern, None)) if self.worlds.viewer is None else DEEDS
        for method, pattern, body in deeds:
            if pattern == GUEST_MAKER and not witness.who.name:
                continue
            if (await witness.ask(method, pattern.replace("{table}", self.table), body)).status < 400:
                await witness.catch_up()
        line, page_line, own_line = witness.lines.values()
        await line.command(do="say", text="Hello.")
        await line.command(do="ping")
        await witness.catch_up()
        for hidden, text in ((True, True), (False, False)):
            shown = page_line.form
            await page_line.command(do="show", hidden=hidden, text=text)
            await page_line.until(lambda shown=shown: page_line.form != shown)  # type: ignore[misc]
        await own_line.command(do="follow", since={self.table: 1})
        await witness.catch_up()
        witness.drain()

    async def take_back(self) -> None:
        """An undo that all agree to, where the rules let it be."""
        viewer, where = self.worlds.viewer, f"{API}/tables/{self.table}/offers"
        if viewer is None:
            return
        (witness,) = self.witnesses
        if (await witness.ask("POST", where, {"kind": "undo"})).status == 200:
            for seat, player in self.players.items():
                if seat != viewer:
                    await player.must("POST", f"{where}/undo", {"accept": True})
                    await witness.catch_up()
            await witness.ask("GET", f"{API}/tables/{self.table}/story")
        witness.drain()


def live(door: Door) -> bool:
    """Whether what is shown there follows the game move by move; the rest is looked at now and then."""
    table = "{table}" in door.pattern and not door.pattern.startswith("/replay")
    return table or door.pattern == f"{API}/me/tables"


def is_refused(kind: AnyGame, state: Any, seat: Seat, text: Any) -> bool:
    try:
        move = kind.read(state, seat, text, Random(1)) if isinstance(text, str) else tuple(text)
        kind.apply(state, seat, move)
    except MoveError:
        return True
    return False


# -- the law -----------------------------------------------------------------------------------


def worlds_for(kind: AnyGame, given: dict[str, Any], seats: int, viewer: Seat | None) -> Twins:
    found = twins(kind, kind.options.make(given), seats, viewer, MOMENTS, Random(1))
    return found if found.blind else replace(found, moments=found.moments[:MOMENTS_IN_THE_OPEN])


@pytest.mark.parametrize(("kind", "given", "seats", "viewer"), cases())
def test_nothing_that_is_sent_depends_on_what_the_viewer_may_not_know(
    kind: AnyGame,
    given: dict[str, Any],
    seats: int,
    viewer: Seat | None,
    new_database: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    worlds = worlds_for(kind, given, seats, viewer)
    compare(worlds, (new_database("sqlite"), new_database("sqlite")), monkeypatch, capsys)


def test_nor_does_it_on_postgresql_where_words_between_processes_come_when_they_come(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    worlds = worlds_for(game("woolf"), TERMS["woolf"][0], 4, 4)
    compare(worlds, (new_database("postgres"), new_database("postgres")), monkeypatch, capsys)


def loaded_dice(monkeypatch: pytest.MonkeyPatch) -> deque[Move]:
    """NATURE's next moves; when there are none, the seed decides."""
    draws, draw = deque[Move](), chance.draw
    monkeypatch.setattr(chance, "draw", lambda *given: draws.popleft() if draws else draw(*given))
    return draws


def compare(
    worlds: Twins, databases: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play both worlds, each on a database of its own: every byte is equal."""
    draws = loaded_dice(monkeypatch)

    async def heard(which: int) -> list[Witness]:
        async with Fold.open(databases[which]) as fold:
            evening = Evening(fold, worlds, which, draws)
            await evening.spend()
            check_log(capsys.readouterr().err, fold)
            visited = set().union(*(witness.visited for witness in evening.witnesses))
            missed = must_visit(fold) - visited - ({MORTAL} if worlds.viewer else set())
            assert not missed, f"the law does not go everywhere: {missed}"
            return evening.witnesses

    one, other = (asyncio.run(heard(which)) for which in (0, 1))
    for here, there in zip(one, other, strict=True):
        assert len(here.kept) > 100
        for mine, yours in zip(here.kept, there.kept, strict=True):
            assert mine == yours


def must_visit(fold: Fold) -> set[Door]:
    """Whatever can be looked at, and whatever is about a table."""
    return {door for door in fold.doors if door.method in ("GET", "SOCKET") or "{table}" in door.pattern}


def check_log(log: str, fold: Fold) -> None:
    """The log names methods, patterns of addresses and numbers: no room for a secret."""
    patterns = {door.pattern.removeprefix(API) for door in fold.doors} | {"/static", "unknown"}
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) > 100
    for line in lines:
        assert set(line) == {"event", "level", "timestamp", "method", "route", "status", "ms", "request"}
        assert (line["event"], line["level"]) == ("request", "info")
        assert line["method"] in ("GET", "POST", "PUT")
        assert line["route"] in patterns
        assert isinstance(line["status"], int)
        assert re.fullmatch("[0-9a-f]{16}", line["request"])  # drawn at random for the log alone
        assert isinstance(line["ms"], float)


# -- the work behind an answer -----------------------------------------------------------------


class Overseer(Witness):
    """Keeps not what is answered but how much work it was: every call that our own code makes meanwhile."""

    async def begin(self) -> None:
        await self.catch_up()

    async def catch_up(self) -> None:
        self.number = (await self.who.must("GET", f"{API}/tables/{self.table}"))["position"]["number"]

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        calls = Counter[str]()

        def called(frame: FrameType, event: str, _: Any) -> None:
            if event in ("call", "c_call") and frame.f_code.co_filename.startswith(OURS):
                calls[frame.f_code.co_qualname] += 1

        sys.setprofile(called)
        try:
            found = await self.who.ask(method, path, body)
        finally:
            sys.setprofile(None)
        self.keep(f"{method} {path} {body or ''}", f"{found.status} {sorted(calls.items())}")
        return found


class QuietEvening(Evening):
    """Nothing goes on while an answer is made: no sockets, no whispers, and nothing is forgotten."""

    witness = Overseer

    async def sit_down(self) -> None:
        await super().sit_down()
        for player in self.players.values():  # from now on the table counts events for all of them
            await player.must("GET", f"{API}/tables/{self.table}")

    def forget(self) -> None:
        pass

    async def whisper(self) -> None:
        pass

    async def do_things(self, witness: Witness) -> None:
        """Those deeds that are refused, or told to all, for a reason that lies in the moves made so far."""
        where = f"{API}/tables/{self.table}"
        for path, body in (("offers", {"kind": "undo"}), ("offers/undo", {"accept": False}), ("abort", None)):
            await witness.ask("POST", f"{where}/{path}", body)
        await witness.catch_up()


@pytest.mark.parametrize("name", ["mutton", "woolf"])
def test_nor_does_the_work_behind_an_answer(
    name: str, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = game(name)
    seats = max(2, kind.seats[0])
    worlds, draws = worlds_for(kind, TERMS[name][0], seats, seats), loaded_dice(monkeypatch)
    worlds = replace(worlds, moments=worlds.moments[:MOMENTS_OVERSEEN])

    async def watched(which: int, database: str) -> list[str]:
        async with Fold.open(database) as fold:
            evening = QuietEvening(fold, worlds, which, draws)
            await evening.spend()
            return evening.witnesses[0].kept

    # The first fills what the process keeps for good, such as templates.
    _, one, other = (asyncio.run(watched(which, new_database("sqlite"))) for which in (0, 1, 0))
    for mine, yours in zip(one, other, strict=True):
        assert mine == yours


@pytest.mark.parametrize(("kind", "given", "seats", "viewer"), cases())
def test_the_worlds_differ_wherever_the_viewer_does_not_know_all(
    kind: AnyGame, given: dict[str, Any], seats: int, viewer: Seat | None
) -> None:
    worlds = worlds_for(kind, given, seats, viewer)
    assert len(worlds.moments) == (MOMENTS if worlds.blind else MOMENTS_IN_THE_OPEN)
    assert not worlds.blind or 2 * worlds.apart > MOMENTS


@pytest.mark.parametrize("viewer", viewers(4))
def test_the_worlds_hold_sealed_moves_and_steps_that_only_one_of_them_has(viewer: Seat | None) -> None:
    woolf = game("woolf")
    moments = worlds_for(woolf, TERMS["woolf"][0], 4, viewer).moments
    assert any(bool(here) != bool(there) for here, there in (moment.steps for moment in moments))
    sealed = [after for before, after in pairwise(moments) if len(woolf.to_move(before.states[0])) > 1]
    assert any(here and there and here[0].text != there[0].text for here, there in (moment.steps for moment in sealed))
