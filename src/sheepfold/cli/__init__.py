"""The ``sheepfold`` command: one table of commands, and the modules that carry them out.

Nothing heavy is imported here, so that ``sheepfold --help`` answers at once (``sheepfold bench start``).
"""

import sys

COMMANDS = {
    "play": "play a game in this terminal, against bots or with others",
    "serve": "serve tables to browsers and programs",
    "mail": "give one command of play by mail, and read the reply",
    "admin": "look after an installation: people, tables, backup, export, check before an upgrade",
    "dataset": "write finished games, without names, as data for research",
    "games": "list the games",
    "options": "list the options of a game",
    "bots": "list the bots of a game, or of all",
    "puzzle": "solve a puzzle, or print a sheet of twelve",
    "print": "write a game as PDF, to cut out and play",
    "replay": "check a record and show a position of it",
    "review": "review a finished game: what was skill, what was luck",
    "verify": "check that chance was dealt fairly in a record",
    "convert": "turn a record from text to JSON or back",
    "selfplay": "let bots play and write one JSON record per line",
    "arena": "let bots play each other and tell which is stronger",
    "solve": "solve a small game, and tell how near bots come to perfect play",
    "exploit": "tell what a player could gain who knows a bot",
    "perft": "count the ways to play on from a position",
    "golden": "make the records and counts that the tests ask of a game",
    "fuzz": "hunt for crashes, dead ends and endless games",
    "bench": "measure how fast the program is",
}
"""Every command with its help."""

MODULES = {
    "shelf": ("games", "options", "bots", "print"),
    "records": ("replay", "review", "verify", "convert"),
    "lab.arena": ("arena",),
    "lab.bench": ("bench",),
    "lab.data": ("selfplay", "dataset"),
    "lab.rules": ("perft", "golden", "fuzz"),
    "lab.solve": ("solve", "exploit"),
}
"""Where commands stand; each of the others has a module of its name."""

FAULTY = 2
"""The exit code for input that could not be used; the reason is one line on stderr."""


def module(name: str) -> str:
    """The module of a command, in which ``NAME_parser()`` makes what reads its words and runs it."""
    return f"sheepfold.cli.{next((place for place, names in MODULES.items() if name in names), name)}"


def overview() -> str:
    """What ``sheepfold --help`` prints."""
    width = max(map(len, COMMANDS))
    return "\n".join(
        [
            "Games of wolves and sheep: Mutton, Wolf in the Fold, Sheep Dogs and Wolves, Woolf!!",
            "",
            "usage: sheepfold [--port N ...]        serve the games to browsers on this machine",
            "       sheepfold COMMAND [WORDS ...]",
            "       sheepfold COMMAND --help",
            "       sheepfold --version",
            "",
            "commands:",
            *(f"  {name:<{width}}  {line}" for name, line in COMMANDS.items()),
            "",
        ]
    )


def main(words: list[str] | None = None) -> int:
    """Run the command; the exit code is 0, 2 for unusable input, or what the command says."""
    words = sys.argv[1:] if words is None else words
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        return 130
    return code


def _run(words: list[str]) -> int:
    match words:
        case ["--help" | "-h" | "help"]:
            sys.stdout.write(overview())
            return 0
        case ["--version"]:
            from sheepfold import __version__

            sys.stdout.write(f"sheepfold {__version__}\n")
            return 0
        case ["help", name]:
            return _run([name, "--help"])
    return _guarded(words)


def _guarded(words: list[str]) -> int:
    """Run a command; whatever was wrong with its input becomes one line."""
    from importlib import import_module

    from sheepfold.cli.output import complain, forgiving_streams
    from sheepfold.core.errors import SheepfoldError

    forgiving_streams()
    if not words or words[0].startswith("--"):
        words = ["serve", *words]
    name = words[0]
    if name not in COMMANDS:
        complain(f"There is no command {name[:40]!r}; there are {', '.join(COMMANDS)}.")
        return FAULTY
    try:
        from sheepfold.games import SHELF

        for fault in SHELF.faults.values():
            complain(fault)
        code: int = getattr(import_module(module(name)), f"{name}_parser")().run(words[1:])
    except SheepfoldError as error:
        sys.stdout.flush()
        complain(str(error))
        return FAULTY
    return code


def _reader_left() -> int:
    """Whoever read our output has gone (``| head``): say nothing, as other commands do."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
