"""Puzzles: the day's, one at one's strength, an answer with the reason, and the day's by mail."""

from __future__ import annotations

from typing import Final

from sheepfold.command import writing
from sheepfold.command.request import HOUSE, Reply, Request
from sheepfold.core.words.paragraphs import Paragraph, Text, paragraph
from sheepfold.core.words.prose import NotUnderstood, quoted
from sheepfold.play.daily import PuzzlePage
from sheepfold.play.notices.recipients import PUZZLES_AT
from sheepfold.puzzles import written

NEXT: Final = "next"


async def puzzle(request: Request) -> Reply:
    """What follows the word: nothing, an answer, ``next`` or ``mail``."""
    if request.asked.word:
        return await (_next if request.asked.word.lower() == NEXT else _by_mail)(request)
    book, user = request.service.puzzles, request.reader
    given, _, named = " ".join(request.asked.rest).partition("#")
    id = named.strip().lower() or book.today.id
    if not given:
        return shown(request, await book.look(id, user))
    await request.count("puzzles")
    answered = await book.answer(request.me.id, id, given)
    found = (await book.look(id, user)).shown
    standing = await book.standing(user)
    right = f"{standing.right} right of {standing.answered}"
    worth = f"You are rated {standing.rating} ± {standing.margin} at puzzles: {right}."
    text = writing.letter(paragraph(*written.verdict(found, right=answered.right)), paragraph(worth), _another(request))
    return Reply(f"{found.game.title} puzzle", text, to=user)


async def _next(request: Request) -> Reply:
    if len(request.asked.rest) > 1:
        raise NotUnderstood("After the password only the name of a game may follow.")
    book, game = request.service.puzzles, request.asked.rest[0].lower() if request.asked.rest else None
    found = await book.next(request.me.id, game)
    return shown(request, await book.look(found.id, request.me.id))


async def _by_mail(request: Request) -> Reply:
    word = " ".join(request.asked.rest).lower()
    if word not in ("yes", "no", ""):
        raise NotUnderstood("After the password follows yes or no.")
    wishes, me = request.service.mail_wishes, request.me.id
    if word:
        await wishes.want_puzzles(me, wanted=word == "yes")
    wanted = (await request.service.accounts.user(me)).puzzle_mail
    at = f"at {PUZZLES_AT // 3600:.0f}:00 UTC"
    now = f"The puzzle of the day comes to you by mail, {at}." if wanted else "No puzzles come to you by mail."
    return Reply(f"{HOUSE} puzzles", writing.letter(paragraph(now)), to=me)


def shown(request: Request, found: PuzzlePage) -> Reply:
    """A puzzle with its picture; to whoever has answered it also what was right."""
    each, to = found.shown, request.reader
    text: Text = (*written.position(each), *written.question(each))
    if found.answered is None:
        text += (_how(request, found),)
    else:
        text += (paragraph(*written.verdict(each, right=found.answered.right)), _another(request))
    open_ = found.answered is None and to is not None
    kind = "puzzle of the day" if found.today else "puzzle"
    return Reply(
        f"{each.game.title} {kind}",
        writing.letter(*text),
        picture=written.picture(each),
        to=to,
        puzzle=each.puzzle.id if open_ else "",
    )


def _how(request: Request, found: PuzzlePage) -> Paragraph:
    """How it is answered."""
    if request.sender.door == "mail" and request.user is not None:
        return paragraph(writing.Phrase.BARE_ANSWER)
    return *paragraph("To answer, send"), *writing.commands(f"puzzle {_who(request)}ANSWER#{found.shown.puzzle.id}")


def _another(request: Request) -> Paragraph:
    return *paragraph("For another one, send"), *writing.commands(f"puzzle {NEXT} {_who(request)}".rstrip())


def _who(request: Request) -> str:
    """Userid and password, where they must be given."""
    if request.leaves_proof_out:
        return ""
    return f"{'USERID' if request.user is None else quoted(request.user.name)} PASSWORD "
