"""Commands about oneself: an account, its password and address, vacation, and its end."""

from __future__ import annotations

from typing import Final

from sheepfold.command import playing, writing
from sheepfold.command.request import HOUSE, Reply, Request
from sheepfold.core.words.paragraphs import paragraph
from sheepfold.core.words.prose import listed, plural
from sheepfold.core.words.typed import NotUnderstood, chosen
from sheepfold.play.errors import BadRequest

MOST_READERS: Final = 8


async def signup(request: Request) -> Reply:
    """A new account."""
    asked = request.asked
    if len(asked.rest) > 1:
        raise NotUnderstood("After the password only a mail address may follow.")
    mail = asked.rest[0] if asked.rest else request.sender.address
    await request.count("sign-up")
    user = await request.service.accounts.register(asked.name, asked.secret, mail, client=request.sender.client)
    where = " It has no mail address: change address gives it one."
    if user.mail:
        where = f" {_mailed(request, user.mail)}"
    text = writing.letter(
        paragraph(f"Welcome, {user.name}: the account is yours.{where}"),
        paragraph("What you can do now: help", "To find somebody to play with: list, or GAME seek"),
    )
    return Reply(f"{HOUSE} welcomes {user.name}", text, to=user.id)


async def change(request: Request) -> Reply:
    """Another password or mail address."""
    what = chosen(request.asked.word, ("password", "address"), "thing to change")
    if len(request.asked.rest) != 1:
        raise NotUnderstood("After the password one word follows: the new password, or the new address.")
    accounts, me, new = request.service.accounts, request.me, request.asked.rest[0]
    if what == "password":
        await accounts.change_password(me.id, request.asked.secret, new, request.sender.client)
        text = "Your password is changed. All sessions and tokens have ended."
        return Reply(f"{HOUSE} password", writing.letter(paragraph(text)), to=me.id)
    await request.count("mail")
    await accounts.change_mail(me.id, new)
    return Reply(f"{HOUSE} address", writing.letter(paragraph(_mailed(request, new))), to=me.id)


def _mailed(request: Request, address: str) -> str:
    if not request.service.mailboxes.on:
        return f"Mail goes to {address}."
    return f"We have asked {address} whether somebody reads there: answer that mail, and others will follow."


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
    text = now if agreed else "None of your games is given away for research. With yes after your password they may be."
    return Reply(f"{HOUSE} research", writing.letter(paragraph(text)), to=me)


async def vacation(request: Request) -> Reply:
    """Clocks that stand still for some days."""
    service, me = request.service, request.me.id
    if request.asked.rest:
        word = request.asked.rest[0]
        if len(request.asked.rest) > 1 or not word.isascii() or not word.isdigit() or len(word) > 4:
            raise NotUnderstood("After the password a number of days follows; 0 ends the vacation.")
        await service.vacation(me, int(word))
    rest = await service.rest(me)
    now = "You are not on vacation: your clocks run."
    if rest.until is not None:
        now = f"You are on vacation until {writing.day(rest.until)}: until then your day clocks stand still."
    left = f"You have {plural(rest.left, 'day')} of vacation left this year."
    return Reply(f"{HOUSE} vacation", writing.letter(paragraph(f"{now} {left}")), to=me)
