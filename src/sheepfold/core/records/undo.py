"""Which moves may be taken back, decided once for every door."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.progress import AnyGame, Step

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
