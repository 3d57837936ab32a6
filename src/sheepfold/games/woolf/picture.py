"""View to SVG: the table with everybody's tokens, questions and cards, your hand, and a grid for your notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot

from sheepfold.core.contract import Seat
from sheepfold.core.look.beasts import f, use
from sheepfold.core.look.svg import DISPLAY, attribute, document, ink, label
from sheepfold.games.woolf import pieces
from sheepfold.games.woolf.board import CHARACTERS, NOBODY, NONE, TARGETS, character, early_limit, holders
from sheepfold.games.woolf.pieces import box, moved, number
from sheepfold.games.woolf.scoring import DECLINED
from sheepfold.games.woolf.terms import DEAL, FINAL, OVER, ROUNDS, Asked, Clue, GameEnds, Suspected
from sheepfold.games.woolf.text import EMPTY_CHAIR, WORDS, Names, called, prompt, question_words, tell
from sheepfold.games.woolf.view import View

BEASTS = (
    "sheep", "dog", "hunter", "boy", "wolf", "h-sheep", "h-dog", "h-hunter", "h-boy", "h-wolf", "h-q",
    "fold", "m-cleared", "m-lost",
)  # fmt: skip

WIDTH = 720.0
PLATE = 216.0
"""The width of one player's place."""
RIGHT = WIDTH - PLATE
MIDDLE = (WIDTH - PLATE) / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the places lie, your own last; the middle of the table and its half axes; the height of it all."""

    places: tuple[tuple[float, float], ...]
    table: tuple[float, float, float, float]
    height: float


LAYOUTS = {
    5: Layout(
        ((0, 250), (0, 66), (RIGHT, 66), (RIGHT, 250), (MIDDLE, 360)), (360, 190, 136, 150), 464),
    6: Layout(
        ((0, 300), (0, 130), (MIDDLE, 0), (RIGHT, 130), (RIGHT, 300), (MIDDLE, 430)), (360, 282, 134, 130), 536),
    7: Layout(
        ((0, 310), (0, 156), (92, 0), (412, 0), (RIGHT, 156), (RIGHT, 310), (MIDDLE, 440)),
        (360, 292, 134, 130), 546),
    8: Layout(
        ((0, 310), (0, 156), (0, 0), (MIDDLE, 0), (RIGHT, 0), (RIGHT, 156), (RIGHT, 310), (MIDDLE, 440)),
        (360, 292, 134, 130), 546),
}  # fmt: skip


def picture(view: View, names: Names) -> str:
    """The view as one standalone SVG document."""
    layout = LAYOUTS[holders(view.players)]
    seats = _around(view)
    body = [_wood(layout)]
    if view.phase == OVER:
        body.append(_arrows(view, layout, seats))
    body.append(_middle(view, names, layout))
    body += (_place(view, names, seat, layout, seats) for seat in seats)
    height = layout.height
    if any(isinstance(event, Asked) and event.at == seats[-1] for event in view.events):
        height += 44  # room for the slips before the lowest place
    if view.seat is not None:
        body.append(moved(0, height + 12, _hand(view) + moved(388, 0, _notes(view, names))))
        height += 12 + max(236.0, 36 + 28 * holders(view.players))
    title = f"Woolf!!, round {view.round} of {ROUNDS}"
    return document(-4, -4, WIDTH + 8, height + 8, "".join(body), title=title, description=prompt(view), beasts=BEASTS)


def _around(view: View) -> tuple[Seat, ...]:
    """The seats clockwise as the layout places them: from your left, yourself last (seat 1 for a spectator)."""
    count, you = holders(view.players), view.seat or 1
    return *((you + n) % count + 1 for n in range(count - 1)), you


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _folded(sentence: str, width: int, most: int) -> list[str]:
    """A sentence in lines of about so many letters."""
    lines = [""]
    for word in (_short(word, width) for word in sentence.split()):
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1] + " …"]


# -- the middle -------------------------------------------------------------------------------------


def _wood(layout: Layout) -> str:
    x, y, rx, ry = layout.table
    return (
        f'<ellipse cx="{f(x)}" cy="{f(y)}" rx="{f(rx)}" ry="{f(ry)}" fill="{ink("table")}"/>'
        f'<ellipse cx="{f(x)}" cy="{f(y)}" rx="{f(rx - 9)}" ry="{f(ry - 8)}" fill="none" stroke="{ink("table-2")}"'
        ' stroke-width="1.6"/>'
    )


def _middle(view: View, names: Names, layout: Layout) -> str:
    """The round, its early suspicions, what happened last, and what a pointer may name besides players."""
    x, y, _, _ = layout.table
    early = [event.by for event in view.events if isinstance(event, Suspected)]
    slots = early_limit(view.players)
    first = x - 18 * (slots - 1)
    out = [
        label(x, y - 82, f"Round {view.round} of {ROUNDS}", 18, fill="table-ink", weight=700, face=DISPLAY, more=_HALO),
        label(x, y - 58, "Early suspicions", 13, fill="table-ink", more=_HALO),
        *(_slot(first + 36 * n, y - 33, early[n] if n < len(early) else None) for n in range(slots)),
    ]
    lines = enumerate(_folded(_latest(view, names), 32, 4))
    slanted = f'font-style="italic" {_HALO}'
    out += (label(x, y + 2 + 16 * n, line, 13, fill="table-ink", more=slanted) for n, line in lines)
    if view.seat is not None or view.phase == OVER:
        out.append(_chip(x - 42, y + 84, NOBODY, "nobody"))
    if view.seat is not None and view.phase != OVER:
        out.append(_chip(x + 42, y + 84, NONE, "none"))
    return "".join(out)


_HALO = f'paint-order="stroke" stroke="{ink("table")}" stroke-width="5" stroke-linejoin="round"'
"""Keeps words on the table readable where arrows cross them."""


def _latest(view: View, names: Names) -> str:
    """The sentence in the middle: what happened last, or who won."""
    if view.outcome is not None:
        return tell(GameEnds(view.outcome.reason, view.outcome.winners), names)
    return tell(view.events[-1], names) if view.events else ""


def _slot(x: float, y: float, by: Seat | None) -> str:
    if by is not None:
        return number(by, x, y, 13)
    return (
        f'<circle cx="{f(x)}" cy="{f(y)}" r="12" fill="none" stroke="{ink("table-ink")}" stroke-width="2"'
        ' stroke-dasharray="4 3"/>'
    )


def _chip(x: float, y: float, part: str, word: str) -> str:
    """What a pointer may name besides a player."""
    return (
        f'<g data-part="{part}"><title>{word}</title>'
        f'<circle cx="{f(x)}" cy="{f(y)}" r="15" fill="{ink("fleece")}" stroke="{ink("block")}" stroke-width="1.5"/>'
        + label(x, y, part, 15, fill="block", weight=700)
        + label(x, y + 23, word, 12, fill="table-ink", more=_HALO)
        + "</g>"
    )


# -- a player's place -------------------------------------------------------------------------------


def _place(view: View, names: Names, seat: Seat, layout: Layout, seats: Sequence[Seat]) -> str:
    x, y = layout.places[seats.index(seat)]
    name = called(names, seat)
    out = _plate(view, seat, name) + _front(view, seat)
    asked = [event for event in view.events if isinstance(event, Asked) and event.at == seat]
    widths = [pieces.slip_width(event.question) + 4 for event in asked]
    out += _flowed(
        widths, 27, (0, 92), (PLATE, 54), lambda n: pieces.slip(asked[n].question, asked[n].yes, asked[n].by)
    )
    title = f"{seat} {name}"
    part = "" if seat == view.seat else f' data-part="{seat}"'
    return (
        f'<g{part} transform="translate({f(x)} {f(y)})" aria-label={attribute(title)}>'
        f'<rect width="{f(PLATE)}" height="90" fill="{ink("paper")}" opacity="0"/>{out}</g>'
    )


def _plate(view: View, seat: Seat, name: str) -> str:
    """The ear tag: number, name, error tokens, sealed suspicion, points. Yellow when the game waits for the seat."""
    awaited = seat in view.waiting or (seat == view.turn and view.phase != FINAL)
    fill, words = ("tag", "tag-ink") if awaited else ("paper-up", "ink")
    thick = ' stroke-width="2.5"' if seat == view.seat else ' stroke-width="1.5"'
    out = (
        f'<path d="M19 0H{f(PLATE - 3)}a3 3 0 0 1 3 3V35a3 3 0 0 1 -3 3H19a19 19 0 0 1 0 -38z" fill="{ink(fill)}"'
        f' stroke="{ink("ink" if seat == view.seat else "edge")}"{thick}/>' + number(seat, 19, 19, 13)
    )
    if seat > view.players:
        return out + label(40, 19.5, _short(name, 24), 14, fill="ink-2", anchor="start")
    right = PLATE - 12
    out += label(right, 19.5, str(view.points[seat - 1]), 19, fill=words, anchor="end", weight=700, face=DISPLAY)
    right -= 22
    errors = view.errors[seat - 1]
    for n in range(errors):
        right -= 21
        out += pieces.error_token(n == errors - 1 and view.red[seat - 1], right, 10)
    if _sealed(view, seat):
        right -= 50
        edge = f'stroke="{ink("edge")}" stroke-dasharray="4 3"'
        out += f'<rect x="{f(right)}" y="9" width="46" height="20" rx="3" fill="{ink("paper-up")}" {edge}/>'
        out += label(right + 23, 19.5, "sealed", 12)
    you = " (you)" if seat == view.seat else ""
    return out + label(40, 19.5, _short(name + you, int((right - 40) / 8)), 15, fill=words, anchor="start", weight=600)


def _sealed(view: View, seat: Seat) -> bool:
    if view.phase == FINAL:
        return seat not in view.waiting
    early = any(isinstance(event, Suspected) and event.by == seat for event in view.events)
    return early and view.phase != OVER


def _front(view: View, seat: Seat) -> str:
    """Cards, as the viewer sees them, and the clue tokens before the player."""
    out, left = "", 0.0
    turned = view.phase == OVER
    if turned or (seat != view.seat and view.phase != DEAL):
        left = 56 if not turned else 70
        cards = view.reveals[-1].hands[seat - 1] if turned else (None, None)
        for n, card in enumerate(cards):
            drawn = pieces.back() if card is None else pieces.small_card(card)
            out += moved(n * (22 if card is None else 34), 44, drawn, 0.72)
        if _sealed(view, seat):
            out = f'<g opacity=".55">{out}</g>'
    clues = [event for event in view.events if isinstance(event, Clue) and event.at == seat]
    size = _token_size(len(clues), PLATE - left, 46)
    row = max(1, int((PLATE - left) // (size + 5)))
    for n, clue in enumerate(clues):
        x, y = left + 2 + n % row * (size + 5), 43 + n // row * (size + 4)
        out += moved(x, y, pieces.token(clue.said, clue.by, size))
    return out


def _token_size(count: int, width: float, height: float) -> float:
    """The largest tokens of which so many fit."""
    size = 38
    while size > 4 and max(1, width // (size + 5)) * max(1, (height + 4) // (size + 4)) < count:
        size -= 1
    return size


def _flowed(
    widths: Sequence[float], line: float, corner: tuple[float, float], area: tuple[float, float],
    drawn: Callable[[int], str],
) -> str:  # fmt: skip
    """Pieces set in lines, made smaller until they fit the area."""
    scale = 1.0
    while scale > 0.2:
        spots, x, y = [], 0.0, 0.0
        for width in widths:
            if x and (x + width) * scale > area[0] + 4:
                x, y = 0.0, y + line
            spots.append((x, y))
            x += width
        if (y + line) * scale <= area[1] + 3:
            break
        scale -= 0.05
    places = ((corner[0] + x * scale, corner[1] + y * scale) for x, y in spots)
    return "".join(moved(x, y, drawn(n), scale) for n, (x, y) in enumerate(places))


# -- the reveal -------------------------------------------------------------------------------------


def _arrows(view: View, layout: Layout, seats: Sequence[Seat]) -> str:
    """Everybody's pointers at the end: woad and a tick where right, raddle and a cross where wrong."""
    out = []
    for suspicion in view.reveals[-1].suspicions:
        for pointer, right in zip(suspicion.pointers, suspicion.right, strict=True):
            if pointer != NONE and suspicion.pointers != DECLINED:
                out.append(_arrow(layout, seats, suspicion.seat, pointer, right))
    return f'<g pointer-events="none">{"".join(out)}</g>'


