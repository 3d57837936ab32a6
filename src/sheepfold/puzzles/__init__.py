"""Puzzles of all games: those that ship, how one is shown, answered and proved anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.contract.daily import PuzzleKind, Solution
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, Progress
from sheepfold.core.records.record import NATURE_WORD, seat_word
from sheepfold.games import SHELF, Shelf

EASY: Final = 1000
STEP: Final = 100
"""A puzzle's first rating: this for a glance, and so much more for each step of its effort."""
ON_A_SHEET: Final = 12
SEED: Final = bytes(32)
"""Replays draw nothing: every move of a puzzle is written down."""


class NoPuzzle(SheepfoldError):
    """There is no such puzzle, or no such answer to it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game as one seat may know it, and a question about it. The answer is not kept but found."""

    game: str
    kind: str
    options: Mapping[str, Any]
    seats: int
    seat: Seat
    moves: tuple[tuple[Seat, str], ...]
    effort: int
    id: str = field(init=False, compare=False)
    """A short name that the puzzle keeps for good."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", blake2b(to_json(self).encode(), digest_size=4).hexdigest())

    @property
    def rating(self) -> int:
        return EASY + STEP * self.effort


class Shown(NamedTuple):
    """A puzzle with everything that its solver may see; the solution is for afterwards."""

    puzzle: Puzzle
    game: AnyGame
    view: Any
    kind: PuzzleKind
    solution: Solution


def kinds(game: str, shelf: Shelf = SHELF) -> tuple[PuzzleKind, ...]:
    """The questions that a game can ask; none, if it has no such room."""
    found: tuple[PuzzleKind, ...] = getattr(shelf.room(game, "puzzles"), "KINDS", ())
    return found


def shown(puzzle: Puzzle, shelf: Shelf = SHELF) -> Shown:
    """The puzzle, replayed and solved anew, which proves it. Raises NoPuzzle if it does not hold."""
    game = shelf.game(puzzle.game)
    kind = next((each for each in kinds(puzzle.game, shelf) if each.name == puzzle.kind), None)
    if kind is None:
        raise NoPuzzle(f"{game.title} has no puzzles of the kind {puzzle.kind!r}.")
    view = game.view(position(puzzle, shelf).state, puzzle.seat)
    solution = kind.solve(view)
    if solution is None:
        raise NoPuzzle(f"The puzzle {puzzle.id} has no single answer.")
    return Shown(puzzle, game, view, kind, solution)


def position(puzzle: Puzzle, shelf: Shelf = SHELF) -> Progress:
    """The game as far as it was played."""
    game = shelf.game(puzzle.game)
    now = Progress.begin(game, game.options.make(puzzle.options), puzzle.seats, SEED)
    for seat, text in puzzle.moves:
        now = now.after(now.step(seat, text))
    return now


def called(found: Shown) -> Mapping[Seat, str]:
    """What those who sit there are called: a puzzle's players are nobody in particular."""
    return {seat: f"Player {seat}" for seat in range(1, found.puzzle.seats + 1)}


# -- those that ship ---------------------------------------------------------------------------


@cache
def shipped() -> tuple[Puzzle, ...]:
    """All puzzles of the package, the easiest first. Read once: the file has half a megabyte."""
    text = files("sheepfold.puzzles").joinpath("puzzles.jsonl").read_text("utf-8")
    return tuple(sorted(map(from_json, text.splitlines()), key=lambda puzzle: (puzzle.effort, puzzle.id)))


def puzzle_by_id(id: str, among: Iterable[Puzzle] | None = None) -> Puzzle:
    """Raises NoPuzzle."""
    found = next((each for each in (shipped() if among is None else among) if each.id == id), None)
    if found is None:
        raise NoPuzzle(f"There is no puzzle {id[:20]!r}.")
    return found


def of_the_day(day: int) -> Puzzle:
    """The same for everybody on that day, counted from any beginning: all take their turn before one comes again."""
    turn, place = divmod(day, len(shipped()))
    return _in_turn(turn)[place]


@lru_cache(2)
def _in_turn(turn: int) -> tuple[Puzzle, ...]:
    """All of them in the order of that turn. Whoever looks two months ahead asks for it sixty times."""

    def order(puzzle: Puzzle) -> bytes:
        return blake2b(f"{turn} {puzzle.id}".encode(), digest_size=8).digest()

    return tuple(sorted(shipped(), key=order))


def next_for(
    rating: float, done: set[str], game: str | None = None, known: Mapping[str, int] = MappingProxyType({})
) -> Puzzle | None:
    """The puzzle nearest to somebody's strength that they have not answered; None: they have answered all. ``known``:
    what puzzles are worth by the answers of people."""
    left = [each for each in shipped() if each.id not in done and game in (None, each.game)]
    return min(left, key=lambda each: (abs(known.get(each.id, each.rating) - rating), each.id), default=None)


# -- as text -----------------------------------------------------------------------------------


def to_value(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as plain JSON values."""
    return {
        "game": puzzle.game,
        "kind": puzzle.kind,
        "options": dict(puzzle.options),
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "effort": puzzle.effort,
        "moves": [[seat_word(seat), text] for seat, text in puzzle.moves],
    }


def from_value(value: Any) -> Puzzle:
    """Raises NoPuzzle if it is none."""
    try:
        return Puzzle(
            game=str(value["game"]),
            kind=str(value["kind"]),
            options=dict(value["options"]),
            seats=int(value["seats"]),
            seat=int(value["seat"]),
            moves=tuple((NATURE if seat == NATURE_WORD else int(seat), str(text)) for seat, text in value["moves"]),
            effort=int(value["effort"]),
        )
    except (ValueError, KeyError, TypeError):
        raise NoPuzzle(f"This is not a puzzle: {str(value)[:40]}.") from None


def to_json(puzzle: Puzzle) -> str:
    """One line."""
    return json.dumps(to_value(puzzle), ensure_ascii=False, separators=(",", ":"))


def from_json(line: str) -> Puzzle:
    """Raises NoPuzzle if the line is not a puzzle."""
    try:
        return from_value(json.loads(line))
    except (ValueError, RecursionError):
        raise NoPuzzle(f"This line is not a puzzle: {line[:40]!r}.") from None
