"""Commands about oneself: an account, its password and address, vacation, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.command import playing, writing
from sheepfold.command.request import HOUSE, Reply, Request
from sheepfold.core.words.paragraphs import paragraph
from sheepfold.core.words.prose import NotUnderstood, chosen, listed, plural, whole_number
from sheepfold.play.errors import BadRequest

MOST_READERS: Final = 8


async def signup(request: Request) -> Reply:
    """A new account."""
    asked, given = request.asked, _given(request)
    await request.count("sign-up")
    register, client = request.service.accounts.register, request.sender.client
    user = await register(asked.name, asked.secret, given[0] if given else None, client=client, further=given[1:])
    where = " It has no mail address: change address gives it one."
    if given:
        where = f" {_mailed(request, given)}"
    text = writing.letter(
        paragraph(f"Welcome, {user.name}: the account is yours.{where}"),
        paragraph("What you can do now: help", "To find somebody to play with: list, or GAME seek"),
    )
    return Reply(f"{HOUSE} welcomes {user.name}", text, to=user.id)


async def change(request: Request) -> Reply:
    """Another password, or other mail addresses."""
    what = chosen(request.asked.word, ("password", "address"), "thing to change")
    accounts, me = request.service.accounts, request.me
    if what == "password":
        await accounts.change_password(me.id, request.asked.secret, request.asked.rest[0], request.sender.client)
        text = "Your password is changed. All sessions and tokens have ended."
        return Reply(f"{HOUSE} password", writing.letter(paragraph(text)), to=me.id)
    new = _addresses(request)
    await request.count("mail")
    await accounts.change_mail(me.id, new[0], new[1:])
    return Reply(f"{HOUSE} address", writing.letter(paragraph(_mailed(request, new))), to=me.id)


async def add(request: Request) -> Reply:
    """Further mail addresses."""
    new = _addresses(request)
    await request.count("mail")
    await request.service.accounts.add_mail(request.me.id, new)
    return Reply(f"{HOUSE} address", writing.letter(paragraph(_mailed(request, new))), to=request.me.id)


def _given(request: Request) -> Sequence[str]:
    """The addresses that stand in the line, or else the one that the mail came from."""
    return [each for each in request.asked.rest or [request.sender.address] if each]


def _addresses(request: Request) -> Sequence[str]:
    """The same. Raises NotUnderstood (there is none)."""
    if not (given := _given(request)):
        raise NotUnderstood("A mail address is missing at the end.")
    return given


def _mailed(request: Request, given: Sequence[str]) -> str:
    """What becomes of mail to these addresses."""
    to = listed(given)
    if not request.service.addresses.on:
        return f"Mail goes to {to}."
    if len(given) > 1:
        return f"We have mailed {to}: answer each of these mails to confirm the addresses, and others will follow."
    return f"We have mailed {to}: answer that mail to confirm the address, and others will follow."


async def signoff(request: Request) -> Reply:
    """The end of an account."""
    await request.service.accounts.delete(request.me.id)
    text = "Your account is deleted. Running games were given up; finished ones stay for the others, without your name."
    return Reply(f"{HOUSE} says goodbye", writing.letter(paragraph(text)))


async def message(request: Request) -> Reply:
    """Something for other people, beside all boards."""
    people = {name: await request.service.accounts.user_named(name) for name in request.asked.rest[:MOST_READERS]}
    if len(request.asked.rest) > MOST_READERS:
        raise NotUnderstood(f"A message goes to {MOST_READERS} people at most.")
    if await playing.repeated(request):
        raise BadRequest(playing.REPEATED)
    await request.count("chat")
    await request.service.messages.send(
        request.me.id, sorted({each.id for each in people.values()}), request.body, request.sender.key
    )
    names = listed(dict.fromkeys(each.name for each in people.values()))
    text = f"Your message waits for {names}: it comes by mail, or with the next reply to a command of theirs."
    return Reply(f"{HOUSE} message", writing.letter(paragraph(text)), to=request.me.id)


async def research(request: Request) -> Reply:
    """Whether finished games may be exported."""
    accounts, me = request.service.accounts, request.me.id
    if request.asked.rest:
        word = request.asked.rest[0]
        if word not in ("yes", "no"):
            raise NotUnderstood("After the password follows yes or no.")
        await accounts.share_games(me, word == "yes")
    agreed = (await accounts.user(me)).research
    now = "Your finished games may be given away for research, without names, where everybody who played agreed to it."
    text = (
        now if agreed else "None of your games is given away for research. To allow it, write yes after your password."
    )
    return Reply(f"{HOUSE} research", writing.letter(paragraph(text)), to=me)


async def vacation(request: Request) -> Reply:
    """Clocks that stand still for some days."""
    service, me = request.service, request.me.id
    if request.asked.rest:
        days = whole_number(request.asked.rest[0], range(10_000))
        if days is None:
            raise NotUnderstood("After the password a number of days follows; 0 ends the vacation.")
        await service.vacations.take(me, days)
    rest = await service.vacations.of(me)
    now = "You are not on vacation: your clocks run."
    if rest.until is not None:
        now = f"You are on vacation until {writing.day(rest.until)}: until then your day clocks stand still."
    left = f"You have {plural(rest.left, 'day')} of vacation left this year."
    return Reply(f"{HOUSE} vacation", writing.letter(paragraph(f"{now} {left}")), to=me)
