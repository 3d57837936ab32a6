"""The leak law for values that only others could have: no answer depends on what somebody else's page, session or cache
holds, even to whoever sends what was sent to them.

Two worlds that a viewer cannot tell apart are played; in both the others look at everything. What they were sent in the
one world the viewer sends in both, at every door: every byte of the answers is equal.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random

import pytest

from borrowed import VALUE, Harvest, Place, Places, harvest, heard, renamed
from observer import API, Fold, Observer, Somebody
from playthroughs import REQUESTS, TERMS, Playthrough, is_refused, loaded_dice, same
from sheepfold.core.contract import Move, Seat
from sheepfold.games import game
from twins import Moment, Twins, twins

MOMENTS = 6
OTHERS = 2
"""How many of the others look at everything."""
MORE_REQUESTS = (
    ("POST", f"{API}/tables/{{table}}/moves", {"move": "?", "expected": 1, "key": "mine"}),
    ("POST", "/command", {"line": f"list {VALUE}", "key": "mine"}),
    ("POST", "/settings/push/drop", {"endpoint": "mine"}),
    ("POST", "/settings/session/end", {"session": "mine"}),
    ("POST", "/settings/key/revoke", {"key": "mine"}),
)
RANDOM = ("/play", "/pair", "/learn", "/new", "/sign-up", "/login", "/recover", "/settings/key")
"""Where forms make something with a random name, or are counted by the clock of the machine."""


class Borrowing(Playthrough):
    """Nothing is asked before the end; then the viewer sends what the others were sent."""

    borrowed: Harvest | None = None
    """What they were sent in the other world; None: it is taken from this one."""

    def __init__(self, fold: Fold, worlds: Twins, which: int, draws: deque[Move]) -> None:
        super().__init__(fold, worlds, which, draws)
        self.keys: list[str] = []

    async def question(self, observer: Observer, moment: Moment, number: int) -> None:
        pass

    async def do_things(self, observer: Observer) -> None:
        pass

    async def move(self, moment: Moment) -> None:
        """The others move under keys, other ones in each world, which the viewer will send as well."""
        for step in moment.steps[self.which][:1]:
            moved = {"move": step.text}
            if step.seat != self.worlds.viewer:
                moved["key"] = f"the-key-{self.which}-{len(self.keys)}"
                self.keys.append(moved["key"])
            await self.players[step.seat].must("POST", f"{API}/tables/{self.table}/moves", moved)

    async def take_back(self) -> None:
        observer = self.observers[-1]
        others = [who for who in (*self.players.values(), self.stranger) if who is not observer.who]
        sent = [text for who in others[:OTHERS] for text in await self.sent_to(who)]
        own = await self.sent_to(observer.who)
        if self.borrowed is None:
            self.borrowed = harvest([*sent, *self.keys]).beyond(harvest(own)).renamed(observer.aside)
        await self.send_again(observer, self.borrowed)

    async def sent_to(self, who: Somebody) -> list[str]:
        """Everything that somebody is sent who asks for everything."""
        found = []
        for door in self.fold.doors:
            for address in self.addresses(door) if door.method == "GET" else ():
                answer = await who.ask("GET", address)
                found += [answer.text, *(value for _, value in answer.headers)]
            if door.method == "SOCKET" and "{table}" in door.pattern:
                found += await heard(who, next(door.paths(self.given)))
        return found

    async def send_again(self, observer: Observer, borrowed: Harvest) -> None:
        """Every address; and at every place every opaque value, and one of the others."""
        names, rng = {name: found for found, name in observer.aside.items()}, Random(1)
        opaque, others = borrowed.values()
        assert len(opaque) > 5, "the others were sent hardly anything of their own"
        here = borrowed.renamed(names)
        fields = [field for field in here.fields if not field[0].startswith(RANDOM)]
        for address in sorted(here.addresses):
            await self.send(observer, Place("GET", address), "")
        places = await Places(observer.who, self.given, (*REQUESTS, *MORE_REQUESTS)).find(fields)
        assert len(places) > 200
        for place in places:
            for value in (*opaque, rng.choice(others)):
                await self.send(observer, place, renamed(value, names))

    async def send(self, observer: Observer, place: Place, value: str) -> None:
        kind, seat, sent = self.worlds.game, self.worlds.viewer, place.filled(value)
        if seat is not None and place.plays and not is_refused(kind, self.worlds.moments[-1].states[0], seat, value):
            return
        if place.method == "SOCKET":
            observer.keep(f"{sent}", "\n".join(await heard(observer.who, sent.path, sent.body)))
            return
        observer.who.headers = {place.header: value} if place.header else {}
        observer.keep_answer(f"{sent}", await observer.who.ask(sent.method, sent.path, sent.body))


@pytest.mark.parametrize(("name", "viewer"), [("mutton", 2), ("woolf", None)])
def test_no_answer_depends_on_what_was_sent_to_others(
    name: str, viewer: Seat | None, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, draws = game(name), loaded_dice(monkeypatch)
    worlds = twins(kind, kind.options.make(TERMS[name][0]), max(2, kind.seats[0]), viewer, MOMENTS, Random(1))

    async def spent(which: int, borrowed: Harvest | None) -> Borrowing:
        async with Fold.open(new_database("sqlite")) as fold:
            playthrough = Borrowing(fold, worlds, which, draws)
            playthrough.borrowed = borrowed
            await playthrough.spend()
            return playthrough

    one = asyncio.run(spent(1, None))
    other = asyncio.run(spent(0, one.borrowed))
    same(one.observers[-1:], other.observers[-1:])
