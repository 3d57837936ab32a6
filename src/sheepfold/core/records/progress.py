"""A game on its way: steps, chance, what may be taken back, and the replay of records with every move checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from sheepfold.core.contract import NATURE, TABLE_ENDINGS, Game, Move, Outcome, Seat, Told
from sheepfold.core.errors import IllegalNow, MoveError, OptionError, RecordError
from sheepfold.core.records import chance
from sheepfold.core.records.luck import SaidMove
from sheepfold.core.records.record import Origin, Record, seat_word
from sheepfold.core.scores import Scores

AnyGame: TypeAlias = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was played: its number from 0, who moved, how it is written, and the states before and after."""

    ply: int
    seat: Seat
    move: Move
    text: str
    before: Any
    state: Any
    told: tuple[Told, ...]


def play(game: AnyGame, state: Any, seat: Seat, said: Move | str, ply: int, rng: Random | None = None) -> Step:
    """Play a move, built from parts or as written: checked, applied and written once. Everybody's moves come this way.

    Raises IllegalNow; for a text also Malformed and Ambiguous.
    """
    legal = game.parse(state, seat, said, rng) if isinstance(said, str) else game.check(state, seat, said)
    after, told = game.play(legal)
    return Step(ply, seat, legal.move, game.notate(legal), state, after, told)


# -- the driver --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A move and what chance answered: played already, and not to be played again on the same state."""

    steps: tuple[Step, ...]


Said: TypeAlias = Move | str | Turn
"""A move built from parts, as written, or as it was played before."""
ONLY_NATURE: Final = frozenset({NATURE})


@dataclass(frozen=True, slots=True)
class Progress:
    """A game that has come this far. It never changes: after a step there is another one.

    Terminal, service, self-play, fuzzer, samples and replays all play by this; they differ in who says the moves.
    """

    game: AnyGame
    state: Any
    ply: int
    """How many moves were made."""
    seed: bytes
    """The secret of its chance; empty where chance was drawn before, in a record."""

    @classmethod
    def begin(cls, game: AnyGame, options: Any, seats: int, seed: bytes = b"") -> Progress:
        """Before the first move."""
        return cls(game, game.start(options, seats), 0, seed)

    def after(self, step: Step) -> Progress:
        return Progress(self.game, step.state, step.ply + 1, self.seed)

    @property
    def waiting(self) -> frozenset[Seat]:
        """Whom the game waits for, NATURE too; nobody: it is over."""
        return self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended by its rules."""
        return self.game.outcome(self.state)

    def step(self, seat: Seat, said: Move | str, rng: Random | None = None) -> Step:
        """One move. Raises IllegalNow; for a text also Malformed and Ambiguous."""
        return play(self.game, self.state, seat, said, self.ply, rng)

    def draw(self) -> Step:
        """One move of NATURE's, as the seed has it."""
        return self.step(NATURE, chance.draw(self.game, self.state, self.seed, self.ply))

    def chance(self) -> Iterator[Step]:
        """NATURE's moves, as long as the game waits for nobody else."""
        now = self
        while now.waiting == ONLY_NATURE:
            step = now.draw()
            yield step
            now = now.after(step)

    def turn(self, seat: Seat, said: Said, rng: Random | None = None) -> Turn:
        """A move and what chance answers. What was played here before is not played again. Raises as ``step`` does."""
        if isinstance(said, Turn):
            first = said.steps[0]
            if first.before is self.state and (first.ply, first.seat) == (self.ply, seat):
                return said
            said = first.move
        step = self.step(seat, said, rng)
        return Turn((step, *self.after(step).chance()))

    def run(
        self,
        choose: Callable[[Progress, Seat], Move | str],
        mover: Callable[[Progress, frozenset[Seat]], Seat] = lambda _, waiting: min(waiting),
    ) -> Iterator[Step]:
        """On to the end: NATURE moves as the seed has it, everybody else as ``choose`` says.

        ``mover`` says who of several is next: by default NATURE, then the lowest seat.
        """
        now = self
        while waiting := now.waiting:
            seat = mover(now, waiting)
            step = now.draw() if seat == NATURE else now.step(seat, choose(now, seat))
            yield step
            now = now.after(step)


def resigned(game: AnyGame, state: Any, seats: int, by: Seat, reason: str = "resigned") -> Outcome:
    """The outcome when a seat gives up, whatever the score."""
    return Outcome(game.winners_without(state, seats, by), Scores(), reason, by)