def _anchor(layout: Layout, place: int) -> tuple[float, float]:
    """Where arrows leave and reach a place: on the table's rim towards it."""
    x, y, rx, ry = layout.table
    dx, dy = layout.places[place][0] + PLATE / 2 - x, layout.places[place][1] + 40 - y
    length = hypot(dx / rx, dy / ry)
    return x + dx / length * 0.97, y + dy / length * 0.97


def _arrow(layout: Layout, seats: Sequence[Seat], seat: Seat, pointer: str, right: bool) -> str:
    x0, y0 = _anchor(layout, seats.index(seat))
    cx, cy = layout.table[0], layout.table[1]
    x1, y1 = (cx - 42, cy + 66) if pointer == NOBODY else _anchor(layout, seats.index(int(pointer)))
    # neighbours on the wheel would share a line, so every giver's arrow bows and ends a little apart
    x1, y1 = x1 + (seat % 3 - 1) * 9, y1 + (seat % 4 - 1.5) * 6
    mx, my = (x0 + x1 + cx) / 3, (y0 + y1 + cy) / 3
    mark = use("m-cleared" if right else "m-lost", x1 - 7, y1 - 7, 14)
    colour = ink("woad" if right else "raddle")
    path = f"M{f(x0)} {f(y0)}Q{f(mx)} {f(my)} {f(x1)} {f(y1)}"
    return (
        f'<path d="{path}" fill="none" stroke="{ink("fleece")}" stroke-width="5" opacity=".75"/>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.4"{"" if right else _DASHED}/>'
        + number(seat, x0, y0, 7)
        + mark
    )


