"""Mutton: wolves in sheep's clothing, a field of suspects, and a Farmer with a gun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move, Outcome, Part, Seat, Told
from sheepfold.core.duel import Duel, Round
from sheepfold.games.mutton import belief, notation, picture, rules, text, view
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import CAUGHT, DEVOURED, ESCAPED, PASS, RAMPAGE, ROLES, Options
from sheepfold.games.mutton.view import View

__all__ = ["GAME", "MuttonRound"]


class MuttonRound(Round[Options, State, View]):
    """One game of Mutton: role 1 is the Wolf, who scores, role 2 the Farmer."""

    name = "mutton"
    title = "Mutton"
    credits = "Stephen Tavener and Cameron Browne, 2008"
    summary = "Wolves hide in a flock and eat it night by night; the Farmer must work out whom to shoot."
    version = 1
    seats = range(2, 3)
    options = Options
    endings = (CAUGHT, ESCAPED, RAMPAGE, DEVOURED)
    roles = ROLES

    # -- rules ---------------------------------------------------------------------------------

    def mode(self, options: Options) -> str:
        return "bid" if options.bid else "match" if options.quick is None else "single"

    def target(self, options: Options) -> int | None:
        return options.quick

    def bids(self, options: Options) -> range:
        return range(1, options.num_sheep + 1)

    def begin(self, options: Options, target: int | None, earlier: State | None) -> State:
        return rules.begin(options, target, earlier)

    def points(self, state: State) -> int:
        return rules.points(state)

    def to_move(self, state: State) -> frozenset[Seat]:
        return rules.to_move(state)

    def parts(self, state: State, seat: Seat, so_far: Move) -> Iterable[Part]:
        return rules.parts(state, seat, so_far)

    def complete(self, state: State, seat: Seat, move: Move) -> bool:
        return rules.complete(state, seat, move)

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
        return rules.apply(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def reversible(self, state: State, seat: Seat, move: Move) -> bool:
        """The set-up and the Farmer's pass; every other deed, even that the game goes on after it, tells something."""
        return rules.phase(state) in ("place", "choose") or (rules.phase(state) == "farmer" and move == (PASS,))

    # -- what a seat may know ------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def imagine(self, view: View, luck: Random) -> State:
        return belief.imagine(view, luck)

    # -- words and pictures --------------------------------------------------------------------

    def read(self, state: State, seat: Seat, text: str, luck: Random | None = None) -> Move:
        return notation.read(state, seat, text, luck)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write(state, seat, move)

    def role(self, view: View, seat: Seat) -> str:
        return ROLES[seat - 1]

    def prompt(self, view: View) -> str:
        return text.prompt(view)

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return text.tell(fact, names)

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return text.text(view, names)

    def sheet(self, view: View, names: Mapping[Seat, str]) -> str:
        return "\n".join([text.score_line(view), *text.sheet(view)]) + "\n" if view.animals else text.text(view, names)

    def picture(self, view: View, names: Mapping[Seat, str]) -> str:
        return picture.picture(view, names)

    def help(self) -> str:
        return notation.HELP


GAME: Final = Duel(MuttonRound(), endings=("points", "draw", "reached", "missed"))
