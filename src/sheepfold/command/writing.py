"""What replies are made of: paragraphs that read well in a mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from sheepfold.command.verbs import Verb, syntax
from sheepfold.core.contract import Seat
from sheepfold.core.words.paragraphs import MAIL, Diagram, Glyph, Line, Paragraph, Text, paragraph, table_of
from sheepfold.core.words.prose import does, listed, plural
from sheepfold.play.terms import DAY, Clock, Position, RatingChange, SeatClock, Status, TableInfo, Written

HIDDEN: Final = "..."
"""A move that the reader may not know."""
MOST_COLUMNS: Final = 3
"""So many players have a column each in the list of moves."""


class Phrase(StrEnum):
    """Lines of replies that do not show a board as it stands: whoever sends one back quotes a letter."""

    UNCHANGED = "Nothing was changed."
    YOU_SENT = "You sent:"
    BARE_MOVE = "Answer with nothing but your move in the first line."
    HOW_TO_TALK = "To talk, answer with chat in the first line and your words below it."
    PLAY_AGAIN = "To play again, answer with rematch in the first line."
    BARE_ANSWER = "Answer this mail with nothing but your answer in the first line."
    LEGAL = "A legal move now:"
    PREVIEW = "This is only a preview:"
    UNKNOWN_YET = "This move is legal. What it reveals is known only when it is played."
    KEPT_READY = "Kept ready for your turns, in this order:"
    NONE_READY = "No moves of yours are kept ready."
    READY = "The first is played as soon as it is your turn; if it is illegal then, all are dropped."
    NOT_SAID = "It is your turn, and this is not a move. Nobody else reads it."
    NO_MOVE = "There is no move in this. Write it in the first line, above what you answer."
    LISTED = "The commands are listed by: help"
    WANTED = "Somebody sent this command in your name:"
    IF_YOU = (
        "If it was you, answer this mail within 2 days and leave its subject as it is. What you write goes to the other"
        " players; you may write nothing. With your password or a token in the command you are not asked."
    )
    IF_NOT = "If not, do nothing: nothing was done."


def quoted(text: str) -> Paragraph:
    """What somebody else wrote, line by line."""
    return tuple(Line(line, "  | ", "  | ") for line in text.split("\n"))


def letter(*paragraphs: Paragraph) -> Text:
    """Those that hold something."""
    return tuple(each for each in paragraphs if any(isinstance(part, Diagram) or part.words for part in each))


def typed(line: str) -> Line:
    """A line of syntax, broken between its words where it is too long."""
    return Line(line, "  ", "        ")


def syntax_of(verb: Verb, game: str | None) -> Paragraph:
    """How a command is typed."""
    return tuple(map(typed, syntax(verb, game)))


def how_written(game: str) -> str:
    """Where it is told how moves are written."""
    return f"How moves are written: {game} help"


def commands(*lines: str) -> Paragraph:
    """Commands to be typed, each in a line of its own that nobody breaks."""
    return tuple(Line(line, "  ", whole=True) for line in lines)


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
            nag = f", a reminder {often} {span(agreed.nag)}" if agreed.nag and agreed.nag < agreed.main else ""
            total = f", {span(agreed.total)} for all of them" if agreed.total else ""
            return f"{span(agreed.main)} for every move{nag}{total}"
    return "No clock"


def span(seconds: float) -> str:
    """A time as people say it: the nearest number of days, or hours and minutes where it is less than two days."""
    whole = max(0, int(seconds + 59))  # nobody reads a full clock a second later as an hour less
    if whole >= 2 * DAY:
        return plural(round(seconds / DAY), "day")
    if whole >= 3600:
        return plural(whole // 3600, "hour")
    return plural(whole // 60, "minute") if whole >= 60 else "less than a minute"


def day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%-d %B %Y}"


def clocks(info: TableInfo, position: Position, now: float) -> Paragraph:
    """How much time everybody has left."""
    names = info.names
    return paragraph(*(f"{names[each.seat]} has {_left(each, position.at, now)}." for each in position.clocks))


def resting(until: Mapping[Seat, float], names: Mapping[Seat, str]) -> Paragraph:
    """Who is on vacation."""
    who = ((does(names[seat], "is", "are"), moment) for seat, moment in until.items())
    return paragraph(*(f"{words} on vacation until {day(moment)}." for words, moment in who))


def _left(each: SeatClock, at: float, now: float) -> str:
    if each.left is None:
        return "no clock"
    if not each.running:
        return f"{span(each.left)} left"
    left = max(0.0, each.left - (now - at))
    until = f", until {day(now + left)}" if left >= 2 * DAY else ""
    return f"{span(left)} left{until}, and the clock runs"


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


def players(info: TableInfo, roles: Mapping[Seat, str] | None = None) -> str:
    """Who sits at a board, or has a seat kept there, and how many seats are open."""
    known = [seat.seat for seat in info.seats if seat.name]
    names = [f"{info.names[seat]} ({roles[seat]})" if roles and roles[seat] else info.names[seat] for seat in known]
    free = len(info.seats) - len(known)
    return listed([*names, plural(free, "open seat")] if free else names)


def standing(info: TableInfo, ended: str) -> str:
    """How it ended, or that it has not begun; whose turn it is stands below the board."""
    if info.status is Status.WAITING:
        kept = listed(info.names[seat.seat] for seat in info.seats if seat.kind == "empty" and seat.name)
        return f"The board waits for {kept or 'players'}."
    return ended


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