# -- what may be taken back --------------------------------------------------------------------

NOTHING_TO_UNDO: Final = "You have made no move that could be taken back."
NO_UNDO: Final = "That move cannot be taken back: a secret was shown or chance was drawn since."


class Ply(NamedTuple):
    """What is kept of a move when its states are forgotten."""

    seat: Seat
    text: str
    known: bool
    """Everybody was told something of it, or it is NATURE's."""
    back: bool
    """Taking it back un-tells nothing and no chance was drawn."""
    readers: frozenset[Seat] | None
    """Who may read it while the game goes on; None: everybody."""
    rounds_over: int
    """How many rounds were over before it."""

    def known_to(self, viewer: Seat | None) -> bool:
        """Whether the viewer knows, while the game goes on, that the move was made."""
        return self.known or viewer == self.seat

    def readable_by(self, viewer: Seat | None) -> bool:
        """Whether the viewer may read the move while the game goes on."""
        return self.readers is None or viewer in self.readers


def ply_of(game: AnyGame, step: Step) -> Ply:
    """The ply of a step."""
    public = any(told.to is None for told in step.told)
    nature = step.seat == NATURE
    back = public and not nature and game.reversible(step.before, step.seat, step.move, step.state)
    readers = game.readers(step.before, step.seat, step.move)
    return Ply(step.seat, step.text, public or nature, back, readers, game.rounds_over(step.before))


def undo_to(known: Sequence[tuple[int, Ply]], seats: Collection[Seat], *, guided: bool = False) -> int:
    """The number of the last move of these seats that all know of, if it and all since may be taken back. In a
    ``guided`` game, whose chance everybody may know and where nothing is played for, every move may be.

    ``known`` are the moves that all know of, with their numbers. Secret steps of others are passed over: to refuse
    because of one, or to need longer, would betray it. Raises IllegalNow.
    """
    own = next((index for index in range(len(known) - 1, -1, -1) if known[index][1].seat in seats), None)
    if own is None:
        raise IllegalNow(NOTHING_TO_UNDO)
    if not guided and not all(ply.back for _, ply in known[own:]):
        raise IllegalNow(NO_UNDO)
    return known[own][0]


def may_undo(known: Sequence[tuple[int, Ply]], seats: Collection[Seat], *, guided: bool = False) -> bool:
    """Whether ``undo_to`` finds a move."""
    try:
        undo_to(known, seats, guided=guided)
    except IllegalNow:
        return False
    return True


# -- records -----------------------------------------------------------------------------------


def recorded(
    game: AnyGame,
    options: Any,
    names: tuple[str, ...],
    seed: bytes,
    moves: Iterable[Step | SaidMove],
    outcome: Outcome | None,
) -> Record:
    """The record of a game whose seed may be known."""
    return Record(
        game=game.name,
        version=game.version,
        options=options.to_json(),
        seats=names,
        commitment=chance.commitment(seed),
        moves=tuple((move.seat, move.text) for move in moves),
        seed=seed.hex(),
        outcome=outcome,
    )


def first_state(game: AnyGame, record: Record) -> Any:
    """The state before the record's first move. Refuses other games, versions and options: raises RecordError."""
    if record.game != game.name:
        raise RecordError(f"This is a record of {record.game!r}, not of {game.name!r}.")
    if record.version != game.version:
        age = "newer" if record.version > game.version else "older"
        raise RecordError(
            f"This record is of {game.name} version {record.version}, {age} than version {game.version} known here."
        )
    if len(record.seats) not in game.seats:
        raise RecordError(f"{game.title} has {seat_range(game)} seats, not {len(record.seats)}.")
    try:
        return game.start(game.options.make(record.options), len(record.seats))
    except OptionError as error:
        raise RecordError(f"The record's options do not fit: {error}") from None


def seat_range(game: AnyGame) -> str:
    """How many may play, in words: "2" or "4 to 8"."""
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low} to {high}"


def replay(game: AnyGame, record: Record) -> Iterator[Step]:
    """Every step of the record. Raises RecordError naming the first move that does not fit."""
    now = Progress(game, first_state(game, record), 0, b"")
    for seat, text in record.moves:
        try:
            if seat != NATURE and seat > len(record.seats):
                raise RecordError(f"there is no seat {seat}.")
            step = now.step(seat, text)
        except (MoveError, RecordError) as error:
            raise RecordError(f"Move {now.ply + 1} ({seat_word(seat)}: {text[:60]}): {error}") from None
        yield step
        now = now.after(step)
    check_outcome(now.outcome, record)


