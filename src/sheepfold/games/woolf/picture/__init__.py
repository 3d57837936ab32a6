"""View to a scene: the table with everybody's tokens, questions and cards, your hand, and a grid for your notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import DISPLAY, element, f, ink, label, moved, point, use
from sheepfold.core.drawing.scene import Attributes, Box, Element, Layer, Point, Scene, Shape
from sheepfold.games.woolf.board import CHARACTERS, NOBODY, NONE, TARGETS, Hand, character, early_limit, holders
from sheepfold.games.woolf.picture import pieces
from sheepfold.games.woolf.picture.pieces import box, folded, number, short
from sheepfold.games.woolf.score import DECLINED
from sheepfold.games.woolf.terms import DEAL, FINAL, OVER, ROUNDS, Asked, Clue, Event, GameEnds, Pointers, Suspected
from sheepfold.games.woolf.text import EMPTY_CHAIR, WORDS, Names, called, prompt, question_words, tell
from sheepfold.games.woolf.view import OpenView, View

BEASTS = (
    "sheep", "dog", "hunter", "boy", "wolf", "h-sheep", "h-dog", "h-hunter", "h-boy", "h-wolf", "h-q",
    "crest", "m-cleared", "m-lost",
)  # fmt: skip

WIDTH = 720.0
PLATE = 216.0
"""The width of one player's place."""
RIGHT = WIDTH - PLATE
MIDDLE = (WIDTH - PLATE) / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the places lie, your own last; the middle of the table and its half axes; the height of it all."""

    places: tuple[Point, ...]
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


def picture(view: View, names: Names) -> Scene:
    """The whole table is the board: there is no map with a margin round it."""
    layout = LAYOUTS[holders(view.players)]
    places = dict(zip(_around(view), layout.places, strict=True))
    height = layout.height
    if any(isinstance(event, Asked) and event.at == (view.seat or 1) for event in view.events):
        height += 44  # room for the slips before the lowest place
    below = height + 12
    if view.seat is not None:
        height = below + max(236.0, 36 + 28 * holders(view.players))
    frame = Box(-4, -4, WIDTH + 8, height + 8)
    return Scene(
        title=f"Woolf!!, round {view.round} of {ROUNDS}",
        description=prompt(view, names).text,
        frame=frame,
        window=frame,
        board=(
            Layer("table", (_wood(holders(view.players)),)),
            Layer("arrows", tuple(_arrows(view, layout, places))),
            Layer("middle", tuple(_middle(view, names, layout))),
            Layer("places", tuple(_place(view, seat, _known_as(view, seat, names), at) for seat, at in places.items())),
            Layer("cards", tuple(card for seat, at in places.items() for card in _cards(view, seat, at))),
            Layer("tokens", tuple(token for seat, at in places.items() for token in _tokens(view, seat, at))),
            Layer("slips", tuple(slip for seat, at in places.items() for slip in _slips(view, seat, at))),
            Layer("hand", tuple(_hand(view, below))),
            Layer("notes", tuple(_notes(view, names, below))),
        ),
        margin=(),
        beasts=BEASTS,
    )


def _around(view: View) -> tuple[Seat, ...]:
    """The seats clockwise as the layout places them: from your left, yourself last (seat 1 for a spectator)."""
    count, you = holders(view.players), view.seat or 1
    return *((you + n) % count + 1 for n in range(count - 1)), you


# -- the middle -------------------------------------------------------------------------------------


def _wood(count: int) -> Shape:
    x, y, rx, ry = LAYOUTS[count].table
    top = element("ellipse", rx=rx, ry=ry, fill=ink("table"))
    rim = element("ellipse", rx=rx - 9, ry=ry - 8, fill="none", stroke=ink("table-2"), stroke_width=1.6)
    return Shape("table", (x, y), (top, rim))


_HALO: Attributes = (
    ("paint-order", "stroke"), ("stroke", ink("table")), ("stroke-width", "5"), ("stroke-linejoin", "round"),
)  # fmt: skip
"""Keeps words on the table readable where arrows cross them."""


def _middle(view: View, names: Names, layout: Layout) -> Iterator[Shape]:
    """The round, its early suspicions, what happened last, and what a pointer may name besides players."""
    x, y, _, _ = layout.table
    yield Shape("round", (x, y - 82), _heading(view.round))
    slots = early_limit(view.players)
    for n in range(slots):
        by = view.early[n] if n < len(view.early) else None
        yield Shape(f"slot {n}", (x - 18 * (slots - 1) + 36 * n, y - 33), _slot(by))
    lines = enumerate(folded(_latest(view, names), 32, 4))
    written = (
        label(0, 16 * n, line, 13, fill="table-ink", more=(("font-style", "italic"), *_HALO)) for n, line in lines
    )
    yield Shape("latest", (x, y + 2), tuple(written))
    if view.seat is not None or _turned_up(view):
        yield Shape("nobody", (x - 42, y + 84), _chip(NOBODY, "nobody"), part=NOBODY)
    if view.seat is not None and view.phase != OVER:
        yield Shape("none", (x + 42, y + 84), _chip(NONE, "none"), part=NONE)


def _heading(turn: int) -> tuple[Element, Element]:
    return (
        label(0, 0, f"Round {turn} of {ROUNDS}", 18, fill="table-ink", weight=700, face=DISPLAY, more=_HALO),
        label(0, 24, "Early suspicions", 13, fill="table-ink", more=_HALO),
    )


def _latest(view: View, names: Names) -> str:
    """The sentence in the middle: what happened last, or who won."""
    if view.outcome is not None:
        return tell(GameEnds(view.outcome.reason, view.outcome.winners), names)
    return tell(view.events[-1], names) if view.events else ""


def _slot(by: Seat | None) -> tuple[Element, ...]:
    if by is not None:
        return number(by, 0, 0, 13)
    return (element("circle", r=12, fill="none", stroke=ink("table-ink"), stroke_width=2, stroke_dasharray="4 3"),)


def _chip(part: str, word: str) -> tuple[Element, ...]:
    """What a pointer may name besides a player."""
    return (
        element("title", word),
        element("circle", r=15, fill=ink("fleece"), stroke=ink("block"), stroke_width=1.5),
        label(0, 0, part, 15, fill="block", weight=700),
        label(0, 23, word, 12, fill="table-ink", more=_HALO),
    )


# -- a player's place -------------------------------------------------------------------------------


def _turned_up(view: View) -> tuple[Hand, ...]:
    """Everybody's cards where they lie open; else none."""
    if isinstance(view, OpenView):
        return view.hands
    return view.reveals[-1].hands if view.phase == OVER else ()


