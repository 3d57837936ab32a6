"""Sheep, Dogs and Wolves: the rooms of this folder as one game, played as a duel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move, Outcome, Part, Seat, Told
from sheepfold.core.duel import Duel, Round
from sheepfold.games.sheep_dogs_wolves import belief, notation, picture, rules, text, view
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import ROLES, Options
from sheepfold.games.sheep_dogs_wolves.view import View


class DogsRound(Round[Options, State, View]):
    """One round: role 1 is the Sheep and scores, role 2 is the Wolf."""

    name = "dogs"
    title = "Sheep, Dogs and Wolves"
    credits = "Néstor Romeral Andrés and Elena Romeral Porquet (nestorgames)"
    summary = "Lay tiles of sheep, dog and wolf edge to edge: two dogs scare a wolf, and every other wolf eats."
    version = 1
    seats = range(2, 3)
    options = Options
    endings = ("laid",)
    roles = ROLES

    def mode(self, options: Options) -> str:
        return "match" if options.mode == "duel" else options.mode

    def target(self, options: Options) -> int | None:
        return None

    def bids(self, options: Options) -> range:
        return range(options.tiles + 1)

    def begin(self, options: Options, target: int | None, earlier: State | None) -> State:
        return rules.begin(options, target)

    def points(self, state: State) -> int:
        return rules.points(state)

    def to_move(self, state: State) -> frozenset[Seat]:
        role = rules.turn(state)
        return frozenset() if role is None else frozenset({role})

    def parts(self, state: State, seat: Seat, so_far: Move) -> Iterable[Part]:
        return rules.parts(state, seat, so_far)

    def complete(self, state: State, seat: Seat, move: Move) -> bool:
        return len(move) == 1

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
        return rules.apply(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def imagine(self, view: View, luck: Random) -> State:
        return belief.imagine(view)

    def read(self, state: State, seat: Seat, text: str, luck: Random | None = None) -> Move:
        return notation.read(state, seat, text)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write(move)

    def role(self, view: View, seat: Seat) -> str:
        return ROLES[seat - 1]

    def prompt(self, view: View) -> str:
        return text.prompt(view)

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return text.tell(fact)

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return text.text(view, names)

    def picture(self, view: View, names: Mapping[Seat, str]) -> str:
        return picture.picture(view, names)

    def help(self) -> str:
        return notation.HELP


GAME: Final = Duel(DogsRound(), endings=("points", "draw", "reached", "missed", "score"))