_DASHED = ' stroke-dasharray="6 3"'


# -- your own side ----------------------------------------------------------------------------------


def _hand(view: View) -> str:
    """Your two cards, your question cards and your pointers."""
    if view.hand is None:
        return ""
    who = character(view.hand)
    out = [moved(104 * n, 24, pieces.card(card)) for n, card in enumerate(view.hand)]
    out.append(label(2, 10, f"You play the {WORDS[who]}.", 15, anchor="start", weight=700, face=DISPLAY))
    if not view.options.shuffle:
        out += (label(2 + 104 * n, 163, side, 12, anchor="start", fill="ink-2") for n, side in enumerate(_SIDES))
    everybody = tuple(str(n) for n in range(1, holders(view.players) + 1))
    for n, target in enumerate(TARGETS[who]):
        marks = (NOBODY, *everybody) if target != NONE else (NONE,)
        pointed = view.pointers[n] if view.pointers else None
        drawn = pieces.wheel("‹" * (n + 1), target, marks, pointed, str(view.seat))
        out.append(moved(206 + 88 * n, 34, drawn))
    for n, question in enumerate(view.questions):
        lines = tuple(_folded(_on_card(question), 15 if "-" in question else 22, 3))
        drawn = pieces.question_card(question, lines, 184)
        title = f"<title>{question_words(question)}</title>"
        out.append(f'<g data-part="{question}" transform="translate({f(190 * n)} 174)">{title}{drawn}</g>')
    return "".join(out)


