"""Commands that bring a board about: challenges, seeking and finding players, how many boards somebody wants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sheepfold.command import looking, playing, writing
from sheepfold.command.login import Unasked, proven
from sheepfold.command.request import Reply, Request
from sheepfold.command.verbs import OF_CHALLENGES
from sheepfold.core.contract.bot import Thinking
from sheepfold.core.errors import OptionError
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.verdict import opposed
from sheepfold.core.words.paragraphs import paragraph
from sheepfold.core.words.prose import NotUnderstood, listed, near, shown, whole_number
from sheepfold.play.errors import Forbidden, NotFound
from sheepfold.play.people.friends import MOST_BOARDS
from sheepfold.play.people.users import User
from sheepfold.play.terms import DAY, Access, Clock, OfferKind, SeatPlan, Status, Terms

IN_DAYS: Final = ("nagtime", "forfeittime", "totaltime")
NAGTIME, FORFEITTIME, LONGEST, LONGEST_TOTAL = 7, 21, 30, 366
NOBODYS: Final = "Your comment was not passed on, since nobody knows whose it is: write your name as USERID:PASSWORD."
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """What the options of a challenge come to."""

    options: dict[str, object]
    clock: Clock
    rated: bool
    thinking: Thinking = Thinking.USUAL
    hurry: bool = False


def agreed(game: AnyGame, words: Sequence[str]) -> ChallengeTerms:
    """Options of the game, and those of every challenge. Raises OptionError."""
    days, rated, hurry, thinking, own = dict[str, int](), True, False, Thinking.USUAL, []
    for word in words:
        name, _, value = word.lstrip("-").lower().partition("=")
        if name in IN_DAYS:
            most = LONGEST_TOTAL if name == "totaltime" else LONGEST
            if not re.fullmatch("[0-9]{1,4}", value) or not 1 <= int(value) <= most:
                raise OptionError(f"--{name} takes a number of days from 1 to {most}.")
            days[name] = int(value)
        elif name in ("unrated", "rated"):
            rated = name == "rated"
        elif name == "hurry":
            hurry = True
        elif name == "thinking":
            if value not in list(Thinking):
                raise OptionError(f"--thinking takes {listed(Thinking, 'or')}.")
            thinking = Thinking(value)
        elif word.startswith("--") and (meant := _common(game, name)):
            raise OptionError(f"There is no option {shown(name)!r}; did you mean --{meant}?")
        else:
            own.append(word)
    return ChallengeTerms(game.options.read(own).to_json(), _clock(**days), rated, thinking, hurry)


def _common(game: AnyGame, name: str) -> str | None:
    """The option of every challenge that was perhaps meant; None: it is one of the game's, or like none of ours."""
    declared = {each for option in game.options.declared() for each in (option.name, *option.names())}
    return (
        None if name in declared else near(name, [option.strip("-").partition("=")[0] for option, _ in OF_CHALLENGES])
    )


def _clock(nagtime: int = 0, forfeittime: int = FORFEITTIME, totaltime: int = 0) -> Clock:
    """What is not given follows from what is. Raises OptionError."""
    move = min(forfeittime, totaltime or forfeittime)
    if nagtime > move:
        raise OptionError("--nagtime may not be longer than --forfeittime or --totaltime.")
    return Clock("days", move * DAY, nag=(nagtime or min(NAGTIME, move)) * DAY, total=totaltime * DAY)


async def challenge(request: Request) -> Reply:
    """A board at once, for those who are named."""
    game, service = request.game, request.service
    words, options = await _names(request)
    if len(words) not in game.seats:
        raise NotUnderstood(f"{game.title} is for {seat_range(game)} players: name as many userids, not {len(words)}.")
    found = agreed(game, [*request.asked.options, *options])
    plans, people = await _plans(request, words)
    host = await _challenger(request, words, people)
    known = request.sender.door != "shell" or ":" in "".join(words)
    reader = replace(request, user=request.user or (host if known else None))
    said = await playing.comment(reader)
    await reader.count("tables")
    terms = _terms(game, found, plans)
    info = await service.tables.open(
        host.id, terms, request.sender.key, request.sender.client, seated=True, unasked=not known
    )
    lead = await playing.say(reader, info.id, said) if known else NOBODYS if said.lines else ""
    await playing.bots_moved(reader, info.id)
    return await playing.about(reader, info.id, lead=lead, new=True)


async def _names(request: Request) -> tuple[list[str], list[str]]:
    """The userids, and options that were written without a hyphen."""
    bare = {name for option in request.game.options.declared() for name in option.names()}
    names: list[str] = []
    options: list[str] = []
    for word in request.asked.rest:
        (options if "=" in word or word.lower() in bare else names).append(word)
    return names, options


async def _plans(request: Request, words: Sequence[str]) -> tuple[tuple[SeatPlan, ...], dict[str, User]]:
    """A seat for each, and the accounts among them by what was typed. Raises NotUnderstood, naming no word: somebody
    may have typed a password there."""
    bots, plans, people = request.service.tables.bots(request.game.name), [], {}
    for place, word in zip(ORDINALS, words, strict=False):
        name = word.partition(":")[0]
        if name.lower() in bots:
            plans.append(SeatPlan("bot", name.lower()))
            continue
        try:
            people[word] = await request.service.accounts.user_named(name)
        except NotFound:
            like = await request.service.accounts.like(name)
            there = f" Bots are called {listed(bots)}." if bots else ""
            there = f"; did you mean {like}?" if like else f".{there}"
            raise NotUnderstood(f"The {place} userid is not known here{there}") from None
        plans.append(SeatPlan("user", people[word].name))
    if len({user.id for user in people.values()}) != len([plan for plan in plans if plan.kind == "user"]):
        raise NotUnderstood("Nobody can play against themselves: name different userids.")
    return tuple(plans), people


