"""Commands of those who play: moves, what they would come to, moves kept ready, giving up, talk."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from sheepfold.command import boards, writing
from sheepfold.command.forms import TABLE_WORDS, with_hyphens
from sheepfold.command.request import Request
from sheepfold.command.sender import Reply
from sheepfold.core.errors import Malformed, SheepfoldError
from sheepfold.core.paragraphs import paragraph
from sheepfold.core.words import NotUnderstood
from sheepfold.play.errors import BadRequest, NotNow, TooMany
from sheepfold.play.terms import Conditional, OfferKind, Status, TableId, Update

LONGEST_LINE = 500
"""Characters that are said at once."""
MOST_LINES = 8


async def move(request: Request) -> Reply:
    """A move, or a word in its place."""
    table, text = await request.table(), with_hyphens(" ".join(request.asked.rest))
    lines = comment(request.body)
    await _expected(request, table)
    before = (await request.service.boards.news(table, request.me.id)).since
    first, *more = request.asked.rest
    if first.lower() in TABLE_WORDS:
        update = await _table_word(request, table, first.lower(), more)
    else:
        update = await request.service.move(table, request.me.id, text, key=request.sender.key)
    lead = await say(request, table, lines)
    await bots_moved(request, table)
    return await about(request, table, since=update, talk=before, lead=lead)


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
        position = (await request.service.look(table, request.me.id)).position
        if position.seat not in position.to_move:
            return  # which they are told by the table itself
        raise NotNow(
            f"What you answered was about move {wanted}, and the next move here is number {following}: answer the"
            " newest mail about the board."
        )
    raise NotNow(f"The next move at this board is number {following}, not {wanted}: the position has changed.")


async def _table_word(request: Request, table: TableId, word: str, more: list[str]) -> Update:
    service, me = request.service, request.me.id
    kinds = [OfferKind(each) for each in more if each in set(OfferKind)]
    if len(more) > 1 or len(kinds) != len(more):
        raise NotUnderstood(f"After {word} nothing follows, or draw or undo.")
    match word:
        case "resign":
            return await give_up(request, table)
        case "propose":
            return await service.offer(table, me, kinds[0] if kinds else OfferKind.DRAW)
        case "undo":
            return await service.offer(table, me, OfferKind.UNDO)
    return await service.answer(table, me, kinds[0] if kinds else await _offered(request, table), word == "accept")


async def _offered(request: Request, table: TableId) -> OfferKind:
    """The one thing that is proposed to the sender, or by them. Raises NotNow."""
    info = await request.service.info(table, request.me.id)
    if len(info.offers) > 1:
        kinds = " or ".join(f"{offer.kind}" for offer in info.offers)
        raise NotNow(f"Several things are proposed here: say accept or reject with {kinds} behind it.")
    if not info.offers:
        raise NotNow("Nothing is proposed at this board.")
    return info.offers[0].kind


async def resign(request: Request) -> Reply:
    """Give up, or withdraw before the first move."""
    table = await request.table()
    lines = comment(request.body)
    update = await give_up(request, table)
    return await about(request, table, since=update, lead=await say(request, table, lines))


async def give_up(request: Request, table: TableId) -> Update:
    service, me = request.service, request.me.id
    try:
        return await service.abort(table, me)
    except NotNow:
        return await service.resign(table, me)


async def preview(request: Request) -> Reply:
    """What a move would come to."""
    table, text = await request.table(), with_hyphens(" ".join(request.asked.rest))
    found = await request.service.boards.preview(table, request.me.id, text)
    info = await request.service.info(table, request.me.id)
    shown = writing.letter(paragraph("It may be played; what it would show can be known only when it is."))
    if found.view is not None:
        shown = request.game.paragraphs(found.view, info.names)
    lead = f"This is only a preview: {found.text} was not played."
    return Reply(
        f"{request.game.title} Board {info.board} Preview",
        writing.letter(paragraph(lead), *shown),
        info.board,
        table,
        to=request.me.id,
    )


async def queue(request: Request) -> Reply:
    """Keep moves ready, list them, or drop them."""
    table, service, me = await request.table(), request.service, request.me.id
    info = await service.info(table, me)
    if request.asked.rest:
        wanted = _ready(request)
        position = (await service.look(table, me)).position
        if wanted and position.seat in position.to_move:
            raise NotNow("It is your turn: send the move itself.")
        await service.set_queue(table, me, wanted)
    kept = await service.queue(table, me)
    happens = "The first is played as soon as it is your turn; if it is illegal then, all are dropped."
    text = writing.letter(
        paragraph("Kept ready for your turns, in this order:" if kept else "No moves of yours are kept ready."),
        writing.commands(*(f"{number}. {each.text}" for number, each in enumerate(kept, 1))),
        paragraph(happens if kept else ""),
    )
    return Reply(f"{request.game.title} Board {info.board} Queue", text, info.board, table, to=me)


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
    lines = comment(request.body)
    if not lines:
        raise BadRequest("There is nothing to say in this: write it into the body.")
    await request.counting.count("chat")
    for number, line in enumerate(lines):
        await request.service.say(table, request.me.id, line, request.key(number))
    return await about(request, table, lead="Said.")


async def subscribe(request: Request) -> Reply:
    """Mail about all that happens at a board, or no more of it."""
    table = await request.table()
    wanted = request.asked.form.name == "subscribe"
    await request.service.correspondence.subscribe(table, request.me.id, "all" if wanted else "none")
    text = "Mail comes of all that happens at this board." if wanted else "No more mail comes of this board."
    if wanted and not request.me.mail_confirmed:
        text = f"{text} Confirm your mail address first: none is sent to one that nobody has answered from."
    subject = f"{request.game.title} Board {request.board} {'Subscribed' if wanted else 'Unsubscribed'}"
    return Reply(subject, writing.letter(paragraph(text)), request.board, table, to=request.me.id)


def comment(body: str) -> list[str]:
    """The body of a mail as lines of talk, without its signature. Raises BadRequest when it is too long."""
    text = body.replace("\r\n", "\n").split("\n-- \n")[0]
    found: list[str] = []
    for block in text.split("\n\n"):
        words = " ".join(block.split())
        while words:
            cut = words.rfind(" ", 0, LONGEST_LINE) if len(words) > LONGEST_LINE else len(words)
            cut = cut if cut > 0 else LONGEST_LINE
            found.append(words[:cut])
            words = words[cut:].strip()
    if len(found) > MOST_LINES:
        raise BadRequest(f"A comment has at most {MOST_LINES * LONGEST_LINE} characters.")
    return found


async def say(request: Request, table: TableId, lines: list[str]) -> str:
    """Pass a comment on; if that is refused, what to say about it: what was done stands."""
    try:
        for number, line in enumerate(lines):
            await request.counting.count("chat")
            await request.service.say(table, request.me.id, line, request.key(number))
    except (SheepfoldError, TooMany) as error:
        return f"Your comment was not passed on: {error}"
    return ""


async def bots_moved(request: Request, table: TableId) -> None:
    """Wait for bots, as long as the sender has patience."""
    service, user = request.service, None if request.user is None else request.user.id
    if not request.sender.patience:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(request.sender.patience):
            updates = service.watch(table, user)
            try:
                async for update in updates:
                    info = update.info or await service.info(table, user)
                    bots = {seat.seat for seat in info.seats if seat.kind == "bot"}
                    if info.status is not Status.RUNNING or not bots.issuperset(update.position.to_move):
                        return
            finally:
                await updates.aclose()


async def answer(request: Request, table: TableId, *, accept: bool) -> Reply:
    """Yes or no to what is proposed."""
    kind, lines = await _offered(request, table), comment(request.body)
    update = await request.service.answer(table, request.me.id, kind, accept)
    return await about(request, table, since=update, lead=await say(request, table, lines))


async def about(
    request: Request,
    table: TableId,
    *,
    since: Update | None = None,
    talk: float | None = None,
    lead: str = "",
    new: bool = False,
) -> Reply:
    """The board as whoever speaks may see it, with what happened since and by what they did, and what was said since
    ``talk``."""
    user = None if request.user is None else request.user.id
    by_mail = request.sender.door == "mail"
    board = await boards.look(request.service, table, user, mailed=by_mail, since=talk)
    if since is not None:
        before = since.events[0].number - 1 if since.events else since.position.number
        events = (await request.service.look(table, user, since=before)).events
        board = replace(board, news=tuple(words for event in events for words in event.sentences))
    way: boards.Way = "answer" if by_mail and user is not None else "known" if request.unproven_form else "typed"
    subject = f"New {board.subject}" if new else ""
    return await boards.drawn(board, subject=subject, way=way, picture=by_mail, lead=lead)
