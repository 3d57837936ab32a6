"""The whole of Pebbles: options, facts, state, rules, and what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from sheepfold.core.contract import NATURE, NOTHING, Ahead, Legal, Marginal, Move, Outcome, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.options import OptionSet, whole
from sheepfold.core.scores import Scores

HEAPS: Final = ("a", "b", "c")
MOST: Final = 3
MOST_IN_HEAP: Final = 20


@dataclass(frozen=True)
class Options(OptionSet):
    heap: int = whole(5, 1, MOST_IN_HEAP, "pebbles in each heap")


@dataclass(frozen=True, slots=True)
class Lucky:
    """Chance told a seat which heap counts twice for it."""

    heap: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody knows now which heap counts twice for them."""


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took pebbles from a heap."""

    seat: Seat
    heap: str
    number: int


@dataclass(frozen=True, slots=True)
class Counted:
    """All heaps are empty, and everybody shows their lucky one."""

    lucky: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    seats: int
    heaps: tuple[int, ...]
    lucky: tuple[str, ...] = ()
    """By seat, once chance has dealt."""
    taken: tuple[tuple[int, ...], ...] = ()
    """By seat, how many from each heap."""
    turn: Seat = 1


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    options: Options
    seats: int
    heaps: tuple[int, ...]
    lucky: tuple[str | None, ...]
    taken: tuple[tuple[int, ...], ...]
    turn: Seat
    outcome: Outcome | None


def start(options: Options, seats: int) -> State:
    return State(options, seats, (options.heap,) * len(HEAPS), taken=((0,) * len(HEAPS),) * seats)


def to_move(state: State) -> frozenset[Seat]:
    if not state.lucky:
        return frozenset({NATURE})
    return frozenset({state.turn}) if any(state.heaps) else frozenset()


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    if seat not in to_move(state):
        return NOTHING
    if seat == NATURE:
        return Ahead(HEAPS, False) if len(so_far) < state.seats else Ahead((), True)
    match so_far:
        case ():
            return Ahead(tuple(heap for heap, left in zip(HEAPS, state.heaps, strict=True) if left), False)
        case (heap,):
            most = min(MOST, state.heaps[HEAPS.index(heap)])
            return Ahead(tuple(str(number) for number in range(1, most + 1)), False)
    return Ahead((), True)


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    if seat not in to_move(state):
        raise IllegalNow("It is not your turn." if to_move(state) else "The game is over.")
    if not (_is_deal(state, move) if seat == NATURE else _is_taking(state, move)):
        raise IllegalNow("Take one to three pebbles from a heap that has as many.")
    return Legal(state, seat, move)


def _is_deal(state: State, move: Move) -> bool:
    return len(move) == state.seats and all(heap in HEAPS for heap in move)


def _is_taking(state: State, move: Move) -> bool:
    if len(move) != 2 or move[0] not in HEAPS or move[1] not in map(str, range(1, MOST + 1)):
        return False
    return int(move[1]) <= state.heaps[HEAPS.index(move[0])]


def play(legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
    state, seat, move = legal.state, legal.seat, legal.move
    if seat == NATURE:
        own = (Told(Lucky(heap), frozenset({n})) for n, heap in enumerate(move, 1))
        return replace(state, lucky=move), (Told(Dealt()), *own)
    place, number = HEAPS.index(move[0]), int(move[1])
    heaps = tuple(left - number * (n == place) for n, left in enumerate(state.heaps))
    own = tuple(had + number * (n == place) for n, had in enumerate(state.taken[seat - 1]))
    taken = (*state.taken[: seat - 1], own, *state.taken[seat:])
    after = replace(state, heaps=heaps, taken=taken, turn=seat % state.seats + 1)
    counted = () if any(heaps) else (Told(Counted(state.lucky)),)
    return after, (Told(Took(seat, move[0], number)), *counted)


def points(state: State) -> tuple[int, ...]:
    return tuple(sum(own) + own[HEAPS.index(lucky)] for own, lucky in zip(state.taken, state.lucky, strict=True))


def outcome(state: State) -> Outcome | None:
    if to_move(state):
        return None
    scores = points(state)
    winners = tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))
    return Outcome(winners, Scores(enumerate(scores, 1)), "counted")


def view(state: State, seat: Seat | None) -> View:
    over = outcome(state)
    known = tuple(heap if over or n == seat else None for n, heap in enumerate(state.lucky, 1))
    return View(seat, state.options, state.seats, state.heaps, known, state.taken, state.turn, over)


def imagine(view: View, rng: Random) -> State:
    lucky = tuple(heap or rng.choice(HEAPS) for heap in view.lucky)
    return State(view.options, view.seats, view.heaps, lucky, view.taken, view.turn)


def retold(past: Sequence[tuple[State, Seat, Move]], seat: Seat, world: State) -> list[tuple[Seat, Move]]:
    return [(mover, world.lucky if mover == NATURE else move) for _, mover, move in past]


def beliefs(view: View) -> tuple[Marginal, ...]:
    """Every heap is as likely to be somebody's lucky one as any other."""
    hidden = [seat for seat, heap in enumerate(view.lucky, 1) if heap is None]
    return tuple(Marginal.of(str(seat), dict.fromkeys(HEAPS, 1 / len(HEAPS))) for seat in hidden)


def truth(state: State) -> dict[str, str]:
    return {str(seat): heap for seat, heap in enumerate(state.lucky, 1)}
