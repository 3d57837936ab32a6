"""Mutton: wolves in sheep's clothing, a field of suspects, and a Farmer with a gun."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract import Move, Seat
from sheepfold.core.duel import Duel, Round
from sheepfold.core.words.paragraphs import Line, written
from sheepfold.games.mutton import belief, notation, rules
from sheepfold.games.mutton import consequence as consequences
from sheepfold.games.mutton import text as texts
from sheepfold.games.mutton import view as views
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import (
    CAUGHT,
    DEVOURED,
    ESCAPED,
    FARMER,
    HOMECOMING,
    PASS,
    RAMPAGE,
    ROLES,
    WOLF,
    Options,
)
from sheepfold.games.mutton.view import ALIVE, View

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol

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

    begin = staticmethod(rules.begin)
    points = staticmethod(rules.points)

    def untouched(self, view: View) -> bool:
        """The Farmer places the flock, then the Wolf chooses the wolves."""
        return view.phase == "place" or (view.phase == "choose" and view.seat != FARMER)

    foreseen = staticmethod(rules.foreseen)

    def span(self, view: View) -> tuple[int, int] | None:
        """Only where everybody learns who of the dead was a sheep."""
        if not view.options.reveal or view.score is None:
            return None
        gone = [animal for animal in view.animals if animal.fate != ALIVE]
        wolves = view.options.num_wolves - sum(animal.wolf is True for animal in gone)
        sheep = view.options.num_sheep - len(gone) - wolves
        return view.score, view.score + sheep + (HOMECOMING * wolves if view.options.escape else 0)

    def scored(self, view: View, points: int, who: str) -> str:
        return texts.over(view, {WOLF: who})

    to_move = staticmethod(rules.to_move)
    ahead = staticmethod(rules.ahead)
    check = staticmethod(rules.check)
    play = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)

    def reversible(self, state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
        """The set-up and the Farmer's pass; every other deed, even that the game goes on after it, tells something."""
        return state.phase in ("place", "choose") or (state.phase == "farmer" and move == (PASS,))

    # -- what a seat may know ------------------------------------------------------------------

    def readers(self, state: State, seat: Seat, move: Move) -> frozenset[Seat] | None:
        """All that is done is done in the open, but for choosing the wolves."""
        return frozenset({seat}) if state.phase == "choose" else None

    view = staticmethod(views.view)

    def sees_all(self, view: View) -> bool:
        """The wolves are all that is ever hidden."""
        return bool(view.wolves)

    opened = staticmethod(views.opened)
    imagine = staticmethod(belief.imagine)
    retold = staticmethod(belief.retold)
    beliefs = staticmethod(belief.beliefs)
    truth = staticmethod(belief.truth)

    # -- written -----------------------------------------------------------------------------

    parse = staticmethod(notation.parse)
    notate = staticmethod(notation.notate)

    def check_notation(self, options: Options, text: str) -> None:
        notation.check_words(text)

    def role(self, view: View, seat: Seat) -> str:
        return ROLES[seat - 1]

    prompt = staticmethod(texts.prompt)
    next_part = staticmethod(texts.next_part)
    tell = staticmethod(texts.tell)
    text = staticmethod(texts.text)
    paragraphs = staticmethod(texts.paragraphs)

    def sheet(self, view: View, names: Mapping[Seat, str]) -> str:
        if not view.animals:
            return texts.text(view, names)
        return written((texts.tracking(view),)) + "\n"

    recap = staticmethod(texts.recap)
    consequence = staticmethod(consequences.consequence)

    def forms(self) -> tuple[Line, ...]:
        return notation.FORMS

    def forms_now(self, view: View) -> tuple[Line, ...]:
        return notation.forms_now(view)

    def example(self, state: State, seat: Seat, rng: Random) -> str:
        return "sparse" if state.phase == "place" else super().example(state, seat, rng)

    # -- drawn -------------------------------------------------------------------------------

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.mutton import picture

        return picture.picture(view, names)

    def board(self, view: View, names: Mapping[Seat, str]) -> Scene:
        from sheepfold.games.mutton import picture

        return picture.board(view, names)

    def symbols(self) -> Mapping[str, Symbol]:
        from sheepfold.games.mutton import picture

        return picture.symbols()


GAME: Final = Duel(MuttonRound(), endings=("points", "draw", "reached", "missed"))
