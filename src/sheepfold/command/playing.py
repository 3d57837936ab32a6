"""Commands of those who play: moves, what they would come to, moves kept ready, giving up, talk."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Final

from sheepfold.command import boards, repeating, writing
from sheepfold.command.request import Reply, Request
from sheepfold.command.verbs import TABLE_WORDS, with_hyphens
from sheepfold.core.errors import Malformed, SheepfoldError
from sheepfold.core.words.paragraphs import paragraph
from sheepfold.core.words.prose import NotUnderstood, listed
from sheepfold.play.errors import BadRequest, NotNow, TooMany
from sheepfold.play.terms import Conditional, OfferKind, Status, TableId, Update

LONGEST_LINE = 500
"""Characters that are said at once."""
MOST_LINES = 8
MOST_PREVIEWED: Final = 5
NUMBERED: Final = re.compile(r"([^#]*)#([0-9]{1,6})")
"""The last word of a move, with the number of the move that it is meant to be."""
REPEATED: Final = (
    "What you wrote was not passed on: it seems to hold something that was mailed to you. Delete what your program"
    " quotes, and write only your own words."
)


async def move(request: Request) -> Reply:
    """A move, or a word in its place."""
    request = _numbered(request)
    table, text = await request.table(), with_hyphens(" ".join(request.asked.rest))
    said = await comment(request, table)
    await _expected(request, table)
    before = (await request.service.boards.news(table, request.me.id)).since
    first, *more = request.asked.rest
    if first.lower() in TABLE_WORDS:
        update = await _table_word(request, table, first.lower(), more)
    else:
        update = await request.service.tables.move(table, request.me.id, text, key=request.sender.key)
    lead = await say(request, table, said)
    await bots_moved(request, table)
    return await about(request, table, since=update, talk=before, lead=lead)


def _numbered(request: Request) -> Request:
    """The request with the number that stands behind the move, as in ``sparse#1``. Raises NotUnderstood."""
    *words, last = request.asked.rest
    found = NUMBERED.fullmatch(last)
    if found is None:
        return request
    rest = tuple(filter(None, (*words, found[1])))
    if not rest:
        raise NotUnderstood("A move is missing before its number.")
    return replace(request, asked=replace(request.asked, rest=rest, number=int(found[2])))


async def _expected(request: Request, table: TableId) -> None:
    """Raises NotNow unless the next move has the number that it was meant for, or had it when the sender's turn
    began."""
    wanted = request.asked.number
    if wanted is None or await request.service.boards.was_made(table, request.me.id, request.sender.key):
        return
    numbers = await request.service.boards.next_numbers(table, request.me.id)
    following = numbers[-1]
    if wanted in numbers:
        return
    if request.sender.asked == wanted:
        position = (await request.service.watching.look(table, request.me.id)).position
        if position.seat not in position.to_move:
            return  # which they are told by the table itself
        raise NotNow(
            f"You answered a mail about move {wanted}, but the next move is number {following}. Answer the newest mail"
            " about this board."
        )
    raise NotNow(f"You sent this as move {wanted}, but the next move at this board is number {following}.")


async def _table_word(request: Request, table: TableId, word: str, more: list[str]) -> Update:
    service, me = request.service, request.me.id
    kinds = [OfferKind(each) for each in more if each in set(OfferKind)]
    if len(more) > 1 or len(kinds) != len(more):
        raise NotUnderstood(f"After {word} only what is proposed may follow: {listed(OfferKind, 'or')}.")
    match word:
        case "resign":
            with suppress(NotNow):  # before the first move it is a withdrawal
                return await service.tables.abort(table, me)
            return await service.tables.resign(table, me)
        case "propose":
            return await service.tables.offer(table, me, kinds[0] if kinds else OfferKind.DRAW)
        case "undo":
            return await service.tables.offer(table, me, OfferKind.UNDO)
        case "end" | "rematch":
            return await service.tables.offer(table, me, OfferKind(word))
    return await service.tables.answer(
        table, me, kinds[0] if kinds else await _offered(request, table), word == "accept"
    )


