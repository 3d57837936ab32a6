"""What a game is: its rules, and what each seat may know.

A game is a set of pure functions over frozen states. It knows no clock, no I/O and no dice:
chance sits at the table as ``NATURE`` and its moves are recorded like anybody's.

A *move* is a tuple of *parts*; a part is a short word that a player could click or type
(``"K"``, ``"a2"``, ``"pass"``). Nobody lists whole moves: a kill in Mutton can have a million.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, get_type_hints

from sheepfold.core.options import OptionSet
from sheepfold.core.scores import Scores

Seat: TypeAlias = int
"""Seats are counted from 1. ``NATURE`` is 0; a spectator is ``None``."""

NATURE: Final[Seat] = 0

Part: TypeAlias = str
Move: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A fact and the seats that may know it; ``to=None`` tells everybody, spectators included.

    Facts are addressed when they are born and never scrubbed afterwards. A step of which a seat is
    told nothing must leave no trace for that seat: not even a number.
    """

    fact: Any
    to: frozenset[Seat] | None = None

    def reaches(self, seat: Seat | None) -> bool:
        return self.to is None or seat in self.to


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``winners`` share the win; a draw names all who drew; it is empty when no seat won (a game
    played for the score, or lost to the wolves together). ``scores`` are points of seats, or of
    sides such as ``"wolves"``. ``reason`` is one of the game's ``endings`` or of
    ``TABLE_ENDINGS``; ``by`` is the seat that resigned or forfeited.
    """

    winners: tuple[Seat, ...]
    scores: Scores
    reason: str
    by: Seat | None = None


DECIDED: Final = "decided"
TABLE_ENDINGS: Final = ("resigned", "forfeited", "agreed", "aborted", DECIDED)
"""Ways a game can end at the table without ending by its rules."""

O = TypeVar("O", bound=OptionSet)
S = TypeVar("S")
V = TypeVar("V")


class Marginal(NamedTuple):
    """One hidden thing and how likely each of the ways is in which it can be, as far as a viewer can know."""

    about: str
    """What it is, in a word of the game: an animal's letter, a player's number."""
    odds: tuple[tuple[str, float], ...]
    """Ways that are possible and their chances, which add up to 1; the likeliest first."""

    @classmethod
    def of(cls, about: str, chances: Mapping[str, float]) -> Marginal:
        """Put in order, without what cannot be."""
        found = [(way, chance) for way, chance in chances.items() if chance > 0]
        return cls(about, tuple(sorted(found, key=lambda entry: (-entry[1], entry[0]))))


class Ahead(NamedTuple):
    """How a move may go on from where it is."""

    parts: tuple[Part, ...]
    """The legal next parts, in a fixed order. Each leads to at least one complete move."""
    complete: bool
    """Whether the move may be played as it stands. It may also go on then: one shot, or more for a berserk."""
    weights: tuple[int, ...] | None = None
    """NATURE's odds along ``parts``, positive whole numbers; None: all are equally likely."""
    found: Any = None
    """What was worked out for this and helps with the next part: the game's own business."""


NOTHING: Final = Ahead((), False)
"""What lies ahead of a seat that may not move, or of parts that lead nowhere."""


class Legal(NamedTuple, Generic[S]):
    """A move that was found legal for a seat in a state. Only ``check`` and ``parse`` of a game make one.

    Whoever holds it need not check again: it is played and written as it is.
    """

    state: S
    seat: Seat
    move: Move
    found: Any = None
    """What the check worked out that playing and writing also need: the game's own business."""