def practised(
    game: AnyGame, record: Record, move: int, seat: Seat, rng: Random | None = None
) -> tuple[tuple[Step, ...], Origin]:
    """What has happened where a practice game goes on: after that move of a finished record. With ``rng`` in another
    world, dealt again among those that fit what the seat knew. Raises RecordError."""
    if record.outcome is None:
        raise RecordError("This game is not over: you can practise from it when it is.")
    if not 0 <= move <= len(record.moves):
        raise RecordError(f"There is no move {move}; the record has {len(record.moves)}.")
    if not 1 <= seat <= len(record.seats):
        raise RecordError(f"There is no seat {seat}; there are {len(record.seats)}.")
    past = tuple(replay(game, record))[:move]
    if past and not game.to_move(past[-1].state):
        raise RecordError(f"The game is over after move {move}: choose an earlier one.")
    if past and rng is not None:
        past = dealt_anew(game, past, seat, rng)
    return past, Origin(record.commitment, move, seat, len(past), rng is not None)


def dealt_anew(game: AnyGame, past: tuple[Step, ...], seat: Seat, rng: Random) -> tuple[Step, ...]:
    """The same past in another world: the seat was told the same in it, and cannot tell it from the true one. Raises
    RecordError where the game cannot tell it so."""
    world = game.imagine(game.view(past[-1].state, seat), rng)
    now, found = Progress(game, past[0].before, 0, b""), list[Step]()
    try:
        for mover, move in game.retold([(step.before, step.seat, step.move) for step in past], seat, world):
            found.append(now.step(mover, move))
            now = now.after(found[-1])
    except MoveError:
        pass
    if now.state != world:
        raise RecordError(f"{game.title} cannot deal again what is hidden; play on without that.")
    return tuple(found)


def check_outcome(reached: Outcome | None, record: Record) -> None:
    """Whether the record's stated outcome is the one the moves lead to. Raises RecordError."""
    stated = record.outcome
    if reached is None:
        if stated is not None and stated.reason not in TABLE_ENDINGS:
            raise RecordError(
                f"The record says the game ended ({stated.reason}), but it is not over after its last move."
            )
        if stated is not None and stated.by is not None and not 1 <= stated.by <= len(record.seats):
            raise RecordError(f"The record says seat {stated.by} {stated.reason}, but there is no such seat.")
    elif stated is None:
        raise RecordError(f"The game is over ({reached.reason}), but the record states no outcome.")
    elif (reached.reason, set(reached.winners), reached.scores) != (stated.reason, set(stated.winners), stated.scores):
        raise RecordError(f"The record's outcome is not what its moves lead to: {in_words(reached)}.")


def in_words(outcome: Outcome) -> str:
    """An outcome on one line, for errors and logs."""
    scores = ", ".join(f"{name} {points}" for name, points in outcome.scores.items())
    winners = ", ".join(map(str, outcome.winners)) or "none"
    return f"{outcome.reason}; winners {winners}; scores {scores or 'none'}"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of fair dealing found: how many of NATURE's draws were checked, or why not."""

    draws: int
    seed_known: bool


def verify(game: AnyGame, record: Record) -> Verified:
    """Replay the record and check its seed against the commitment and every draw. Raises RecordError."""
    if record.seed is None:
        draws = sum(step.seat == NATURE for step in replay(game, record))
        return Verified(draws, seed_known=False)
    seed = bytes.fromhex(record.seed)
    if chance.commitment(seed) != record.commitment:
        raise RecordError("The seed does not match the commitment published at the start.")
    draws, own = 0, 0 if record.origin is None else record.origin.given  # earlier draws belong to another seed
    for step in replay(game, record):
        if step.seat == NATURE and step.ply >= own:
            fair = chance.draw(game, step.before, seed, step.ply)
            if fair != step.move:
                written = game.write(step.before, NATURE, fair)
                raise RecordError(
                    f"Move {step.ply + 1}: the seed draws {written!r}, but the record says {step.text!r}."
                )
            draws += 1
    return Verified(draws, seed_known=True)