async def _offered(request: Request, table: TableId) -> OfferKind:
    """The one thing that is proposed to the sender, or by them. Raises NotNow."""
    info = await request.service.tables.info(table, request.me.id)
    if len(info.offers) > 1:
        kinds = " or ".join(f"{offer.kind}" for offer in info.offers)
        raise NotNow(f"Several things are proposed here: say accept or reject with {kinds} behind it.")
    if not info.offers:
        raise NotNow("Nothing is proposed at this board.")
    return info.offers[0].kind


async def table_word(request: Request) -> Reply:
    """A command whose word may also stand in the place of a move."""
    return await move(replace(request, asked=replace(request.asked, rest=(request.asked.verb.name,))))


async def preview(request: Request) -> Reply:
    """What a move would come to, or several of whoever is to move."""
    table, text = await request.table(), with_hyphens(" ".join(request.asked.rest))
    user, texts = request.reader, [part for part in text.split(";") if part.strip()]
    if not 0 < len(texts) <= MOST_PREVIEWED:
        raise NotUnderstood(f"Preview 1 to {MOST_PREVIEWED} moves, with semicolons between.")
    if user is None or len(texts) > 1 or not request.game.hides:
        found = await request.service.boards.line(table, user, texts)
    else:
        found = await request.service.boards.preview(table, user, text)
    info = await request.service.tables.info(table, user)
    shown = writing.letter(paragraph(writing.Phrase.UNKNOWN_YET))
    if found.view is not None:
        shown = request.game.paragraphs(found.view, info.names)
    lead = f"{writing.Phrase.PREVIEW} {found.text} was not played."
    return request.board_reply("Preview", writing.letter(paragraph(lead), *shown), table)


async def queue(request: Request) -> Reply:
    """Keep moves ready, list them, or drop them."""
    table, service, me = await request.table(), request.service, request.me.id
    if request.asked.rest:
        wanted = _ready(request)
        position = (await service.watching.look(table, me)).position
        if wanted and position.seat in position.to_move:
            raise NotNow("It is your turn: write move instead of queue.")
        await service.tables.set_queue(table, me, wanted)
    kept = await service.tables.queue(table, me)
    text = writing.letter(
        paragraph(writing.Phrase.KEPT_READY if kept else writing.Phrase.NONE_READY),
        writing.commands(*(f"{number}. {each.text}" for number, each in enumerate(kept, 1))),
        paragraph(writing.Phrase.READY if kept else ""),
    )
    return request.board_reply("Queue", text, table)


def _ready(request: Request) -> tuple[Conditional, ...]:
    """The moves that were written: one, several with semicolons between, or one in each word."""
    text = with_hyphens(" ".join(request.asked.rest))
    if text.lower() == "none":
        return ()
    if ";" in text:
        return tuple(Conditional(" ".join(part.split())) for part in text.split(";") if part.strip())
    options = request.game.options.make({})
    try:
        request.game.check_notation(options, text)
    except Malformed:
        with suppress(Malformed):
            words = text.split()
            for word in words:
                request.game.check_notation(options, word)
            return tuple(map(Conditional, words))
    return (Conditional(text),)


async def chat(request: Request) -> Reply:
    """Say something at a board."""
    table = await request.table()
    said = await comment(request, table)
    if not said.lines:
        raise BadRequest(
            said.refused or "There is no text in this. Write what you want to say in the body of your mail."
        )
    await request.count("chat")
    for number, line in enumerate(said.lines):
        await request.service.chat.say(table, request.me.id, line, request.key(number))
    return await about(request, table, lead="That was said at the board.")


