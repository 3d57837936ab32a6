"""A tiny game that has everything a table must cope with: chance, secrets, sealed moves, steps out of turn."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from blank import blank
from sheepfold.core.contract import NATURE, Ahead, Game, Legal, Move, Outcome, Part, Prompt, Seat, Told
from sheepfold.core.contract.bot import Bot, Level, Means
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.options import OptionSet, flag, whole
from sheepfold.core.scores import Scores
from sheepfold.core.words.paragraphs import Line
from sheepfold.core.words.prose import does
from sheepfold.games import Shelf


@dataclass(frozen=True)
class Options(OptionSet):
    goal: int = whole(10, 1, 1000, "who reaches it wins")
    dice: bool = flag(False, "NATURE adds a roll after every move")
    sealed: bool = flag(False, "all choose at once")


@dataclass(frozen=True, slots=True)
class Added:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Rolled:
    number: int


@dataclass(frozen=True, slots=True)
class Swapped:
    up: bool


@dataclass(frozen=True, slots=True)
class Ready:
    seat: Seat


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    seats: int
    total: int = 0
    turn: Seat = 1
    rolling: bool = False
    up: tuple[bool, ...] = ()
    picks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    options: Options
    seats: int
    total: int
    turn: Seat
    rolling: bool
    up: bool | None
    picked: tuple[bool, ...]
    pick: int
    outcome: Outcome | None


class Tiny(Game[Options, State, View]):
    name, title, credits, summary = "tiny", "Tiny", "The tests, 2026", "Count up; who reaches the goal wins."
    version, seats, options, endings = 1, range(1, 9), Options, ("reached",)

    def start(self, options: Options, seats: int) -> State:
        return State(options, seats, up=(False,) * seats, picks=(0,) * seats)

    def to_move(self, state: State) -> frozenset[Seat]:
        if state.total >= state.options.goal:
            return frozenset()
        if state.rolling:
            return frozenset({NATURE})
        if state.options.sealed:
            return frozenset(seat for seat in range(1, state.seats + 1) if not state.picks[seat - 1])
        return frozenset({state.turn})

    def parts(self, state: State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
        if seat == NATURE:
            return () if so_far or not state.rolling else ("1", "2", "3", "4", "5", "6")
        if so_far == ("add",):
            return ("1", "2", "3")
        if so_far or not self.to_move(state):
            return ()
        return ("add", "swap") if seat in self.to_move(state) else ("swap",)

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        return Ahead(self.parts(state, seat, so_far), bool(so_far) and so_far != ("add",))

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:
        if not all(part in self.parts(state, seat, move[:n]) for n, part in enumerate(move)):
            raise IllegalNow("It is not your turn.")
        if not self.complete(state, seat, move):
            raise IllegalNow("Add 1, 2 or 3.")
        return Legal(state, seat, move)

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
        state, seat, move = legal.state, legal.seat, legal.move
        if seat == NATURE:
            number = int(move[0])
            return replace(state, total=state.total + number, rolling=False), (Told(Rolled(number)),)
        if move == ("swap",):
            up = tuple(u ^ (n == seat) for n, u in enumerate(state.up, 1))
            return replace(state, up=up), (Told(Swapped(up[seat - 1]), frozenset({seat})),)
        number = int(move[1])
        if state.options.sealed:
            return self._picked(state, seat, number)
        turn = 1 + seat % state.seats
        after = replace(state, total=state.total + number, turn=turn, rolling=state.options.dice)
        return after, (Told(Added(seat, number)),)

    def _picked(self, state: State, seat: Seat, number: int) -> tuple[State, tuple[Told, ...]]:
        picks = tuple(number if n == seat else pick for n, pick in enumerate(state.picks, 1))
        told = (Told(Added(seat, number), frozenset({seat})), Told(Ready(seat)))
        if not all(picks):
            return replace(state, picks=picks), told
        facts = tuple(Told(Added(n, pick)) for n, pick in enumerate(picks, 1))
        return replace(state, picks=(0,) * state.seats, total=state.total + sum(picks), turn=seat % 2 + 1), told + facts

    def outcome(self, state: State) -> Outcome | None:
        if self.to_move(state):
            return None
        winner = (state.turn - 2) % state.seats + 1
        return Outcome((winner,), Scores({"total": state.total}), "reached")

    def reversible(self, state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
        return not state.options.sealed and not state.options.dice

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat,
            state.options,
            state.seats,
            state.total,
            state.turn,
            state.rolling,
            None if seat is None else state.up[seat - 1],
            tuple(bool(pick) for pick in state.picks),
            0 if seat is None else state.picks[seat - 1],
            self.outcome(state),
        )

    def imagine(self, view: View, rng: Random) -> State:
        up = tuple(bool(view.up) if n == view.seat else rng.random() < 0.5 for n in range(1, view.seats + 1))
        picks = tuple(
            view.pick if n == view.seat else rng.randint(1, 3) if picked else 0
            for n, picked in enumerate(view.picked, 1)
        )
        return State(view.options, view.seats, view.total, view.turn, view.rolling, up, picks)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
        return self.check(state, seat, self._words(text, rng))

    def _words(self, text: str, rng: Random | None = None) -> Move:
        words = tuple(text.lower().split())
        if words == ("random",) and rng is not None:
            return ("add", rng.choice(("1", "2", "3")))
        if words and words[0] in ("add", "swap", "1", "2", "3", "4", "5", "6"):
            return words
        raise Malformed("Write add 1, add 2, add 3 or swap.")

    def check_notation(self, options: Options, text: str) -> None:
        self._words(text)

    def notate(self, legal: Legal[State]) -> str:
        return " ".join(legal.move)

    def role(self, view: View, seat: Seat) -> str:
        return ("First", "Second")[seat - 1] if view.seats == 2 else ""

    def prompt(self, view: View, names: Mapping[Seat, str]) -> Prompt:
        return Prompt("Add something." if view.seat == view.turn else "Wait.")

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        match fact:
            case Added(seat, number):
                return f"{does(names[seat], 'adds')} {number}."
            case Rolled(number):
                return f"The die shows {number}."
            case Ready(seat):
                return f"{does(names[seat], 'is', 'are')} ready."
        return "You swap."

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return f"{view.total}\n"

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        return blank("Tiny", str(view.total))

    def forms(self) -> tuple[Line, ...]:
        return (Line("add N, swap"),)


GAME = Tiny()


SHELF = Shelf({"tiny": "tiny"})


class AddsOne:
    """The bot that always adds one."""

    def choose(self, view: View, rng: Random) -> Move:
        return ("add", "1")


class Sleeper:
    """The bot that never finishes thinking."""

    def choose(self, view: View, rng: Random) -> Move:
        time.sleep(3600)
        return ("add", "1")


class Crasher:
    """The bot that takes its process down."""

    def choose(self, view: View, rng: Random) -> Move:
        os._exit(1)


class Cheat:
    """The bot whose moves are nonsense."""

    def choose(self, view: View, rng: Random) -> Move:
        return ("add", "1000")


class Glutton:
    """The bot that takes more memory than it may."""

    def choose(self, view: View, rng: Random) -> Move:
        hoard = bytearray(2**32)  # at once: what is granted in pieces is filled with zeros, which takes many seconds
        return ("add", str(hoard[0] + 1))


class Babbler:
    """The bot that thinks aloud, where its answer is expected."""

    def choose(self, view: View, rng: Random) -> Move:
        print("[1, 2]" * 1000, flush=True)
        os.write(1, b"\xff" * 1000)
        return ("add", "1")


class Talker(AddsOne):
    """The bot that says why, and knows what its seat has."""

    def explain(self, view: View, move: Move) -> str:
        return f"I am seat {view.seat} and {'up' if view.up else 'down'}: {' '.join(move)}."


class Adept(AddsOne):
    """Would think with a kernel if there were one."""

    uses_kernel = True

    def equip(self, means: Means) -> None:
        """There is none."""


class Ponderer:
    """The bot that adds one, two or three: the longer it may think, the more."""

    def __init__(self) -> None:
        self.effort = 1.0

    def equip(self, means: Means) -> None:
        self.effort = means.effort

    def choose(self, view: View, rng: Random) -> Move:
        return ("add", "1" if self.effort < 1 else "2" if self.effort == 1 else "3")


class Fidget:
    """The bot that makes a secret step before it adds one."""

    def choose(self, view: View, rng: Random) -> Move:
        return ("add", "1") if view.up else ("swap",)


BOTS: dict[str, type[Bot]] = {
    "one": AddsOne,
    "sleeper": Sleeper,
    "crasher": Crasher,
    "cheat": Cheat,
    "glutton": Glutton,
    "babbler": Babbler,
    "fidget": Fidget,
    "adept": Adept,
    "talker": Talker,
    "ponderer": Ponderer,
}
LEVELS = (Level("ponderer", "Ponderer", "Thinks.", 0.1), Level("one", "One", "Adds one.", usual=True))
