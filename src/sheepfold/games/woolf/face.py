"""How doors present Woolf!!: a table of people instead of a board, and a grid for suspicions beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.face import Face, Fact, Portrait
from sheepfold.core.look.pen import element, group, ink
from sheepfold.core.look.scene import Box, Layer, Scene, Shape
from sheepfold.games.woolf import board, pieces, text
from sheepfold.games.woolf.certain import certain, deck_of
from sheepfold.games.woolf.figures import FIGURES
from sheepfold.games.woolf.lesson import LESSON
from sheepfold.games.woolf.places import card, hand, places, turned_up
from sheepfold.games.woolf.terms import FINAL, ROUNDS, Suspected
from sheepfold.games.woolf.view import View


class WoolfFace(Face):
    """The page is a table of people: plates all round, tokens and slips before them, your hand below."""

    pitch = "Everybody is somebody. Peek, ask and point, and mind the shepherd boy."
    minutes = 30
    head = "h-wolf"
    company = 4
    tab = "Who is who"
    own_stage = True
    own_past = True
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
        early = sum(isinstance(event, Suspected) for event in view.events)
        return [
            ("Round", f"{view.round} of {ROUNDS}"),
            ("Early suspicions", f"{early} of {board.early_limit(view.players)}"),
        ]

    def score(self, view: View, seat: Seat) -> str:
        return str(view.points[seat - 1])

    def module(self, view: View) -> Mapping[str, Any]:
        return {"pointers": view.pointers, "certain": certain(view)}

    def panel(self, view: View, names: Mapping[Seat, str], *, aids: bool) -> Mapping[str, Any]:
        chairs = range(1, board.holders(view.players) + 1)
        reveal = view.reveals[-1] if view.reveals else None
        return {
            "chairs": tuple(names.get(seat, "Empty chair") for seat in chairs),
            "cards": tuple((who, text.WORDS[who]) for who in board.VALUE),
            "places": places(view, names),
            "hand": hand(view, names),
            "deck": tuple((card(kind), copies) for kind, copies in deck_of(view)),
            "said": tuple(text.tell(event, names) for event in view.events),
            "limit": board.early_limit(view.players),
            "early": sum(isinstance(event, Suspected) for event in view.events),
            "reveal": reveal,
            "shown": () if reveal is None else turned_up(reveal, view.seat, names),
        }


FACE: Final = WoolfFace()
