"""Looking back at a board that is over."""

from __future__ import annotations

from sheepfold.command import writing
from sheepfold.command.request import Reply, Request
from sheepfold.core.words.paragraphs import Line
from sheepfold.core.words.typed import NotUnderstood
from sheepfold.review.written import to_text


async def review(request: Request) -> Reply:
    """What was skill, what was luck, as every seat could see it then, or as one could."""
    seat = None
    if request.asked.rest:
        (word,) = request.asked.rest
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            raise NotUnderstood("After the board only the number of a seat may follow.")
        seat = int(word)
    table, user = await request.table(), None if request.user is None else request.user.id
    if not (await request.service.reviews.progress(table, user)).kept:
        await request.count("reviews")
    found = await request.service.reviews.of(table, user, seat=seat)
    blocks = to_text(found, f"{request.game.title} board {request.board}").split("\n\n")
    text = writing.letter(*(tuple(map(Line, block.split("\n"))) for block in blocks))
    return Reply(f"{request.game.title} Board {request.board} Review", text, request.board, table)
