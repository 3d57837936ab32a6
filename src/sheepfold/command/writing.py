"""Replies as text that reads well in a mail of 72 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from textwrap import wrap
from typing import Final

from sheepfold.command.drawings import in_parts, is_drawn
from sheepfold.core.contract import Seat
from sheepfold.core.prose import listed, plural
from sheepfold.play.terms import DAY, Clock, Position, RatingChange, SeatClock, Status, TableInfo, Written

WIDTH: Final = 72
HIDDEN: Final = "..."
"""A move that the reader may not know."""
_FORM: Final = re.compile(r"(\s*\S.{0,38}?\s{2,})(\S.*)")
"""A form, and after several blanks what it means."""
TERMINAL: Final = 80
"""Columns of a terminal, for which prose may be broken already,"""
MOST_ROOM: Final = 16
"""with so much room left at the end of a line."""
MOST_COLUMNS: Final = 3
"""So many players have a column each in the list of moves."""


def paragraph(text: str, indent: str = "") -> str:
    """Prose in lines of a mail."""
    lines = wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False,
                 break_long_words=False)  # fmt: skip
    return "\n".join(lines)


def hanging(text: str, first: str, more: str) -> str:
    """A line that goes on further to the right where it is too long."""
    lines = wrap(text, WIDTH, initial_indent=first, subsequent_indent=more, break_on_hyphens=False)
    return "\n".join(lines)


def quoted(text: str) -> str:
    """What somebody else wrote, line by line."""
    return "\n".join(paragraph(line, "  | ") or "  |" for line in text.split("\n"))


def fitted(text: str) -> str:
    """Text with drawings in it: where a paragraph is too wide it is broken anew, and a drawing that is too wide is
    shown in parts."""
    done: list[str] = []
    waiting: list[str] = []
    for drawn, group in groupby(text.rstrip("\n").split("\n"), lambda line: is_drawn(line, WIDTH)):
        lines = list(group)
        if drawn and any(len(line) > WIDTH for line in lines):
            done += [*_block_by_block(waiting), *in_parts(lines, WIDTH)]
            waiting = []
        else:
            waiting += lines
    return "\n".join([*done, *_block_by_block(waiting)])


def _block_by_block(lines: Sequence[str]) -> list[str]:
    return ["\n\n".join(_fitted(block) for block in "\n".join(lines).split("\n\n"))] if lines else []


def _fitted(block: str) -> str:
    lines = block.split("\n")
    if all(len(line) <= WIDTH for line in lines):
        return block
    prose = all("  " not in line and line[:1] != " " for line in lines)
    if prose and all(WIDTH - MOST_ROOM < len(line) <= TERMINAL for line in lines[:-1]):  # broken, for wider lines
        return paragraph(" ".join(lines))
    return "\n".join(_fitted_line(line) for line in lines)


def _fitted_line(line: str) -> str:
    rest = line.lstrip()
    lead = line[: len(line) - len(rest)]
    prose = "  " not in rest or line[:1].isalpha()
    return hanging(rest, lead, f"{lead}    ") if len(line) > WIDTH and prose else line


def listed_forms(text: str) -> str:
    """Lines of a form and its meaning side by side: where a line is too long, the meaning goes on below itself."""
    return "\n".join(_listed_form(line) for line in text.rstrip("\n").split("\n"))


def _listed_form(line: str) -> str:
    if len(line) <= WIDTH:
        return line
    found = _FORM.fullmatch(line)
    lead, rest = (found[1], found[2]) if found else (line[: len(line) - len(line.lstrip())], line.lstrip())
    return hanging(rest, lead, " " * len(lead))


def letter(*blocks: str) -> str:
    """Blocks with an empty line between, those that hold something."""
    return "\n\n".join(block.rstrip("\n") for block in blocks if block.strip()) + "\n"


def commands(*lines: str) -> str:
    """Commands to be typed, each in a line of its own that nobody breaks."""
    return "\n".join(f"  {line}" for line in lines)


def table_of(rows: Iterable[Sequence[str]]) -> str:
    """Rows in columns; the last one takes what is left of the line."""
    rows = list(rows)
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    found = []
    for row in rows:
        lead = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        room = max(16, WIDTH - len(lead) - 2)
        first, *more = wrap(row[-1], room, break_on_hyphens=False) or [""]
        found += [f"{lead}  {first}".rstrip(), *(" " * (len(lead) + 2) + line for line in more)]
    return "\n".join(found)


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


def clocks(info: TableInfo, position: Position, now: float) -> str:
    """How much time everybody has left."""
    names = info.names
    return "\n".join(f"{names[each.seat]} has {_left(each, position.at, now)}." for each in position.clocks)


def _left(each: SeatClock, at: float, now: float) -> str:
    if each.left is None:
        return "no clock"
    gone = now - at if each.running else 0.0
    running = ", and the clock runs" if each.running else ""
    return f"{span(max(0.0, each.left - gone))} left{running}"


def ratings(changes: Sequence[RatingChange], names: Mapping[Seat, str]) -> str:
    """What a result did to everybody's rating."""
    rows = [
        (
            f"  {names[each.seat]}",
            f"{each.before} -> {each.shown}",
            f"± {each.margin}{f' as {each.role}' * bool(each.role)}",
        )
        for each in changes
    ]
    return f"Ratings\n{table_of(rows)}" if rows else ""


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


def moves(played: Sequence[Written], names: Mapping[Seat, str]) -> str:
    """The moves in columns, a player's under their name; in a list where there are many players."""
    if not played:
        return ""
    if len(names) > MOST_COLUMNS:
        rows = [(_number(move), names[move.seat], move.text or HIDDEN) for move in played]
        return "Moves\n" + table_of(rows)
    width = WIDTH // len(names)
    lines = ["".join(names[seat][: width - 1].ljust(width) for seat in sorted(names)).rstrip()]
    row: dict[Seat, list[str]] = {}
    for move in played:
        if any(seat >= move.seat for seat in row):
            lines += _row(row, sorted(names), width)
            row = {}
        row[move.seat] = _cell(move, width - 1)
    return "\n".join(lines + _row(row, sorted(names), width))


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


def _row(row: Mapping[Seat, list[str]], seats: Sequence[Seat], width: int) -> list[str]:
    high = max((len(cell) for cell in row.values()), default=0)
    return [
        "".join(
            (row[seat][line] if seat in row and line < len(row[seat]) else "").ljust(width) for seat in seats
        ).rstrip()
        for line in range(high)
    ]
