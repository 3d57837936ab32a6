"""A game as a learner walks through it: one part of a move at a time, each by its number.

Where several are to move, sealed from each other, the lowest seat says its move first; nobody learns it before the
others have said theirs. What a seat may do outside its turn is not offered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final

from sheepfold.core.contract import NATURE, Ahead, Move, Outcome, Seat
from sheepfold.core.contract.numbers import STOP, WINDOW, NumberedGame
from sheepfold.core.drawing.svg import plain, svg
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.records.to_json import to_json
from sheepfold.games import SHELF, Shelf

MAX_STEPS: Final = 10_000
"""A game without a bound is broken off after so many parts, if nobody says otherwise."""


class BadSetting(SheepfoldError):
    """There is no such environment."""


class IllegalAction(SheepfoldError):
    """A number was said that the mask does not allow."""


class BeyondWindow(SheepfoldError):
    """All that may be done lies beyond the part of the map that has numbers."""


@dataclass(frozen=True)
class Setting:
    """Which game is played, how, by how many, and what its outcome is counted by."""

    game: AnyGame
    options: Any
    seats: int
    numbers: NumberedGame
    by: str
    window: int
    after: str

    def __reduce__(self) -> Any:
        """Numbers hold functions, which no pickle takes: they are made anew."""
        words = tuple(self.options.to_json().items())
        frozen = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in words)
        return _remade, (self.game.name, self.seats, self.window, self.by, self.after, frozen)

    def start(self) -> EnvPosition:
        """Before the first move that is not made already, chance included."""
        return EnvPosition.at(self, self._first)

    @cached_property
    def _first(self) -> Any:
        state = self.game.start(self.options, self.seats)
        for text in filter(None, self.after.split(";")):
            state, _ = self.game.play(self.game.parse(state, min(self.game.to_move(state), default=1), text))
        return state

    @property
    def max_steps(self) -> int:
        """After how many parts of players a game ends or is broken off."""
        return self.numbers.longest or MAX_STEPS


def setting(
    game: str,
    seats: int | None = None,
    window: int = WINDOW,
    by: str | None = None,
    after: str = "",
    shelf: Shelf = SHELF,
    **options: Any,
) -> Setting:
    """A game of the shelf with these options. Raises UnknownGame, OptionError, BadMeasure, BadSetting, MoveError.

    ``window``: how far from the first tile a map without edges has numbers. ``by``: ``"wins"`` or ``"points"``.
    ``after``: moves that are made already, as people write them, with semicolons between.
    """
    found = shelf.game(game)
    room: Any = shelf.room(game, "numbers")
    if not hasattr(room, "numbers"):
        raise BadSetting(f"{found.title} has no module numbers, so no environment can be made of it.")
    players = found.seats[0] if seats is None else seats
    if players not in found.seats:
        raise BadSetting(f"{found.title} is for {seat_range(found)} seats, not {players}.")
    if not isinstance(window, int) or not 1 <= window <= 250:
        raise BadSetting(f"A window is a whole number from 1 to 250, not {str(window)[:40]}.")
    chosen = found.options.make(options)
    numbers: NumberedGame = room.numbers(chosen, players, window)
    measure = by or numbers.usual
    numbers.bounds(measure)
    made = Setting(found, chosen, players, numbers, measure, window, after)
    made.start()
    return made


@lru_cache(maxsize=16)
def _remade(name: str, seats: int, window: int, by: str, after: str, options: tuple[tuple[str, Any], ...]) -> Setting:
    """A setting out of a pickle. Positions travel in thousands, and their numbers take milliseconds to make."""
    return setting(name, seats, window, by, after, **dict(options))


@dataclass(frozen=True)
class EnvPosition:
    """How a game stands, with the move that is being built. It never changes, so that copies are itself."""

    setting: Setting
    state: Any
    seat: Seat | None
    """Whose move is being built, ``NATURE`` among them; None: the game is over."""
    so_far: Move
    ahead: Ahead

    @classmethod
    def at(cls, setting: Setting, state: Any) -> EnvPosition:
        """Where nobody has begun a move."""
        waiting = setting.game.to_move(state)
        if not waiting:
            return cls(setting, state, None, (), Ahead((), False))
        seat = min(waiting)
        return cls(setting, state, seat, (), setting.game.ahead(state, seat, ()))

    def __copy__(self) -> EnvPosition:
        return self

    def __deepcopy__(self, memo: object) -> EnvPosition:
        return self

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The numbers that may be said, rising. Raises BeyondWindow."""
        numbers = self.setting.numbers
        number = numbers.chance_number if self.seat == NATURE else numbers.number
        found = [number[part] for part in self.ahead.parts if part in number]
        if self.ahead.complete:
            found.append(number[STOP])
        if not found and self.seat is not None:
            raise BeyondWindow("No legal move lies inside the window; give a larger one.")
        return tuple(sorted(found))

    @cached_property
    def odds(self) -> tuple[tuple[int, float], ...]:
        """NATURE's numbers and how likely each is."""
        weights = self.ahead.weights or (1,) * len(self.ahead.parts)
        total, number = sum(weights), self.setting.numbers.chance_number
        return tuple(sorted((number[part], each / total) for part, each in zip(self.ahead.parts, weights, strict=True)))

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.setting.game.outcome(self.state) if self.seat is None else None

    @cached_property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat; nothing before it."""
        if self.outcome is None:
            return (0.0,) * self.setting.seats
        return self.setting.numbers.utilities(self.outcome, self.setting.by)

    def part(self, number: int) -> str:
        """What a number stands for. Raises IllegalAction."""
        numbers = self.setting.numbers
        known = numbers.chance if self.seat == NATURE else numbers.parts
        if self.seat is None or not 0 <= number < len(known):
            raise IllegalAction(f"There is no action {number}; they are numbered from 0 to {len(known) - 1}.")
        return known[number]

    def said(self, number: int) -> EnvPosition:
        """After one more part. A move that can only be played as it stands is played. Raises IllegalAction."""
        part = self.part(number)
        if number not in self.legal:
            raise IllegalAction(f"Action {number} ({part}) is not legal now; the mask tells which are.")
        return self._played(self.so_far) if self.move(number) == self.so_far else self._with(part)

    def move(self, number: int) -> Move:
        """The move being built with one more part; with ``STOP`` as it stands. Raises IllegalAction."""
        part = self.part(number)
        return self.so_far if part == STOP and part not in self.ahead.parts else (*self.so_far, part)

    def _with(self, part: str) -> EnvPosition:
        game, seat, move = self.setting.game, self.seat, (*self.so_far, part)
        assert seat is not None
        ahead = game.ahead(self.state, seat, move, self.ahead)
        if ahead.complete and not ahead.parts:
            return self._played(move)
        return EnvPosition(self.setting, self.state, seat, move, ahead)

    def _played(self, move: Move) -> EnvPosition:
        game, seat = self.setting.game, self.seat
        assert seat is not None
        state, _ = game.play(game.check(self.state, seat, move))
        return EnvPosition.at(self.setting, state)

    def settled(self, rng: Random) -> EnvPosition:
        """After all that is left to chance now."""
        now = self
        while now.seat == NATURE:
            part = rng.choices(now.ahead.parts, now.ahead.weights)[0]
            now = now._with(part)
        return now

    def shown(self, seat: Seat, out: Any) -> None:
        """Fill a buffer of zeros with what a seat sees."""
        view = self.setting.game.view(self.state, seat)
        self.setting.numbers.fill(view, self.so_far if seat == self.seat else (), out)

    def known(self, seat: Seat) -> str:
        """What a seat knows, as text: equal exactly where it cannot tell two positions apart. A view forgets what can
        matter no more, such as the turns of a round that is over."""
        begun = " ".join(self.so_far) if seat == self.seat else ""
        return f"{to_json(self.setting.game.view(self.state, seat))} {begun}".rstrip()

    def picture(self, seat: Seat | None = None) -> str:
        """What a seat, or a spectator, sees, as an SVG document."""
        game = self.setting.game
        names = {each: f"seat_{each}" for each in range(1, self.setting.seats + 1)}
        return plain(svg(game.picture(game.view(self.state, seat), names)))

    def _repr_svg_(self) -> str:
        """In a notebook it shows what a spectator sees."""
        return self.picture()

    def imagined(self, seat: Seat, rng: Random) -> EnvPosition:
        """A world that the seat cannot tell from this one, its own move as far as it has come."""
        game = self.setting.game
        world = game.imagine(game.view(self.state, seat), rng)
        if seat != self.seat or not self.so_far:
            return EnvPosition.at(self.setting, world)
        return EnvPosition(self.setting, world, seat, self.so_far, game.ahead(world, seat, self.so_far))
