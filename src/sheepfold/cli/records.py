"""``sheepfold replay``, ``review``, ``verify``, ``convert``: what is done with the record of a game."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sheepfold.bots import bot, bot_names
from sheepfold.cli.arguments import Parser, UsageError, seat_count, whole
from sheepfold.cli.files import read_record, read_records, write_file
from sheepfold.cli.output import at_work
from sheepfold.cli.play.game import BOT, names_by_seat
from sheepfold.cli.play.typed import reason
from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.drawing.svg import SPACE, svg
from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.records import to_json
from sheepfold.core.records.progress import AnyGame, Step, Verified, first_state, replay, verify
from sheepfold.core.records.record import Record, to_text
from sheepfold.core.records.record import to_json as in_one_line
from sheepfold.core.verdict import verdict
from sheepfold.core.words.prose import plural, shown, whole_number
from sheepfold.games import game as take_down

GAP: Final = 16
"""Between the pictures of several seats."""


def _takes_record(made: Parser, which: str = "the Nth record of the file (1)", default: int | None = 1) -> None:
    made.add_argument("file", metavar="FILE", help="a record in either form, or many as JSON lines; - reads stdin")
    made.add_argument("--game", metavar="N", type=whole(1, 10**9), default=default, help=which)


def replay_parser() -> Parser:
    made = Parser("replay", "Check every move of a record and show one position of it.", _replay)
    _takes_record(made)
    made.add_argument("--at", metavar="N", type=whole(0, 10**9), help="the position after move N (the last)")
    made.add_argument(
        "--as",
        dest="viewer",
        metavar="SEAT",
        help="a seat's number, spectator, or full: everything, only of a finished game "
        "(full if it is finished, else spectator)",
    )
    made.add_argument("--why", action="store_true", help="ask the bot that made the last move shown why it did")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="show it as text (the default)")
    form.add_argument("--json", action="store_true", help="show it as JSON")
    form.add_argument("--svg", action="store_true", help="show it as an SVG picture")
    return made


@dataclass(frozen=True, slots=True)
class Replaying:
    """A position of a record: the state, how many moves led to it, and the last of them."""

    at: int
    state: Any
    last: Step | None


def position(game: AnyGame, record: Record, at: int | None) -> Replaying:
    """The position after ``at`` moves. All moves are checked, also the later ones. Raises RecordError."""
    if at is not None and at > len(record.moves):
        raise RecordError(f"There is no move {at}; the record has {len(record.moves)}.")
    found = Replaying(0, first_state(game, record), None)
    for step in replay(game, record):
        if at is None or step.ply < at:
            found = Replaying(step.ply + 1, step.state, step)
    return found


def asked_position(game: AnyGame, asked: Namespace) -> tuple[Any, int]:
    """The start by the options that were asked for, or a position of a record (``takes_position``), and how many seats
    there are. Raises UsageError, RecordError."""
    if asked.file is None:
        if asked.at is not None:
            raise UsageError("--at needs a record: give one with --from FILE.")
        seats = seat_count(game, asked.seats)
        return game.start(game.options.read(asked.options), seats), seats
    if asked.options or asked.seats:
        raise UsageError("The record given with --from has its own options and seats.")
    record = read_record(asked.file, asked.number)
    return position(game, record, asked.at).state, len(record.seats)


def viewers(word: str | None, game: AnyGame, record: Record, state: Any) -> list[Seat | None]:
    """Through whose eyes to look. Everything, of a game that was not yet over, is every seat's view in turn."""
    seats = len(record.seats)
    if word is None:
        word = "spectator" if record.outcome is None else "full"
    if word == "spectator":
        return [None]
    if word == "full":
        if record.outcome is None:
            raise RecordError("This game is not over, so it is not shown in full: choose a seat or spectator.")
        return [None] if game.outcome(state) is not None else _different_eyes(game, state, seats)
    if seat := whole_number(word, range(1, seats + 1)):
        return [seat]
    raise UsageError(f"--as {shown(word)}: choose a seat from 1 to {seats}, spectator or full.")


def _different_eyes(game: AnyGame, state: Any, seats: int) -> list[Seat | None]:
    """Seats that together see everything, those left out that see the same as an earlier one."""
    names = names_by_seat(game, [f"Seat {seat}" for seat in range(1, seats + 1)])
    seen = {game.text(game.view(state, seat), names): seat for seat in range(seats, 0, -1)}
    return [None] if len(seen) == 1 else [*sorted(seen.values())]


def _replay(asked: Namespace) -> int:
    record = read_record(asked.file, asked.game)
    game = take_down(record.game)
    at = position(game, record, asked.at)
    seats = viewers(asked.viewer, game, record, at.state)
    ended = record.outcome if at.at == len(record.moves) else None
    show = as_json if asked.json else as_svg if asked.svg else as_text
    print(show(game, record, at, seats, ended))
    if asked.why:
        print(f"\n{why(game, record, at)}")
    return 0


def why(game: AnyGame, record: Record, at: Replaying) -> str:
    """What the bot says that made the last move. Raises RecordError."""
    if record.outcome is None and game.hides:
        raise RecordError("This game is not over: a bot's reasons would give away what it knows.")
    name = "" if at.last is None or not at.last.seat else record.seats[at.last.seat - 1].removeprefix(BOT)
    if at.last is None or name not in bot_names(game):
        raise RecordError("This move was not made by a bot that is known here: choose another with --at.")
    return reason(game, bot(game, name), at.last)