def _known_as(view: View, seat: Seat, names: Names) -> str:
    """A name; where everything is open, whom the seat plays comes before it, so that a long name cuts nothing off."""
    name = called(names, seat)
    return (
        f"{character(view.hands[seat - 1]).capitalize()}: {name}" if isinstance(view, OpenView) and view.hands else name
    )


def _part(view: View, seat: Seat) -> str | None:
    """Everything that lies before another player stands for that player."""
    return None if seat == view.seat else str(seat)


def _place(view: View, seat: Seat, name: str, at: Point) -> Shape:
    awaited = seat in view.waiting or (seat == view.turn and view.phase != FINAL)
    standing = None
    if seat <= view.players:
        sealed = _sealed(view, seat) and not _turned_up(view)
        standing = (view.points[seat - 1], view.errors[seat - 1], view.red[seat - 1], sealed)
    body = _plate(seat, name, seat == view.seat, awaited, standing)
    return Shape(f"place {seat}", at, body, part=_part(view, seat), label=f"{seat} {name}")


def _plate(
    seat: Seat, name: str, you: bool, awaited: bool, standing: tuple[int, int, bool, bool] | None
) -> tuple[Element, ...]:
    """The listener tag: number, name, and for who plays points, error tokens, whether one is red, a sealed suspicion.

    Yellow when the game waits for the seat.
    """
    fill, words = ("tag", "tag-ink") if awaited else ("paper-up", "ink")
    ground = element("rect", width=PLATE, height=90, fill=ink("paper"), opacity="0")
    found = [ground, _tag(fill, you), *number(seat, 19, 19, 13)]
    if standing is None:
        return *found, label(40, 19.5, short(name, 24), 14, fill="ink-2", anchor="start")
    points, errors, red, sealed = standing
    right = PLATE - 12
    found.append(label(right, 19.5, str(points), 19, fill=words, anchor="end", weight=700, face=DISPLAY))
    right -= 22
    for n in range(errors):
        right -= 21
        found.append(moved(right, 10, *pieces.error_token(n == errors - 1 and red)))
    if sealed:
        right -= 50
        slip = element(
            "rect", x=right, y=9, width=46, height=20, rx=3, fill=ink("paper-up"), stroke=ink("edge"),
            stroke_dasharray="4 3",
        )  # fmt: skip
        found += [slip, label(right + 23, 19.5, "sealed", 12)]
    called_so = short(name + (" (you)" if you else ""), int((right - 40) / 8))
    return *found, label(40, 19.5, called_so, 15, fill=words, anchor="start", weight=600)


