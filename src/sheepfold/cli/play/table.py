"""The table at this terminal: whose turn it is, what they are shown, what they may type, who gets the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Final

from sheepfold.bots import strongest
from sheepfold.bots.players import Opponent, Players
from sheepfold.cli.files import Keeper
from sheepfold.cli.output import has_colours, painted, safe
from sheepfold.cli.play.game import TerminalGame, names_by_seat
from sheepfold.cli.play.terminal import Terminal, room, say
from sheepfold.cli.play.typed import Leave, Typed
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import Bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records import chance
from sheepfold.core.verdict import decided, ending, headline, verdict
from sheepfold.core.words.paragraphs import written
from sheepfold.core.words.prose import addressed
from sheepfold.games import SHELF

LATELY: Final = 4
"""Sentences of which a person is reminded below the board."""
LEAST, MOST, BY_LETTER = 0.7, 2.6, 0.022
"""Seconds for which what was told stays before the next comes, as on a page: at least, at most, for each letter."""


def reading(words: str) -> float:
    """How long it takes to read that."""
    return min(MOST, LEAST + BY_LETTER * len(words)) if words else 0.0


class TerminalTable:
    """Runs a sitting to its end, or until somebody leaves."""

    def __init__(
        self, sitting: TerminalGame, bots: Mapping[Seat, Bot], keeper: Keeper, terminal: Terminal, resumed: bool
    ) -> None:
        self.sitting, self.bots, self.keeper, self.terminal = sitting, bots, keeper, terminal
        self.resumed = resumed
        """Whether the game was kept before this sitting."""
        self.names = {seat: safe(name) for seat, name in names_by_seat(sitting.game, sitting.names).items()}
        self.people = [seat for seat in self.names if seat not in bots]
        self.kept = True
        """Whether the file is up to date."""
        self.holder: Seat | None = None
        """Who has the keyboard."""
        self.heard = {seat: sitting.last_move_of(seat) for seat in self.people}
        """How many steps each person has been told of; who comes back hears again what followed their last move."""
        self.secretive = False
        """Whether any of several people knows what another may not. From then on the screen is wiped in between."""

    @cached_property
    def adviser(self) -> Opponent | None:
        """Whom people may ask; None: the game has no bot that thinks."""
        best = strongest(self.sitting.game)
        return None if best is None else Opponent(Players(SHELF), self.sitting.game.name, best.name)

    # -- the course of the game ----------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over. Raises Leave."""
        self._after_a_step()
        while self.sitting.outcome is None:
            seat = min(self.sitting.game.to_move(self.sitting.state))
            if seat not in self.bots:
                self._hand_over(seat)
                self._news(seat)
                self.show(seat)
                self.remind(seat)
                self._ask(seat)
            elif not self._interlude():
                self._bot_moves(seat)
        self._finish()

    def rng(self, seat: Seat) -> Random:
        """A player's own luck: the same after a move was taken back, so that undo is no second throw."""
        return chance.rng_from(self.sitting.seed.hex(), len(self.sitting.steps), seat)

    def _after_a_step(self) -> None:
        """Whatever happened: keep the game, notice secrets, and tell a single person at once."""
        try:
            self.keeper.keep(self.sitting.record())
        except SheepfoldError as error:
            if self.kept:
                say(f"{error} The game goes on; type save FILE to keep it elsewhere.")
            self.kept = False
        else:
            self.kept = True
        if len(self.people) == 1:
            self._news(self.people[0])
        elif not self.secretive:
            self.secretive = self._secrets_in_the_air()

    def _secrets_in_the_air(self) -> bool:
        """Whether somebody knows, or is about to type, what others at this terminal may not see."""
        sitting = self.sitting
        movers = [seat for seat in self.people if seat in sitting.game.to_move(sitting.state)]
        return (
            sitting.told_in_secret()
            or any(map(sitting.has_secrets, self.people))
            or any(map(sitting.would_hide, movers))
        )

    def _bot_moves(self, seat: Seat) -> None:
        watched = sys.stdout.isatty()
        if watched:
            print(f"({self.names[seat]} is thinking)", end="\r", flush=True)
        view = self.sitting.game.view(self.sitting.state, seat)
        move = self.bots[seat].choose(view, self.rng(seat))
        if watched:
            print("\x1b[K", end="", flush=True)
        told = len(self.sitting.steps)
        self.sitting.move(seat, move)
        self._after_a_step()
        if self.terminal.lively and len(self.people) == 1:
            self.terminal.pause(reading(" ".join(self.told(self.people[0], told))))

    def _interlude(self) -> bool:
        """While a bot is to move, a single person who may act out of turn is asked; whether they did."""
        seat = self.people[0] if len(self.people) == 1 else None
        if seat is None or not self.sitting.game.parts(self.sitting.state, seat, ()):
            return False
        say("It is not your turn, but you may act. Press Enter to let the others play on.")
        return self._ask(seat, may_decline=True)

    def _ask(self, seat: Seat, may_decline: bool = False) -> bool:
        """Read lines until one changes the game, or until an empty one; whether the game was changed."""
        typed, before = Typed(self, seat), len(self.sitting.steps)
        while self.sitting.outcome is None and len(self.sitting.steps) == before:
            try:
                line = self.terminal.ask(f"{self.names[seat]}> ", typed.completing)
                if may_decline and not line:
                    return False
                typed.take(line)
            except (EOFError, KeyboardInterrupt):
                raise Leave from None
            except SheepfoldError as error:
                say(str(error))
        self._after_a_step()
        return True

    # -- what is shown -------------------------------------------------------------------------

    def show(self, seat: Seat) -> None:
        """The whole position as the seat sees it, and what it is to do."""
        game = self.sitting.game
        text = game.paragraphs(game.view(self.sitting.state, seat), self.names)
        shown = written(text, room(), paint=painted) if has_colours() else written(text, room())
        print(f"\n{shown}", flush=True)
        alone = seat if self.secretive or len(self.people) == 1 else None
        if words := decided(game, game.view(self.sitting.state, seat), self.names, alone):
            say(f"{words} Type end to end the game here.")

    def remind(self, seat: Seat) -> None:
        """What happened since the seat's last move, once more below the board, unless that says it: so it stays in
        sight."""
        game, since = self.sitting.game, [step.ply for step in self.sitting.steps if step.seat == seat]
        shown = " ".join(game.text(game.view(self.sitting.state, seat), self.names).split())
        lately = self.told(seat, since[-1] + 1 if since else 0, alone=True)[-LATELY:]
        news = [sentence for sentence in lately if " ".join(sentence.split()) not in shown]
        if self.terminal.lively and news:
            say("\n" + " ".join(news))

    def told(self, seat: Seat, since: int = 0, *, alone: bool = False) -> list[str]:
        """What the seat was told from that step on; as whoever sits there reads it, unless others read it too."""
        game, alone = self.sitting.game, alone or self.secretive or len(self.people) == 1
        names = addressed(self.names, seat if alone else None)
        sentences = (
            game.tell_cast(t.fact, names, game.cast(step.before))
            for step in self.sitting.steps[since:]
            for t in step.told
            if t.reaches(seat)
        )
        return list(filter(None, sentences))

    def _news(self, seat: Seat) -> None:
        """What the seat has not been told yet. While there are no secrets everybody is looking on."""
        for sentence in self.told(seat, self.heard[seat]):
            say(sentence)
        for listener in [seat] if self.secretive else self.people:
            self.heard[listener] = len(self.sitting.steps)

    def forget_undone(self) -> None:
        """After a move was taken back: what follows will be news to everybody."""
        for seat in self.people:
            self.heard[seat] = min(self.heard[seat], len(self.sitting.steps))

    def _hand_over(self, seat: Seat) -> None:
        """Give the keyboard to the next person; what the last one saw is wiped before the next one looks."""
        last, self.holder = self.holder, seat
        if last == seat or not self.secretive:
            return
        try:
            if last is not None:
                self._news(last)
                self.terminal.ask(f"{self.names[last]}, press Enter: the screen is cleared.")
                self.terminal.clear()
            self.terminal.ask(f"Hand the keyboard to {self.names[seat]}. {self.names[seat]}, press Enter.")
            self.terminal.clear()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _finish(self) -> None:
        """The last news, the open position, the result, and how to look at the game and check the dealing."""
        outcome, game = self.sitting.outcome, self.sitting.game
        assert outcome is not None
        self._news(self.holder or self.people[0])
        if game.outcome(self.sitting.state) is not None:  # else somebody resigned: the position waits for a move
            text = game.paragraphs(game.view(self.sitting.state, None), self.names)
            print(f"\n{written(text, room())}", flush=True)
        told = ending(game, outcome, game.view(self.sitting.state, None), self.names, None)
        if told.scoreboard is None:
            say(f"\n{verdict(game, outcome, self.names)}\n")
        else:
            say(f"\n{headline(game, outcome, self.names, None)}\n")
            print(f"{written(told.scoreboard.paragraphs(), room())}\n", flush=True)
        say(f"Commitment {chance.commitment(self.sitting.seed)}")
        say(f"Seed       {self.sitting.seed.hex()}")
        if self.kept:
            say(f"The record is {self.keeper.path}")
            say(f"See it all with: sheepfold replay {self.keeper.path}")
            say(f"Check the dealing with: sheepfold verify {self.keeper.path}")
