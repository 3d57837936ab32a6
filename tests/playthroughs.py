"""A game between people, played through the whole application, of which somebody keeps every byte they are sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from observer import API, Entrance, Fold, Observer, Somebody
from sheepfold.command import Sender, board_mail, obey
from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.svg import svg
from sheepfold.core.errors import MoveError
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame
from sheepfold.play.notices.outbox import Reason
from support import NONSENSE
from twins import Moment, Twins

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
FLOCK = {"size": 3, "num_sheep": 12, "num_wolves": 3, "quick": 6}
TERMS: dict[str, tuple[dict[str, Any], ...]] = {
    "mutton": (FLOCK, FLOCK | {"reveal": False}, FLOCK | {"shotgun": True}),
    "woolf": ({"turn_limit": 1, "shuffle": False}, {}),
    "dogs": ({"tiles": 9},),
}
"""Small games, and every way of keeping secrets; a game that is not here is played as it comes."""
PAUSE = 10.0
"""Seconds on the wall clock from moment to moment."""

QUERIES = {
    f"{API}/tables/{{table}}": ("", "?nonsense=1"),
    f"{API}/tables/{{table}}/events": ("?since=0&chat_since=0", "?since=1", "?since=999999"),
    f"{API}/tables": ("", "?status=running", "?status=over"),
    f"{API}/me/tables": ("", "?status=running"),
    "/replay/{table}": ("", "?as=1", "?as=all"),
    "/replay/{table}/{ply}": ("?as=all", "?as=1&why=yes"),
    "/replay/{table}/{ply}/position.svg": ("?as=all",),
}
"""What is asked at an address; elsewhere the address alone."""
READY = ("pass", "0,4")
"""What can be kept ready, in two of the games each."""
REQUESTS: tuple[tuple[str, str, Any], ...] = (
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
    ("POST", "/table/{table}/sit", {}),
    ("POST", f"{API}/tables/{{table}}/start", None),
    ("POST", f"{API}/tables/{{table}}/fill", None),
    ("POST", "/table/{table}/fill", {}),
    ("POST", f"{API}/tables/{{table}}/review/attempts", {"at": 1, "move": "pass"}),
    ("POST", f"{API}/tables/{{table}}/practice", {"move": 1, "seat": 1}),
    ("POST", f"{API}/tables/{{table}}/together", {"ply": 1}),
    ("PUT", f"{API}/tables/{{table}}/together", {"together": "nobody", "ply": 1}),
    ("POST", "/replay/{table}/together", {"move": "1"}),
    ("POST", "/replay/{table}/practice", {"move": "1", "seat": "1"}),
    ("POST", f"{API}/tables/{{table}}/challenge", None),
    ("POST", "/beat/{table}", {}),
    ("POST", "/unsubscribe/{table}/nobody-was-sent-this", {}),
)
"""What a viewer can do beside moving, with no harm to the game."""
COMMANDS = (
    "{game} showas {board}#2",
    "{game} show {board}#1",
    "{game} show {board}#99",
    "{game} history {board}",
    "{game} games",
    "{game} standings",
    "{game} queue {board}",
    "{game} move {board}#99 pass",
    "{game} move {board} accept",
    "{game} accept {board}",
    "list {game}",
    "all show Ada",
    "{game} show Bo next",
)
"""Commands of play by mail that change nothing."""
MORTAL = Entrance("POST", f"{API}/tables/{{table}}/resign")
"""Ends the game, and then all is public: tried by those only who may not."""
GUEST_MAKERS = ("/table/{table}/sit", "/replay/{table}/practice", "/replay/{table}/together", "/beat/{table}")
"""Make a guest with a random name of somebody who has none."""


# -- a game, heard by somebody -----------------------------------------------------------------


class Playthrough:
    """One of the two worlds, played through the application."""

    observer: type[Observer] = Observer
    everything = 4
    """At every so manieth moment all doors are tried, at the others those only that follow the game; 0: never all."""

    def __init__(self, fold: Fold, worlds: Twins, which: int, draws: deque[Move]) -> None:
        self.fold, self.worlds, self.which, self.draws = fold, worlds, which, draws
        self.players: dict[Seat, Somebody] = {}
        self.stranger = Somebody(fold, "Zoe")
        self.observers: list[Observer] = []
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
        aside |= {(await host.must("GET", "/settings/push/key"))["key"]: "PUSH KEY"}
        for deal in await host.must("GET", f"{API}/deals"):
            aside |= {deal["commitment"]: "COMMITMENT TODAY", deal["tomorrow"]: "COMMITMENT TOMORROW"}
        viewer = worlds.viewer
        seen_by = [Somebody(self.fold), self.stranger] if viewer is None else [self.players[viewer]]
        self.observers = [self.watch(person, aside | person.aside()) for person in seen_by]
        for observer in self.observers:
            await observer.begin()

    def watch(self, person: Somebody, aside: dict[str, str]) -> Observer:
        return self.observer(person, self.table, aside)

    def deal(self, moment: Moment) -> None:
        """NATURE draws what this world wants, not what the seed says."""
        self.draws.extend(step.move for step in moment.steps[self.which] if step.seat == NATURE)

    async def spend(self) -> None:
        """The whole game; after every moment everything is asked."""
        await self.sit_down()
        moments = self.worlds.moments
        for number, moment in enumerate(moments):
            self.fold.wall.now += PAUSE
            if number % 4 == 0:
                await self.whisper()
            if number:
                self.deal(moment)
                await self.move(moment)
            if number % 3 == self.which + 1:
                self.forget()
            for observer in self.observers:
                await self.question(observer, moment, number)
                if number in (len(moments) // 2, len(moments) - 1):
                    await self.do_things(observer)
            assert not self.draws
        await self.take_back()
        for observer in self.observers:
            await observer.end()

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
                assert (await self.observers[0].ask("POST", path, moved)).status == 200
            else:
                await mover.must("POST", path, moved)

    async def question(self, observer: Observer, moment: Moment, number: int) -> None:
        """Everything that can be asked."""
        before = observer.number
        await observer.catch_up()
        assert (observer.number > before) == (moment.told and number > 0)
        for door in self.fold.doors:
            if door.method == "GET" and (live(door) or (self.everything and number % self.everything == 0)):
                for address in self.addresses(door):
                    found = await observer.ask("GET", address)
                    assert found.status >= 400 or not door.pattern.startswith("/replay"), "nothing is opened yet"
        await self.try_things(observer, moment, number)
        await self.give_commands(observer, moment, number)
        observer.drain()

    @property
    def given(self) -> dict[str, tuple[str, ...]]:
        """What stands in addresses."""
        return {
            "table": (self.table,),
            "game": (self.worlds.game.name,),
            "name": tuple(player.name for player in self.players.values()),
            "ply": ("2",),
            "version": ("any",),
            "name:path": ("icon.svg",),
            "link": ("nobody-was-sent-this",),
            "kind": ("draw",),
            "session": ("nobodys",),
            "token": ("0",),
            "puzzle": ("0",),
            "paper": ("a4",),
        }

    def addresses(self, door: Entrance) -> list[str]:
        """What is asked at a door."""
        return [path + query for path in door.paths(self.given) for query in QUERIES.get(door.pattern, ("",))]

    async def give_commands(self, observer: Observer, moment: Moment, number: int) -> None:
        """What play by mail tells: boards, lists, previews, refusals, and the letters that come unasked."""
        service, game, user = observer.service, self.worlds.game.name, await observer.user()
        board = (await service.tables.info(self.table, user)).board
        kind, state, seat = self.worlds.game, moment.states[0], self.worlds.viewer
        lines = [f"{game} show {board}", f"{game} showas {board}"]
        if seat is not None and kind.parts(state, seat, ()):
            text = kind.write(state, seat, random_move(kind, state, seat, Random(number)))
            lines += [f"{game} preview {board} {text}"]
        lines += [f"{game} preview {board} {steps[0].text}" for steps in moment.steps if steps]
        if number % 4 == 1:
            lines += [line.format(game=game, board=board) for line in COMMANDS]
        for line in lines:
            door = "mail" if number % 4 == 1 else "page"  # pictures are drawn for mails alone
            reply = await obey(service, Sender(door, user, "ada@fold.test"), line)
            drawn = "" if reply.picture is None else svg(reply.picture)
            observer.keep(f"COMMAND {line}", "\n".join([reply.subject, reply.text, drawn, str(reply.ok)]))
        for reason in (Reason.TURN, Reason.NAG) if user is not None and number % 4 == 2 else ():
            letter = await board_mail(service, self.table, user, reason)
            observer.keep(f"LETTER {reason}", f"{letter.subject}\n{letter.text}\n{svg(letter.picture)}")

    async def try_things(self, observer: Observer, moment: Moment, number: int) -> None:
        """Parts of a move, and moves that cannot be played: nonsense, and what the others play in either world."""
        where, rng = f"{API}/tables/{self.table}", Random(number)
        kind, state, seat = self.worlds.game, moment.states[0], self.worlds.viewer
        legal = seat is not None and kind.parts(state, seat, ())
        move = random_move(kind, state, seat, rng) if seat is not None and legal else ("A",)
        for length in range(1, min(len(move), 3) + 1):
            words = "&".join(f"so_far={part}" for part in move[:length])
            await observer.ask("GET", f"{where}/choices?{words}")
        tries: list[Any] = [*rng.sample(NONSENSE, 4), ["?"], [], list(move) * 2]
        tries += [steps[0].text for steps in moment.steps if steps]
        refused = [text for text in tries if seat is None or is_refused(kind, state, seat, text)]
        for text in refused:
            await observer.ask("POST", f"{where}/moves", {"move": text})
        await observer.ask("POST", f"{where}/moves", {"move": "?", "expected": 0})
        for line in observer.lines.values():
            await line.command(do="choices", table=self.table)
            await line.command(do="move", table=self.table, move=refused[0])

    async def do_things(self, observer: Observer) -> None:
        requests = (*REQUESTS, (MORTAL.method, MORTAL.pattern, None)) if self.worlds.viewer is None else REQUESTS
        for method, pattern, body in requests:
            if pattern in GUEST_MAKERS and not observer.who.name:
                continue
            if (await observer.ask(method, pattern.replace("{table}", self.table), body)).status < 400:
                await observer.catch_up()
        line, page_line, own_line = observer.lines.values()
        await line.command(do="say", text="Hello.")
        await line.command(do="ping")
        await observer.catch_up()
        for want in (["scene", "hidden"], ["view", "scene", "text"], ["scene", "text", "aids"]):
            told = page_line.update
            await page_line.command(do="want", want=want)
            await page_line.until(lambda told=told: page_line.update is not told)  # type: ignore[misc]
        await own_line.command(do="follow", since={self.table: 1})
        await observer.catch_up()
        observer.drain()

    async def take_back(self) -> None:
        """An undo that all agree to, where the rules let it be."""
        viewer, where = self.worlds.viewer, f"{API}/tables/{self.table}/offers"
        if viewer is None:
            return
        (observer,) = self.observers
        if (await observer.ask("POST", where, {"kind": "undo"})).status == 200:
            for seat, player in self.players.items():
                if seat != viewer:
                    await player.must("POST", f"{where}/undo", {"accept": True})
                    await observer.catch_up()
            await observer.ask("GET", f"{API}/tables/{self.table}/story")
        observer.drain()


def live(door: Entrance) -> bool:
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


def loaded_dice(monkeypatch: pytest.MonkeyPatch) -> deque[Move]:
    """NATURE's next moves; when there are none, the seed decides."""
    draws, draw = deque[Move](), chance.draw
    monkeypatch.setattr(chance, "draw", lambda *given: draws.popleft() if draws else draw(*given))
    return draws


