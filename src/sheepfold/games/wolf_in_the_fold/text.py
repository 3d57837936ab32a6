"""The view as plain text: a map in letters, every herd with its points, lists for the listener; the final score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from sheepfold.core.contract import Move, Outcome, Prompt, Seat
from sheepfold.core.scores import Scoreboard, ScoredItem, ScoreRow
from sheepfold.core.words.paragraphs import Diagram, Glyph, Line, Paragraph, Text, Tint, written
from sheepfold.core.words.prose import does, plural
from sheepfold.games.wolf_in_the_fold.board import SHEEP, Cell, turns
from sheepfold.games.wolf_in_the_fold.score import Flock
from sheepfold.games.wolf_in_the_fold.terms import (
    NAMES,
    TOGETHER,
    Closed,
    Drew,
    Laid,
    Turned,
    WentBack,
    cell_part,
)
from sheepfold.games.wolf_in_the_fold.view import Tile, View

MARKS: Final[dict[tuple[str, int], str]] = {
    ("sheep", 0): "o", ("lambs", 0): "oo", ("black", 0): "@",
    ("straight", 0): "---", ("straight", 1): "/", ("straight", 2): "\\",
    ("tri", 0): ">-", ("tri", 1): "-<", ("star", 0): "-*-",
    ("shepherd", 0): "S", ("wolf", 0): "W",
}  # fmt: skip

WIDTH: Final = 72
"""Where long lists are broken. The map is as wide as it must be."""

LEGEND: Final = (
    "o sheep, oo with lambs, @ black, (o) in a fold, o! touched by a wolf;",
    "S shepherd, W wolf;",
    "--- / \\ straight fence, >- -< tri-corner, -*- star.",
)
LEGAL: Final = "Numbers: where the tile in hand may go."


def text(view: View, names: Mapping[Seat, str]) -> str:
    return written(paragraphs(view, names)) + "\n"


def paragraphs(view: View, names: Mapping[Seat, str]) -> Text:
    """Everything the view holds, whose turn it is last: right above where a move is typed."""
    found: list[Paragraph] = [_head(view, names)]
    if view.tiles:
        found += [(draw_map(view),), tuple(map(Line, [*LEGEND, *[LEGAL] * bool(view.legal)]))]
        found += [_herds(view, names), *_tiles(view)]
    return *found, (Line(_bag(view), more="    ", most=WIDTH),), (Line(prompt(view, names).text),)


def name_of(names: Mapping[Seat, str], seat: Seat) -> str:
    return names.get(seat) or f"Player {seat}"


def sentence(line: str) -> str:
    """A line as a sentence; names in it stay as they are written."""
    return f"{line[0].upper()}{line[1:]}."


def bare(kind: str) -> str:
    """A kind of tile without its article."""
    return NAMES[kind].removeprefix("a ")


def _head(view: View, names: Mapping[Seat, str]) -> Paragraph:
    who = "all together against the wolves" if view.mode == TOGETHER else "every player alone"
    lines = [f"Wolf in the Fold, {who}. {plural(view.left(), 'tile')} in the bag.", score_line(view, names)]
    if view.tiles:
        last = view.tiles[-1]
        laid = f"{NAMES[last.kind]} at {placed(last)}"
        lines.append(f"{name_of(names, last.by)} laid {laid}." if last.by else f"The first tile is {laid}.")
    return tuple(map(Line, lines))


def score_line(view: View, names: Mapping[Seat, str]) -> str:
    """The points so far: "Players 4, wolves 7." or by player."""
    if view.mode == TOGETHER:
        return f"Players {view.scores['players']}, wolves {view.scores['wolves']}."
    return ", ".join(f"{name_of(names, seat)} {view.scores[seat]}" for seat in range(1, view.seats + 1)) + "."


def prompt(view: View, names: Mapping[Seat, str]) -> Prompt:
    """Whose turn it is and what to do."""
    if view.outcome is not None:
        return Prompt(*_ending(view, names))
    if view.hand is None or view.turn is None:
        return Prompt("A tile is being drawn." if view.tiles else "The first tile is being drawn.")
    back = f"{plural(view.returned, 'tile')} that fitted nowhere went back into the bag." if view.returned else ""
    if view.seat != view.turn:
        return Prompt(f"{name_of(names, view.turn)} is laying {NAMES[view.hand]}.", back)
    how = "Pick a cell" if turns(view.hand) < 2 else "Pick a cell and a turn"
    where = {"wolf": " beside a herd that no wolf touches yet", "shepherd": " for him"}.get(view.hand, "")
    return Prompt(f"Your turn: {NAMES[view.hand]}.", f"{how}{where}. {back}".rstrip())


def next_part(view: View, so_far: Move) -> str:
    """Where, and how it is turned."""
    return "Which way does it lie?" if so_far else "Where does it go?"


def ending(view: View, names: Mapping[Seat, str]) -> str:
    """How it ended, in words; nothing while it goes on."""
    return "" if view.outcome is None else " ".join(_ending(view, names))


def _ending(view: View, names: Mapping[Seat, str]) -> tuple[str, str]:
    """Why no tile follows, and who won."""
    assert view.outcome is not None
    result = view.outcome.reason.partition(", ")[0]
    best = max(view.scores.values(), default=0)
    winners = " and ".join(name_of(names, seat) for seat in view.outcome.winners)
    points = [str(points) for points in view.scores.values()]
    said = {
        "players won": f"The players win {' to '.join(points)}.",
        "wolves won": f"The wolves win {' to '.join(reversed(points))}.",
        "draw": f"A draw, {' to '.join(points)}.",
        "won": f"{winners} wins with {best}.",
        "shared": f"{winners} share the win with {best} each.",
    }
    return no_more(view), said[result]


def no_more(view: View) -> str:
    """Why no tile follows: nothing but wolves can be left in the bag then."""
    if not (wolves := view.left()):
        return "All tiles are laid."
    stay = "1 wolf stays" if wolves == 1 else f"{wolves} wolves stay"
    return f"{stay} in the bag: no place is free beside a herd that no wolf touches yet."


def placed(tile: Tile) -> str:
    """Where a tile lies, as its move is written."""
    return cell_part(tile.cell) + (f"/{tile.turn}" if turns(tile.kind) else "")


# -- the map -----------------------------------------------------------------------------------


def draw_map(view: View) -> Diagram:
    """The map, one line for each row r; every row is shifted half a cell against the one above. Sheep that are safe,
    sheep that are hunted and wolves are painted; where the viewer may lay the tile is faint."""
    labels = {cell: cell_part(cell) for cell in view.legal}
    tints: dict[Cell, tuple[Tint, ...]] = dict.fromkeys(view.legal, ("open",)) if view.seat == view.turn else {}
    hunted = {cell for flock in view.flocks if flock.hunted for cell in flock.cells}
    folded = {cell for fold in view.folds for cell in fold.cells}
    for tile in view.tiles:
        mark = MARKS[tile.kind, tile.turn] + ("!" if tile.cell in hunted else "")
        labels[tile.cell] = f"({mark})" if tile.cell in folded else mark
        if tile.cell in hunted or tile.kind == "wolf":
            tints[tile.cell] = ("bad",)
        elif tile.cell in folded and tile.kind in SHEEP:
            tints[tile.cell] = ("good",)
    half = (max(map(len, labels.values())) + 2) // 2
    left = min(2 * q + r for q, r in labels)
    rows = range(min(r for _, r in labels), max(r for _, r in labels) + 1)
    margin = max(len(str(row)) for row in rows)
    start = margin + 3
    drawn = []
    for row in rows:
        glyphs = [Glyph(margin - len(str(row)), f"{row} |")]
        for q, r in sorted(cell for cell in labels if cell[1] == row):
            label, column = labels[q, r], start + (2 * q + r - left) * half
            glyphs.append(Glyph(column + (2 * half - len(label)) // 2, label, tints.get((q, r), ())))
        drawn.append(tuple(glyphs))
    return Diagram(tuple(drawn), start - 1)


# -- lists -------------------------------------------------------------------------------------


def herd_line(view: View, flock: Flock, names: Mapping[Seat, str]) -> str:
    """Why a flock counts what it counts: "herd of 5 at 2,-1: wolf and shepherd inside, players 3, wolves 3"."""
    company = _company(flock)
    if flock.enclosure is not None:
        state = f"{company} inside" if company else "in a fold"
    else:
        state = f"{company} beside it" if company else "in the open"
    if view.mode == TOGETHER:
        points = f"players {flock.players}, wolves {flock.wolves}"
    elif flock.enclosure is None:
        points = "nothing yet"
    else:
        points = f"{flock.players} for {name_of(names, view.folds[flock.enclosure].by)}"
    return f"{_size(flock)} at {cell_part(flock.cells[0])}: {state}, {points}"


def _size(flock: Flock) -> str:
    return f"herd of {len(flock.cells)}" if flock.herd else "lone sheep"


def _company(flock: Flock) -> str:
    """Who hunts and who guards it, if anybody."""
    return " and ".join(kind for kind, there in (("wolf", flock.hunted), ("shepherd", flock.shepherd)) if there)


def _told(view: View) -> list[Flock]:
    """The flocks that are told of one by one: herds, and lone sheep in a fold."""
    return [flock for flock in view.flocks if flock.herd or flock.enclosure is not None]


def _herds(view: View, names: Mapping[Seat, str]) -> Paragraph:
    telling = _told(view)
    strays = len(view.flocks) - len(telling)
    lines = [herd_line(view, flock, names) for flock in telling]
    if strays:
        lines.append(f"{strays} lone sheep in the open: no herd, no points")
    return (Line("Herds:"), *(Line(line, "  ") for line in lines)) if lines else (Line("No sheep yet."),)


def _tiles(view: View) -> Iterator[Paragraph]:
    if view.legal:
        places = "  ".join(map(cell_part, view.legal))
        yield (Line(f"The tile in hand may go to: {places}", more="    ", most=WIDTH),)
    lines = [Line("Tiles, row by row:")]
    for row, tiles in groupby(sorted(view.tiles, key=lambda tile: (tile.r, tile.q)), key=lambda tile: tile.r):
        placings = "; ".join(f"{bare(tile.kind)} {placed(tile)}" for tile in tiles)
        lines.append(Line(f"row {row}: {placings}", "  ", "    ", most=WIDTH))
    yield tuple(lines)


_MANY: Final = {kind: bare(kind) for kind in SHEEP} | {"wolf": "wolves"}
"""The kinds of which several are not called by an s."""


def _bag(view: View) -> str:
    held = ", ".join(plural(count, bare(kind), _MANY.get(kind, "")) for kind, count in view.bag if count)
    return f"In the bag: {held}." if held else "The bag is empty."


# -- facts -------------------------------------------------------------------------------------


def tell(fact: Any, names: Mapping[Seat, str]) -> str:
    """One sentence for a fact."""
    match fact:
        case Turned(kind):
            return f"{NAMES[kind].capitalize()} is the first tile."
        case Drew(seat, kind):
            return f"{does(name_of(names, seat), 'draws')} {NAMES[kind]}."
        case WentBack(None, kind):
            return f"{NAMES[kind].capitalize()} cannot be the first tile: it goes back into the bag."
        case WentBack(int(seat), kind):
            draws = does(name_of(names, seat), "draws")
            return f"{draws} {NAMES[kind]} which fits nowhere: it goes back into the bag."
        case Laid(seat, kind, at):
            return f"{does(name_of(names, seat), 'lays')} {NAMES[kind]} at {at}."
        case Closed(seat, 0, _):
            return f"{does(name_of(names, seat), 'closes')} an empty fold."
        case Closed(seat, sheep, points):
            return f"{does(name_of(names, seat), 'closes')} a fold round {sheep} sheep: {plural(points, 'point')}."
    raise TypeError(f"{type(fact).__name__} is not a fact of this game")


# -- what a game that is over adds up to --------------------------------------------------------


def scoreboard(view: View, outcome: Outcome, names: Mapping[Seat, str]) -> Scoreboard:
    """The players and the wolves, or every player, and what each of them has points for."""
    if view.mode == TOGETHER:
        players = names[1] if view.seats == 1 else "Players"
        rows = [ScoreRow(players, (view.scores["players"],)), ScoreRow("Wolves", (view.scores["wolves"],))]
    else:
        rows = [ScoreRow(name, (view.scores[seat],), seat) for seat, name in names.items()]
    return Scoreboard(no_more(view), tuple(rows), ("Points",), tuple(_items(view, rows)))


def _items(view: View, rows: list[ScoreRow]) -> Iterator[ScoredItem]:
    """Every flock, what was worth most first, and what is worth nothing."""
    telling = _told(view)
    for flock in sorted(telling, key=lambda flock: (-max(flock.players, flock.wolves), -len(flock.cells))):
        yield ScoredItem(_described(flock), _points(view, flock, rows))
    nothing = (0,) * len(rows)
    if strays := len(view.flocks) - len(telling):
        yield ScoredItem(f"{strays} lone sheep in the open", nothing)
    if empty := sum(not fold.sheep for fold in view.folds):
        yield ScoredItem(plural(empty, "empty fold"), nothing)


def _described(flock: Flock) -> str:
    """A flock without its place: "Herd of 5 in a fold, with wolf and shepherd"."""
    where = "in the open" if flock.enclosure is None else "in a fold"
    company = _company(flock)
    return f"{_size(flock).capitalize()} {where}" + (f", with {company}" if company else "")


def _points(view: View, flock: Flock, rows: list[ScoreRow]) -> tuple[int, ...]:
    if view.mode == TOGETHER:
        return flock.players, flock.wolves
    owner = None if flock.enclosure is None else view.folds[flock.enclosure].by
    return tuple(flock.players if row.seat == owner else 0 for row in rows)
