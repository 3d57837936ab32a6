"""How doors present Woolf!!: a table of people instead of a board, and a grid for suspicions beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.contract.face import Face, Fact, Figure, Portrait, Sample
from sheepfold.core.drawing.pen import element, group, ink
from sheepfold.core.drawing.scene import Box, Layer, Scene, Shape
from sheepfold.games.woolf import board, text
from sheepfold.games.woolf.lesson import LESSON
from sheepfold.games.woolf.picture import pieces
from sheepfold.games.woolf.terms import FINAL, ROUNDS, TURN, Asked, Clue, Pointers, Reveal
from sheepfold.games.woolf.view import OpenView, View

FIGURES: Final[Mapping[str, Figure]] = {
    "table": Figure(
        Sample(seats=6, plies=20, seed=2),
        "6 at the table. Round tokens say what somebody claims to have seen, slips hold answers.",
    ),
}


class WoolfFace(Face):
    """The page is a table of people: plates all round, tokens and slips before them, your hand below."""

    pitch = "Who is who? Peek, ask and suspect, and mind the shepherd boy."
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
        "turn_limit": "Most turns for each player",
        "cards": "Your own deck",
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
            ("Early suspicions", f"{len(view.early)} of {board.early_limit(view.players)}"),
        ]

    def score(self, view: View, seat: Seat) -> str:
        return str(view.points[seat - 1])

    def page(self, view: View, names: Mapping[Seat, str]) -> Mapping[str, Any]:
        """Which round it is and who is out of it; and to a seat what is certain: for everybody a letter for each
        character, ``.`` where nothing is."""
        made: dict[str, Any] = {"round": view.round, "out": list(view.early)}
        if view.seat is not None:
            marks, seats = certain(view), range(1, board.holders(view.players) + 1)
            made["certain"] = ["".join(marks.get(f"{seat}.{who}", ".") for who in board.CHARACTERS) for seat in seats]
        return made

    def once(self, view: View) -> Mapping[str, Any]:
        """The words of characters and questions, whom each character seeks, the deck, and how a round ends."""
        return {
            "cards": {who: [text.WORDS[who], board.VALUE[who], board.sought(who)] for who in board.CHARACTERS},
            "questions": {question: text.question_words(question) for question in board.QUESTIONS},
            "deck": view.options.deck(view.players),
            "holders": board.holders(view.players),
            "early": board.early_limit(view.players),
            "rounds": ROUNDS,
        }

    def stage(self, view: View, opened: OpenView | None, names: Mapping[Seat, str]) -> Mapping[str, Any]:
        """``open`` is everybody's cards: at the end of the game, also of one that was left."""
        made = _table(view)
        if opened is not None:
            return made | {"turn": [], "open": _laid_open(opened)}
        if view.outcome is not None:
            return made | {"open": _turned_up(view.reveals[-1])}
        held = _hand(view)
        return made if held is None else made | {"hand": held}

    def past(self, view: View, names: Mapping[Seat, str]) -> Mapping[str, Any] | None:
        """Everybody's cards at the end of the last round."""
        if not view.reveals:
            return None
        reveal = view.reveals[-1]
        return {"round": reveal.round, "open": _turned_up(reveal)}


def _table(view: View) -> dict[str, Any]:
    """Points, error tokens and who is awaited, out of the round or has a sealed suspicion; and before whom which clues
    and answers lie. A clue that you took yourself also shows the card."""
    players = range(1, view.players + 1)
    early = list(view.early)
    turn = [view.turn] if view.phase == TURN else view.waiting
    return {
        "me": view.seat,
        "round": view.round,
        "points": view.points,
        "errors": view.errors,
        "red": [seat for seat in players if view.red[seat - 1]],
        "turn": [] if view.outcome else turn,
        "out": early,
        "sealed": [seat for seat in players if seat not in view.waiting] if view.phase == FINAL else early,
        "clues": [
            [each.by, each.at, each.said, *([each.card] if each.by == view.seat else [])]
            for each in view.events
            if isinstance(each, Clue)
        ],
        "asked": [[each.by, each.at, each.question, each.yes] for each in view.events if isinstance(each, Asked)],
    }


def _hand(view: View) -> dict[str, Any] | None:
    """Your hand while the game is on."""
    if view.hand is None or view.outcome:
        return None
    who = board.character(view.hand)
    return {"cards": view.hand, "who": who, "questions": view.questions, "pointers": view.pointers}


def _turned_up(reveal: Reveal) -> list[dict[str, Any]]:
    """Everybody's cards at the end of a round, with what became of their suspicions. The empty chair has none."""
    found = []
    for seat, (held, who) in enumerate(zip(reveal.hands, reveal.characters, strict=True), 1):
        shown: dict[str, Any] = {"cards": held, "who": who}
        if seat <= len(reveal.suspicions):
            made = reveal.suspicions[seat - 1]
            shown |= {"aims": _aims(who, made.pointers, made.right), "early": made.early}
            shown |= {"points": made.points + made.bonus, "error": made.error}
        found.append(shown)
    return found


def _laid_open(view: OpenView) -> list[dict[str, Any]]:
    """Everybody's cards, and the suspicions that lay sealed, in a round that was not played to its end: nothing of it
    was scored."""
    found = []
    for seat, held in enumerate(view.hands, 1):
        who = board.character(held)
        shown: dict[str, Any] = {"cards": held, "who": who}
        if seat in view.sealed:
            shown |= {"aims": _aims(who, *view.sealed[seat]), "early": seat in view.early}
        found.append(shown)
    return found


def _aims(who: str, pointers: Pointers, right: Sequence[bool]) -> list[tuple[str, int, bool]]:
    """Whom each pointer sought, at whom it stood (0: at nobody), and whether that was right. None of who declined."""
    return [
        (target, int(at), hit)
        for target, at, hit in zip(board.TARGETS[who], pointers, right, strict=True)
        if board.NONE not in (target, at)
    ]


def certain(view: View) -> dict[str, str]:
    """Marks for the grid of who has which card, by ``seat.image``: ``c`` for yes, ``x`` for no. Whose words one
    believes, and what a boy may have cried, is not in it."""
    if view.seat is None or view.hand is None:
        return {}
    seen = _cards_seen(view)
    copies = Counter[str]()
    for card, number in view.options.deck(view.players):
        copies[board.image(card)] += number
    found = Counter(board.image(card) for cards in seen.values() for card in cards)
    marks = {}
    for seat in range(1, board.holders(view.players) + 1):
        cards = seen.get(seat, ())
        images = [board.image(card) for card in cards]
        for image in board.CHARACTERS:
            if image in images:
                marks[f"{seat}.{image}"] = "c"
            elif len(cards) == 2 or found[image] >= copies[image]:
                marks[f"{seat}.{image}"] = "x"
    return marks


def _cards_seen(view: View) -> dict[Seat, tuple[str, ...]]:
    """The cards that the viewer knows to be somewhere. Twice the same kind at one place may be the same card twice."""
    found: dict[Seat, tuple[str, ...]] = {view.seat or 0: view.hand or ()}
    for event in view.events:
        if isinstance(event, Clue) and event.by == view.seat and event.card is not None:
            before = found.get(event.at, ())
            if event.card not in before:
                found[event.at] = (*before, event.card)
    return found


FACE: Final = WoolfFace()