class Glance(Playthrough):
    """Only what follows the game move by move is asked, and nothing is done beside moving: for many games."""

    everything = 0

    async def do_things(self, observer: Observer) -> None:
        pass

    async def take_back(self) -> None:
        pass


class Imagining(Glance):
    """In one of the worlds whatever is asked is answered from a state that the viewer could as well be in."""

    differed = 0

    async def question(self, observer: Observer, moment: Moment, number: int) -> None:
        if not self.which:
            await super().question(observer, moment, number)
            return
        kind, table = self.worlds.game, await self.fold.table(self.table)
        true = table.progress
        assert true is not None
        imagined = kind.imagine(kind.view(true.state, self.worlds.viewer), Random(number))
        table.progress = replace(true, state=imagined)
        table.see_anew()
        self.differed += imagined != true.state
        await super().question(observer, moment, number)
        table.progress = true
        table.see_anew()


class TwoServers(Playthrough):
    """Moves are made at one server of a house, and whatever is asked is asked at the other."""

    def __init__(self, fold: Fold, other: Fold, worlds: Twins, which: int, draws: deque[Move]) -> None:
        super().__init__(fold, worlds, which, draws)
        self.other = other

    def watch(self, person: Somebody, aside: dict[str, str]) -> Observer:
        return self.observer(person.at_server(self.other), self.table, aside, elsewhere=person)


class GlanceAtTwo(TwoServers, Glance):
    """Both."""


# -- the law -----------------------------------------------------------------------------------


def compare(
    worlds: Twins, databases: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play both worlds, each on a database of its own, and ask everything: every byte is equal."""
    draws = loaded_dice(monkeypatch)

    async def heard(which: int) -> list[Observer]:
        async with Fold.open(databases[which]) as fold:
            playthrough = Playthrough(fold, worlds, which, draws)
            await playthrough.spend()
            check_log(capsys.readouterr().err, fold)
            visited = set().union(*(observer.visited for observer in playthrough.observers))
            missed = must_visit(fold) - visited - ({MORTAL} if worlds.viewer else set())
            assert not missed, f"the law does not go everywhere: {missed}"
            return playthrough.observers

    same(*(asyncio.run(heard(which)) for which in (0, 1)))


def same(one: Sequence[Observer], other: Sequence[Observer]) -> None:
    """Whoever saw the one world was sent what they were sent of the other."""
    for here, there in zip(one, other, strict=True):
        assert len(here.kept) > 100
        for mine, yours in zip(here.kept, there.kept, strict=True):
            assert mine == yours


def must_visit(fold: Fold) -> set[Entrance]:
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
