"""A game small enough to count by hand, with every fault a game can have if you ask for it.

A heap of sticks; each turn takes one, or one and another. Who takes the last one wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from blank import blank
from sheepfold.core.contract import NOTHING, Ahead, Game, Legal, Move, Outcome, Prompt, Seat, Told
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.options import OptionSet, whole
from sheepfold.core.scores import Scores
from sheepfold.core.words.paragraphs import Line


@dataclass(frozen=True)
class Options(OptionSet):
    heap: int = whole(4, 1, 9, "sticks at the start")


@dataclass(frozen=True, slots=True)
class State:
    left: int
    turn: Seat = 1


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    left: int
    turn: Seat
    outcome: Outcome | None


class Sticks(Game[Options, State, View]):
    """``fault`` is "" or one of crash, dead end, endless, outcome, notation."""

    name, title, credits, summary, version = "sticks", "Sticks", "nobody", "Take the last stick.", 1
    seats, options, endings = range(2, 3), Options, ("taken",)

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def start(self, options: Options, seats: int) -> State:
        return State(options.heap)

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.left else frozenset()

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        if seat != state.turn or (self.fault == "dead end" and state.left == 1):
            return NOTHING
        most = min(2, state.left)
        return Ahead(("stick",) if len(so_far) < most else (), 1 <= len(so_far) <= most)

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:
        if self.fault == "crash" and state.left == 1:
            raise ZeroDivisionError("one stick")
        if seat != state.turn or not 1 <= len(move) <= min(2, state.left):
            raise IllegalNow("Take one stick or two.")
        return Legal(state, seat, move)

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
        taken = 0 if self.fault == "endless" else len(legal.move)
        return State(legal.state.left - taken, 3 - legal.seat), (Told(taken),)

    def outcome(self, state: State) -> Outcome | None:
        if state.left or self.fault == "outcome":
            return None
        return Outcome((3 - state.turn,), Scores(), "taken")

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.left, state.turn, self.outcome(state))

    def imagine(self, view: View, rng: Random) -> State:
        return State(view.left, view.turn)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
        if text not in ("1", "2"):
            raise Malformed("Write 1 or 2.")
        return self.check(state, seat, ("stick",) if self.fault == "notation" else ("stick",) * int(text))

    def notate(self, legal: Legal[State]) -> str:
        return str(len(legal.move))

    def prompt(self, view: View, names: Mapping[Seat, str]) -> Prompt:
        return Prompt("Take one or two.")

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return f"{fact} gone."

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return "|" * view.left

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        return blank("Sticks", f"{view.left} left.")

    def forms(self) -> tuple[Line, ...]:
        return (Line("1 or 2"),)
