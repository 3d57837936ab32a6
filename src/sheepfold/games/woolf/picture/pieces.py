"""The drawn pieces of Woolf!!: cards, backs, clue tokens, question slips, pointer wheels. Each at (0, 0)."""

from __future__ import annotations

from math import cos, pi, sin
from textwrap import wrap

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import DISPLAY, element, f, ink, label, use
from sheepfold.core.drawing.scene import Attributes, Element
from sheepfold.games.woolf.board import NONE, TARGETS, VALUE, Card, Question, appearance, image
from sheepfold.games.woolf.text import WORDS

GROUNDS = {"sheep": "#d7dfb8", "dog": "#e3dcc4", "hunter": "#ecd9b0", "boy": "#d3dde2", "wolf": "#e2cfc4"}
"""What stands behind the figure on a card: paper, the same by day and night."""


def short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def folded(sentence: str, width: int, most: int) -> tuple[str, ...]:
    """A sentence in lines of about so many letters."""
    words = [short(word, width) for word in sentence.split()]
    lines = wrap(" ".join(words), width, break_on_hyphens=False) or [""]
    return tuple(lines) if len(lines) <= most else (*lines[: most - 1], lines[most - 1] + " …")


def box(
    x: float, y: float, width: float, height: float, fill: str, edge: str, radius: float = 8, more: Attributes = ()
) -> Element:
    """A rectangle in the house's lines; ``fill`` and ``edge`` are colours of the house."""
    place = (("x", f(x)), ("y", f(y)), ("width", f(width)), ("height", f(height)), ("rx", f(radius)))
    return Element("rect", (*place, ("fill", ink(fill)), ("stroke", ink(edge)), ("stroke-width", "1.5"), *more))


def head(who: str, x: float, y: float, size: float) -> Element:
    """A character's head, or the question mark, with its corner at (x, y)."""
    return use("h-q" if who == "?" else f"h-{who}", x, y, size)


def number(seat: Seat, x: float, y: float, radius: float) -> tuple[Element, Element]:
    """A seat's number on its colour, the middle at (x, y)."""
    return (
        element("circle", cx=x, cy=y, r=radius, fill=ink(f"p{seat}")),
        label(x, y, str(seat), radius * 1.1, fill="paper-up", weight=700),
    )


def token(said: str, by: Seat, size: int) -> tuple[Element, ...]:
    """A clue token: the announced head, ringed in the giver's colour, with the giver's number."""
    half = size / 2
    return (
        element("title", f"{WORDS.get(said, 'question mark').capitalize()}, left by {by}"),
        element("circle", cx=half, cy=half, r=half - 1, fill=ink("fleece"), stroke=ink("block")),
        element(
            "circle", cx=half, cy=half, r=half * 0.85, fill="none", stroke=ink(f"p{by}"),
            stroke_width=max(1.5, size * 0.09),
        ),
        head(said, size * 0.19, size * 0.19, size * 0.62),
        *number(by, size * 0.86, size * 0.86, max(3.0, size * 0.22)),
    )  # fmt: skip


def slip_width(question: Question) -> float:
    """Room for the asker, the heads, the sign and the answer."""
    heads = len(question.split("-"))
    return 23 * heads + (74 if heads == 1 else 66)


def slip(question: Question, yes: bool, by: Seat) -> tuple[Element, ...]:
    """A question card that was played: who asked, the heads, the answer. 24 high."""
    heads = question.split("-")
    width = slip_width(question)
    sign = "?" if len(heads) > 1 else "in?"
    return (
        box(0, 0, width, 24, "paper-up", "rule", 3),
        *number(by, 12, 12, 8.5),
        *(head(who, 23 + 23 * n, 1.5, 21) for n, who in enumerate(heads)),
        label(28 + 23 * len(heads), 12.5, sign, 12, fill="ink-2", anchor="start"),
        label(width - 5, 12.5, "yes" if yes else "no", 13, anchor="end", weight=700),
    )


def back() -> tuple[Element, ...]:
    """A card from behind, 44 by 60."""
    return (
        element("rect", x=1, y=1, width=42, height=58, rx=5, fill=ink("coat"), stroke=ink("block"), stroke_width=1.6),
        element(
            "rect", x=5, y=5, width=34, height=50, rx=3, fill="none", stroke=ink("fleece"), stroke_width=1.2,
            opacity=".8",
        ),
        use("crest", 8, 16, 28),
    )  # fmt: skip


def small_card(card: Card) -> tuple[Element, ...]:
    """A card turned up at the end, 44 by 60."""
    shown = image(card)
    looks = appearance(card)
    return (
        element("rect", x=1, y=1, width=42, height=58, rx=5, fill=ink("fleece"), stroke=ink("block"), stroke_width=1.6),
        label(10, 12, str(VALUE[shown]), 13, fill="block", weight=700, face=DISPLAY),
        head(shown, 6, 19, 32),
        *(() if looks == shown else (head(looks, 25, 2, 17),)),
    )