async def subscribe(request: Request) -> Reply:
    """Mail about all that happens at a board, or no more of it."""
    table = await request.table()
    wanted = request.asked.verb.name == "subscribe"
    await request.service.mail_wishes.subscribe(table, request.me.id, "all" if wanted else "none")
    text = "You get mail about all that happens at this board." if wanted else "You get no more mail about this board."
    if wanted and not request.me.mail_confirmed:
        text = f"{text} Confirm your mail address first: until then no mail comes."
    what = "Subscribed" if wanted else "Unsubscribed"
    return request.board_reply(what, writing.letter(paragraph(text)), table)


@dataclass(frozen=True, slots=True)
class Comment:
    """What goes to the other players; ``refused``: why nothing does."""

    lines: tuple[str, ...] = ()
    refused: str = ""


async def comment(request: Request, table: TableId | None = None) -> Comment:
    """The body of a mail as lines of talk, without its signature; none, if it repeats what was mailed to its writer.
    Raises BadRequest when it is too long."""
    if await repeated(request, table):
        return Comment(refused=REPEATED)
    text = request.body.replace("\r\n", "\n").split("\n-- \n")[0]
    blocks = [" ".join(block.split()) for block in text.split("\n\n")]
    long = sum(map(len, blocks)) > MOST_LINES * LONGEST_LINE  # first: to wrap what is much longer takes long
    wrapped = [] if long else [wrap(block, LONGEST_LINE, break_on_hyphens=False) for block in blocks]
    found = [line for lines in wrapped for line in lines]
    if long or len(found) > MOST_LINES:
        raise BadRequest(f"A comment has at most {MOST_LINES * LONGEST_LINE} characters.")
    return Comment(tuple(found))


async def repeated(request: Request, table: TableId | None = None) -> bool:
    """Whether the body holds some of what was mailed to whoever sends it."""
    sender = request.sender
    if sender.door != "mail" or request.user is None or not request.body.strip():
        return False
    sent = await repeating.sent_to(request.service, request.user.id, table, sender.asked, sender.letterhead)
    return await asyncio.to_thread(repeating.repeats, request.body, sent)


async def say(request: Request, table: TableId, said: Comment) -> str:
    """Pass a comment on; if that is refused, what to say about it: what was done stands."""
    if said.refused:
        return said.refused
    try:
        for number, line in enumerate(said.lines):
            await request.count("chat")
            await request.service.chat.say(table, request.me.id, line, request.key(number))
    except (SheepfoldError, TooMany) as error:
        return f"Your comment was not passed on: {error}"
    return ""


async def bots_moved(request: Request, table: TableId) -> None:
    """Wait for bots, as long as the sender has patience."""
    service, user = request.service, request.reader
    if not request.sender.patience:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(request.sender.patience):
            updates = service.watching.watch(table, user)
            try:
                async for update in updates:
                    info = update.info or await service.tables.info(table, user)
                    bots = {seat.seat for seat in info.seats if seat.kind == "bot"}
                    if info.status is not Status.RUNNING or not bots.issuperset(update.position.to_move):
                        return
            finally:
                await updates.aclose()


async def about(
    request: Request,
    table: TableId,
    *,
    since: Update | None = None,
    talk: float | None = None,
    lead: str = "",
    new: bool = False,
    alone: bool = True,
) -> Reply:
    """The board as whoever speaks may see it, with what happened since and by what they did, and what was said since
    ``talk``. ``alone``: no other board stands in the letter, so that an answer to it can mean this one."""
    user = request.reader
    by_mail = request.sender.door == "mail"
    board = await boards.look(request.service, table, user, mailed=by_mail, since=talk)
    way: boards.Way = "known" if request.leaves_proof_out else "typed"
    board = replace(board, way="answer" if by_mail and user is not None and alone else way)
    if since is not None:
        before = since.events[0].number - 1 if since.events else since.position.number
        events = (await request.service.watching.look(table, user, since=before)).events
        board = replace(board, news=events)
    subject = f"New {board.subject}" if new else ""
    return await asyncio.to_thread(boards.reply, board, subject=subject, picture=by_mail and alone, lead=lead)
