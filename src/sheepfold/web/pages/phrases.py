"""Small words that pages need: times, counts, what a clock allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from sheepfold.bots import known_bot
from sheepfold.core.contract import Seat
from sheepfold.core.records.progress import AnyGame, resigned, seat_range
from sheepfold.core.words.prose import counted, listed, plural
from sheepfold.games import game as take_down
from sheepfold.play.people.sessions import ROUGHLY
from sheepfold.play.terms import DAY, Clock, Rating, Terms

SURE: Final = {
    "abort": ("Call this game off?", "Nobody has moved yet, so it ends without a result.", "Call it off"),
    "leave": (
        "Leave the table?",
        "The game goes on without you: a clock keeps running, and the others may let a bot take over your seat. "
        "Until then you can come back.",
        "Leave",
    ),
}
"""What is asked once more before it is done, what comes of it, and the button that does it."""


def sure(game: AnyGame, terms: Terms, seat: Seat) -> Mapping[str, tuple[str, str, str]]:
    """``SURE`` at a table, and who wins if the seat gives up."""
    start = game.start(game.options.make(terms.options), len(terms.seats))
    given_up = resigned(game, start, len(terms.seats), seat)
    opponents = {0: game.winning(given_up, {}), 1: "Your opponent wins."}
    words = opponents.get(len(given_up.winners), "The others win.")
    return {"resign": ("Give this game up?", f"It ends at once. {words}", "Give up"), **SURE}


def players(game: AnyGame) -> str:
    """How many may play, as a card says it."""
    return f"{seat_range(game)} player{'' if game.seats[-1] == 1 else 's'}"


def clock(terms: Clock) -> str:
    match terms.kind:
        case "live":
            return f"{terms.main // 60} min + {terms.extra} s a move"
        case "days":
            total = f", {plural(terms.total // DAY, 'day')} for all moves" if terms.total else ""
            return f"{plural(terms.main // DAY, 'day')} a move{total}"
    return "no clock"


def left(seconds: float | None) -> str:
    """Time left as a plate shows it: ``2 d``, ``1:02:03``, ``04:12``."""
    if seconds is None:
        return ""
    whole = max(0, int(seconds))
    if whole >= 2 * DAY:
        return f"{whole // DAY} d"
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60:02}:{whole % 60:02}"


def day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%-d %B %Y}"


def ago(moment: float, now: float, known_to: float = 60) -> str:
    """Roughly when, for what is known to so many seconds."""
    past = now - moment
    if past < 2 * known_to:
        return "just now"
    if past < 2 * 3600:
        return f"{plural(round(past / known_to) * round(known_to / 60), 'minute')} ago"
    return f"{plural(round(past / 3600), 'hour')} ago" if past < DAY else day(moment)


def role(rating: Rating) -> str:
    """Which role a rating is for."""
    return rating.role or ("both" if len(take_down(rating.game).seats) == 1 else "any")


def titled(bot: str, game: str) -> str:
    """What people call a bot."""
    return known_bot(game, bot).title


def bot_words(bot: str, game: str) -> str:
    """What stands beside its name."""
    return known_bot(game, bot).words


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "counted": counted,
    "listed": listed,
    "plural": plural,
    "players": players,
    "clock": clock,
    "left": left,
    "day": day,
    "ago": ago,
    "seen": partial(ago, known_to=ROUGHLY),
    "role": role,
    "titled": titled,
    "bot_words": bot_words,
}
