"""The table at this terminal: whose turn it is, what they are shown, what they may type, who gets the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from random import Random

from sheepfold.cli.keeping import Keeper
from sheepfold.cli.say import names_by_seat, result
from sheepfold.cli.sitting import Sitting
from sheepfold.cli.terminal import Terminal, say
from sheepfold.cli.typed import Leave, Typed
from sheepfold.core import chance
from sheepfold.core.bot import Bot
from sheepfold.core.contract import Seat
from sheepfold.core.errors import SheepfoldError


class Table:
    """Runs a sitting to its end, or until somebody leaves."""

    def __init__(
        self, sitting: Sitting, bots: Mapping[Seat, Bot], keeper: Keeper, terminal: Terminal, resumed: bool
    ) -> None:
        self.sitting, self.bots, self.keeper, self.terminal = sitting, bots, keeper, terminal
        self.resumed = resumed
        """Whether the game was kept before this sitting."""
        self.names = names_by_seat(sitting.names)
        self.people = [seat for seat in self.names if seat not in bots]
        self.holder: Seat | None = None
        """Who has the keyboard."""
        self.exposed = False
        """Whether the screen shows what only the holder may know."""
        self.heard = dict.fromkeys(self.names, 0)
        """How many steps each seat has been told of."""
        self.kept = True

    # -- the course of the game ----------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over. Raises Leave."""
        self.keep()
        while self.sitting.outcome is None:
            seat = min(self.sitting.game.to_move(self.sitting.state))
            if seat not in self.bots:
                self._turn(seat)
            elif not self._interlude():
                self._bot_moves(seat)
        self._finish()

    def keep(self) -> None:
        """Bring the file up to date; if that fails, say so and play on."""
        try:
            self.keeper.keep(self.sitting.record())
        except SheepfoldError as error:
            if self.kept:
                say(f"{error} The game goes on; type save FILE to keep it elsewhere.")
            self.kept = False
        else:
            self.kept = True

    def luck(self, seat: Seat) -> Random:
        """A player's own luck: the same after a move was taken back, so that undo is no second throw."""
        return chance.luck_from(self.sitting.seed.hex(), len(self.sitting.steps), seat)

    def _bot_moves(self, seat: Seat) -> None:
        waiting = sys.stdout.isatty()
        if waiting:
            print(f"({self.names[seat]} is thinking)", end="\r", flush=True)
        view = self.sitting.game.view(self.sitting.state, seat)
        move = self.bots[seat].choose(view, self.luck(seat))
        if waiting:
            print("\x1b[K", end="", flush=True)
        self.sitting.move(seat, move)
        self.keep()
        if len(self.people) == 1:
            self._news(self.people[0])

    def _turn(self, seat: Seat) -> None:
        """One person's turn, from the hand-over to a move (or whatever else ends it)."""
        self._hand_over(seat)
        self._news(seat)
        self.show(seat)
        self._ask(seat, "")

    def _interlude(self) -> bool:
        """While a bot is to move, a single person who may act out of turn is asked; whether they did."""
        seat = self.people[0] if len(self.people) == 1 else None
        if seat is None or not any(True for _ in self.sitting.game.parts(self.sitting.state, seat, ())):
            return False
        before = len(self.sitting.steps)
        self._ask(seat, "It is not your turn, but you may act. Enter alone lets the others play on.")
        return self.sitting.outcome is not None or len(self.sitting.steps) != before

    def _ask(self, seat: Seat, instead: str) -> None:
        """Read lines until one changes the game, or until an empty one where there is something ``instead``."""
        typed, game, before = Typed(self, seat), self.sitting.game, len(self.sitting.steps)
        wanted: str | None = instead or game.prompt(game.view(self.sitting.state, seat))
        while self.sitting.outcome is None and len(self.sitting.steps) == before:
            if wanted is not None:
                say(wanted)
            try:
                line = self.terminal.ask(f"{self.names[seat]}> ", typed.completing)
                if not line and instead:
                    return
                typed.take(line)
            except (EOFError, KeyboardInterrupt):
                raise Leave from None
            except SheepfoldError as error:
                say(str(error))
                wanted = None
            else:
                wanted = instead or game.prompt(game.view(self.sitting.state, seat))
        self.exposed = self.exposed or self._told_in_secret(before) or self.sitting.has_secrets(seat)
        self.keep()
        if len(self.people) == 1 or self.sitting.outcome is not None:
            self._news(seat)

    # -- what is shown -------------------------------------------------------------------------

    def show(self, seat: Seat) -> None:
        """The whole position as the seat sees it."""
        game, state = self.sitting.game, self.sitting.state
        self.exposed = self.exposed or self.sitting.has_secrets(seat)
        say()
        say(game.text(game.view(state, seat), self.names))

    def told(self, seat: Seat, since: int = 0) -> list[str]:
        """What the seat was told from that step on."""
        steps = self.sitting.steps[since:]
        return [self.sitting.game.tell(t.fact, self.names) for step in steps for t in step.told if t.reaches(seat)]

    def _news(self, seat: Seat) -> None:
        """What the seat has not been told yet."""
        self.heard[seat] = min(self.heard[seat], len(self.sitting.steps))
        self.exposed = self.exposed or self._told_in_secret(self.heard[seat])
        for sentence in self.told(seat, self.heard[seat]):
            say(sentence)
        self.heard[seat] = len(self.sitting.steps)

    def _told_in_secret(self, since: int) -> bool:
        return any(told.to is not None for step in self.sitting.steps[since:] for told in step.told)

    def _hand_over(self, seat: Seat) -> None:
        """Give the keyboard to the next person; what the last one saw is wiped before the next one looks."""
        last, self.holder = self.holder, seat
        if last == seat or len(self.people) == 1:
            return
        if last is not None:
            self._news(last)
        if not self.exposed and not self.sitting.has_secrets(seat):
            return
        try:
            if last is not None:
                self.terminal.ask(f"{self.names[last]}, press Enter: the screen is wiped.")
                self.terminal.clear()
            self.terminal.ask(f"Hand the keyboard to {self.names[seat]}. {self.names[seat]}, press Enter.")
            self.terminal.clear()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        self.exposed = False

    def _finish(self) -> None:
        """The last news, the open position, the result, and how to check the dealing."""
        outcome = self.sitting.outcome
        assert outcome is not None
        game = self.sitting.game
        self._news(self.holder or self.people[0])
        say()
        say(game.text(game.view(self.sitting.state, None), self.names))
        say(result(outcome, self.names))
        say()
        say(f"Commitment {chance.commitment(self.sitting.seed)}")
        say(f"Seed       {self.sitting.seed.hex()}")
        if self.kept:
            say(f"The record is {self.keeper.path}")
            say(f"Check the dealing with: sheepfold verify {self.keeper.path}")
