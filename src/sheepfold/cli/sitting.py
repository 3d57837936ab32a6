"""A game on its way at this terminal: what was played, by whom, and what can be taken back. No input or output."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sheepfold.core import chance
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.errors import IllegalNow, RecordError
from sheepfold.core.plain import plain
from sheepfold.core.progress import AnyGame, Step, chance_steps, first_state, play, replay, resigned
from sheepfold.core.record import Record


@dataclass
class Sitting:
    """Grows by ``move``, shrinks by ``take_back``, ends by the rules or by ``resign``."""

    game: AnyGame
    options: Any
    names: tuple[str, ...]
    seed: bytes
    steps: list[Step] = field(default_factory=list)
    ended: Outcome | None = None

    @classmethod
    def fresh(cls, game: AnyGame, options: Any, names: tuple[str, ...], seed: bytes | None = None) -> Sitting:
        """A new game; NATURE has made its first moves."""
        sitting = cls(game, options, names, seed or secrets.token_bytes(chance.SEED_BYTES))
        sitting._draw()
        return sitting

    @classmethod
    def resumed(cls, game: AnyGame, record: Record) -> Sitting:
        """The game of an unfinished record. Raises RecordError."""
        if record.outcome is not None:
            raise RecordError(f"This game is over ({record.outcome.reason}). Look at it with sheepfold replay.")
        if record.seed is None:
            raise RecordError("This record holds no seed, so its chance cannot go on as it was committed to.")
        seed = bytes.fromhex(record.seed)
        if chance.commitment(seed) != record.commitment:
            raise RecordError("The seed does not match the commitment published at the start.")
        first_state(game, record)
        sitting = cls(game, game.options.make(record.options), record.seats, seed, list(replay(game, record)))
        sitting._draw()
        return sitting

    @property
    def state(self) -> Any:
        return self._before(len(self.steps))

    def _before(self, ply: int) -> Any:
        return self.steps[ply - 1].state if ply else self.game.start(self.options, len(self.names))

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.game.outcome(self.state)

    def record(self) -> Record:
        """The game so far. Its seed is in it, also before the end: this file is the only place that keeps it."""
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=self.options.to_json(),
            seats=self.names,
            commitment=chance.commitment(self.seed),
            moves=tuple((step.seat, step.text) for step in self.steps),
            seed=self.seed.hex(),
            outcome=self.outcome,
        )

    def move(self, seat: Seat, said: Move | str, rng: Random | None = None) -> None:
        """Play a move, and NATURE's moves after it. Raises IllegalNow; for a text also Malformed and Ambiguous."""
        self.steps.append(play(self.game, self.state, seat, said, len(self.steps), rng))
        self._draw()

    def _draw(self) -> None:
        self.steps.extend(chance_steps(self.game, self.state, self.seed, len(self.steps)))

    def resign(self, seat: Seat) -> None:
        self.ended = resigned(self.game, self.state, len(self.names), seat)

    def take_back(self, people: Collection[Seat]) -> None:
        """Go back to before the last move of a person. Raises IllegalNow where something would be un-told."""
        mine = [step.ply for step in self.steps if step.seat in people]
        if not mine:
            raise IllegalNow("There is no move of yours to take back.")
        for step in self.steps[mine[-1] :]:
            if step.seat == NATURE:
                raise IllegalNow("That cannot be taken back: chance has spoken since.")
            if not self.game.reversible(self._before(step.ply), step.seat, step.move, step.state):
                raise IllegalNow("That cannot be taken back: it has revealed something.")
        del self.steps[mine[-1] :]

    def last_move_of(self, seat: Seat) -> int:
        """The number of the seat's last step, or 0."""
        return max((step.ply for step in self.steps if step.seat == seat), default=0)

    def told_in_secret(self) -> bool:
        """Whether anybody has been told anything that others were not."""
        return any(told.to is not None for step in self.steps for told in step.told)

    def would_hide(self, seat: Seat) -> bool:
        """Whether the move that the seat is about to type is nobody else's business: any move shows it."""
        _, facts = self.game.apply(self.state, seat, random_move(self.game, self.state, seat, Random(0)))
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
