"""A game on its way at this terminal: what was played, by whom, and what can be taken back. No input or output."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Any

from sheepfold.bots import known_bot
from sheepfold.cli.output import safe
from sheepfold.core.contract import DECIDED, Move, Outcome, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import IllegalNow, RecordError
from sheepfold.core.records import chance
from sheepfold.core.records.progress import (
    AnyGame,
    Progress,
    Step,
    ply_of,
    practised,
    recorded,
    replay,
    resigned,
    undo_to,
)
from sheepfold.core.records.record import Origin, Record
from sheepfold.core.records.to_json import plain
from sheepfold.core.scores import Scores


@dataclass
class TerminalGame:
    """Grows by ``move``, shrinks by ``take_back``, ends by the rules by ``resign`` or by ``end_here``."""

    game: AnyGame
    options: Any
    names: tuple[str, ...]
    seed: bytes
    steps: list[Step] = field(default_factory=list)
    ended: Outcome | None = None
    origin: Origin | None = None
    """Where a practice game goes on from."""

    @classmethod
    def fresh(cls, game: AnyGame, options: Any, names: tuple[str, ...], seed: bytes | None = None) -> TerminalGame:
        """A new game; NATURE has made its first moves."""
        sitting = cls(game, options, names, seed or secrets.token_bytes(chance.SEED_BYTES))
        sitting.steps.extend(sitting.progress.chance())
        return sitting

    @classmethod
    def practice(
        cls, game: AnyGame, record: Record, move: int, seat: Seat, names: tuple[str, ...], *, anew: bool
    ) -> TerminalGame:
        """A game that goes on from a position of a finished one, with chance of its own. Raises RecordError."""
        steps, origin = practised(game, record, move, seat, SystemRandom() if anew else None)
        seed = secrets.token_bytes(chance.SEED_BYTES)
        sitting = cls(game, game.options.make(record.options), names, seed, [*steps], origin=origin)
        sitting.steps.extend(sitting.progress.chance())
        return sitting

    @classmethod
    def resumed(cls, game: AnyGame, record: Record) -> TerminalGame:
        """The game of an unfinished record. Raises RecordError."""
        if record.outcome is not None:
            raise RecordError(f"This game is over ({record.outcome.reason}). Look at it with sheepfold replay.")
        if record.seed is None:
            raise RecordError("This record holds no seed, so nothing more can be drawn in it.")
        seed = bytes.fromhex(record.seed)
        if chance.commitment(seed) != record.commitment:
            raise RecordError("The seed does not match the commitment published at the start.")
        steps = list(replay(game, record))
        sitting = cls(game, game.options.make(record.options), record.seats, seed, steps, origin=record.origin)
        sitting.steps.extend(sitting.progress.chance())
        return sitting

    @property
    def progress(self) -> Progress:
        """Where the game is now."""
        if not self.steps:
            return Progress.begin(self.game, self.options, len(self.names), self.seed)
        last = self.steps[-1]
        return Progress(self.game, last.state, last.ply + 1, self.seed)

    @property
    def state(self) -> Any:
        return self.progress.state

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.progress.outcome

    def record(self) -> Record:
        """The game so far. Its seed is in it, also before the end: this file is the only place that keeps it."""
        made = recorded(self.game, self.options, self.names, self.seed, self.steps, self.outcome)
        return replace(made, origin=self.origin)

    def move(self, seat: Seat, said: Move | str, rng: Random | None = None) -> None:
        """Play a move, and NATURE's moves after it. Raises IllegalNow; for a text also Malformed and Ambiguous."""
        self.steps.extend(self.progress.turn(seat, said, rng).steps)

    def resign(self, seat: Seat) -> None:
        self.ended = resigned(self.game, self.state, len(self.names), seat)

    @property
    def decided(self) -> tuple[Seat, ...]:
        """Who wins (or draws) whatever is still played; nobody: that is open."""
        return self.game.decided(self.game.view(self.state, None))

    def end_here(self) -> None:
        """End the game as it is decided."""
        self.ended = Outcome(self.decided, Scores(), DECIDED)

    def take_back(self, people: Collection[Seat]) -> None:
        """Go back to before the last move of a person. Raises IllegalNow where something would be un-told."""
        plies = [(step.ply, ply_of(self.game, step)) for step in self.steps]
        first = undo_to([(number, ply) for number, ply in plies if ply.known], people)
        if self.origin is not None and first < self.origin.given:
            raise IllegalNow("You have not moved yet since this practice game began.")
        del self.steps[first:]

    def last_move_of(self, seat: Seat) -> int:
        """The number of the seat's last step, or 0."""
        return max((step.ply for step in self.steps if step.seat == seat), default=0)

    def told_in_secret(self) -> bool:
        """Whether anybody has been told anything that others were not."""
        return any(told.to is not None for step in self.steps for told in step.told)

    def would_hide(self, seat: Seat) -> bool:
        """Whether the move that the seat is about to type is nobody else's business: any move shows it."""
        now = self.progress
        facts = now.step(seat, random_move(self.game, now.state, seat, Random(0))).told
        return any(told.to is not None for told in facts)

    def has_secrets(self, seat: Seat) -> bool:
        """Whether the seat knows anything now that a spectator does not."""
        mine, open_to_all = (_without_seat(plain(self.game.view(self.state, eyes))) for eyes in (seat, None))
        return bool(mine != open_to_all)


def _without_seat(value: Any) -> Any:
    """A plain view without the mark whose it is."""
    if isinstance(value, dict):
        return {name: _without_seat(inner) for name, inner in value.items() if name != "seat"}
    if isinstance(value, list):
        return [_without_seat(inner) for inner in value]
    return value


# -- names ---------------------------------------------------------------------------------------

BOT = "bot "
"""How the name of a bot's seat begins, so that a record tells who goes on as what."""


def names_by_seat(game: AnyGame, names: Sequence[str]) -> dict[Seat, str]:
    """Names as people read them: bots by what they are called, safe to print, and told apart where several are called
    the same."""
    called = [known_bot(game.name, name.removeprefix(BOT)).title if name.startswith(BOT) else name for name in names]
    clean = [" ".join(safe(name).split()) or "Seat" for name in called]
    return {seat: name if clean.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(clean, 1)}
