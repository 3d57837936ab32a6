"""Woolf!!: everybody wears two cards, nobody knows who is who, and a boy cries wolf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sheepfold.core.contract import Game, Move, Seat
from sheepfold.core.words.paragraphs import Line
from sheepfold.games.woolf import belief, notation, rules
from sheepfold.games.woolf import consequence as consequences
from sheepfold.games.woolf import text as texts
from sheepfold.games.woolf import view as views
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Options
from sheepfold.games.woolf.view import View

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene

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

    start = staticmethod(rules.start)

    def seated(self, state: State) -> int:
        return state.players

    to_move = staticmethod(rules.to_move)
    ahead = staticmethod(rules.ahead)
    foreseen = staticmethod(rules.foreseen)
    check = staticmethod(rules.check)
    play = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    reversible = staticmethod(rules.reversible)

    def readers(self, state: State, seat: Seat, move: Move) -> frozenset[Seat] | None:
        """Everybody sees who peeks at whom and hears what is asked; suspicions and swaps are nobody else's business."""
        return None if move[0] in ("peek", "ask") else frozenset({seat})

    view = staticmethod(views.view)
    opened = staticmethod(views.opened)
    imagine = staticmethod(belief.imagine)
    retold = staticmethod(belief.retold)
    beliefs = staticmethod(belief.beliefs)
    truth = staticmethod(belief.truth)
    parse = staticmethod(notation.parse)
    notate = staticmethod(notation.notate)

    def check_notation(self, options: Options, text: str) -> None:
        notation.move_in(text)

    prompt = staticmethod(texts.prompt)
    next_part = staticmethod(texts.next_part)
    tell = staticmethod(texts.tell)
    text = staticmethod(texts.text)
    paragraphs = staticmethod(texts.paragraphs)
    interlude = staticmethod(texts.interlude)
    scoreboard = staticmethod(texts.scoreboard)
    consequence = staticmethod(consequences.consequence)

    def forms(self) -> tuple[Line, ...]:
        return notation.FORMS

    def forms_now(self, view: View) -> tuple[Line, ...]:
        return notation.forms_now(view)

    # -- drawn -------------------------------------------------------------------------------

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.woolf import picture

        return picture.picture(view, names)


GAME = Woolf()
