"""The view as a picture: a map that grows, white rails, hatched folds, hunted herds, the tile in hand."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin, sqrt
from typing import Final

from sheepfold.core.contract import Part, Seat
from sheepfold.core.look.beasts import f, use
from sheepfold.core.look.svg import DISPLAY, attribute, document, hexagon_path, ink, label, playground
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, Cell, Face, Patch, around, met
from sheepfold.games.wolf_in_the_fold.score import Flock
from sheepfold.games.wolf_in_the_fold.terms import NAMES, TOGETHER, cell_part, turn_parts
from sheepfold.games.wolf_in_the_fold.text import ending, herd_line, name_of, prompt, score_line, some, written
from sheepfold.games.wolf_in_the_fold.view import Fold, View

BEASTS: Final = ("sheep", "lambs", "black", "shepherd", "wolf", "h-sheep", "h-wolf")

R: Final = 46.0
"""The radius of a tile."""
APOTHEM: Final = R * sqrt(3) / 2
MINUS: Final = "\u2212"
"""A minus sign as wide as the digits beside it."""

HATCH: Final = (
    '<defs><pattern id="fold-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="2" height="9" fill="{ink("enclosed-hatch")}" opacity=".55"/></pattern></defs>'
)


def picture(view: View, names: Mapping[Seat, str]) -> str:
    """One standalone SVG: the score above, the map, below it the tile in hand and what is left in the bag."""
    cells = [tile.cell for tile in view.tiles] + list(view.legal) or [(0, 0)]
    xs, ys = zip(*map(_at, cells), strict=True)
    left, right = min(xs) - APOTHEM - 8, max(xs) + APOTHEM + 8
    top, bottom = min(ys) - R - 10, max(ys) + R + 14
    ground = playground(left, top, right - left, bottom - top, _map(view))
    width = max(right - left, 760.0)
    left = (left + right - width) / 2
    height = bottom - top + 176
    body = HATCH + _score(view, names, left + width / 2, top - 28) + ground
    body += _hand(view, names, left + 14, bottom + 58) + _bag(view, left + width - 14, bottom + 58)
    told = [score_line(view, names), ending(view, names) or prompt(view, names)]
    told += [herd_line(view, flock, names).capitalize() + "." for flock in view.flocks if flock.herd]
    return document(
        left, top - 58, width, height, body,
        title=f"Wolf in the Fold, {some(len(view.tiles), 'tile')} on the table",
        description=" ".join(told), beasts=BEASTS,
    )  # fmt: skip


def _at(cell: Cell) -> tuple[float, float]:
    """The middle of a cell."""
    q, r = cell
    return (q + r / 2) * APOTHEM * 2, r * 1.5 * R


def _spot(x: float, y: float, angle: float, length: float) -> str:
    """A point seen from (x, y), the angle in sixths of a turn, counter-clockwise from east."""
    return f"{f(x + length * cos(pi / 3 * angle))} {f(y - length * sin(pi / 3 * angle))}"


# -- the map -----------------------------------------------------------------------------------


def _map(view: View) -> str:
    board = view.board()
    layers = [_legal(cell, _mine(view)) for cell in view.legal]
    layers += (f'<path d="{_hex(tile.cell, 4)}" fill="{ink("pasture-edge")}"/>' for tile in view.tiles)
    for tile in view.tiles:
        says = f"{tile.kind} {written(tile)}"
        layers.append(f'<path d="{_hex(tile.cell)}" fill="{ink(_soil(tile.face))}"><title>{says}</title></path>')
    layers += (_ground(board, fold.patches) for fold in view.folds)
    seams = "".join(_hex(tile.cell) for tile in view.tiles)
    layers.append(f'<path d="{seams}" fill="none" stroke="{ink("pasture-edge")}" stroke-width="1.2"/>')
    rails = [_rails(*_at(cell), R, face, met(board, cell)) for cell, face in board.items() if face.lines]
    layers += [back for back, _ in rails] + [front for _, front in rails]
    layers += (_beast(tile.kind, *_at(tile.cell), R) for tile in view.tiles if not tile.face.lines)
    layers += (_hunted(flock) for flock in view.flocks if flock.hunted)
    if view.tiles:
        layers.append(_last(view.tiles[-1].cell))
    layers += (_worth(view, fold) for fold in view.folds if fold.sheep)
    layers += (_toll(flock) for flock in view.flocks if flock.wolves)
    return "".join(layers)


def _hex(cell: Cell, down: float = 0) -> str:
    x, y = _at(cell)
    return hexagon_path(x, y + down, R - 0.6)


def _soil(face: Face) -> str:
    return "bare" if face.kind == "wolf" else "pasture-2" if face.lines else "pasture"


def _mine(view: View) -> bool:
    """Whether the view's owner lays the tile: only then do shapes stand for parts of a move."""
    return view.turn is not None and view.seat == view.turn


