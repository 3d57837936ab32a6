"""What a person may type on their turn: a move, or a command that shows, saves, takes back or leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from textwrap import fill
from typing import TYPE_CHECKING, Any

from sheepfold.bots import strongest
from sheepfold.cli.files import new_keeper
from sheepfold.cli.play.terminal import command_list, perhaps_meant, room, say, sure_to_resign
from sheepfold.core.contract import Move, Part, Seat
from sheepfold.core.contract.bot import SILENT, Bot, reasons
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.options import described
from sheepfold.core.records.progress import AnyGame, Step
from sheepfold.core.words.paragraphs import Line, written

if TYPE_CHECKING:
    from sheepfold.cli.play.table import TerminalTable

COMMANDS = {
    "help": "this list, and how moves are written",
    "board": "the whole position again",
    "sheet": "only the score or tracking sheet",
    "told": "everything you have been told so far",
    "choose": "build a move by choosing with the arrow keys, part by part",
    "moves": "how a move can begin; moves K how it can go on after K",
    "foresee": "foresee MOVE says what a move would do, without playing it",
    "hint": "what the strongest bot would play in your place, and why",
    "why": "why the bot made its last move, where nothing is hidden",
    "options": "the options of this game",
    "undo": "take back the last move, if it revealed nothing",
    "end": "end the game here, once it is decided",
    "resign": "give up (you are asked again)",
    "save": "save FILE keeps a copy (.txt: readable text)",
    "quit": "leave; the game can be continued later",
}
"""Every command with its help. None of them is a move in any game."""

LISTED, MOST = 200, 2000
"""So many parts are listed; more are counted, up to a limit."""


def reason(game: AnyGame, player: Bot, step: Step) -> str:
    """What a bot says about a move of its own."""
    said = reasons(player, game.view(step.before, step.seat), step.move) or SILENT
    return f"{step.text}: {said}"


class Leave(Exception):
    """Somebody has had enough for now. ``keep`` says whether the game may be continued."""

    def __init__(self, keep: bool = True) -> None:
        super().__init__()
        self.keep = keep


class Typed:
    """One person's lines at a table."""

    def __init__(self, table: TerminalTable, seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.sitting, self.game = table.sitting, table.sitting.game

    def take(self, line: str) -> None:
        """Do what the line says. Raises SheepfoldError, with nothing changed, or Leave."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            raise Malformed("Type a move, choose to build one, or help.")
        if word not in COMMANDS:
            self._move(line)
        elif word in ("moves", "foresee", "save"):
            getattr(self, f"_{word}")(rest)
        elif rest:
            raise Malformed(f"Type {word} alone.")
        else:
            getattr(self, f"_{word}")()

    def completing(self, text: str) -> list[tuple[str, int]]:
        """Commands and parts of moves that could stand where the text ends."""
        commands = [(word, len(text)) for word in COMMANDS if text and word.startswith(text.lower())]
        return commands + [(line, len(text)) for line in spelt(self.game, self.sitting.state, self.seat, text).endings]

    def _move(self, line: str) -> None:
        """Play it; what is not a move in any position was perhaps meant as a command."""
        try:
            self._play(line)
        except Malformed as error:
            raise Malformed(f"{error}{perhaps_meant(line, COMMANDS)}") from None

    def _play(self, line: str) -> None:
        self.sitting.move(self.seat, line, self.table.rng(self.seat))

    # -- showing -------------------------------------------------------------------------------

    def _help(self) -> None:
        moves = (Line(f"Moves of {self.game.title}:"),), self.game.forms()
        print(written((*moves, (Line("Commands:"),), command_list(COMMANDS)), room()) + "\n", flush=True)

    def _board(self) -> None:
        self.table.show(self.seat)

    def _sheet(self) -> None:
        say(self.game.sheet(self.game.view(self.sitting.state, self.seat), self.table.names))

    def _told(self) -> None:
        say("\n".join(self.table.told(self.seat)) or "Nothing yet.")

    def _options(self) -> None:
        print(written(described(self.game.options, self.game.title), room()), flush=True)
        say(f"\nThis game: {' '.join(self.sitting.options.words()) or 'the usual options'}.")

    def _moves(self, text: str) -> None:
        state = self.sitting.state
        line = spelt(self.game, state, self.seat, text)
        so_far = line.so_far
        if text and not so_far and not line.endings:
            raise IllegalNow("No move begins like that.")
        ahead = self.game.ahead(state, self.seat, so_far)
        known = ahead.parts[:MOST]
        if ahead.complete:
            foretold = self._foretold(so_far)
            say(f"{self.game.write(state, self.seat, so_far)} can be played as it stands. {foretold}".rstrip())
        # Longer than any list that fits on a screen: say so instead of scrolling the board away.
        more = "" if len(known) <= LISTED else f" and {len(known) - LISTED}{'+' if len(known) == MOST else ''} more"
        say(fill("  ".join(known[:LISTED]) + more, 100, break_on_hyphens=False) or "Nothing can be added.")

    def _foresee(self, text: str) -> None:
        if not text:
            raise Malformed("Type a move after foresee; the word moves lists them.")
        move = self.game.parse(self.sitting.state, self.seat, text, self.table.rng(self.seat)).move
        say(self._foretold(move) or "Nothing can be foretold of this move.")

    def _foretold(self, move: Move) -> str:
        """What a move would do, as a page says it; empty where it is not whole, or where there is nothing to say.

        With all aids: whoever may ask a bot for a move may also know the odds.
        """
        state = self.sitting.state
        if not self.game.complete(state, self.seat, move):
            return ""
        found = self.game.consequence(self.game.view(state, self.seat), move, aids=True)
        return "" if found is None else found.text

    def _hint(self) -> None:
        state = self.sitting.state
        if self.seat not in self.game.to_move(state):
            raise IllegalNow("You get a hint when it is your turn.")
        view, adviser, best = self.game.view(state, self.seat), self.table.adviser, strongest(self.game)
        if adviser is None or best is None:
            raise IllegalNow("This game has no bot that could give a hint.")
        move = adviser.choose(view, self.table.rng(self.seat))
        say(f"You could play {self.game.write(state, self.seat, move)}")
        say(f"{best.title} says: {adviser.explain(view, move)}")

    def _why(self) -> None:
        if self.game.hides:
            raise IllegalNow("A bot says why when the game is over: sheepfold replay FILE --why.")
        steps = [step for step in self.sitting.steps if step.seat in self.table.bots]
        if not steps:
            raise IllegalNow("No bot has moved yet.")
        say(reason(self.game, self.table.bots[steps[-1].seat], steps[-1]))

    # -- doing ---------------------------------------------------------------------------------

    def _choose(self) -> None:
        """Part by part; a step back from the first one leaves it."""
        state = self.sitting.state
        so_far: Move = ()
        while True:
            ahead = self.game.ahead(state, self.seat, so_far)
            whole = self.game.write(state, self.seat, so_far) if ahead.complete else ""
            options = [f"play {whole}"] * bool(whole) + list(ahead.parts[:MOST])
            if not options:
                raise IllegalNow("There is no move for you to make now.")
            lines = [f"Your move so far: {' '.join(so_far)}"] if so_far else []
            if ahead.parts:
                lines.append(self.game.next_part(self.game.view(state, self.seat), so_far))
            lines.append(self._foretold(so_far) if whole else "")
            title = "\n".join(filter(None, lines)) or "How does your move begin?"
            moves = [()] * bool(whole) + [(*so_far, part) for part in ahead.parts[:MOST]]
            taken = self.table.terminal.pick(title, options, [partial(self._foretold, move) for move in moves])
            if taken is None and not so_far:
                raise IllegalNow("Nothing was played.")
            if taken is None:
                so_far = so_far[:-1]
            elif whole and taken == 0:
                return self.sitting.move(self.seat, so_far)
            else:
                so_far = (*so_far, ahead.parts[taken - bool(whole)])

    def _undo(self) -> None:
        self.sitting.take_back(self.table.people)
        self.table.forget_undone()
        say("Taken back.")

    def _resign(self) -> None:
        sure_to_resign(self.table.terminal)
        self.sitting.resign(self.seat)

    def _end(self) -> None:
        winners = self.sitting.decided
        if not winners:
            raise IllegalNow("The game is not decided yet. You may resign.")
        if len(self.table.people) > 1 and self.table.terminal.ask("Do all agree? Type yes to end: ").lower() != "yes":
            raise IllegalNow("You play on.")
        self.sitting.end_here()

    def _save(self, name: str) -> None:
        if not name:
            raise Malformed("Type a file's name after save, such as save mygame.txt.")
        keeper = new_keeper(name)
        keeper.keep(self.sitting.record())
        say(f"Saved as {keeper.path}.")

    def _quit(self) -> None:
        if not self.table.resumed:
            answer = self.table.terminal.ask("Keep the game, to continue later? (yes or no) ")
            raise Leave(keep=answer.lower() not in ("no", "n"))
        raise Leave


# -- completion --------------------------------------------------------------------------------
#
# Works for any notation, since the game's own ``write`` is asked. A part of a move stands for all moves that begin with
# it. What their notations have in common is what typing that part looks like: ``K:`` at the start of a kill is typed
# ``K:L-``, since L runs first.

WIDEST = 400
"""A choice among more parts than this is not spelt out: nobody would read it."""
DEEPEST = 12
"""A move of more parts than this (a whole flock placed cell by cell) is not spelt out either."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """A line read as the beginning of a move: the parts it spells, and how it could be completed."""

    so_far: Move
    endings: tuple[str, ...]


def spelt(game: AnyGame, state: Any, seat: Seat, line: str) -> Spelling:
    """Read a line as far as it goes. ``endings`` are longer lines; it is empty where nothing fits."""
    typed = line.lower()
    so_far: Move = ()
    endings: list[str] = []
    while True:
        found = _beginnings(game, state, seat, so_far)
        fitting = [part for part, text in found.items() if text.lower().startswith(typed)]
        endings += [found[part] for part in fitting if len(found[part]) > len(typed)]
        passed = [part for part, text in found.items() if typed.startswith(text.lower())]
        if not typed or not passed:
            # A line that only one part fits means that part, although it is not typed to its end.
            meant = (*so_far, fitting[0]) if typed and len(fitting) == 1 else so_far
            return Spelling(meant, tuple(endings))
        so_far = (*so_far, max(passed, key=lambda part: len(found[part])))


def _beginnings(game: AnyGame, state: Any, seat: Seat, so_far: Move) -> dict[Part, str]:
    """The parts that may come next, each with the text that all moves with it begin with."""
    known = game.parts(state, seat, so_far)
    if len(known) > WIDEST:
        return {}
    texts = {}
    for part in known:
        first, last = (_finished(game, state, seat, (*so_far, part), which) for which in (0, -1))
        if first is None or last is None:
            return {}
        texts[part] = _shared(game.write(state, seat, first), game.write(state, seat, last))
    return texts


def _shared(one: str, other: str) -> str:
    """What two texts begin with alike."""
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _finished(game: AnyGame, state: Any, seat: Seat, move: Move, which: int) -> Move | None:
    """The move completed by always taking the first (or last) part, unless that takes too long."""
    while not (ahead := game.ahead(state, seat, move)).complete:
        if len(move) == DEEPEST:
            return None
        move = (*move, ahead.parts[which])
    return move