def card(shown: Card) -> tuple[Element, ...]:
    """A character card, 96 by 132: value, name, figure, targets; an appearance of its own on the corner."""
    who, looks = image(shown), appearance(shown)
    first, second = TARGETS[who]
    fleece, block, title = ink("fleece"), ink("block"), WORDS[who].capitalize()
    return (
        element("title", f"{title}, value {VALUE[who]}"),
        element("rect", x=1, y=1, width=94, height=130, rx=8, fill=fleece, stroke=block, stroke_width=2),
        element("rect", x=6, y=24, width=84, height=66, rx=4, fill=GROUNDS[who]),
        label(9, 13, str(VALUE[who]), 18, fill="block", anchor="start", weight=700, face=DISPLAY),
        label(89, 13.5, title, 11.5 if len(title) < 9 else 9.8, fill="block", anchor="end", weight=600),
        use(who, 17, 26, 62),
        element("path", d="M8 96h80", stroke=block, opacity=".4"),
        label(13, 113, "‹", 17, fill="block", weight=700),
        head(first, 20, 101, 24),
        label(58, 113, "‹‹", 17, fill="block", weight=700),
        label(80, 113, "x", 15, fill="block", weight=700) if second == NONE else head(second, 67, 101, 24),
        *(() if looks == who else _mask(looks)),
    )


def _mask(looks: str) -> tuple[Element, Element]:
    """The token on a card's corner that shows how it looks to a peeker."""
    ring = element("circle", cx=76, cy=38, r=13.5, fill=ink("fleece"), stroke=ink("block"), stroke_width=1.6)
    return ring, head(looks, 66, 28, 20)


def question_card(question: Question, says: str, lines: tuple[str, ...], width: float) -> tuple[Element, ...]:
    """A question card in hand, 60 high: the sentence at the left, the heads at the right."""
    heads = question.split("-")
    left = width - 8 - 25 * len(heads)
    return (
        element("title", says),
        box(0, 0, width, 60, "paper-up", "edge"),
        *(label(9, 30 + 15 * (n - (len(lines) - 1) / 2), t, 12, anchor="start") for n, t in enumerate(lines)),
        *(head(who, left + 25 * n, 18, 24) for n, who in enumerate(heads)),
    )


def wheel(sign: str, who: str, marks: tuple[str, ...], pointed: str | None, own: str) -> tuple[Element, ...]:
    """A dial of 84 with the target's head in its hub; a yellow hand once the pointer is set."""
    middle, reach = 42, 31.0
    title = f"{sign} {'none' if who == NONE else WORDS[who]}"
    out = [
        element("title", f"{title}: {pointed or 'not set'}"),
        element("circle", cx=42, cy=42, r=40.5, fill=ink("paper-up"), stroke=ink("edge"), stroke_width=1.5),
    ]
    for n, mark in enumerate(marks):
        angle = -pi / 2 + 2 * pi * n / len(marks)
        x, y = middle + reach * cos(angle), middle + reach * sin(angle)
        if mark == pointed:
            line = f"M42 42L{f(x)} {f(y)}"
            out.append(element("path", d=line, stroke=ink("block"), stroke_width=7))
            out.append(element("path", d=line, stroke=ink("tag"), stroke_width=4))
            out.append(element("circle", cx=x, cy=y, r=8.5, fill=ink("tag"), stroke=ink("block")))
        struck: Attributes = (("text-decoration", "line-through"),) if mark == own else ()
        fill = "tag-ink" if mark == pointed else "ink-2" if mark == own else "ink"
        out.append(label(x, y, mark, 11.5, fill=fill, weight=600, more=struck))
    out.append(element("circle", cx=42, cy=42, r=14, fill=ink("fleece"), stroke=ink("block"), stroke_width=1.4))
    out.append(label(42, 42, "x", 14, fill="block", weight=700) if who == NONE else head(who, 31, 31, 22))
    out.append(label(42, 93, title, 12))
    return tuple(out)


def error_token(red: bool) -> tuple[Element, Element]:
    """A black square with a cross; a red disc with ``!`` while it forbids an early suspicion. 18 wide."""
    shape = (
        element("circle", cx=9, cy=9, r=9, fill=ink("mark-red"), stroke=ink("fleece"))
        if red
        else element("rect", width=18, height=18, rx=3, fill=ink("block"), stroke=ink("fleece"))
    )
    return shape, label(9, 9.5, "!" if red else "×", 13, fill="fleece", weight=700)
