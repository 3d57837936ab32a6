"""The drawn pieces of Woolf!!: cards, backs, clue tokens, question slips, pointer wheels. Each at (0, 0)."""

from __future__ import annotations

from math import cos, pi, sin

from sheepfold.core.contract import Seat
from sheepfold.core.look.beasts import f, use
from sheepfold.core.look.svg import DISPLAY, attribute, ink, label
from sheepfold.games.woolf.board import NONE, TARGETS, VALUE, Card, Question, appearance, image

COAT = "var(--coat,#55672f)"
TITLES = {"sheep": "Sheep", "dog": "Hunting dog", "hunter": "Hunter", "boy": "Shepherd boy", "wolf": "Wolf"}
GROUNDS = {"sheep": "#d7dfb8", "dog": "#e3dcc4", "hunter": "#ecd9b0", "boy": "#d3dde2", "wolf": "#e2cfc4"}
"""What stands behind the figure on a card: paper, the same by day and night."""


def moved(x: float, y: float, body: str, scale: float = 1.0) -> str:
    """The drawing at another place and size."""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({f(x)} {f(y)}){size}">{body}</g>'


def box(
    x: float, y: float, width: float, height: float, fill: str, edge: str, radius: float = 8, more: str = ""
) -> str:
    """A rectangle in the house's lines; ``fill`` and ``edge`` are tokens."""
    return (
        f'<rect x="{f(x)}" y="{f(y)}" width="{f(width)}" height="{f(height)}" rx="{f(radius)}"'
        f' fill="{ink(fill)}" stroke="{ink(edge)}" stroke-width="1.5"{more and " " + more}/>'
    )


def head(who: str, x: float, y: float, size: float) -> str:
    """A character's head, or the question mark, with its corner at (x, y)."""
    return use("h-q" if who == "?" else f"h-{who}", x, y, size)


def number(seat: Seat, x: float, y: float, radius: float) -> str:
    """A seat's number on its colour, the middle at (x, y)."""
    return (
        f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(radius)}" fill="{ink(f"p{seat}")}"/>'
        + label(x, y, str(seat), radius * 1.1, fill="paper-up", weight=700)
    )  # fmt: skip


def token(said: str, by: Seat, size: float) -> str:
    """A clue token: the announced head, ringed in the giver's colour, with the giver's number."""
    half = size / 2
    return (
        f"<g><title>{TITLES.get(said, 'Question mark')}, left by {by}</title>"
        f'<circle cx="{f(half)}" cy="{f(half)}" r="{f(half - 1)}" fill="{ink("fleece")}" stroke="{ink("block")}"/>'
        f'<circle cx="{f(half)}" cy="{f(half)}" r="{f(half * 0.85)}" fill="none" stroke="{ink(f"p{by}")}"'
        f' stroke-width="{f(max(1.5, size * 0.09))}"/>'
        + head(said, size * 0.19, size * 0.19, size * 0.62)
        + number(by, size * 0.86, size * 0.86, max(3.0, size * 0.22))
        + "</g>"
    )


def slip_width(question: Question) -> float:
    """Room for the asker, the heads, the sign and the answer."""
    heads = len(question.split("-"))
    return 23 * heads + (74 if heads == 1 else 66)


def slip(question: Question, yes: bool, by: Seat) -> str:
    """A question card that was played: who asked, the heads, the answer. 24 high."""
    heads = question.split("-")
    width = slip_width(question)
    sign = "?" if len(heads) > 1 else "in?"
    return (
        box(0, 0, width, 24, "paper-up", "rule", 3)
        + number(by, 12, 12, 8.5)
        + "".join(head(who, 23 + 23 * n, 1.5, 21) for n, who in enumerate(heads))
        + label(28 + 23 * len(heads), 12.5, sign, 12, fill="ink-2", anchor="start")
        + label(width - 5, 12.5, "yes" if yes else "no", 13, anchor="end", weight=700)
    )


def back() -> str:
    """A card from behind, 44 by 60."""
    return (
        f'<rect x="1" y="1" width="42" height="58" rx="5" fill="{COAT}" stroke="{ink("block")}" stroke-width="1.6"/>'
        f'<rect x="5" y="5" width="34" height="50" rx="3" fill="none" stroke="{ink("fleece")}" stroke-width="1.2"'
        f' opacity=".8"/>' + use("fold", 8, 16, 28)
    )


def small_card(card: Card) -> str:
    """A card turned up at the end, 44 by 60."""
    shown = image(card)
    looks = appearance(card)
    return (
        f'<rect x="1" y="1" width="42" height="58" rx="5" fill="{ink("fleece")}" stroke="{ink("block")}"'
        ' stroke-width="1.6"/>'
        + label(10, 12, str(VALUE[shown]), 13, fill="block", weight=700, face=DISPLAY)
        + head(shown, 6, 19, 32)
        + ("" if looks == shown else head(looks, 25, 2, 17))
    )


