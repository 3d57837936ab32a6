"""Starting a table: with whom, how many, by which clock, and every option of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from starlette.responses import Response

from sheepfold.bots import guests, levels, usual
from sheepfold.core.contract.bot import Level, Thinking
from sheepfold.core.contract.face import Face
from sheepfold.core.errors import OptionError, SheepfoldError
from sheepfold.core.options import Choice, Flag, Maybe, Numbers, Option, OptionSet, Whole
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, game
from sheepfold.play.errors import BadRequest, NotFound
from sheepfold.play.people.users import name_key
from sheepfold.play.terms import DAY, Access, Clock, SeatPlan, Terms
from sheepfold.web.pages.visit import Visit, page, whole

CLOCKS: Final[Mapping[str, tuple[str, Clock]]] = {
    "none": ("No clock", Clock()),
    "live-5": ("Live: 5 minutes each, 5 seconds more a move", Clock("live", 300, 5)),
    "live-15": ("Live: 15 minutes each, 10 seconds more a move", Clock("live", 900, 10)),
    "live-30": ("Live: 30 minutes each, 20 seconds more a move", Clock("live", 1800, 20)),
    "days-1": ("1 day a move", Clock("days", DAY)),
    "days-3": ("3 days a move", Clock("days", 3 * DAY)),
    "days-7": ("7 days a move", Clock("days", 7 * DAY)),
    "days-21": ("21 days a move", Clock("days", 21 * DAY)),
}
NAGS: Final = {
    "": "When a quarter of the time is left",
    "1": "Every day",
    "2": "Every 2 days",
    "3": "Every 3 days",
    "7": "Every week",
}
TOTALS: Final = {
    "": "As many as they need",
    "30": "30 days",
    "60": "60 days",
    "90": "90 days",
    "180": "Half a year",
    "365": "A year",
}
"""Where a clock goes by days: how often somebody is reminded, and the time for all moves of a player together."""
COMPANY: Final = {
    "friend": ("A friend, by link", Access.PRIVATE),
    "named": ("Players here, by name", Access.INVITED),
    "open": ("Whoever comes", Access.OPEN),
    "bot": ("The house bots", Access.INVITED),
}


class FieldError(BadRequest):
    """What is wrong about one field of the form."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


class Wrong(NamedTuple):
    """What is wrong about a form, in a sentence, and the field that it is about; empty: it is about several."""

    words: str
    field: str = ""


def wrong_about(found: AnyGame, face: Face, error: SheepfoldError) -> Wrong:
    """An error in the words of the form."""
    match error:
        case OptionError(option=str(name), why=why) if name:
            return Wrong(f"{called(face, found.options.option(name))}: {why}", f"option-{name}")
        case FieldError(field=field):
            return Wrong(str(error), field)
        case NotFound():  # somebody who is invited
            return Wrong(str(error), "names")
    return Wrong(str(error))


@page
async def new(visit: Visit) -> Response:
    """The form. Without a game it is a choice of all."""
    name = visit.request.query_params.get("game", "")
    if not name:
        return visit.render("new_which.html", games=[game(each) for each in SHELF])
    found = game(name)
    asked = visit.request.query_params
    return await form(visit, found, wished(found, asked.get("with", ""), asked.get("company", "")))


def wished(found: AnyGame, name: str, company: str) -> Mapping[str, str]:
    """The form as who challenges somebody, or knows with whom to play, begins with it; else as it comes."""
    if name:
        chosen = {"company": "named", "names": name[:200], "clock": "days-3"}
    elif company in COMPANY:
        chosen = {"company": company}
    else:
        return {}
    flags = {f"option-{option.name}": shown(option) for option in found.options.declared() if isinstance(option, Flag)}
    return {**chosen, "aids": "on", **{option: value for option, value in flags.items() if value}}


