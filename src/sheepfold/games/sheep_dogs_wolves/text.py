"""A view as plain text, for terminal, mail and screen reader: what a tile did or would do, the counters, the grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sheepfold.core.contract import Move, Prompt, Seat
from sheepfold.core.scores import BAD, GOOD, Consequence, Foreseen, Noted, noted
from sheepfold.core.words.paragraphs import Diagram, Glyph, Line, Text, Tint, written
from sheepfold.core.words.prose import does, listed, plural
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import DRAWINGS, ROLES, SHEEP, WOLF, Counted, Laid, tiles_of
from sheepfold.games.sheep_dogs_wolves.view import Signs, View, signs

MARKS: Final[Mapping[str, str]] = {"": "", "scared": "~", "safe": "^", "lost": "x", "danger": "!", "saved": "+"}
"""What stands behind an animal's letter."""
TINTS: Final[Mapping[str, tuple[Tint, ...]]] = {
    "": (), "scared": ("good",), "safe": ("bad",), "lost": ("dead",), "danger": ("bad",), "saved": ("good",),
}  # fmt: skip
MARGIN: Final = 4
"""Columns for a row's number."""
CELL: Final = 4
"""Columns for each cell."""

KEY: Final = "S sheep, D dog, W wolf. W~ scared, W^ never scared; Sx lost, S! in danger, S+ saved."
DOTS: Final = "A dot is open ground where part of a tile may lie."
LAST: Final = "Double lines join the tile laid last."


# -- sentences ---------------------------------------------------------------------------------


def standing(view: View) -> str:
    """The score as it stands."""
    flock = plural(len(view.tiles), "sheep", "sheep")
    if view.left == 0:
        return f"All tiles are laid: {view.score} of {flock} {'lives' if view.score == 1 else 'live'}."
    return f"{view.score} of {flock} would live if the game ended now."


def aim(view: View) -> str:
    """What the Sheep must do to win, or nothing where it plays for the score."""
    if view.target is None:
        return ""
    if view.options.mode == "duel":
        return f"The Sheep must save more than {view.target}."
    return f"The Sheep must save {view.target} or more."


def counters(view: View) -> str:
    """Scared, safe, lost, saved."""
    return (
        f"Wolves: {view.scared} scared, {view.safe} never scared. "
        f"Sheep: {view.lost} lost, {view.saved} saved, {view.danger} in danger."
    )


def prompt(view: View, names: Mapping[Seat, str]) -> Prompt:
    """Whose turn it is and what to do."""
    if view.turn is None:
        return Prompt(standing(view))
    role, left = ROLES[view.turn - 1], plural(view.left, "tile") + " left."
    headline = f"Lay a tile, {role}." if view.seat == view.turn else f"{names[view.turn]} is to move."
    return Prompt(headline, " ".join(filter(None, [lately(view), left])))


def next_part(view: View, so_far: Move) -> str:
    """A tile is said in one part."""
    return "" if so_far else "Where does the sheep go, and which way do dog and wolf lie from it?"


def grown(more: int) -> str:
    """What a tile does to the flock, with ``more`` that would live: it brings a sheep along, so one that leaves the
    number as it was feeds one to the wolves."""
    return f"{more} more sheep would live" if more > 0 else f"{1 - more} more sheep would be eaten"


def lately(view: View) -> str:
    """What the last tile did; nothing of the first, which nobody laid."""
    if len(view.tiles) < 2:
        return ""
    before = signs(tuple(tiles_of(view.tiles[:-1])), view.left + 1)
    told = [grown(view.score - before.living)]
    if scared := view.scared - before.wolves.count("scared"):
        told.append(plural(scared, "wolf is scared", "wolves are scared"))
    if (lost := view.lost - before.sheep.count("lost")) > 0:
        told.append(plural(lost, "sheep is lost for good", "sheep are lost for good"))
    return f"The {ROLES[len(view.tiles) % 2]}'s tile: {listed(told)}."


def tell(fact: Any, names: Mapping[Seat, str]) -> str:
    """One sentence for a fact. ``names``: who has the roles; without them it speaks of the roles."""
    match fact:
        case Laid(role, tile):
            return f"{does(names.get(role) or f'The {ROLES[role - 1]}', 'lays')} {tile}."
        case Counted(score, eaten, scared):
            lives = f"{plural(score, 'sheep lives', 'sheep live')}, {plural(eaten, 'is', 'are')} eaten"
            return f"All tiles are laid: {lives}; {plural(scared, 'wolf was', 'wolves were')} scared."
    raise TypeError(f"{type(fact).__name__} is not a fact of this game")


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """What decided a round that is over, in two lines: who was scared is good for the Sheep, who was eaten for the
    Wolf, and nobody for the other side."""
    eaten, bold = len(view.tiles) - view.score, len(view.tiles) - view.scared
    scared = plural(view.scared, "wolf was", "wolves were") if view.scared else "No wolf was"
    free = plural(bold, "wolf", "wolves") if not view.scared else "The other wolf" if bold == 1 else "The other wolves"
    meal = f"{free} ate {plural(eaten, 'sheep', 'sheep')}." if eaten else "No sheep was eaten."
    return (
        noted(f"{scared} scared by two dogs.", SHEEP if view.scared else WOLF, view.seat),
        noted(meal, WOLF if eaten else SHEEP, view.seat),
    )