def _part(part: Part, mine: bool) -> str:
    return f" data-part={attribute(part)}" if mine else ""


def _legal(cell: Cell, mine: bool) -> str:
    x, y = _at(cell)
    part = cell_part(cell)
    return (
        f'<g{_part(part, mine)}><path d="{hexagon_path(x, y, R - 4)}"'
        f' fill="{ink("paper-up")}" fill-opacity=".55" stroke="{ink("edge")}"'
        f' stroke-width="1.8" stroke-dasharray="1 4.6" stroke-linecap="round"/>'
        f"{label(x, y, part.replace('-', MINUS), 13, fill='ink-2')}</g>"
    )


def _ground(board: Mapping[Cell, Face], patches: tuple[Patch, ...]) -> str:
    """Enclosed ground, exactly as far as the fences reach: tinted, and hatched for those who see no tint."""
    outline = "".join(_sector(board[q, r], *_at((q, r)), sector) for q, r, sector in patches)
    return f'<path d="{outline}" fill="{ink("enclosed")}"/><path d="{outline}" fill="url(#fold-hatch)"/>'


def _sector(face: Face, x: float, y: float, sector: int) -> str:
    arms = ARMS[face.kind][face.turn] if face.lines else ()
    if not arms:
        return hexagon_path(x, y, R)
    first, after = arms[sector], arms[(sector + 1) % len(arms)]
    corners = [first + step + 0.5 for step in range((after - first) % 6 or 6)]
    points = [f"{f(x)} {f(y)}", _spot(x, y, first, APOTHEM), *(_spot(x, y, c, R) for c in corners)]
    return "M" + "L".join([*points, _spot(x, y, after, APOTHEM)]) + "Z"


def _rails(x: float, y: float, radius: float, face: Face, met_lines: int) -> tuple[str, str]:
    """A fence as dark under-line and white rails with posts. Where lines meet it runs on; a loose end stops short."""
    reach = radius * sqrt(3) / 2
    lines = posts = ""
    for edge in ARMS[face.kind][face.turn]:
        joined = met_lines >> edge & 1
        lines += f"M{f(x)} {f(y)}L{_spot(x, y, edge, reach + 0.6 if joined else reach * 0.72)}"
        for along in (0.5,) if joined else (0.36, 0.72):
            cx, cy = _spot(x, y, edge, reach * along).split()
            posts += f'<circle cx="{cx}" cy="{cy}" r="{f(radius * 0.085)}"/>'
    posts += f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(radius * 0.11)}"/>'
    return (
        f'<path d="{lines}" fill="none" stroke="{ink("block")}" stroke-width="{f(radius * 0.23)}"/>',
        f'<path d="{lines}" fill="none" stroke="{ink("fleece")}" stroke-width="{f(radius * 0.14)}"/>'
        f'<g fill="{ink("fleece")}" stroke="{ink("block")}" stroke-width="{f(radius * 0.035)}">{posts}</g>',
    )


def _beast(kind: str, x: float, y: float, radius: float) -> str:
    size = radius * (1.32 if kind == "lambs" else 1.42)
    return use(kind, x - size / 2, y - size / 2 - radius * (0.06 if kind == "shepherd" else 0.02), size)


def _hunted(flock: Flock) -> str:
    """Red dashes on white round a herd that a wolf touches."""
    line = ""
    for cell in flock.cells:
        x, y = _at(cell)
        for edge, near in enumerate(around(cell)):
            if near not in flock.cells:
                line += f"M{_spot(x, y, edge - 0.5, R - 4)}L{_spot(x, y, edge + 0.5, R - 4)}"
    shape = f'<path d="{line}" fill="none" stroke-linecap="round"'
    return (
        f'{shape} stroke="{ink("fleece")}" stroke-width="5.5"/>'
        f'{shape} stroke="{ink("mark-red")}" stroke-width="3.2" stroke-dasharray="7 5.5"/>'
    )


def _last(cell: Cell) -> str:
    """A quiet ring in the tile laid last."""
    shape = f'<path d="{hexagon_path(*_at(cell), R - 5)}" fill="none"'
    return f'{shape} stroke="{ink("block")}" stroke-width="4.4"/>{shape} stroke="{ink("fleece")}" stroke-width="2"/>'


# -- numbers on the map ------------------------------------------------------------------------


def _chip(x: float, y: float, text: str, fill: str, colour: str) -> str:
    return (
        f'<rect x="{f(x - 17)}" y="{f(y - 12)}" width="34" height="24" rx="12" fill="{ink(fill)}"'
        f' stroke="{ink("block")}" stroke-width="1.6"/>' + label(x, y, text, 15, fill=colour, weight=700)
    )