def _tag(fill: str, own: bool) -> Element:
    return element(
        "path", d=f"M19 0H{f(PLATE - 3)}a3 3 0 0 1 3 3V35a3 3 0 0 1 -3 3H19a19 19 0 0 1 0 -38z", fill=ink(fill),
        stroke=ink("ink" if own else "edge"), stroke_width=2.5 if own else 1.5,
    )  # fmt: skip


def _sealed(view: View, seat: Seat) -> bool:
    if view.phase == FINAL:
        return seat not in view.waiting
    return seat in view.early and view.phase != OVER


def _cards(view: View, seat: Seat, at: Point) -> Iterator[Shape]:
    """Two cards, as the viewer sees them."""
    turned = _turned_up(view)
    if not turned and (seat == view.seat or view.phase == DEAL):
        return
    step = 34 if turned else 22
    cards: Hand | tuple[None, None] = turned[seat - 1] if turned else (None, None)
    faded = (("opacity", ".55"),) if _sealed(view, seat) and not turned else ()
    for n, card in enumerate(cards):
        body = pieces.back() if card is None else pieces.small_card(card)
        place = point(at[0] + n * step, at[1] + 44)
        yield Shape(f"card {seat} {n}", place, body, part=_part(view, seat), scale=0.72, more=faded)


def _key(view: View, what: str, number: int, event: Clue | Asked) -> str:
    """Which of the round's events it is, by whom and at whom."""
    return f"{what} {view.round}.{number} {event.by}-{event.at}"