class Rules(ABC, Generic[O, S, V]):
    """The first part of the contract: enough for perft, and for a bot that thinks with its view.

    All methods are pure; states, views and facts are frozen and hashable. A new game implements the abstract methods
    first, and ``seated`` if the number of seats can vary; a game that hides nothing needs no more.
    """

    name: str
    """The word typed on the command line, used in records and addresses."""
    title: str
    """The name as printed."""
    credits: str
    """Designers and year, shown wherever the game is presented."""
    summary: str
    """One sentence for somebody who has never heard of the game."""
    version: int
    """Moves only when the replay of an old record could differ."""
    seats: range
    """The possible numbers of seats."""
    options: type[O]
    endings: tuple[str, ...]
    """Every ``Outcome.reason`` the rules can give. Each has a golden record."""
    hides: bool = True
    """Whether a seat may know what others may not. Where nothing is hidden, one picture is for all."""

    # -- every game implements these ---------------------------------------------------------------

    @abstractmethod
    def start(self, options: O, seats: int) -> S:
        """The state before anybody moved. No dice: whatever is random is NATURE's first move."""

    @abstractmethod
    def to_move(self, state: S) -> frozenset[Seat]:
        """Whom the game waits for. Several: sealed and simultaneous. Empty: it is over.

        Public knowledge. A seat outside may still have ``parts`` (a secret swap in Woolf!!).
        """

    @abstractmethod
    def ahead(self, state: S, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        """How this seat's move may go on after ``so_far``: which parts may follow, and whether it may stop here.

        Equal for states that the seat cannot tell apart. ``before`` is what lay ahead one part earlier, where the
        caller has it: a game that works something out for every part need not begin anew then.
        """

    @abstractmethod
    def check(self, state: S, seat: Seat, move: Move) -> Legal[S]:
        """The whole move, found legal. Raises IllegalNow, in words for that seat, if it may not be played.

        Accepts exactly the complete moves that ``parts`` can build.
        """

    @abstractmethod
    def play(self, legal: Legal[S]) -> tuple[S, tuple[Told, ...]]:
        """What a legal move leads to, and who is told what. Tells the mover at least one fact."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result once ``to_move`` is empty, else None."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What the seat (None: a spectator) may know, built field by field. All, once it is over."""

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A state that the view's owner cannot tell from the truth: by the exact odds where chance decided, and where a
        player did (Mutton's wolves) uniformly from all that fits.

        ``view(imagine(v, rng), seat) == v``: so a bot can think with nothing but its view.
        """

    # -- for games that hide something or have rounds ----------------------------------------------

    def reversible(self, state: S, seat: Seat, move: Move, after: S | None = None) -> bool:
        """Whether taking this move back un-tells nothing: it revealed no secret and drew no chance.

        ``after`` is the state that it led to, where the caller has it.
        """
        return True

    def readers(self, state: S, seat: Seat, move: Move) -> frozenset[Seat] | None:
        """Who may read the move as it is written while the game goes on; None: everybody, spectators included.

        Only whoever made it, unless nothing is hidden here or the game knows better.
        """
        return frozenset({seat}) if self.hides else None

    def sees_all(self, view: V) -> bool:
        """Whether nothing is hidden from the view's owner, so that only chance can surprise them."""
        return not self.hides

    def opened(self, state: S, seats: int) -> V | None:
        """Everything turned up, for looking back at a game that is over; None: there is nothing more to see.

        Never for a game that goes on. It is the view of a seat from which nothing is hidden, unless the game knows
        better: everybody looks at it, so it should speak to nobody.
        """
        if not self.hides:
            return None
        views = (self.view(state, seat) for seat in range(1, seats + 1))
        return next((view for view in views if self.sees_all(view)), None)

    def beliefs(self, view: V) -> tuple[Marginal, ...]:
        """What the view's owner can work out about everything that is hidden, each thing by itself.

        Exact where chance alone decided, and always from the view alone. A game that hides something has to tell it;
        what the owner knows for certain may be told or left out.
        """
        return ()

    def truth(self, state: S) -> Mapping[str, str]:
        """Which way each thing is that ``beliefs`` gives odds for, by ``Marginal.about``. No door shows it."""
        return {}

    def retold(self, past: Sequence[tuple[S, Seat, Move]], seat: Seat, world: S) -> Sequence[tuple[Seat, Move]]:
        """The moves that lead to ``world``, told to the seat as those of ``past`` were: each with the state before it.

        ``world`` is one that ``imagine`` made of the seat's view at the end of ``past``. A game that hides something
        has to tell it, if people shall play on in other worlds.
        """
        return [(mover, move) for _, mover, move in past]

    def rounds_over(self, state: S) -> int:
        """How many of the game's rounds are over with nothing of them hidden: everybody may read their moves."""
        return 0

    def foreseen(self, state: S, seat: Seat, kept: Sequence[Move] = ()) -> tuple[S, Seat] | None:
        """A position in which a seat that waits would be to move after the moves that it keeps ready already, and as
        whom. None: there is none, or what the seat will move with, or what those moves bring, is not known yet.

        Each of ``kept`` is legal in the position that was foreseen after those before it. Whatever may be asked of the
        position is equal for states that the seat cannot tell apart.
        """
        return None

    # -- with defaults -----------------------------------------------------------------------------

    def seated(self, state: S) -> int:
        """How many seats the state is for. A game whose number is not fixed has to say."""
        return self.seats[0]

    def winners_without(self, state: S, seats: int, seat: Seat) -> tuple[Seat, ...]:
        """Who wins when a seat gives up: all others, unless they were on its side."""
        return tuple(other for other in range(1, seats + 1) if other != seat)

    def decided(self, view: V) -> tuple[Seat, ...]:
        """Who wins (or draws) whatever is still played, as far as everybody can tell; nobody: that is open, or over.

        The same for all views of a position: it says nothing that is not public.
        """
        return ()

    def swaps(self, options: O) -> bool:
        """Whether every seat plays every role in turn, so that a result speaks of no single one."""
        return False

    def bidding(self, view: V) -> bool:
        """Whether seats still bid for their roles, by parts such as ``bid 12`` and ``pass``, before the game begins."""
        return False

    # -- derived from the above --------------------------------------------------------------------

    def parts(self, state: S, seat: Seat, so_far: Move) -> tuple[Part, ...]:
        """The legal next parts after ``so_far``; none when the seat may not move or nothing can be added."""
        return self.ahead(state, seat, so_far).parts

    def complete(self, state: S, seat: Seat, move: Move) -> bool:
        """Whether ``move``, built from ``parts``, may be played as it stands."""
        return self.ahead(state, seat, move).complete

    def apply(self, state: S, seat: Seat, move: Move) -> tuple[S, tuple[Told, ...]]:
        """Check a move and play it. Raises IllegalNow."""
        return self.play(self.check(state, seat, move))

    def kinds(self) -> tuple[Any, ...]:
        """The classes of its states and views: what ``core.records.to_json.restored`` makes of JSON. ``start`` and
        ``view`` say them by their annotations. Raises TypeError where they do not."""
        hints = [get_type_hints(made) for made in (self.start, self.view, self.opened)]
        if not all("return" in found for found in hints):
            raise TypeError(f"start and view of {self.name} must be annotated with what they return")
        return tuple(found["return"] for found in hints)