_SIDES = ("left", "right")


def _on_card(question: str) -> str:
    """The short sentence beside the heads."""
    return "Do you play one of these?" if "-" in question else "Has one of your cards this image?"


def _notes(view: View, names: Names) -> str:
    """Players by characters: your own row is known, the other cells wait for your notes."""
    left, top, wide, high = 118.0, 30.0, 42.0, 28.0
    out = [label(2, 10, "Notes", 15, anchor="start", weight=700, face=DISPLAY)]
    out += (pieces.head(who, left + wide * n + 9, 0, 25) for n, who in enumerate(CHARACTERS))
    for row in range(holders(view.players)):
        seat, y = row + 1, top + high * row
        name = called(names, seat)
        out.append(number(seat, 10, y + high / 2, 9))
        out.append(
            label(25, y + high / 2, _short("empty chair" if name == EMPTY_CHAIR else name, 12), 13, anchor="start")
        )
        for n, who in enumerate(CHARACTERS):
            x = left + wide * n
            if seat == view.seat and view.hand is not None:
                out.append(box(x, y, wide, high, "paper-down", "rule", 0) + _own_mark(view, who, x, y))
            else:
                note = f'data-note="{seat}:{who}" aria-label={attribute(f"{name}: {WORDS[who]}")}'
                out.append(box(x, y, wide, high, "paper-up", "rule", 0, note))
    return f'<g class="notes">{"".join(out)}</g>'


def _own_mark(view: View, who: str, x: float, y: float) -> str:
    assert view.hand is not None
    if character(view.hand) == who:
        return use("m-cleared", x + 12, y + 5, 18)
    return label(x + 21, y + 14, "×", 15, fill="ink-2")