def _told(game: AnyGame, at: Replaying, seat: Seat | None, names: dict[Seat, str]) -> list[str]:
    if at.last is None:
        return []
    cast = game.cast(at.last.before)
    sentences = (game.tell_cast(told.fact, names, cast) for told in at.last.told if told.reaches(seat))
    return list(filter(None, sentences))


def as_text(game: AnyGame, record: Record, at: Replaying, seats: list[Seat | None], ended: Outcome | None) -> str:
    names = names_by_seat(game, record.seats)
    blocks = []
    for seat in seats:
        view = game.view(at.state, seat)
        eyes = "a spectator sees it" if seat is None else f"{names[seat]} (seat {seat}) sees it"
        if game.outcome(at.state) is not None:
            eyes = "everybody may see it now"
        blocks += [
            f"{game.title} after move {at.at} of {len(record.moves)}, as {eyes}:",
            "\n".join(_told(game, at, seat, names)),
            game.text(view, names).rstrip("\n"),
        ]
    return "\n\n".join(filter(None, [*blocks, verdict(game, ended, names) if ended else ""]))


def as_json(game: AnyGame, record: Record, at: Replaying, seats: list[Seat | None], ended: Outcome | None) -> str:
    names = names_by_seat(game, record.seats)
    return to_json.to_json(
        {
            "game": game.name,
            "at": at.at,
            "moves": len(record.moves),
            "names": list(record.seats),
            "outcome": to_json.bare(ended),
            "seen": [
                {
                    "as": "spectator" if seat is None else seat,
                    "told": _told(game, at, seat, names),
                    "view": game.view(at.state, seat),
                }
                for seat in seats
            ],
        }
    )


def as_svg(game: AnyGame, record: Record, at: Replaying, seats: list[Seat | None], ended: Outcome | None) -> str:
    """One standalone document; if several look on, with theirs nested in it."""
    names = names_by_seat(game, record.seats)
    scenes = [game.picture(game.view(at.state, seat), names) for seat in seats]
    if len(scenes) == 1:
        return svg(scenes[0])
    rows, top = [], 0.0
    width = max(scene.frame.width for scene in scenes)
    for scene in scenes:
        across, down = scene.frame.width, scene.frame.height
        rows.append(svg(scene, x="0", y=f"{top:g}", width=f"{across:g}", height=f"{down:g}"))
        top += down + GAP
    size = f'width="{width:g}" height="{top - GAP:g}" viewBox="0 0 {width:g} {top - GAP:g}"'
    return f'<svg xmlns="{SPACE}" {size}>{"".join(rows)}</svg>'


# -- the other commands ------------------------------------------------------------------------


def review_parser() -> Parser:
    made = Parser("review", "Review a finished game: what was skill, what was luck.", _review)
    _takes_record(made)
    made.add_argument("--seat", metavar="SEAT", type=whole(1, 99), help="only this seat's decisions (all)")
    made.add_argument("--open", action="store_true", help="show everything: also what was true")
    made.add_argument("--json", action="store_true", help="as JSON")
    return made


def _review(asked: Namespace) -> int:
    from sheepfold.review import review, terms

    record = read_record(asked.file, asked.game)
    with at_work("Reviewing", measured=True) as progress:
        found = review(record, asked.seat, opened=asked.open, progress=progress)
    title = take_down(record.game).title
    print(terms.to_json(found) if asked.json else terms.to_text(found, title).rstrip("\n"))
    return 0


def verify_parser() -> Parser:
    about = (
        "Replay a record, check every move, and check that its seed matches the commitment published at the start "
        "and yields every draw of chance."
    )
    made = Parser("verify", about, _verify)
    _takes_record(made, "only the Nth record of the file", None)
    return made


def _verify(asked: Namespace) -> int:
    games, found = 0, Verified(0, True)
    wanted = read_records(asked.file) if asked.game is None else [read_record(asked.file, asked.game)]
    for number, record in enumerate(wanted, 1):
        try:
            each = verify(take_down(record.game), record)
        except SheepfoldError as error:
            raise RecordError(f"Game {number}: {error}" if number > 1 else str(error)) from None
        games, found = number, Verified(found.draws + each.draws, found.seed_known and each.seed_known)
    if not games:
        raise RecordError("There is no record in this file.")
    print(_fair(found) if games == 1 else f"{games} games. {_fair(found)}")
    return 0


def _fair(found: Verified) -> str:
    if found.draws == 0:
        return "Fair: every move is legal, and nothing was left to chance."
    draws = plural(found.draws, "draw")
    if not found.seed_known:
        return f"Every move is legal. The seed is not published, so {draws} of chance could not be checked."
    return f"Fair: every move is legal, the seed matches the commitment, and {draws} of chance match the seed."


def convert_parser() -> Parser:
    about = "Turn a record into readable text, or into one line of JSON. Moves are not checked here."
    made = Parser("convert", about, _convert)
    made.add_argument("file", metavar="FILE", help="a record in either form; - reads stdin")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--to-text", action="store_true", help="headers and numbered moves (the default)")
    form.add_argument("--to-json", action="store_true", help="one line of JSON")
    made.add_argument("--game", metavar="N", type=whole(1, 10**9), default=1, help="the Nth record of the file")
    made.add_argument("--out", metavar="FILE", help="write there instead of standard output")
    return made


def _convert(asked: Namespace) -> int:
    record = read_record(asked.file, asked.game)
    text = in_one_line(record) + "\n" if asked.to_json else to_text(record)
    if asked.out is None:
        print(text, end="")
    else:
        write_file(Path(asked.out), text)
    return 0