def _tokens(view: View, seat: Seat, at: Point) -> Iterator[Shape]:
    """The clue tokens before the player, made smaller until they fit beside the cards."""
    left = 70.0 if _turned_up(view) else 0.0 if seat == view.seat or view.phase == DEAL else 56.0
    clues = [(n, event) for n, event in _before(view, seat) if isinstance(event, Clue)]
    size = _token_size(len(clues), PLATE - left, 46)
    row = max(1, int((PLATE - left) // (size + 5)))
    for place, (n, clue) in enumerate(clues):
        x, y = left + 2 + place % row * (size + 5), 43 + place // row * (size + 4)
        body = pieces.token(clue.said, clue.by, size)
        yield Shape(_key(view, "clue", n, clue), point(at[0] + x, at[1] + y), body, part=_part(view, seat))


def _before(view: View, seat: Seat) -> Iterator[tuple[int, Event]]:
    """The events that left something before a player, with their numbers in the round."""
    for n, event in enumerate(view.events):
        if not isinstance(event, Suspected) and event.at == seat:
            yield n, event


def _token_size(count: int, width: float, height: float) -> int:
    """The largest tokens of which so many fit."""
    size = 38
    while size > 4 and max(1, width // (size + 5)) * max(1, (height + 4) // (size + 4)) < count:
        size -= 1
    return size


SLIP = 27.0
"""The height of a line of slips."""


def _slips(view: View, seat: Seat, at: Point) -> Iterator[Shape]:
    """The questions that the player has answered, set in lines below the place, made smaller until they fit."""
    asked = [(n, event) for n, event in _before(view, seat) if isinstance(event, Asked)]
    scale, spots = _flowed([pieces.slip_width(event.question) + 4 for _, event in asked], PLATE, 54)
    for (n, event), (x, y) in zip(asked, spots, strict=True):
        body = pieces.slip(event.question, event.yes, event.by)
        place = point(at[0] + x * scale, at[1] + 92 + y * scale)
        yield Shape(_key(view, "asked", n, event), place, body, part=_part(view, seat), scale=scale)


def _flowed(widths: Sequence[float], across: float, down: float) -> tuple[float, list[Point]]:
    """How small pieces must be to fit an area in lines, and where each then lies, before it is made smaller."""
    scale = 1.0
    while True:
        spots, x, y = [], 0.0, 0.0
        for width in widths:
            if x and (x + width) * scale > across + 4:
                x, y = 0.0, y + SLIP
            spots.append((x, y))
            x += width
        if (y + SLIP) * scale <= down + 3 or scale <= 0.25:
            return scale, spots
        scale = round(scale - 0.05, 2)


# -- the reveal -------------------------------------------------------------------------------------


def _arrows(view: View, layout: Layout, places: dict[Seat, Point]) -> Iterator[Shape]:
    """Pointers that are turned up: woad and a tick where right, raddle and a cross where wrong."""
    for seat, pointers, are_right in _suspicions(view):
        for n, (pointer, right) in enumerate(zip(pointers, are_right, strict=True)):
            if pointer != NONE and pointers != DECLINED:
                body = _arrow(layout, places, seat, pointer, right)
                yield Shape(f"arrow {seat} {n}", (0.0, 0.0), body, more=(("pointer-events", "none"),))


def _suspicions(view: View) -> Iterator[tuple[Seat, Pointers, Sequence[bool]]]:
    """Whose pointers can be seen, where they stand, and whether that is right."""
    if view.phase == OVER:
        for made in view.reveals[-1].suspicions:
            yield made.seat, made.pointers, made.right
    elif isinstance(view, OpenView):
        for seat, (pointers, right) in view.sealed.items():
            yield seat, pointers, right


def _anchor(layout: Layout, place: Point) -> Point:
    """Where arrows leave and reach a place: on the table's rim towards it."""
    x, y, rx, ry = layout.table
    dx, dy = place[0] + PLATE / 2 - x, place[1] + 40 - y
    length = hypot(dx / rx, dy / ry)
    return x + dx / length * 0.97, y + dy / length * 0.97


def _arrow(
    layout: Layout, places: dict[Seat, Point], seat: Seat, pointer: str, right: bool
) -> tuple[Element, ...]:  # fmt: skip
    x0, y0 = _anchor(layout, places[seat])
    cx, cy = layout.table[0], layout.table[1]
    x1, y1 = (cx - 42, cy + 66) if pointer == NOBODY else _anchor(layout, places[int(pointer)])
    # neighbours on the wheel would share a line, so every giver's arrow bows and ends a little apart
    x1, y1 = x1 + (seat % 3 - 1) * 9, y1 + (seat % 4 - 1.5) * 6
    mx, my = (x0 + x1 + cx) / 3, (y0 + y1 + cy) / 3
    path = f"M{f(x0)} {f(y0)}Q{f(mx)} {f(my)} {f(x1)} {f(y1)}"
    dashes = None if right else "6 3"
    return (
        element("path", d=path, fill="none", stroke=ink("fleece"), stroke_width=5, opacity=".75"),
        element(
            "path", d=path, fill="none", stroke=ink("woad" if right else "raddle"), stroke_width=2.4,
            stroke_dasharray=dashes,
        ),
        *number(seat, x0, y0, 7),
        use("m-cleared" if right else "m-lost", x1 - 7, y1 - 7, 14),
    )  # fmt: skip


# -- your own side -----------------------------------------------------------------------------------


def _hand(view: View, top: float) -> Iterator[Shape]:
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


def _notes(view: View, names: Names, top: float) -> Iterator[Shape]:
    """Players by characters: your own row is known, the other cells wait for your notes."""
    if view.seat is None:
        return
    left = 388.0
    yield Shape("notes", (left, top), _columns())
    for seat in range(1, holders(view.players) + 1):
        row = _notes_row(seat, called(names, seat), view.hand if seat == view.seat else None)
        yield Shape(f"notes {seat}", (left, top + TOP + HIGH * (seat - 1)), row)


def _columns() -> tuple[Element, ...]:
    heads = (pieces.head(who, LEFT + WIDE * n + 9, 0, 25) for n, who in enumerate(CHARACTERS))
    return label(2, 10, "Notes", 15, anchor="start", weight=700, face=DISPLAY), *heads


def _notes_row(seat: Seat, name: str, own: Hand | None) -> tuple[Element, ...]:
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
