"""The leak law over everything that the API, the pages and the sockets send, for every game on the shelf.

Two worlds that a viewer cannot tell apart are played through the whole application; the seed differs in
any case. Every byte that the viewer can get out of it is equal: each address of the application's own
table of routes, all sockets, the long poll, refusals, headers. The clock on the wall is set by the test,
so times are compared as well; only names that are random by design are put aside. Now and then one of the
worlds forgets the table and reads it anew from the store: nobody can tell.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from observer import API, Answer, Fold, Observer
from playthroughs import TERMS, Playthrough, compare, loaded_dice
from sheepfold.core.contract import Seat
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, game
from support import viewers
from twins import Twins, twins

OURS = str(Path(chance.__file__).parents[1])
MOMENTS, MOMENTS_IN_THE_OPEN, MOMENTS_OVERSEEN = 10, 3, 6
"""How long the games go on: where something is hidden from the viewer, where nothing is but the seed, and where
every call is counted."""


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


# -- the work behind an answer -----------------------------------------------------------------


class Overseer(Observer):
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


class QuietPlaythrough(Playthrough):
    """Nothing goes on while an answer is made: no sockets, no whispers, and nothing is forgotten."""

    observer = Overseer

    async def sit_down(self) -> None:
        await super().sit_down()
        for player in self.players.values():  # from now on the table counts events for all of them
            await player.must("GET", f"{API}/tables/{self.table}")

    def forget(self) -> None:
        pass

    async def whisper(self) -> None:
        pass

    async def do_things(self, observer: Observer) -> None:
        """Those requests that are refused, or told to all, for a reason that lies in the moves made so far."""
        where = f"{API}/tables/{self.table}"
        for path, body in (("offers", {"kind": "undo"}), ("offers/undo", {"accept": False}), ("abort", None)):
            await observer.ask("POST", f"{where}/{path}", body)
        await observer.catch_up()


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
            playthrough = QuietPlaythrough(fold, worlds, which, draws)
            await playthrough.spend()
            return playthrough.observers[0].kept

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
