"""Your own side of the picture: your cards, pointers and questions, and a grid for your notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import DISPLAY, label, use
from sheepfold.core.drawing.scene import Element, Shape
from sheepfold.games.woolf.board import CHARACTERS, NOBODY, NONE, TARGETS, Hand, character, holders
from sheepfold.games.woolf.picture import pieces
from sheepfold.games.woolf.picture.pieces import box, folded, number, short
from sheepfold.games.woolf.text import EMPTY_CHAIR, WORDS, Names, called, question_words
from sheepfold.games.woolf.view import View


def hand(view: View, top: float) -> Iterator[Shape]:
    """Your two cards, your question cards and your pointers."""
    if view.hand is None:
        return
    who = character(view.hand)
    title = label(2, 10, f"You play the {WORDS[who]}.", 15, anchor="start", weight=700, face=DISPLAY)
    yield Shape("hand", (0.0, top), (title,))
    for n, (card, side) in enumerate(zip(view.hand, ("left", "right"), strict=True)):
        yield Shape(f"hand {n}", (104.0 * n, top + 24), pieces.card(card))
        if not view.options.shuffle:
            named = label(2, 163, side, 12, anchor="start", fill="ink-2")
            yield Shape(f"side {n}", (104.0 * n, top), (named,))
    everybody = tuple(str(n) for n in range(1, holders(view.players) + 1))
    for n, target in enumerate(TARGETS[who]):
        marks = (NOBODY, *everybody) if target != NONE else (NONE,)
        pointed = view.pointers[n] if view.pointers else None
        body = pieces.wheel("‹" * (n + 1), target, marks, pointed, str(view.seat))
        yield Shape(f"wheel {n}", (206.0 + 88 * n, top + 34), body)
    held: Counter[str] = Counter()
    for n, question in enumerate(view.questions):
        held[question] += 1
        body = pieces.question_card(question, question_words(question), question_lines(question), 184)
        yield Shape(f"question {question} {held[question]}", (190.0 * n, top + 174), body, part=question)


def question_lines(question: str) -> tuple[str, ...]:
    """The sentence on a question card, line by line."""
    return folded(_on_card(question), 15 if "-" in question else 22, 3)


def _on_card(question: str) -> str:
    """The short sentence beside the heads."""
    return "Do you play one of these?" if "-" in question else question_words(question)


LEFT, TOP, WIDE, HIGH = 118.0, 30.0, 42.0, 28.0
"""Where the cells of the notes begin, and how large each is."""


def notes(view: View, names: Names, top: float) -> Iterator[Shape]:
    """Players by characters: your own row is known, the other cells wait for your notes."""
    if view.seat is None:
        return
    left = 388.0
    yield Shape("notes", (left, top), _columns())
    for seat in range(1, holders(view.players) + 1):
        row = _row(seat, called(names, seat), view.hand if seat == view.seat else None)
        yield Shape(f"notes {seat}", (left, top + TOP + HIGH * (seat - 1)), row)


def _columns() -> tuple[Element, ...]:
    heads = (pieces.head(who, LEFT + WIDE * n + 9, 0, 25) for n, who in enumerate(CHARACTERS))
    return label(2, 10, "Notes", 15, anchor="start", weight=700, face=DISPLAY), *heads


def _row(seat: Seat, name: str, own: Hand | None) -> tuple[Element, ...]:
    who_sits = short("empty chair" if name == EMPTY_CHAIR else name, 12)
    found = [*number(seat, 10, HIGH / 2, 9), label(25, HIGH / 2, who_sits, 13, anchor="start")]
    for n, who in enumerate(CHARACTERS):
        x = LEFT + WIDE * n
        if own is None:
            noted = (("data-note", f"{seat}:{who}"), ("aria-label", f"{name}: {WORDS[who]}"))
            found.append(box(x, 0, WIDE, HIGH, "paper-up", "rule", 0, noted))
        else:
            played = character(own) == who
            found.append(box(x, 0, WIDE, HIGH, "paper-down", "rule", 0))
            found.append(use("m-cleared", x + 12, 5, 18) if played else label(x + 21, 14, "×", 15, fill="ink-2"))
    return tuple(found)
