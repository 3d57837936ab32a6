"""Sheep, Dogs and Wolves: the rooms of this folder as one game, played as a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract import Legal, Move, Seat
from sheepfold.core.duel import Duel, Round
from sheepfold.core.words.paragraphs import Line
from sheepfold.games.sheep_dogs_wolves import notation, rules
from sheepfold.games.sheep_dogs_wolves import text as texts
from sheepfold.games.sheep_dogs_wolves import view as views
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import ROLES, SHEEP, WOLF, Options
from sheepfold.games.sheep_dogs_wolves.view import View

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol

TURNS: Final[dict[Seat | None, frozenset[Seat]]] = {
    None: frozenset(),
    SHEEP: frozenset({SHEEP}),
    WOLF: frozenset({WOLF}),
}


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
    hides = False
    roles = ROLES

    def mode(self, options: Options) -> str:
        return "match" if options.mode == "duel" else options.mode

    def target(self, options: Options) -> int | None:
        return None

    def bids(self, options: Options) -> range:
        return range(options.tiles + 1)

    def begin(self, options: Options, target: int | None, earlier: State | None) -> State:
        return rules.begin(options, target)

    points = staticmethod(rules.points)

    def untouched(self, view: View) -> bool:
        """The Sheep lays the second tile, the Wolf the third."""
        return len(view.tiles) <= (1 if view.seat == SHEEP else 2)

    def foreseen(self, state: State, seat: Seat, kept: Sequence[Move] = ()) -> tuple[State, Seat] | None:
        """Both lay the same tiles in the same places, in turn."""
        turn = rules.turn(state)
        if turn is None or turn == seat or state.left < 2 * (len(kept) + 1):
            return None
        movers = cycle((turn, seat))
        for move in kept:
            state, _ = rules.play(rules.check(state, next(movers), move))
        return state, next(movers)

    def span(self, view: View) -> tuple[int, int]:
        return view.saved, len(view.tiles) + view.left - view.lost

    def scored(self, view: View, points: int, who: str) -> str:
        return f"{who} saved {points} of {len(view.tiles)} sheep."

    def to_move(self, state: State) -> frozenset[Seat]:
        return TURNS[rules.turn(state)]

    ahead = staticmethod(rules.ahead)
    check = staticmethod(rules.check)
    play = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    view = staticmethod(views.view)

    def imagine(self, view: View, rng: Random) -> State:
        return views.imagine(view)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
        return notation.parse(state, seat, text)

    def check_notation(self, options: Options, text: str) -> None:
        notation.tile_in(text)

    notate = staticmethod(notation.notate)

    def role(self, view: View, seat: Seat) -> str:
        return ROLES[seat - 1]

    prompt = staticmethod(texts.prompt)
    next_part = staticmethod(texts.next_part)

    tell = staticmethod(texts.tell)
    text = staticmethod(texts.text)
    paragraphs = staticmethod(texts.paragraphs)
    recap = staticmethod(texts.recap)
    consequence = staticmethod(texts.consequence)

    def forms(self) -> tuple[Line, ...]:
        return notation.FORMS

    # -- drawn -------------------------------------------------------------------------------

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.sheep_dogs_wolves import picture

        return picture.picture(view, names)

    def board(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.sheep_dogs_wolves import picture

        return picture.board(view, names)

    def symbols(self) -> Mapping[str, Symbol]:
        from sheepfold.games.sheep_dogs_wolves import picture

        return picture.symbols()


GAME: Final = Duel(DogsRound(), endings=("points", "draw", "reached", "missed", "score"))
