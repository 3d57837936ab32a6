"""What those who sit at a table are called."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.bots import known_bot
from sheepfold.cli.say import safe
from sheepfold.core.contract import Seat
from sheepfold.core.progress import AnyGame

BOT = "bot "
"""How the name of a bot's seat begins, so that a record tells who goes on as what."""


def names_by_seat(game: AnyGame, names: Sequence[str]) -> dict[Seat, str]:
    """Names as people read them: bots by what they are called, safe to print, and told apart where several are called
    the same."""
    called = [known_bot(game.name, name.removeprefix(BOT)).title if name.startswith(BOT) else name for name in names]
    clean = [" ".join(safe(name).split()) or "Seat" for name in called]
    return {seat: name if clean.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(clean, 1)}