async def form(visit: Visit, found: AnyGame, given: Mapping[str, str], error: SheepfoldError | None = None) -> Response:
    """The form as it was filled in, with what was wrong about it."""
    face = visit.face(found.name)
    ladder = (*levels(found), *guests(found))
    ratings, own = await visit.service.strengths(found.name, [level.name for level in ladder], visit.user_id)
    offered = opponents(ladder, ratings, own)
    return visit.render(
        "new.html",
        422 if error else 200,
        game=found,
        given=given,
        wrong=wrong_about(found, face, error) if error else None,
        clocks=CLOCKS,
        nags=NAGS,
        totals=TOTALS,
        company=COMPANY,
        thinkings=list(Thinking),
        opponents=offered,
        steps=len(levels(found)),
        own=own,
        usual=next((each.level.name for each in offered if each.near), usual(found)),
        value=lambda option: given.get(f"option-{option.name}", shown(option)),
        places=places(found),
        face=face,
        called=called,
        by_default=by_default,
        takes=takes,
    )


def called(face: Face, option: Option) -> str:
    """An option in words for people."""
    return face.settings.get(option.name) or option.name.replace("_", " ").capitalize()


def by_default(face: Face, option: Option) -> str:
    """What it is unless somebody changes it, in words."""
    return in_words(face, option.default)


def takes(face: Face, option: Option) -> str:
    """What an option can be, in words."""
    match option:
        case Maybe():
            return f"off, or {option.low} to {option.high}"
        case Whole():
            return f"{option.low} to {option.high}"
        case Choice():
            return "; ".join(face.ways.get(word, word) for word in option.among)
        case Numbers():
            return f"off, or {option.length} numbers from 0 to {option.high}, joined by hyphens"
    return "on or off"


def in_words(face: Face, value: object) -> str:
    """What an option is set to."""
    match value:
        case None:
            return "off"
        case bool() as on:
            return "on" if on else "off"
        case tuple() as numbers:
            return "-".join(map(str, numbers))
    return face.ways.get(str(value), str(value))


def unusual(face: Face, options: OptionSet) -> list[str]:
    """What was agreed that differs from the usual game, in words for people."""
    values = ((option, getattr(options, option.name)) for option in options.declared())
    return [f"{called(face, option)}: {in_words(face, value)}" for option, value in values if value != option.default]


def places(found: AnyGame) -> tuple[str, str, str]:
    """A question, and what it means to sit first, and last: by the role that one plays there, where there are roles."""
    options, seats = found.options.make({}), found.seats[0]
    view = found.view(found.start(options, seats), None)
    roles = found.role(view, 1), found.role(view, seats)
    if not all(roles):
        return "Where do you sit?", "I sit in the first seat", "I sit in the last"
    when = " first" if found.swaps(options) else ""
    return "What do you play?", f"I am the {roles[0]}{when}", f"I am the {roles[1]}{when}"


def shown(option: Option) -> str:
    """An option's default as its field shows it."""
    match option.default:
        case None:
            return ""
        case bool() as on:
            return "on" if on else ""
        case tuple() as numbers:
            return "-".join(map(str, numbers))
    return str(option.default)


@page
async def create(visit: Visit) -> Response:
    """Open the table that the form describes and go there."""
    found = game(visit.form.get("game", ""))
    try:
        terms = read_terms(found, visit.form)
        found.start(found.options.make(terms.options), len(terms.seats))
        if visit.user is not None and name_key(visit.user.name) in (name_key(plan.name) for plan in terms.seats):
            raise FieldError("names", "You sit at your own table already; name somebody else.")
    except (BadRequest, OptionError) as error:
        return await form(visit, found, visit.form, error)
    user = await visit.somebody()
    await visit.count("tables")
    try:
        info = await visit.service.open_table(user, terms, visit.key, visit.client)
    except (BadRequest, NotFound) as error:
        return await form(visit, found, visit.form, error)
    return visit.go(f"/table/{info.id}")


