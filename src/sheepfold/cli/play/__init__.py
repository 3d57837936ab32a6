"""``sheepfold play``: against bots, or several people at one terminal; alone it asks what is to be played."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypeVar

from sheepfold.bots import bot, bot_names
from sheepfold.bots.players import Opponent, Players
from sheepfold.cli.arguments import Parser, UsageError, one_each, seat_count, whole, words
from sheepfold.cli.files import Keeper, default_keeper, new_keeper, open_keeper, read_record
from sheepfold.cli.play.game import BOT, TerminalGame
from sheepfold.cli.play.table import TerminalTable
from sheepfold.cli.play.terminal import Terminal, say, terminal
from sheepfold.cli.play.typed import Leave
from sheepfold.cli.shelf import presented
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import Bot, Means
from sheepfold.core.errors import Malformed, RecordError, SheepfoldError
from sheepfold.core.options import described
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.words.paragraphs import written
from sheepfold.core.words.prose import shown, whole_number
from sheepfold.games import SHELF
from sheepfold.games import game as take_down

T = TypeVar("T")

AT_HOME: Final = Means(casual=True)
"""What bots may do at a terminal, where nothing is at stake."""


def play_parser() -> Parser:
    made = Parser(
        "play",
        "Play a game in this terminal. The game is kept in a file after every move and can be continued.",
        _play,
        epilog="On your turn type a move, or help.",
    )
    made.takes_game(required=False)
    made.takes_game_options()
    made.add_argument(
        "--as", dest="seat", metavar="SEAT", type=words, help="your seat's number or role, or several with commas (1)"
    )
    made.add_argument("--hotseat", action="store_true", help="people at all seats; they share the keyboard")
    made.add_argument("--bots", metavar="A,B", type=words, help="a bot for all other seats or one for each (the first)")
    made.takes_effort()
    made.add_argument("--hurry", action="store_true", help="bots move at full speed, also those that leave people time")
    made.add_argument("--names", metavar="ANN,BOB", type=words, help="what the people are called")
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest possible)")
    made.add_argument("--record", metavar="FILE", help="keep the game in this new file (.txt: as readable text)")
    made.add_argument("--continue", dest="file", metavar="FILE", help="continue a game that was kept")
    made.add_argument("--server", metavar="URL", help="play at this server; SHEEPFOLD_TOKEN holds your token")
    made.add_argument("--table", metavar="TABLE", help="with --server: the table's number, such as 101")
    made.add_argument("--from", dest="source", metavar="FILE", help="practice: play on from a position of this game")
    made.add_argument("--at", metavar="N", type=whole(0, 10**9), help="with --from: the position after move N")
    made.add_argument("--anew", action="store_true", help="with --from: deal again what your seat does not know there")
    made.add_argument("--seed", metavar="WORD", help="practice: seed of all chance, any word")
    return made


def _play(asked: Namespace) -> int:
    if vars(asked) == vars(play_parser().read([])):
        return ask_what()
    if asked.server is not None or asked.table is not None:
        return join(asked)
    if asked.file is not None:
        return resume(asked)
    if asked.source is not None:
        return practise(asked)
    if asked.at is not None or asked.anew:
        raise UsageError("play: --at and --anew go with --from FILE.")
    if asked.game is None:
        raise UsageError("play: name a game, or --continue FILE; sheepfold games lists the games.")
    game = take_down(asked.game)
    options = game.options.read(asked.options)
    seats = seat_count(game, asked.seats, len(asked.names or ()) if asked.hotseat else 1)
    people = list(range(1, seats + 1)) if asked.hotseat else chosen_seats(game, options, seats, asked.seat or ["1"])
    if asked.hotseat and (asked.seat or asked.bots):
        raise UsageError("play: with --hotseat people sit at all seats; name their seats with --as instead.")
    names = seat_names(game, seats, people, asked.names, asked.bots)
    seed = None if asked.seed is None else chance.seed_from("practice", asked.seed)
    keeper = _keeper(game, asked.record)
    sitting = TerminalGame.fresh(game, options, names, seed)
    if asked.record:
        keeper.keep(sitting.record())  # a file that was asked for and cannot be written is an error, not a warning
    return sit_down(sitting, keeper, terminal(), means=_means(asked))


def join(asked: Namespace) -> int:
    """Play at a table of a server."""
    from sheepfold.cli.play import online  # only this needs sockets

    alone = play_parser().read(["--server", asked.server or "", "--table", asked.table or ""])
    if not asked.server or not asked.table or vars(asked) != vars(alone):
        raise UsageError("play: give only --server URL and --table NUMBER; the table has its game and seats.")
    token = os.environ.get(online.TOKEN, "")
    if not token:
        raise UsageError(f"play: put your token into {online.TOKEN}; you make one under Settings in the browser.")
    return online.run(asked.server, asked.table, token, terminal())


def resume(asked: Namespace) -> int:
    """Go on with a kept game, everybody at their old seat."""
    others = [asked.game, asked.options, asked.seat, asked.hotseat, asked.bots, asked.names, asked.seats]
    if any(others) or asked.record or asked.seed:
        raise UsageError("play: give only --continue FILE; the record has the game, its options and seats.")
    keeper, record = open_keeper(asked.file)
    game = take_down(record.game)
    if len(bots_at(game, record.seats)) == len(record.seats):
        raise RecordError("Only bots play this game, so you cannot continue it.")
    return sit_down(TerminalGame.resumed(game, record), keeper, terminal(), resumed=True, means=_means(asked))


def practise(asked: Namespace) -> int:
    """Go on against bots from a position of a finished game, in the true world or in another that fits."""
    if any([asked.game, asked.options, asked.hotseat, asked.seats, asked.seed]):
        raise UsageError("play: leave out the game and its options with --from; the record has them.")
    if asked.at is None:
        raise UsageError("play: --from needs --at N, the move after which you play on.")
    record = read_record(asked.source)
    game, seats = take_down(record.game), len(record.seats)
    people = chosen_seats(game, game.options.make(record.options), seats, asked.seat or ["1"])
    if len(people) != 1:
        raise UsageError("play: with --from you play one seat; name it with --as.")
    names = seat_names(game, seats, people, asked.names, asked.bots)
    sitting = TerminalGame.practice(game, record, asked.at, people[0], names, anew=asked.anew)
    keeper = _keeper(game, asked.record)
    anew = " What you do not know is dealt again." if asked.anew else ""
    say(f"Practice from move {asked.at} of {asked.source}.{anew} It counts for nothing.")
    return sit_down(sitting, keeper, terminal(), resumed=True, means=_means(asked))


def chosen_seats(game: AnyGame, options: Any, seats: int, given: Sequence[str]) -> list[Seat]:
    """Seats from their numbers or from the roles they play at the start. Raises UsageError."""
    view = game.view(game.start(options, seats), None)
    roles = {game.role(view, seat).lower(): seat for seat in range(seats, 0, -1)}
    roles.pop("", None)
    found = []
    for word in given:
        if word.lower() in roles:
            found.append(roles[word.lower()])
        elif seat := whole_number(word, range(1, seats + 1)):
            found.append(seat)
        else:
            known = ", ".join(["1" if seats == 1 else f"1 to {seats}", *roles])
            raise UsageError(f"There is no seat {shown(word)!r} here; choose from {known}.")
    return sorted(set(found))


def seat_names(
    game: AnyGame, seats: int, people: list[Seat], names: list[str] | None, bots: list[str] | None
) -> tuple[str, ...]:
    """What every seat is called: people as they wish, bots by their kind. Raises UsageError or UnknownBot."""
    if names is not None and len(names) != len(people):
        raise UsageError(f"play: --names has {len(names)} for {len(people)} people.")
    called = names or (["Player"] if len(people) == 1 else [f"Player {seat}" for seat in people])
    if any(name.startswith(BOT) for name in called):
        raise UsageError(f"play: a person's name cannot begin with {BOT.strip()!r}.")
    machines = [seat for seat in range(1, seats + 1) if seat not in people]
    kinds = one_each(bots or [bot_names(game)[0]], len(machines), "bot")
    for kind in kinds:
        bot(game, kind)
    found = dict(zip(people, called, strict=True)) | {s: BOT + k for s, k in zip(machines, kinds, strict=True)}
    return tuple(found[seat] for seat in range(1, seats + 1))


def _keeper(game: AnyGame, name: str | None = None) -> Keeper:
    """The file of that name, which is new, or one of ours."""
    return new_keeper(name) if name else default_keeper(game.name, datetime.now())


def _means(asked: Any) -> Means:
    """What the bots may do."""
    return Means(None, asked.effort, casual=not asked.hurry)


def bots_at(game: AnyGame, names: Sequence[str], means: Means = AT_HOME) -> dict[Seat, Bot]:
    """The seats that bots play, by their names."""
    kinds = {seat: name.removeprefix(BOT) for seat, name in enumerate(names, 1) if name.startswith(BOT)}
    players, known = Players(SHELF), {seat: kind for seat, kind in kinds.items() if kind in bot_names(game)}
    for kind in known.values():
        players.expect(game.name, kind, means)
    return {seat: Opponent(players, game.name, kind, means) for seat, kind in known.items()}


def sit_down(sitting: TerminalGame, keeper: Keeper, at: Terminal, resumed: bool = False, means: Means = AT_HOME) -> int:
    """Play, and say at the end where the game is."""
    table = TerminalTable(sitting, bots_at(sitting.game, sitting.names, means), keeper, at, resumed)
    say(f"{sitting.game.title}, by {sitting.game.credits}")
    say(f"The game is kept in {keeper.path}")
    say(f"The dealing is fair. Its commitment is {chance.commitment(sitting.seed)}; its seed is shown at the end.")
    say("Type a move, or help.")
    try:
        table.run()
    except Leave as leaving:
        leave(table, leaving.keep)
    except KeyboardInterrupt:
        leave(table, keep=True)
    return 0


def leave(table: TerminalTable, keep: bool) -> None:
    """The last words to somebody who leaves early."""
    path = table.keeper.path
    if not keep:
        with suppress(OSError):
            path.unlink()
        say("Goodbye. The game was not kept.")
    elif table.kept:
        say(f"\nThe game is kept. Continue with: sheepfold play --continue {path}")


# -- asking what is to be played ---------------------------------------------------------------

EVERYBODY: Final = "all"
"""The answer for people at all seats."""


class QuestionBack(SheepfoldError):
    """Not an answer but a question back; the text is what they wanted to know."""


def ask_what() -> int:
    """Ask what is to be played, and play it."""
    at = terminal()
    try:
        return _begin(at)
    except (EOFError, KeyboardInterrupt):
        say("\nGoodbye.")
        return 0


def _until(at: Terminal, question: str, answer: Callable[[str], T]) -> T:
    """Ask until the answer makes sense."""
    while True:
        try:
            return answer(at.ask(question))
        except SheepfoldError as error:
            say(str(error))


def _begin(at: Terminal) -> int:
    games = [take_down(name) for name in SHELF]
    say("Welcome to Sheepfold.\n")
    for number, game in enumerate(games, 1):
        say(f"{number}. {presented(game)}\n")
    game = _until(at, f"Which game? (1 to {len(games)}, or its name; Enter for {games[0].name}) ", _game)
    seats = game.seats[0]
    if len(game.seats) > 1:
        seats = _until(at, f"How many seats? ({seat_range(game)}; Enter for {seats}) ", lambda text: _seats(game, text))
    options = _until(
        at, "Options? (Enter for the usual ones, ? to see them) ", lambda text: _options(game, seats, text)
    )
    view = game.view(game.start(options, seats), None)
    people = [1]
    if seats > 1:
        roles = ", ".join(
            f"{seat} {role}" if (role := game.role(view, seat)) else str(seat) for seat in range(1, seats + 1)
        )
        people = _until(
            at,
            f"Your seat? ({roles}; {EVERYBODY} if people sit at every seat; Enter for 1) ",
            lambda text: _people(game, options, seats, text),
        )
    if len(people) == 1:
        name = at.ask("Your name? (Enter for Player) ")
        names = seat_names(game, seats, people, [name] if name else None, None)
        if seats > 1:
            say(f"You play against the bot {bot_names(game)[0]}.")
    else:
        given = [at.ask(f"Name at seat {seat}? (Enter for Player {seat}) ") or f"Player {seat}" for seat in people]
        names = seat_names(game, seats, people, given, None)
    say()
    return sit_down(TerminalGame.fresh(game, options, names), _keeper(game), at)


def _game(text: str) -> AnyGame:
    names = list(SHELF)
    if place := whole_number(text, range(1, len(names) + 1)):
        return take_down(names[place - 1])
    return take_down(text.lower() or names[0])


def _options(game: AnyGame, seats: int, text: str) -> object:
    """The options, if the game can start with them."""
    if text == "?":
        raise QuestionBack(written(described(game.options, game.title)))
    options = game.options.read(text.split())
    game.start(options, seats)
    return options


def _seats(game: AnyGame, text: str) -> int:
    if seats := whole_number(text or str(game.seats[0]), game.seats):
        return seats
    raise Malformed(f"Please type a number of seats: {seat_range(game)}.")


def _people(game: AnyGame, options: object, seats: int, text: str) -> list[Seat]:
    if text.lower() == EVERYBODY:
        return list(range(1, seats + 1))
    return chosen_seats(game, options, seats, [text or "1"])
