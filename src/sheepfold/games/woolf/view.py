"""What one seat (or a spectator) may know, built field by field."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sheepfold.core.contract import Outcome, Seat
from sheepfold.games.woolf.board import Hand, Question, character, sought
from sheepfold.games.woolf.rules import outcome, waiting
from sheepfold.games.woolf.score import rights
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import FINAL, Clue, Event, Options, Pointers, Reveal, early_suspects, turns_taken


@dataclass(frozen=True, slots=True)
class View:
    """Public: everything but ``hand``, ``questions``, ``pointers`` and the cards inside ``events``."""

    seat: Seat | None
    options: Options
    players: int
    round: int
    phase: str
    start: Seat
    turn: Seat
    looked_at: Seat
    waiting: tuple[Seat, ...]
    """Who still has to hand in, in seat order; empty before the final suspicions."""
    points: tuple[int, ...]
    errors: tuple[int, ...]
    red: tuple[bool, ...]
    hand: Hand | None
    """Your own cards, left and right."""
    questions: tuple[Question, ...]
    """The question cards in your hand."""
    pointers: Pointers | None
    """Your own pointers, once set."""
    events: tuple[Event, ...]
    """This round, turn by turn. A clue shows its card to the peeker, and to the owner who knows what lay there."""
    reveals: tuple[Reveal, ...]
    outcome: Outcome | None

    @property
    def own(self) -> Seat:
        """The viewer's seat. A spectator has none, and is not asked for it."""
        assert self.seat is not None
        return self.seat

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom the viewer seeks, by pointers; a wolf seeks one only."""
        assert self.hand is not None
        return sought(character(self.hand))

    @property
    def early(self) -> tuple[Seat, ...]:
        """Who has made an early suspicion in this round, in order."""
        return early_suspects(self.events)

    def turns_taken(self, seat: Seat | None) -> int:
        """How many turns of this round a seat has had."""
        return turns_taken(self.events, seat)


@dataclass(frozen=True, slots=True)
class OpenView(View):
    """What a spectator sees with everything turned up, for looking back at a game that is over. Nobody at a table has
    it."""

    hands: tuple[Hand, ...]
    """Left and right card of everybody, the simulated player last; empty before the deal."""
    held: tuple[tuple[Question, ...], ...]
    """The question cards that everybody still has."""
    suspicions: tuple[Pointers | None, ...]
    """Where the pointers stand that lie sealed."""

    @property
    def sealed(self) -> dict[Seat, tuple[Pointers, tuple[bool, bool]]]:
        """By seat: the pointers that lie sealed, and whether they are right."""
        characters, given = tuple(map(character, self.hands)), enumerate(self.suspicions, 1)
        return {seat: (pair, rights(characters, seat, pair)) for seat, pair in given if pair is not None}


def view(state: State, seat: Seat | None) -> View:
    """The state through one pair of eyes; ``None`` is a spectator."""
    dealt = seat is not None and bool(state.hands)
    own = (seat or 0) - 1
    return View(
        seat=seat,
        options=state.options,
        players=state.players,
        round=state.round,
        phase=state.phase,
        start=state.start,
        turn=state.turn,
        looked_at=state.looked_at,
        waiting=waiting(state) if state.phase == FINAL else (),
        points=state.points,
        errors=state.errors,
        red=state.red,
        hand=state.hands[own] if dealt else None,
        questions=state.questions[own] if dealt else (),
        pointers=state.pointers[own] if dealt else None,
        events=tuple(_seen_by(event, seat) for event in state.events),
        reveals=state.reveals,
        outcome=outcome(state),
    )


def opened(state: State, seats: int) -> OpenView:
    """The state with nothing left out."""
    seen = view(state, None)
    shown: dict[str, Any] = {field.name: getattr(seen, field.name) for field in fields(seen)} | {"events": state.events}
    return OpenView(**shown, hands=state.hands, held=state.questions, suspicions=state.pointers)


def _seen_by(event: Event, seat: Seat | None) -> Event:
    """A clue without its card, unless the viewer took the peek, or owns the place that was named."""
    if not isinstance(event, Clue):
        return event
    knows = seat is not None and (event.by == seat or (event.at == seat and event.place != ""))
    return Clue(event.by, event.at, event.place, event.said, event.card if knows else None)
