"""Woolf!!: everybody wears two cards, nobody knows who is who, and a boy cries wolf."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from sheepfold.core.contract import Game, Move, Outcome, Part, Seat, Told
from sheepfold.games.woolf import belief, notation, picture, rules, text
from sheepfold.games.woolf import view as views
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Options
from sheepfold.games.woolf.view import View

__all__ = ["GAME", "Woolf"]


class Woolf(Game[Options, State, View]):
    """The rooms of Woolf!! behind the contract's doors."""

    name = "woolf"
    title = "Woolf!!"
    credits = "Bono Light, with art by Tommy Ng; Capstone (HK), 2013"
    summary = "Peek, ask and deduce who hides behind which cards, before the others do; never trust the shepherd boy."
    version = 1
    seats = range(4, 9)
    options = Options
    endings = ("three rounds", "two errors")

    def start(self, options: Options, seats: int) -> State:
        return rules.start(options, seats)

    def to_move(self, state: State) -> frozenset[Seat]:
        return rules.to_move(state)

    def parts(self, state: State, seat: Seat, so_far: Move) -> Iterable[Part]:
        return rules.parts(state, seat, so_far)

    def complete(self, state: State, seat: Seat, move: Move) -> bool:
        return rules.complete(state, seat, move)

    def weight(self, state: State, so_far: Move, part: Part) -> int:
        return rules.weight(state, so_far, part)

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
        return rules.apply(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def reversible(self, state: State, seat: Seat, move: Move) -> bool:
        return rules.reversible(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, luck: Random) -> State:
        return belief.imagine(view, luck)

    def read(self, state: State, seat: Seat, text: str, luck: Random | None = None) -> Move:
        return notation.read(state, seat, text, luck)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write(state, seat, move)

    def role(self, view: View, seat: Seat) -> str:
        return ""  # who plays what is the secret

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


GAME = Woolf()
