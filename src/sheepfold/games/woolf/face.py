"""How doors present Woolf!!: a table of people instead of a board, and a grid for suspicions beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.face import Each, Face, Fact, Piece, Pieces, Portrait
from sheepfold.core.look.pen import element, group, ink
from sheepfold.core.look.scene import Box, Layer, Scene, Shape
from sheepfold.core.prose import addressed
from sheepfold.games.woolf import board, pieces, text
from sheepfold.games.woolf.certain import certain, deck_of
from sheepfold.games.woolf.figures import FIGURES
from sheepfold.games.woolf.lesson import LESSON
from sheepfold.games.woolf.places import Around, CardLook, Shown, card, hand, laid_open, places, turned_up
from sheepfold.games.woolf.terms import FINAL, ROUNDS, Event, Suspected
from sheepfold.games.woolf.view import OpenView, View

CARDS: Final = tuple((who, text.WORDS[who]) for who in board.VALUE)
"""Who can be in the deck, and what they are called."""


class WoolfFace(Face):
    """The page is a table of people: plates all round, tokens and slips before them, your hand below."""

    pitch = "Everybody is somebody. Peek, ask and point, and mind the shepherd boy."
    minutes = 30
    head = "h-wolf"
    company = 4
    tab = "Who is who"
    own_stage = True
    marks = ("c", "x", "q")
    mark_words = {"c": "yes", "x": "no", "q": "perhaps"}  # noqa: RUF012 (a class-level constant)
    portrait = Portrait("three-rounds-shared-6", 0.3, seat=2, moves=2)
    lesson = LESSON
    figures = FIGURES
    settings = {  # noqa: RUF012 (a class-level constant)
        "advanced": "Disguises instead of question marks",
        "shuffle": "Cards are shuffled before every peek",
        "turn_limit": "Turns for everybody, at most",
        "cards": "A deck of your own",
    }

    def section(self, view: View) -> str:
        return "The end of a round" if view.phase == FINAL or view.outcome is not None else "Your turn"

    def sign(self, name: str) -> Scene | None:
        """A card by its image and how it looks."""
        if "/" not in name:
            return None
        frame = Box(0, 0, 44, 60)
        shape = Shape("card", (0.0, 0.0), pieces.small_card(name))
        return Scene(name, "", frame, frame, (Layer("card", (shape,)),), (), ())

    def card(self) -> Scene:
        """The five characters, held as a hand of cards over the table."""
        paper = element("rect", width=300, height=150, fill=ink("paper"))
        wood = element("ellipse", cx=150, cy=170, rx=200, ry=140, fill=ink("table"))
        rim = element("ellipse", cx=150, cy=170, rx=188, ry=129, fill="none", stroke=ink("table-2"), stroke_width=2)
        held = (
            group(*pieces.card(face), transform=f"rotate({13 * n} 150 280) translate(112 {34 + 3 * abs(n)}) scale(.8)")
            for n, face in enumerate(("sheep/sheep", "dog/dog", "hunter/hunter", "boy/boy", "wolf/wolf"), -2)
        )
        frame = Box(0, 0, 300, 150)
        shape = Shape("fan", (0.0, 0.0), (paper, wood, rim, *held))
        return Scene("Woolf!!", "Five cards.", frame, frame, (Layer("fan", (shape,)),), (), ("sheep",))

    def facts(self, view: View, names: Mapping[Seat, str]) -> list[Fact]:
        return [
            ("Round", f"{view.round} of {ROUNDS}"),
            ("Early suspicions", f"{_early(view)} of {board.early_limit(view.players)}"),
        ]

    def score(self, view: View, seat: Seat) -> str:
        return str(view.points[seat - 1])

    def module(self, view: View) -> Mapping[str, Any]:
        return {"pointers": view.pointers, "certain": certain(view)}

    def panel(self, view: View, names: Mapping[Seat, str], *, own: bool, aids: bool | None) -> Pieces:
        called = addressed(names, view.seat)
        chairs = tuple([text.called(called, seat) for seat in range(1, board.holders(view.players) + 1)])
        suspects = [Piece("suspects.html", None, [[Piece("grid.html", (chairs, CARDS))]])] if own else []
        said = [said_so_far(view, names)] if view.outcome is None else []
        return *suspects, *said, Piece("deck.html", deck(deck_of(view)))

    def stage(self, view: View, names: Mapping[Seat, str]) -> Pieces:
        table, held = _table(view, places(view, names)), hand(view, names)
        return table, *([Piece("hand.html", held)] if held else []), *(self.past(view, names) if view.outcome else ())

    def left(self, view: View, opened: OpenView, names: Mapping[Seat, str]) -> Pieces:
        around = [each._replace(place=each.place._replace(turn=False)) for each in places(view, names)]
        return _table(view, around), _turned_up(opened.round, laid_open(opened, view.seat, names))

    def past(self, view: View, names: Mapping[Seat, str]) -> Pieces:
        if not view.reveals:
            return ()
        reveal = view.reveals[-1]
        return (_turned_up(reveal.round, turned_up(reveal, view.seat, names)),)


def _table(view: View, around: Sequence[Around]) -> Piece:
    """Everybody round the table."""
    seats = [
        Piece("place.html", at, [[Piece("person.html", who)], [Each("token.html", said)], [Each("slip.html", asked)]])
        for at, who, said, asked in around
    ]
    frame = len(seats), view.seat, view.round, _early(view), board.early_limit(view.players)
    return Piece("table.html", frame, [seats[:-1], seats[-1:]])


def _turned_up(number: int, shown: Sequence[Shown]) -> Piece:
    """A round with everybody's cards."""
    return Piece("reveal.html", number, [[Each("shown.html", shown)]])


def _early(view: View) -> int:
    """How many early suspicions there were in this round."""
    return sum([isinstance(event, Suspected) for event in view.events])


def said_so_far(view: View, names: Mapping[Seat, str]) -> Piece:
    """What happened in this round, the last of it first."""
    chairs = tuple(addressed(names, view.seat).items())
    told = [_sentence(event, chairs) for event in reversed(view.events)]
    return Piece("said.html", None, [[Each("sentence.html", told)]]) if told else Piece("silence.html")


@lru_cache(4096)
def _sentence(event: Event, chairs: tuple[tuple[Seat, str], ...]) -> str:
    """What was said stays as it is."""
    return text.tell(event, dict(chairs))


@lru_cache(64)
def deck(cards: tuple[tuple[board.Card, int], ...]) -> tuple[tuple[CardLook, int], ...]:
    """The cards of a deck as they are drawn, with their copies."""
    return tuple((card(kind), copies) for kind, copies in cards)


FACE: Final = WoolfFace()
