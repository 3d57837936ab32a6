"""How a game is written: notation of its moves, sentences for what happens, positions as text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sheepfold.core.contract.rules import Legal, Move, O, Outcome, Rules, S, Seat, V
from sheepfold.core.scores import Consequence, Interlude, Noted, Scoreboard, ScoreRow
from sheepfold.core.words.paragraphs import Line, Text, as_it_is, written
from sheepfold.core.words.prose import amid, does, listed


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a viewer is to do, or waits for, with people called by their names."""

    headline: str
    """One sentence."""
    detail: str = ""
    """What else there is to say, in sentences of its own."""
    round: int | None = None
    """The round being played, where the game counts them."""

    @property
    def text(self) -> str:
        """All of it in one line: for terminal, mail and programs."""
        return f"{self.headline} {self.detail}".rstrip()


class WrittenGame(Rules[O, S, V]):
    """The second part of the contract: enough for records, terminal and mail."""

    # -- every game implements these ---------------------------------------------------------------

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str, rng: Random | None = None) -> Legal[S]:
        """The legal move that a text means, case and blanks forgiven. Raises Malformed, IllegalNow or Ambiguous.

        ``rng`` serves shorthand such as "random"; without it (in a record) such words are refused.
        """

    @abstractmethod
    def notate(self, legal: Legal[S]) -> str:
        """The canonical notation of a legal move; ``parse`` takes it back."""

    @abstractmethod
    def forms(self) -> tuple[Line, ...]:
        """How moves are written: an example, and behind it what it means."""

    @abstractmethod
    def prompt(self, view: V, names: Mapping[Seat, str]) -> Prompt:
        """For the view's owner: whose turn it is and what to do."""

    @abstractmethod
    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        """One sentence for a fact, with people called by ``names``; one of them may be ``YOU``. Nothing: another fact
        that follows at once tells it."""

    @abstractmethod
    def text(self, view: V, names: Mapping[Seat, str]) -> str:
        """The whole view as plain text: terminal, mail, screen reader.

        It says whose turn it is; for a viewer who is to move it ends with ``prompt``.
        """

    # -- notation, with defaults -------------------------------------------------------------------

    def check_notation(self, options: O, text: str) -> None:
        """Raises Malformed unless the text could be a player's move at some time in a game with these options.

        It is given no position, so its answer tells nothing about one. ``parse`` refuses whatever this refuses.
        """

    def forms_now(self, view: V) -> tuple[Line, ...]:
        """Those of the forms that the next move of the view's owner can have: all, unless the game knows better."""
        return self.forms()

    def example(self, state: S, seat: Seat, rng: Random) -> str:
        """A move that the seat, which is to move, may play, as somebody would type it: to show how, not what to do."""
        move: Move = ()
        while not (ahead := self.ahead(state, seat, move)).complete:
            move += (rng.choice(ahead.parts),)
        return self.write(state, seat, move)

    # -- sentences and text, with defaults ---------------------------------------------------------

    def role(self, view: V, seat: Seat) -> str:
        """What the seat plays now in public ("Farmer"); nothing where seats are alike, or where it is secret."""
        return ""

    def next_part(self, view: V, so_far: Move) -> str:
        """What the next part of a move of the view's owner is about, as a short question; nothing: it speaks for
        itself."""
        return ""

    def cast(self, state: S) -> Mapping[Seat, Seat]:
        """Who has which role, where facts speak of roles and people take turns in them; else nobody."""
        return {}

    def tell_cast(self, fact: Any, names: Mapping[Seat, str], cast: Mapping[Seat, Seat]) -> str:
        """As ``tell``, where it is known who had which role when the fact was born: then they are named."""
        return self.tell(fact, names)

    def winning(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        """Who won, in one sentence."""
        winners = [names[seat] for seat in outcome.winners if seat in names]
        if len(winners) == 1:
            return f"{does(winners[0], 'wins')}."
        if len(winners) == len(names) == 2:
            return "It is a draw."
        if winners:
            return f"{listed([winners[0], *map(amid, winners[1:])])} share the win."
        return "It was played for the score." if outcome.by is None else "Nobody wins."

    def consequence(self, view: V, move: Move, *, aids: bool) -> Consequence | None:
        """What a complete move of the view's owner would do, as far as they may know; None: nothing worth a word.

        ``aids``: also what could be worked out. It may take longer than anything else here, so servers ask for it off
        their event loop.
        """
        return None

    def interlude(self, view: V, names: Mapping[Seat, str]) -> Interlude | None:
        """The game or round within this one that is over, as long as the viewer has not moved in the next. None: there
        is none, or all of it is over."""
        return None

    def recap(self, view: V, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
        """What decided a game that is over by its rules, in a few lines, the most important first."""
        return ()

    def scoreboard(self, view: V, outcome: Outcome, names: Mapping[Seat, str]) -> Scoreboard:
        """The result as a table without places, people called as the viewer calls them.

        Where ``outcome`` is one of ``TABLE_ENDINGS``, the view is of a game that its rules have not ended.
        """
        columns = ("Points",) if outcome.scores else ()
        rows = (
            ScoreRow(name, tuple(outcome.scores.get(seat) for _ in columns), seat, self.role(view, seat))
            for seat, name in names.items()
        )
        return Scoreboard("", tuple(rows), columns)

    def paragraphs(self, view: V, names: Mapping[Seat, str]) -> Text:
        """The same as data: what of it is words and what is drawn, and how that is painted. ``paragraphs.written``
        writes it. A game that does not say is shown as it is."""
        return as_it_is(self.text(view, names))

    def sheet(self, view: V, names: Mapping[Seat, str]) -> str:
        """The score or tracking sheet alone, for games that keep one; else the whole text."""
        return self.text(view, names)

    # -- derived from the above --------------------------------------------------------------------

    def read(self, state: S, seat: Seat, text: str, rng: Random | None = None) -> Move:
        """The parts of the move that a text means. Raises as ``parse`` does."""
        return self.parse(state, seat, text, rng).move

    def write(self, state: S, seat: Seat, move: Move) -> str:
        """Check a move and write it. Raises IllegalNow."""
        return self.notate(self.check(state, seat, move))

    def help(self) -> str:
        """The same as text."""
        return written((self.forms(),)) + "\n"
