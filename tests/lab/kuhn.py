"""Kuhn's poker: three cards, two players, one secret and one draw of chance. Perfect players win -1/18 of a stake."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from lab.toy import Sticks
from sheepfold.core.contract import NATURE, NOTHING, Ahead, Legal, Move, Outcome, Seat, Told
from sheepfold.core.options import OptionSet
from sheepfold.core.scores import Scores


@dataclass(frozen=True)
class Options(OptionSet):
    pass


@dataclass(frozen=True, slots=True)
class State:
    cards: str = ""
    said: str = ""
    """p for pass, b for bet."""


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    card: str
    said: str


WON = {"pp": 1, "bb": 2, "pbb": 2}
"""What the higher card wins."""
FOLDED = {"bp": 1, "pbp": -1}
"""What the first player wins when somebody gives up."""


class Kuhn(Sticks):  # type: ignore[misc]
    name, title, options, endings, hides = "kuhn", "Kuhn", Options, ("played",), True  # type: ignore[assignment]

    def start(self, options: Options, seats: int) -> State:  # type: ignore[override]
        return State()

    def to_move(self, state: State) -> frozenset[Seat]:  # type: ignore[override]
        if not state.cards:
            return frozenset({NATURE})
        return frozenset() if state.said in WON | FOLDED else frozenset({len(state.said) % 2 + 1})

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:  # type: ignore[override]
        if seat not in self.to_move(state):
            return NOTHING
        if seat == NATURE:
            return Ahead(
                tuple(card for card in "JQK" if card not in so_far) if len(so_far) < 2 else (), len(so_far) == 2
            )
        return Ahead(() if so_far else ("p", "b"), bool(so_far))

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:  # type: ignore[override]
        return Legal(state, seat, move)

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:  # type: ignore[override]
        state = legal.state
        if legal.seat == NATURE:
            return replace(state, cards="".join(legal.move)), ()
        return replace(state, said=state.said + legal.move[0]), (Told(legal.move[0]),)

    def outcome(self, state: State) -> Outcome | None:  # type: ignore[override]
        if self.to_move(state):
            return None
        first, second = state.cards
        won = FOLDED.get(state.said, 0) or WON[state.said] * (1 if "JQK".index(first) > "JQK".index(second) else -1)
        return Outcome((1 if won > 0 else 2,), Scores({1: max(won, 0), 2: max(-won, 0)}), "played")

    def view(self, state: State, seat: Seat | None) -> View:  # type: ignore[override]
        return View(seat, state.cards[seat - 1] if state.cards and seat else "", state.said)

    def imagine(self, view: View, rng: Random) -> State:  # type: ignore[override]
        other = rng.choice([card for card in "JQK" if card != view.card])
        return State(view.card + other if view.seat == 1 else other + view.card, view.said)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:  # type: ignore[override]
        return self.check(state, seat, tuple(text))

    def notate(self, legal: Legal[State]) -> str:
        return "".join(legal.move)
