"""Templates, and what they all can use: words, drawings, addresses of static files, the browser's preferences."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sheepfold.bots import known_bot
from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.contract.face import Face, Sample
from sheepfold.core.drawing.pen import SYMBOLS
from sheepfold.core.drawing.scene import Scene, UnknownDrawing
from sheepfold.core.drawing.svg import Files, svg, symbol_file
from sheepfold.core.records.progress import AnyGame, Progress, resigned, seat_range
from sheepfold.core.words.prose import counted, listed, plural
from sheepfold.games import game as take_down
from sheepfold.play.people.sessions import ROUGHLY
from sheepfold.play.terms import DAY, Clock, Rating, Terms
from sheepfold.web.pages import static

TEMPLATES: Final = Path(__file__).parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates, with everything escaped by default and a misspelt name an error. Kept: it holds the compiled
    templates."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,  # else every use of a template asks the disk whether it changed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"quote": lambda text: quote(str(text), safe=""), **FILTERS}
    made.globals |= {
        "static": static.shelf().url,
        "own_file": lambda game, name: static.shelf().optional(f"games/{game}/{name}"),
        "beast": beast,
        "small": small,
        "own_heads": own_heads,
        "sprite": sprite_url(),
        "fresh_key": lambda: secrets.token_urlsafe(12),
        "choices": CHOICES,
        "titles": TITLES,
    }
    return made


def sprite_url() -> str:
    return static.shelf().url(static.SPRITE)


class SymbolFile(NamedTuple):
    """The symbols of a game, plain and compressed, and their address, which changes when any of them does."""

    plain: bytes
    packed: bytes
    address: str


@cache
def symbols(game: AnyGame) -> SymbolFile:
    """Kept: they are the same until the server stops, and every page with a board names their address."""
    made = symbol_file(game.symbols().values()).encode()
    stamp = blake2b(made, digest_size=6).hexdigest()
    return SymbolFile(made, gzip.compress(made, mtime=0), f"/symbols/{game.name}.svg?{stamp}")


def drawn(game: AnyGame, scene: Scene, **attributes: str) -> Markup:
    """A picture of the game within a page."""
    return Markup(svg(scene, Files(sprite_url(), symbols(game).address), **attributes))


def small(game: AnyGame, face: Face, name: str, **attributes: str) -> Markup:
    """A small drawing of the game's face, or else one of the house. Raises UnknownDrawing."""
    own = face.sign(name)
    return beast(name, attributes.get("class", "")) if own is None else drawn(game, own, **attributes)


def own_heads(game: AnyGame, face: Face) -> list[Markup]:
    """The heads of roles that the face draws itself, each with the id by which scripts use it."""
    found = {name: face.sign(name) for name in face.heads.values()}
    return [drawn(game, scene, id=f"head-{name}") for name, scene in found.items() if scene is not None]


def beast(name: str, kind: str = "") -> Markup:
    """A drawing from the sprite, as an ornament beside words."""
    if name not in SYMBOLS:
        raise UnknownDrawing("drawing", name, SYMBOLS)
    side = SYMBOLS[name][0]
    return Markup('<svg viewBox="0 0 {0} {0}" class="{1}" aria-hidden="true"><use href="{2}#{3}"/></svg>').format(
        side, kind, sprite_url(), name
    )


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
    "titled": lambda bot, game: known_bot(game, bot).title,
    "bot_words": lambda bot, game: known_bot(game, bot).words,
}


NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


def position(game: AnyGame, sample: Sample) -> Any:
    """The sample as a spectator views it."""
    seats = game.seats[0] if sample.seats is None else sample.seats
    now = Progress.begin(game, game.options.make(dict(sample.options)), seats, sample.seed.to_bytes(32, "big"))
    if sample.moves:
        for text in sample.moves:
            now = now.after(now.step(min(now.waiting), text))
    else:
        rng = Random(sample.seed)
        for step in islice(now.run(lambda at, seat: random_move(game, at.state, seat, rng)), sample.plies):
            now = now.after(step)
    return game.view(now.state, None)


def framed(game: AnyGame, sample: Sample) -> Scene:
    """The sample's board, cut to what is worth showing."""
    board = game.picture(position(game, sample), NAMES).inside()
    return board if sample.window is None else replace(board, frame=sample.window)


def card_picture(game: AnyGame, face: Face) -> Scene:
    """The picture on a game's card: a drawing of its own, or the sample's board, cut to fit."""
    if (own := face.card()) is not None:
        return own
    return framed(game, face.sample)


COOKIE: Final = "sheepfold-look"
YEAR: Final = 365 * 86_400

CHOICES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "theme": (("auto", "As the system"), ("light", "Light"), ("dark", "Dark")),
    "motion": (("auto", "As the system"), ("full", "Moving"), ("calm", "Still")),
    "beats": (("steps", "One after another"), ("once", "All at once")),
    "sound": (("off", "Off"), ("on", "On")),
    "notify": (("off", "Off"), ("on", "On")),
}
"""What each setting can be, first the default, with the words for it."""

TITLES: Final = {
    "theme": "Theme",
    "motion": "Motion",
    "beats": "Bot moves",
    "sound": "Sound",
    "notify": "Notifications",
}


def preferences(given: Mapping[str, str]) -> dict[str, str]:
    """What a form or a cookie says of each setting; nonsense is the default."""
    return {name: given[name] if given.get(name) in dict(ways) else ways[0][0] for name, ways in CHOICES.items()}
