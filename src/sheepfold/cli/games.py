"""``sheepfold games``: what is on the shelf."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.games import SHELF
from sheepfold.games import game as take_down


def parser() -> Parser:
    return Parser("games", "List the games: name, title, number of players, what it is about.")


def described(game: AnyGame) -> str:
    """A game in three lines."""
    players = "1 player" if game.seats == range(1, 2) else f"{seat_range(game)} players"
    return f"{game.name:<8}{game.title}, {players}\n        {game.summary}\n        {game.credits}"


def run(words: list[str]) -> int:
    parser().read(words)
    print("\n\n".join(described(take_down(name)) for name in SHELF))
    return 0