def _worth(view: View, fold: Fold) -> str:
    """What a fold brings; against each other also whose it is."""
    board = view.board()
    x, y = _at(next(cell for cell in fold.cells if board[cell].kind in ("sheep", "lambs", "black")))
    chip = _chip(x, y - R * 0.86, str(fold.points), "fleece", "block")
    return chip if view.mode == TOGETHER else chip + _badge(fold.by, x + 24, y - R * 0.86, 10)


def _toll(flock: Flock) -> str:
    """What a hunted herd gives the wolves, at the herd's foot so that it hides no fold's worth."""
    x, y = _at(flock.cells[-1])
    return _chip(x, y + R * 0.86, f"{MINUS}{flock.wolves}", "mark-red", "fleece")


def _badge(seat: Seat, x: float, y: float, radius: float) -> str:
    """A seat by colour and number."""
    return (
        f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(radius)}" fill="{ink("fleece")}"'
        f' stroke="{ink(f"p{seat}")}" stroke-width="3"/>'
        + label(x, y, str(seat), radius * 1.3, fill="block", weight=700)
    )


# -- above and below the map -------------------------------------------------------------------


def _score(view: View, names: Mapping[Seat, str], x: float, y: float) -> str:
    if view.mode == TOGETHER:
        (_, players), (_, wolves) = view.scores
        plates = [("h-sheep", str(players), "in the fold"), ("h-wolf", str(wolves), "for the wolves")]
        icons = [use(icon, x + 190 * n - 190, y - 17, 34) for n, (icon, _, _) in enumerate(plates)]
        words = [
            label(x + 190 * n - 150, y, points, 25, anchor="start", weight=700, face=DISPLAY)
            + label(x + 190 * n - 150 + 14 * len(points) + 8, y + 2, what, 15, anchor="start", fill="ink-2")
            for n, (_, points, what) in enumerate(plates)
        ]
        return "".join(icons + words)
    step = 176.0
    start = x - step * view.seats / 2
    found = ""
    for n, (seat, points) in enumerate(view.scores):
        place = start + step * n
        name = name_of(names, int(seat))
        found += _badge(int(seat), place + 18, y, 13) + label(
            place + 40, y, str(points), 25, anchor="start", weight=700, face=DISPLAY
        )
        short = name if len(name) <= 14 else name[:13] + "…"
        found += label(place + 40 + 14 * len(str(points)) + 8, y + 2, short, 15, anchor="start", fill="ink-2")
    return found


def _small(kind: str, turn: int, x: float, y: float, radius: float, part: str = "") -> str:
    """A tile off the map: in hand, where it may stand for a part, or in the bag."""
    face = FACES[kind, turn]
    drawn = "".join(_rails(x, y, radius, face, face.lines)) if face.lines else _beast(kind, x, y, radius)
    return (
        f"<g{part}>"
        f'<path d="{hexagon_path(x, y + radius * 0.09, radius)}" fill="{ink("pasture-edge")}"/>'
        f'<path d="{hexagon_path(x, y, radius)}" fill="{ink(_soil(face))}"/>{drawn}</g>'
    )


def _hand(view: View, names: Mapping[Seat, str], x: float, y: float) -> str:
    """The tile to be laid, a fence in every turn it can have; at the end, how it ended."""
    if view.hand is None:
        return (
            label(x, y - 46, ending(view, names), 16, anchor="start", weight=700, face=DISPLAY) if view.outcome else ""
        )
    found = label(x, y - 46, NAMES[view.hand].capitalize(), 16, anchor="start", weight=700, face=DISPLAY)
    facing = turn_parts(view.hand)
    if not facing:
        return found + _small(view.hand, 0, x + 34, y, 32)
    for turn, part in enumerate(facing):
        middle = x + 34 + 74 * turn
        found += _small(view.hand, turn, middle, y, 32, _part(part, _mine(view)))
        found += label(middle, y + 44, part, 13, fill="ink-2")
    return found


def _bag(view: View, right: float, y: float) -> str:
    """What is still to come, kind by kind."""
    found = label(right, y - 46, f"{some(view.left(), 'tile')} in the bag", 15, anchor="end", fill="ink-2")
    for n, (kind, count) in enumerate(view.bag):
        x = right - 58 * (len(view.bag) - n) + 29
        tile = _small(kind, 0, x, y - 6, 22)
        faded = "" if count else ' opacity=".45"'
        found += f"<g{faded}>{tile}{label(x, y + 32, str(count), 15, weight=700)}</g>"
    return found
