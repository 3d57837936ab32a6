"""Woolf!! as numbers: the parts of its moves, the cards of a deal, and what a seat has seen and heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from sheepfold.core.contract.numbers import WINDOW, Mark, NumberedGame, Plane, UtilityBounds, one_hot, so_far_plane
from sheepfold.games.woolf.board import CHARACTERS, NOBODY, NONE, QUESTIONS, deck, holders
from sheepfold.games.woolf.rules import PLACES
from sheepfold.games.woolf.terms import DEAL, FINAL, OVER, PEEK, ROUNDS, TURN, Asked, Clue, Options, Suspected
from sheepfold.games.woolf.view import View

VERBS: Final = ("peek", "ask", "suspect", "decline", "swap")
SAID: Final = (*CHARACTERS, "?")
PHASES: Final = (DEAL, TURN, PEEK, FINAL, OVER)
LOOKS: Final = ("", *PLACES)
PARTS: Final = 3
"""In the longest move of a player."""


def numbers(options: Options, seats: int, window: int = WINDOW) -> NumberedGame:
    """Verbs, players and ``0``, ``x``, the two places, the questions. Chance: cards, questions, players and places of a
    peek. There is no map, so no window is used."""
    held = holders(seats)
    people = tuple(map(str, range(1, held + 1)))
    pointers = (NOBODY, *people, NONE)
    questions, cards = tuple(QUESTIONS), tuple(card for card, _ in deck(options.counts(seats), options.advanced))
    parts = (*VERBS, *pointers, *PLACES, *questions)
    looks = LOOKS[:1] if options.shuffle else LOOKS
    planes = (
        Plane("me", (seats,)),
        Plane("hand", (2, len(cards))),
        Plane("questions", (len(questions),)),
        Plane("phase", (len(PHASES),)),
        Plane("round", (ROUNDS,)),
        Plane("turn", (seats,)),
        Plane("waiting", (seats,)),
        Plane("points", (seats,)),
        Plane("errors", (seats,)),
        Plane("red", (seats,)),
        Plane("out", (seats,)),
        Plane("turns", (seats,)),
        Plane("pointers", (2, len(pointers))),
        Plane("said", (seats, held, len(looks), len(SAID))),
        Plane("seen", (seats, held, len(looks), len(cards))),
        Plane("asked", (seats, seats, len(questions), 2)),
        so_far_plane(parts),
    )
    best = ROUNDS * (2 + seats - 1)

    def marks(view: View) -> Iterator[Mark]:
        seated = tuple(range(1, seats + 1))
        yield from one_hot("me", seated, view.seat)
        for at, card in enumerate(view.hand or ()):
            yield "hand", at * len(cards) + cards.index(card), 1.0
        for question in view.questions:
            yield "questions", questions.index(question), float(view.questions.count(question))
        yield from one_hot("phase", PHASES, view.phase)
        yield "round", view.round - 1, 1.0
        yield from one_hot("turn", seated, view.turn)
        for seat in view.waiting:
            yield "waiting", seat - 1, 1.0
        for seat in range(seats):
            yield "points", seat, view.points[seat] / best
            yield "errors", seat, float(view.errors[seat])
            yield "red", seat, float(view.red[seat])
        for which, pointer in enumerate(view.pointers or ()):
            yield "pointers", which * len(pointers) + pointers.index(pointer), 1.0
        for (plane, place), times in Counter(events(view)).items():
            yield plane, place, float(times)

    def events(view: View) -> Iterator[tuple[str, int]]:
        for event in view.events:
            yield "turns", event.by - 1
            match event:
                case Clue(by, at, where, said, card):
                    look = ((by - 1) * held + at - 1) * len(looks) + looks.index(where)
                    yield "said", look * len(SAID) + SAID.index(said)
                    if card is not None:
                        yield "seen", look * len(cards) + cards.index(card)
                case Asked(by, at, question, yes):
                    yield "asked", (((by - 1) * seats + at - 1) * len(questions) + questions.index(question)) * 2 + yes
                case Suspected(by):
                    yield "out", by - 1

    limit = options.turn_limit if options.shuffle else None  # who may swap may do so for ever
    turns = None if limit is None else seats * limit
    deal = 2 * held + 2 * seats
    return NumberedGame(
        seats=seats,
        parts=parts,
        chance=tuple(dict.fromkeys((*cards, *questions, *people[:seats], "0", "1"))),
        longest=None if turns is None else ROUNDS * PARTS * (turns + seats),
        longest_chance=None if turns is None else ROUNDS * (deal + turns) + 1,
        planes=planes,
        marks=marks,
        points=UtilityBounds(0.0, float(best), zero_sum=False),
        hidden=people,
        ways=CHARACTERS,
    )
