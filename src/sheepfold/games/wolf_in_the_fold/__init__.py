"""Wolf in the Fold: lay fences round your sheep before the wolves come. The rooms joined to one game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from sheepfold.core.contract import NATURE, Game, Move, Outcome, Seat
from sheepfold.core.words.paragraphs import Line
from sheepfold.games.wolf_in_the_fold import consequence as consequences
from sheepfold.games.wolf_in_the_fold import notation, rules
from sheepfold.games.wolf_in_the_fold import text as texts
from sheepfold.games.wolf_in_the_fold import view as views
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import ENDINGS, MOST_SEATS, Options
from sheepfold.games.wolf_in_the_fold.view import View

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol

__all__ = ["GAME", "WolfInTheFold"]


class WolfInTheFold(Game[Options, State, View]):
    name = "fold"
    title = "Wolf in the Fold"
    credits = "K. Bradley Washburn, Artistic Imposter Design, 2015"
    summary = "Lay hexagons to fence your sheep in before the wolves find them, all together or each alone."
    version = 1
    seats = range(1, MOST_SEATS + 1)
    options = Options
    endings = ENDINGS
    hides = False

    start = staticmethod(rules.start)

    def seated(self, state: State) -> int:
        return state.seats

    to_move = staticmethod(rules.to_move)
    ahead = staticmethod(rules.ahead)
    check = staticmethod(rules.check)
    play = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)

    def winners_without(self, state: State, seats: int, seat: Seat) -> tuple[Seat, ...]:
        """Who gives up together gives up for all: the wolves win."""
        return () if state.options.mode == "together" else super().winners_without(state, seats, seat)

    def reversible(self, state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
        return seat != NATURE

    view = staticmethod(views.view)

    def imagine(self, view: View, rng: Random) -> State:
        return views.imagine(view)

    parse = staticmethod(notation.parse)
    notate = staticmethod(notation.notate)

    def check_notation(self, options: Options, text: str) -> None:
        notation.placing_in(text)

    prompt = staticmethod(texts.prompt)
    next_part = staticmethod(texts.next_part)
    tell = staticmethod(texts.tell)
    text = staticmethod(texts.text)
    paragraphs = staticmethod(texts.paragraphs)
    scoreboard = staticmethod(texts.scoreboard)
    consequence = staticmethod(consequences.consequence)

    def winning(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        result = outcome.reason.partition(",")[0]
        if result == "draw":
            return "The players and the wolves draw."
        if result == "players won":
            return "The players win."
        return super().winning(outcome, names) if outcome.winners else "The wolves win."

    def forms(self) -> tuple[Line, ...]:
        return notation.FORMS

    def forms_now(self, view: View) -> tuple[Line, ...]:
        return notation.forms_now(view)

    # -- drawn -------------------------------------------------------------------------------

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.wolf_in_the_fold import picture

        return picture.picture(view, names)

    def board(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.wolf_in_the_fold import picture

        return picture.board(view, names)

    def symbols(self) -> Mapping[str, Symbol]:
        from sheepfold.games.wolf_in_the_fold import picture

        return picture.symbols()


GAME = WolfInTheFold()
