"""Wolf in the Fold: lay fences round your sheep before the wolves come. The rooms joined to one game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sheepfold.core.contract import NATURE, Game, Move, Outcome, Part, Seat, Told
from sheepfold.games.wolf_in_the_fold import belief, notation, picture, rules, text
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import ENDINGS, Options
from sheepfold.games.wolf_in_the_fold.view import View, view

__all__ = ["GAME", "WolfInTheFold"]


class WolfInTheFold(Game[Options, State, View]):
    name = "fold"
    title = "Wolf in the Fold"
    credits = "K. Bradley Washburn, Artistic Imposter Design, 2015"
    summary = "Lay hexagons to fence your sheep in before the wolves find them, all together or each alone."
    version = 1
    seats = range(1, 5)
    options = Options
    endings = ENDINGS

    def start(self, options: Options, seats: int) -> State:
        return rules.start(options, seats)

    def to_move(self, state: State) -> frozenset[Seat]:
        return rules.to_move(state)

    def parts(self, state: State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
        return rules.parts(state, seat, so_far)

    def complete(self, state: State, seat: Seat, move: Move) -> bool:
        return rules.complete(state, seat, move)

    def weight(self, state: State, so_far: Move, part: Part) -> int:
        return state.left(part)

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
        return rules.apply(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def reversible(self, state: State, seat: Seat, move: Move) -> bool:
        return seat != NATURE

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, luck: Random) -> State:
        return belief.imagine(view)

    def read(self, state: State, seat: Seat, text: str, luck: Random | None = None) -> Move:
        return notation.read(state, seat, text, luck)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write(move)

    def role(self, view: View, seat: Seat) -> str:
        return ""

    def prompt(self, view: View) -> str:
        return text.prompt(view)

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return text.tell(fact, names)

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return text.text(view, names)

    def picture(self, view: View, names: Mapping[Seat, str]) -> str:
        return picture.picture(view, names)

    def help(self) -> str:
        return notation.HELP


GAME = WolfInTheFold()