def card(shown: Card) -> str:
    """A character card, 96 by 132: value, name, figure, targets; an appearance of its own on the corner."""
    who, looks = image(shown), appearance(shown)
    first, second = TARGETS[who]
    fleece, block = ink("fleece"), ink("block")
    targets = label(13, 113, "‹", 17, fill="block", weight=700) + head(first, 20, 101, 24)
    targets += label(58, 113, "‹‹", 17, fill="block", weight=700)
    targets += label(80, 113, "x", 15, fill="block", weight=700) if second == NONE else head(second, 67, 101, 24)
    return (
        f"<g><title>{TITLES[who]}, value {VALUE[who]}</title>"
        f'<rect x="1" y="1" width="94" height="130" rx="8" fill="{fleece}" stroke="{block}" stroke-width="2"/>'
        f'<rect x="6" y="24" width="84" height="66" rx="4" fill="{GROUNDS[who]}"/>'
        + label(9, 13, str(VALUE[who]), 18, fill="block", anchor="start", weight=700, face=DISPLAY)
        + label(89, 13.5, TITLES[who], 11.5 if len(TITLES[who]) < 9 else 9.8, fill="block", anchor="end", weight=600)
        + use(who, 17, 26, 62)
        + f'<path d="M8 96h80" stroke="{block}" opacity=".4"/>'
        + targets
        + ("" if looks == who else _mask(looks))
        + "</g>"
    )


def _mask(looks: str) -> str:
    """The token on a card's corner that shows how it looks to a peeker."""
    ring = f'<circle cx="76" cy="38" r="13.5" fill="{ink("fleece")}" stroke="{ink("block")}" stroke-width="1.6"/>'
    return ring + head(looks, 66, 28, 20)


def question_card(question: Question, lines: tuple[str, ...], width: float) -> str:
    """A question card in hand, 60 high: the sentence at the left, the heads at the right."""
    heads = question.split("-")
    left = width - 8 - 25 * len(heads)
    return (
        box(0, 0, width, 60, "paper-up", "edge")
        + "".join(label(9, 30 + 15 * (n - (len(lines) - 1) / 2), t, 12, anchor="start") for n, t in enumerate(lines))
        + "".join(head(who, left + 25 * n, 18, 24) for n, who in enumerate(heads))
    )


def wheel(sign: str, who: str, marks: tuple[str, ...], pointed: str | None, own: str) -> str:
    """A dial of 84 with the target's head in its hub; a yellow hand once the pointer is set."""
    middle, reach = 42, 31.0
    out = [f'<circle cx="42" cy="42" r="40.5" fill="{ink("paper-up")}" stroke="{ink("edge")}" stroke-width="1.5"/>']
    for n, mark in enumerate(marks):
        angle = -pi / 2 + 2 * pi * n / len(marks)
        x, y = middle + reach * cos(angle), middle + reach * sin(angle)
        if mark == pointed:
            out.append(
                f'<path d="M42 42L{f(x)} {f(y)}" stroke="{ink("block")}" stroke-width="7"/>'
                f'<path d="M42 42L{f(x)} {f(y)}" stroke="{ink("tag")}" stroke-width="4"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="8.5" fill="{ink("tag")}" stroke="{ink("block")}"/>'
            )
        more = 'text-decoration="line-through"' if mark == own else ""
        fill = "tag-ink" if mark == pointed else "ink-2" if mark == own else "ink"
        out.append(label(x, y, mark, 11.5, fill=fill, weight=600, more=more))
    out.append(f'<circle cx="42" cy="42" r="14" fill="{ink("fleece")}" stroke="{ink("block")}" stroke-width="1.4"/>')
    out.append(label(42, 42, "x", 14, fill="block", weight=700) if who == NONE else head(who, 31, 31, 22))
    title = "none" if who == NONE else TITLES[who].lower()
    out.append(label(42, 93, f"{sign} {title}", 12))
    return f"<g><title>{sign} {title}: {attribute(pointed or 'not set')[1:-1]}</title>{''.join(out)}</g>"


def error_token(red: bool, x: float, y: float) -> str:
    """A black square with a cross; a red disc with ``!`` while it forbids an early suspicion. 18 wide."""
    shape = (
        f'<circle cx="9" cy="9" r="9" fill="{ink("mark-red")}" stroke="{ink("fleece")}"/>'
        if red
        else f'<rect width="18" height="18" rx="3" fill="{ink("block")}" stroke="{ink("fleece")}"/>'
    )
    return moved(x, y, shape + label(9, 9.5, "!" if red else "×", 13, fill="fleece", weight=700))