async def _challenger(request: Request, words: Sequence[str], people: dict[str, User]) -> User:
    """Who starts the board: somebody who sits there, proven by the door or by USERID:PASSWORD. The shell is the host's:
    there the first one named does. Raises Forbidden; Unasked, where a mail says that it comes from one of them."""
    if not people:
        raise NotUnderstood("Name at least one person.")
    for word, user in people.items():
        _, colon, secret = word.partition(":")
        if colon:
            verb = request.asked.verb
            return await proven(request.service, request.sender, request.counting, verb, user.name, secret)
    if request.sender.door == "shell":
        return next(iter(people.values()))
    for user in people.values():
        if request.sender.user is not None and request.sender.user == user.id:
            return user
    writer = await request.service.mail_wishes.reader_at(request.sender.address or "")
    if request.sender.user is None and writer is not None and writer.id in {user.id for user in people.values()}:
        raise Unasked(writer.id)
    raise Forbidden(
        "You can start only a board at which you play: name yourself, and write from your own address, or write your"
        " name as USERID:PASSWORD."
    )


def _terms(game: AnyGame, found: ChallengeTerms, plans: tuple[SeatPlan, ...], access: Access = Access.INVITED) -> Terms:
    """A board is rated unless somebody says otherwise, where people play against each other, and bots think as they are
    rated for."""
    people = sum(plan.kind != "bot" for plan in plans)
    state = game.start(game.options.make(found.options), len(plans))
    usual = found.thinking is Thinking.USUAL
    rated = found.rated and people > 1 and usual and opposed(game, state, len(plans))
    return Terms(
        game.name, found.options, plans, found.clock, access, rated=rated, thinking=found.thinking, hurry=found.hurry
    )


async def seek(request: Request) -> Reply:
    """A board for whoever comes, or the list of those."""
    game = request.game
    if request.user is None or (request.leaves_proof_out and not request.asked.rest and not request.asked.options):
        return await looking.seeks(request)
    found = agreed(game, request.asked.options)
    seats = whole_number(request.asked.rest[0], game.seats) if request.asked.rest else game.seats[0]
    if seats is None:
        raise NotUnderstood(f"{game.title} is for {seat_range(game)} players.")
    said = await playing.comment(request)
    await request.count("tables")
    terms = _terms(game, found, (SeatPlan("me"), *[SeatPlan()] * (seats - 1)), Access.OPEN)
    terms = replace(terms, rated=terms.rated and not request.me.guest)
    info = await request.service.tables.open(request.me.id, terms, request.sender.key, request.sender.client)
    refused = await playing.say(request, info.id, said)
    lead = f"Others take a seat with: {game.name} accept {info.board} USERID PASSWORD. {refused}"
    return await playing.about(request, info.id, lead=lead, new=True)


async def limit(request: Request) -> Reply:
    """At how many boards of the game others may seat the sender."""
    service, me, game = request.service, request.me, request.game
    if request.asked.rest:
        word = request.asked.rest[0].lower()
        most = whole_number(word, range(MOST_BOARDS + 1))
        if most is None and word != "none":
            raise NotUnderstood(f"A limit is a number from 0 to {MOST_BOARDS}, or none.")
        await service.challenges.set_limit(me.id, game.name, most)
    found = await service.challenges.limit(me.id, game.name)
    text = f"Others can seat you at boards of {game.title} until you play at {found} of them."
    if not found:
        text = f"Others cannot seat you at boards of {game.title}: you start them, or take a seat yourself."
    return Reply(f"{game.title} limit", writing.letter(paragraph(text)), to=me.id)


async def accept(request: Request) -> Reply:
    """Take a seat; at a board that runs, agree to what is proposed."""
    table = await request.table()
    info = await request.service.tables.info(table, request.me.id)
    if info.status is not Status.WAITING and info.offers:
        return await playing.table_word(request)
    said = await playing.comment(request, table)
    await request.count("seats")
    await request.service.tables.sit(table, request.me.id)
    lead = await playing.say(request, table, said)
    await playing.bots_moved(request, table)
    return await playing.about(request, table, lead=lead)


async def reject(request: Request) -> Reply:
    """Withdraw from a board that has not begun for the sender; else refuse what is proposed."""
    table = await request.table()
    info = await request.service.tables.info(table, request.me.id)
    if info.status is not Status.WAITING and any(offer.kind is not OfferKind.TAKEOVER for offer in info.offers):
        return await playing.table_word(request)
    said = await playing.comment(request, table)
    if info.status is Status.WAITING:
        await request.service.tables.leave(table, request.me.id)
        refused = await playing.say(request, table, said)
        return await playing.about(request, table, lead=f"You do not play at this board. {refused}")
    await request.service.tables.abort(table, request.me.id)
    return await playing.about(request, table, lead=await playing.say(request, table, said))
