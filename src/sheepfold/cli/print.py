"""``sheepfold print``: a game as PDF, to cut out and to play at a table of wood."""

from __future__ import annotations

from pathlib import Path

from sheepfold.cli.arguments import Parser


def parser() -> Parser:
    made = Parser("print", "Write the board, tiles, cards and sheets of a game as PDF, to scale, for private use.")
    made.takes_game()
    made.add_argument("--paper", metavar="SIZE", default="a4", help="a4 or letter (a4)")
    made.add_argument("--out", metavar="FILE", help="where to write (GAME.pdf)")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    from sheepfold.cli.files import write_bytes
    from sheepfold.paper.sheets import game_sheet

    file = asked.out or f"{asked.game}.pdf"
    write_bytes(Path(file), game_sheet(asked.game, asked.paper))
    print(f"{file} is ready to print.")
    return 0