# -- what a tile would do ----------------------------------------------------------------------

MOST_SLIPS: Final = 3


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """The difference that a tile makes; all of it lies open."""
    laid = tiles_of((*view.tiles, move[0]))
    if len(laid) == len(view.tiles):
        return None
    after = signs(tuple(laid), view.left - 1)
    told = f"Here {grown(after.living - view.score)}."
    return Consequence(told, tuple(_slips(view, after))[:MOST_SLIPS], tuple(_changed(view, after, laid)))


def _slips(view: View, after: Signs) -> Iterator[Noted]:
    """For the Sheep it is good that sheep live and wolves are scared; for the Wolf the contrary."""
    alive = after.living
    well, ill = (GOOD, BAD) if view.turn == SHEEP else (BAD, GOOD)
    if alive != view.score:
        yield Noted(f"{alive - view.score:+d}".replace("-", "−"), well if alive > view.score else ill)
    for word, before, now, sign, one, many in (
        ("scared for good", view.scared, after.wolves.count("scared"), well, "wolf", "wolves"),
        ("lost for good", view.lost, after.sheep.count("lost"), ill, "sheep", "sheep"),
        ("saved for good", view.saved, after.sheep.count("saved"), well, "sheep", "sheep"),
        ("can never be scared", view.safe, after.wolves.count("safe"), ill, "wolf", "wolves"),
    ):
        if now > before:
            yield Noted(f"{plural(now - before, one, many)} {word}", sign)
    yield Noted(f"{view.score} → {alive} alive")


def _changed(view: View, after: Signs, tiles: list[int]) -> Iterator[Foreseen]:
    """The signs that would be other than they are."""
    for index, tile in enumerate(tiles):
        sheep, _, wolf = board.cells_of(tile)
        for cell, before, now in ((sheep, view.sheep, after.sheep), (wolf, view.wolves, after.wolves)):
            if now[index] and before[index : index + 1] != (now[index],):
                yield Foreseen("{},{}".format(*board.place_of(cell)), DRAWINGS[now[index]])


# -- the whole view ----------------------------------------------------------------------------


def text(view: View, names: Mapping[Seat, str]) -> str:
    return written(paragraphs(view, names)) + "\n"


def paragraphs(view: View, names: Mapping[Seat, str]) -> Text:
    """The whole view."""
    sentences = [standing(view), aim(view)]
    mine = view.turn is not None and view.seat == view.turn
    if view.turn is not None and not mine:
        left = plural(view.left, "tile") + " left"
        sentences.append(f"{left}; {names[view.turn]} ({ROLES[view.turn - 1]}) lays the next.")
    if len(view.tiles) > 1:
        layer = ROLES[len(view.tiles) % 2]
        sentences.append(f"Last, the {layer} laid {view.tiles[-1]}.")
    notes = [DOTS] * (view.left > 0) + [LAST] * (len(view.tiles) > 1)
    head, key = (" ".join(filter(None, sentences)), counters(view)), (KEY, " ".join(notes))
    asked = [(Line(prompt(view, names).text),)] if mine else []
    return tuple(map(Line, head)), (grid(view),), tuple(map(Line, key)), *asked


# -- the grid ----------------------------------------------------------------------------------


def grid(view: View) -> Diagram:
    """The grid, north at the top, four letters to a cell, x along the top and bottom, y at the side."""
    animals, ground = view.animals, view.open_cells
    columns = range(*_span([x for x, _ in ground] + [animal.x for animal in animals]))
    ys = range(*_span([y for _, y in ground] + [animal.y for animal in animals]))
    at = {x: MARGIN + 2 + CELL * (x - columns[0]) for x in columns}
    drawn: dict[int, list[Glyph]] = {y: [Glyph(MARGIN - len(str(y)), str(y))] for y in ys}
    below: dict[int, list[Glyph]] = {y: [] for y in ys}
    for x, y in ground:
        drawn[y].append(Glyph(at[x], "."))
    for index in range(len(view.tiles)):
        last = index == len(view.tiles) - 1 > 0
        tints: tuple[Tint, ...] = ("last",) if last else ()
        ends = animals[3 * index : 3 * index + 3]
        cells = {(animal.x, animal.y) for animal in ends}
        for animal in ends:
            x, y = animal.x, animal.y
            sign = Glyph(at[x], animal.kind[0].upper() + MARKS[animal.sign], TINTS[animal.sign])
            drawn[y].append(sign)
            if (x + 1, y) in cells:
                drawn[y].append(Glyph(sign.end, ("=" if last else "-") * (at[x] + CELL - sign.end), tints))
            if (x, y - 1) in cells:
                below[y].append(Glyph(at[x], "||" if last else "|", tints))
    head = tuple(Glyph(at[x], str(x)) for x in columns)
    rows = [tuple(sorted(row)) for y in reversed(ys) for row in (drawn[y], below[y])]
    return Diagram((head, *rows[:-1], head), MARGIN)


def _span(numbers: list[int]) -> tuple[int, int]:
    return min(numbers), max(numbers) + 1