def read_terms(found: AnyGame, given: Mapping[str, str]) -> Terms:
    """What the form asks for. Raises BadRequest or OptionError."""
    company, clock = given.get("company", "friend"), given.get("clock", "none")
    count = given.get("seats", str(found.seats[0]))
    if company not in COMPANY or clock not in CLOCKS:
        raise BadRequest("Choose with whom and by which clock you play from the lists.")
    if count not in map(str, found.seats):
        raise BadRequest(f"{found.title} is for {found.seats[0]} to {found.seats[-1]} players.")
    others = read_others(found, given, company, int(count) - 1)
    return Terms(
        game=found.name,
        options=read_options(found, given),
        seats=(SeatPlan("me"), *others) if given.get("first", "yes") == "yes" else (*others, SeatPlan("me")),
        clock=read_clock(CLOCKS[clock][1], given),
        access=Access.FRIENDS if company == "friend" and "friends" in given else COMPANY[company][1],
        aids="aids" in given,
        rated="rated" in given,
        thinking=read_thinking(found, given, others),
        hurry="hurry" in given,
    )


def read_thinking(found: AnyGame, given: Mapping[str, str], others: Sequence[SeatPlan]) -> Thinking:
    """How long the bots think that can do otherwise than usual; of others nobody was asked. Raises BadRequest."""
    able = {level.name for level in levels(found) if level.thinks}
    if not any(plan.kind == "bot" and plan.name in able for plan in others):
        return Thinking.USUAL
    chosen = given.get("thinking", Thinking.USUAL)
    if chosen not in list(Thinking):
        raise BadRequest("Choose how long the bot thinks from the list.")
    return Thinking(chosen)


def read_clock(chosen: Clock, given: Mapping[str, str]) -> Clock:
    """A clock of the list, with the days between reminders and those for all moves. Raises BadRequest."""
    if chosen.kind != "days":
        return chosen
    nag, total = given.get("nag", ""), given.get("total", "")
    if nag not in NAGS or total not in TOTALS:
        raise BadRequest("Choose how often somebody is reminded, and the time for all moves, from the lists.")
    return replace(chosen, nag=whole(nag) * DAY, total=whole(total) * DAY)


def read_others(found: AnyGame, given: Mapping[str, str], company: str, seats: int) -> list[SeatPlan]:
    """Who the other seats are for: people first, then the bots that fill up. Raises BadRequest."""
    bots = seats if company == "bot" else whole(given.get("fill", ""))
    if bots >= seats > 0 and company != "bot":
        field = "fill" if found.seats[-1] > 2 else ""  # two are asked for none
        raise FieldError(field, "Leave a seat for somebody else, or choose the house bots.")
    people = read_names(given.get("names", ""), seats - bots) if company == "named" else []
    bot = SeatPlan("bot", given.get("bot", "") or usual(found))
    return [*people, *[SeatPlan()] * (seats - bots - len(people)), *[bot] * bots]


def read_names(text: str, room: int) -> list[SeatPlan]:
    """The players whom a form names. Raises BadRequest."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not room:
        raise FieldError("seats", "Nobody else fits at this table; choose more seats.")
    if not 1 <= len(names) <= room:
        words = "Name one player." if room == 1 else f"Name 1 to {room} players, with commas between."
        raise FieldError("names", words)
    if len({name_key(name) for name in names}) < len(names):
        raise FieldError("names", "Everybody can have one seat only.")
    return [SeatPlan("user", name) for name in names]


def read_options(found: AnyGame, given: Mapping[str, str]) -> dict[str, Any]:
    """Only what differs from the defaults, so that what one option implies for another still holds."""
    chosen: dict[str, Any] = {}
    for option in found.options.declared():
        text = given.get(f"option-{option.name}", "").strip()
        if isinstance(option, Flag):
            value: Any = text == "on"
        elif text == "":
            continue
        else:
            value = option.parse(text)
        if value != option.default:
            chosen[option.name] = value
    return chosen


@dataclass(frozen=True, slots=True)
class OfferedLevel:
    """A level as somebody who chooses sees it."""

    level: Level
    rating: int | None
    """What it is worth by the games that counted here; None: it has played none."""
    near: bool
    """Whether none of the others is nearer to the visitor's own rating."""


def opponents(levels: Sequence[Level], ratings: Mapping[str, int], own: int | None) -> list[OfferedLevel]:
    """The ladder, the weakest first. Without a rating of the visitor's own, or of any bot, nobody is near."""
    nearest = min(ratings, key=lambda name: abs(ratings[name] - own)) if ratings and own is not None else None
    return [OfferedLevel(level, ratings.get(level.name), level.name == nearest) for level in levels]
