"""Looking back at a board that is over."""

from __future__ import annotations

from sheepfold.command import playing, writing
from sheepfold.command.request import Reply, Request
from sheepfold.core.words.paragraphs import Line
from sheepfold.core.words.prose import NotUnderstood, whole_number
from sheepfold.play.tables.looking_back import Wanted
from sheepfold.review.terms import to_text

ANEW = "anew"


async def review(request: Request) -> Reply:
    """What was skill, what was luck, as every seat could see it then, or as one could."""
    seat = _seat(request.asked.rest[0]) if request.asked.rest else None
    table, user = await request.table(), request.reader
    if not (await request.service.reviews.progress(table, user)).kept:
        await request.count("reviews")
    found = await request.service.reviews.of(table, user, seat=seat)
    number = await request.service.boards.numbering(table, user)
    blocks = to_text(found, f"{request.game.title} board {request.board}", number).split("\n\n")
    text = writing.letter(*(tuple(map(Line, block.split("\n"))) for block in blocks))
    return Reply(f"{request.game.title} Board {request.board} Review", text, request.board, table)


async def again(request: Request) -> Reply:
    """Play on from a position, for practice: as the seat that is named, or one's own, or the first."""
    words = [word.lower() for word in request.asked.rest]
    anew = ANEW in words[-1:]
    named = [_seat(word) for word in (words[:-1] if anew else words)]
    if len(named) > 1:
        raise NotUnderstood("There is a word too many in this.")
    number, service, me = request.asked.number, request.service, request.me
    if number is None:
        raise NotUnderstood("Say after which move: its number stands behind the board's, as in 101#5.")
    table = await request.table()
    await request.count("tables")
    seats = (await service.tables.info(table, me.id)).seats
    own = next((info.seat for info in seats if info.user == me.id), 1)
    wanted = Wanted(await service.boards.plies(table, number, me.id), named[0] if named else own, anew)
    opened = await service.practice.from_table(
        me.id, table, wanted, key=request.sender.key, client=request.sender.client
    )
    await playing.bots_moved(request, opened.id)
    lead = f"Practice from move {number} of board {request.board}. It counts for nothing."
    return await playing.about(request, opened.id, lead=lead, new=True)


def _seat(word: str) -> int:
    seat = whole_number(word, range(100))
    if seat is None:
        raise NotUnderstood("After the board only the number of a seat may follow.")
    return seat
