"""Starting a table: by a form that asks with whom, how many, by which clock and every option; or by one click: against
a bot, with whoever waits just now, or a first game that teaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from starlette.responses import Response

from sheepfold.bots import BELLWETHER, bot_names, guests, levels, usual
from sheepfold.core.contract.bot import Level, Thinking
from sheepfold.core.contract.face import Face
from sheepfold.core.errors import OptionError, SheepfoldError
from sheepfold.core.options import Choice, Flag, Maybe, Numbers, Option, OptionSet, Whole
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, game
from sheepfold.play.errors import BadRequest, FieldError, Forbidden, NotFound, NotNow
from sheepfold.play.people.users import name_key
from sheepfold.play.terms import DAY, Access, Clock, Listed, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.web.pages.visit import Visit, page, whole
from sheepfold.web.problems import NothingThere
from sheepfold.web.updates.guiding import guide, is_lesson

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
    "": "No limit",
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
    "open": ("Anybody", Access.OPEN),
    "bot": ("The house bots", Access.INVITED),
}


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


@page("GET", "/new", cost=4)
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
    ratings, own = await visit.service.ratings.strengths(found.name, [level.name for level in ladder], visit.user_id)
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
        in_words=in_words,
        takes=takes,
    )


def called(face: Face, option: Option) -> str:
    """An option in words for people."""
    return face.settings.get(option.name) or option.name.replace("_", " ").capitalize()


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
    return "off" if value is None or value is False else face.ways.get(_typed(value), _typed(value))


def _typed(value: object) -> str:
    if value is True:
        return "on"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


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
        return "Where do you sit?", "I sit in the first seat", "I sit in the last seat"
    when = " first" if found.swaps(options) else ""
    return "What do you play?", f"I am the {roles[0]}{when}", f"I am the {roles[1]}{when}"


def shown(option: Option) -> str:
    """An option's default as its field shows it."""
    return "" if option.default is None or option.default is False else _typed(option.default)


@page("POST", "/new", cost=15)
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
    user = await visit.somebody("tables")
    try:
        info = await visit.service.tables.open(user, terms, visit.key, visit.client)
    except (BadRequest, NotFound) as error:
        return await form(visit, found, visit.form, error)
    return visit.go(f"/table/{info.id}")


def read_terms(found: AnyGame, given: Mapping[str, str]) -> Terms:
    """What the form asks for. Raises BadRequest or OptionError."""
    company, clock = given.get("company", "friend"), given.get("clock", "none")
    count = given.get("seats", str(found.seats[0]))
    if company not in COMPANY or clock not in CLOCKS:
        raise BadRequest("Choose with whom you play and the clock from the lists.")
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


# -- by one click ----------------------------------------------------------------------------------


CLOCK: Final = Clock("live", 900, 10)
"""What is played by at a table of two who just met."""
FRESH: Final = 900.0
"""Seconds for which somebody who opened such a table is likely to be there still."""
LOOKED_AT: Final = 50


@page("POST", "/pair/{game}", cost=15)
async def pair(visit: Visit) -> Response:
    """Sit down where somebody waits just now, or wait there for whoever comes."""
    found = game(visit.request.path_params["game"])
    user = await visit.somebody("seats")
    lobby = await visit.service.lists.lobby(found.name, limit=LOOKED_AT, access=Access.OPEN)
    for table in waiting(lobby, found, visit.service.now):
        if await _seated(visit, table, user):
            return visit.go(f"/table/{table}")
    await visit.count("tables")
    seats = (SeatPlan("me"), *[SeatPlan()] * (found.seats[0] - 1))
    terms = Terms(found.name, found.options.make({}).to_json(), seats, CLOCK)
    info = await visit.service.tables.open(user, terms, visit.key, visit.client)
    return visit.go(f"/table/{info.id}")


def waiting(lobby: Sequence[Listed], found: AnyGame, now: float) -> list[TableId]:
    """Tables at which somebody waits for anybody, on the terms that nobody has to agree on, longest first."""
    usual = found.options.make({}).to_json()
    infos = [listed.info for listed in lobby if listed.info.status is Status.WAITING]
    fitting = [
        info
        for info in infos
        if info.terms.clock == CLOCK
        and not info.rated
        and dict(info.terms.options) == usual
        and now - info.opened_at < FRESH
        and any(seat.kind == "empty" and not seat.name for seat in info.seats)
    ]
    return [info.id for info in sorted(fitting, key=lambda info: info.opened_at)]


async def _seated(visit: Visit, table: TableId, user: UserId) -> bool:
    """Whether there was still a seat."""
    try:
        await visit.service.tables.sit(table, user)
    except (Forbidden, NotFound, NotNow):
        return False
    return True


@page("POST", "/learn/{game}", cost=18)
async def learn(visit: Visit) -> Response:
    """The visitor's first game: the one that is under way, or a new one where its lesson cannot go on or is done. The
    form's ``leave`` is the table that is given up for it."""
    found = game(visit.request.path_params["game"])
    lesson = visit.face(found.name).lesson
    if lesson is None:
        raise NothingThere(f"There is no guided game of {found.title}.")
    user, spoilt = await visit.somebody(), []
    for listed in await visit.service.lists.of_user(user, status=Status.RUNNING):
        table = listed.info.id
        if listed.info.terms.game != found.name or not is_lesson(listed.info, lesson):
            continue
        now = guide(found, lesson, await visit.service.watching.page(table, user))
        if now is not None and now.step:
            return visit.go(f"/table/{table}")
        spoilt.append(table)
    await visit.count("tables")
    seats = [SeatPlan("bot", BELLWETHER)] * lesson.seats
    seats[lesson.seat - 1] = SeatPlan("me")
    terms = Terms(found.name, dict(lesson.options), tuple(seats), access=Access.INVITED)
    info = await visit.service.tables.open(user, terms, visit.key, visit.client, seed=lesson.seed)
    if (leave := visit.form.get("leave")) in spoilt:
        await visit.service.tables.resign(leave, user)
    return visit.go(f"/table/{info.id}")


@page("POST", "/play/{game}", cost=15)
async def play_bot(visit: Visit) -> Response:
    """Open a table with a bot in every other seat; it starts at once."""
    found = game(visit.request.path_params["game"])
    user = await visit.somebody("tables")
    bot, company = SeatPlan("bot", bot_names(found)[0]), visit.face(found.name).company
    beside = found.seats[0] - 1 if company is None else company
    terms = Terms(
        game=found.name,
        options={},
        seats=(SeatPlan("me"), *[bot] * beside),
        access=Access.INVITED,
    )
    info = await visit.service.tables.open(user, terms, visit.key, visit.client)
    return visit.go(f"/table/{info.id}")
