"""What replies are made of: paragraphs that read well in a mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sheepfold.command.forms import Verb
from sheepfold.command.syntax import syntax
from sheepfold.core.contract import Seat
from sheepfold.core.paragraphs import MAIL, Diagram, Glyph, Line, Paragraph, Text, paragraph
from sheepfold.core.prose import listed, plural
from sheepfold.play.terms import DAY, Clock, Position, RatingChange, SeatClock, Status, TableInfo, Written

HIDDEN: Final = "..."
"""A move that the reader may not know."""
MOST_COLUMNS: Final = 3
"""So many players have a column each in the list of moves."""


def quoted(text: str) -> Paragraph:
    """What somebody else wrote, line by line."""
    return tuple(Line(line, "  | ", "  | ") for line in text.split("\n"))


def letter(*paragraphs: Paragraph) -> Text:
    """Those that hold something."""
    return tuple(each for each in paragraphs if any(isinstance(part, Diagram) or part.words for part in each))


def typed(line: str) -> Line:
    """A line of syntax, broken between its words where it is too long."""
    return Line(line, "  ", "        ")


def syntax_of(form: Verb, game: str | None) -> Paragraph:
    """How a command is typed."""
    return tuple(map(typed, syntax(form, game)))


def commands(*lines: str) -> Paragraph:
    """Commands to be typed, each in a line of its own that nobody breaks."""
    return tuple(Line(line, "  ", whole=True) for line in lines)


def table_of(rows: Iterable[Sequence[str]]) -> Paragraph:
    """Rows in columns; the last one takes what is left of the line."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    leads = ["".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False)) for row in rows]
    return tuple(Line(row[-1], lead, " " * len(lead)) for row, lead in zip(rows, leads, strict=True))


# -- a board -----------------------------------------------------------------------------------


def turn(info: TableInfo, position: Position) -> str:
    """Whose turn it is, as a subject says it; empty when it is nobody's."""
    names = info.plain_names
    return " ".join(names[seat].replace(" ", "_") for seat in position.to_move)


def terms(info: TableInfo, options: str) -> str:
    """What was agreed, in a line or two."""
    rated = "Rated" if info.rated else "Not rated"
    return ". ".join(filter(None, [f"Options: {options}" if options else "", rated, clock(info.terms.clock)])) + "."


def clock(agreed: Clock) -> str:
    match agreed.kind:
        case "live":
            return f"{plural(agreed.main // 60, 'minute')} each and {plural(agreed.extra, 'second')} more per move"
        case "days":
            often = "every" if 2 * agreed.nag < agreed.main else "after"
            nag = f", a nag {often} {span(agreed.nag)}" if agreed.nag and agreed.nag < agreed.main else ""
            total = f", {span(agreed.total)} for all of them" if agreed.total else ""
            return f"{span(agreed.main)} for every move{nag}{total}"
    return "No clock"


def span(seconds: float) -> str:
    """A time as people say it: days, or hours and minutes where it is less than two days."""
    whole = max(0, int(seconds + 59))  # nobody reads a full clock a second later as a day less
    if whole >= 2 * DAY:
        return plural(whole // DAY, "day")
    if whole >= 3600:
        return plural(whole // 3600, "hour")
    return plural(whole // 60, "minute") if whole >= 60 else "less than a minute"


def day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%-d %B %Y}"


def clocks(info: TableInfo, position: Position, now: float) -> Paragraph:
    """How much time everybody has left."""
    names = info.names
    return paragraph(*(f"{names[each.seat]} has {_left(each, position.at, now)}." for each in position.clocks))


def _left(each: SeatClock, at: float, now: float) -> str:
    if each.left is None:
        return "no clock"
    gone = now - at if each.running else 0.0
    running = ", and the clock runs" if each.running else ""
    return f"{span(max(0.0, each.left - gone))} left{running}"


def ratings(changes: Sequence[RatingChange], names: Mapping[Seat, str]) -> Paragraph:
    """What a result did to everybody's rating."""
    rows = [
        (
            f"  {names[each.seat]}",
            f"{each.before} -> {each.shown}",
            f"± {each.margin}{f' as {each.role}' * bool(each.role)}",
        )
        for each in changes
    ]
    return (Line("Ratings"), *table_of(rows)) if rows else ()


def standing(info: TableInfo, position: Position, ended: str) -> str:
    """Whose turn it is, or how it ended."""
    if info.status is Status.WAITING:
        free = [info.names[seat.seat] for seat in info.seats if seat.kind == "empty"]
        kept = listed(name for name in free if not name.startswith("Seat"))
        return f"The board waits for players{f': {kept}' if kept else ''}."
    if position.outcome is not None:
        return ended
    names = [info.names[seat] for seat in position.to_move]
    return f"It is the turn of {listed(names)}." if names else ""


def moves(played: Sequence[Written], names: Mapping[Seat, str]) -> Paragraph:
    """The moves in columns, a player's under their name; in a list where there are many players."""
    if not played:
        return ()
    if len(names) > MOST_COLUMNS:
        return Line("Moves"), *table_of((_number(move), names[move.seat], move.text or HIDDEN) for move in played)
    width, seats = MAIL // len(names), sorted(names)
    rows = [tuple(Glyph(width * column, names[seat][: width - 1]) for column, seat in enumerate(seats))]
    row: dict[Seat, list[str]] = {}
    for move in played:
        if any(seat >= move.seat for seat in row):
            rows += _rows(row, seats, width)
            row = {}
        row[move.seat] = _cell(move, width - 1)
    return (Diagram((*rows, *_rows(row, seats, width))),)


def _number(move: Written) -> str:
    return "" if move.number is None else f"{move.number}."


def _cell(move: Written, width: int) -> list[str]:
    """A move in lines of a column, broken after commas."""
    lead = f"{_number(move):<4}"
    lines, room = [lead], width - 4
    for piece in (move.text or HIDDEN).replace(",", ", ").split(" "):
        if len(lines[-1]) > 4 and len(lines[-1]) - 4 + len(piece) > room:
            lines.append("    ")
        lines[-1] += piece if piece.endswith(",") else f"{piece} "
    return [line.rstrip() for line in lines]


def _rows(row: Mapping[Seat, list[str]], seats: Sequence[Seat], width: int) -> list[tuple[Glyph, ...]]:
    high = max((len(cell) for cell in row.values()), default=0)
    places = [(width * column, row[seat]) for column, seat in enumerate(seats) if seat in row]
    return [tuple(Glyph(at, cell[line]) for at, cell in places if line < len(cell)) for line in range(high)]
