"""Commands of those who look: boards, lists, histories, standings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain
from typing import Final

from sheepfold.bots import known_bot
from sheepfold.command import boards, playing, writing
from sheepfold.command.request import HOUSE, Reply, Request
from sheepfold.command.verbs import BOARD, place
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.paragraphs import MAIL, Line, Paragraph, paragraph, table_of
from sheepfold.core.words.prose import NotUnderstood, chosen, plural, whole_number
from sheepfold.play.people.users import User
from sheepfold.play.tables.looking_back import Wanted
from sheepfold.play.terms import Listed, Rating, Status, TableId, UserId
from sheepfold.review.terms import to_text

MOST_BOARDS: Final = 5
"""So many are shown at once."""
MOST_LISTED: Final = 50
WHICH: Final = ("active", "inactive", "next", "all")
ANEW: Final = "anew"
BETWEEN: Final[Paragraph] = (Line("=" * MAIL, whole=True),)
"""What stands between two boards."""


async def show(request: Request) -> Reply:
    """Boards as everybody may see them, or somebody's."""
    words = request.asked.rest
    if BOARD.fullmatch(words[0]):
        return await _show_boards(request, words)
    which = words[-1].lower() if len(words) > 1 and words[-1].lower() in WHICH else "active"
    names = words[:-1] if len(words) > 1 and words[-1].lower() in WHICH else words
    return await _boards_of(request, names, which)


async def _boards_of(request: Request, names: Sequence[str], which: str) -> Reply:
    if len(names) > MOST_BOARDS:
        raise NotUnderstood(f"Name {MOST_BOARDS} people at most.")
    blocks = [await somebodys(request, name, which, request.asked.game) for name in names]
    return Reply(f"{request.game.title} boards", writing.letter(*blocks))


async def _show_boards(request: Request, words: Sequence[str]) -> Reply:
    found = [await _spectated(request, table, move) for table, move in await _named(request, words)]
    return found[0] if len(found) == 1 else _together(request, found)


async def _named(request: Request, words: Sequence[str]) -> list[tuple[TableId, int | None]]:
    """The boards that are named, each perhaps with the number of a move."""
    if len(words) > MOST_BOARDS:
        raise NotUnderstood(f"Name {MOST_BOARDS} boards at most.")
    places = [place(word) for word in words]
    return [(await request.table(number), move) for number, move in places]


def _together(request: Request, found: Sequence[Reply]) -> Reply:
    """Several boards in one letter. It belongs to the first of them, so that secrets go only where they may."""
    text = chain.from_iterable((BETWEEN, *reply.paragraphs) for reply in found)
    first = found[0]
    return Reply(f"{request.game.title} boards", tuple(text)[1:], table=first.table if first.to else None, to=first.to)


async def _spectated(request: Request, table: TableId, move: int | None) -> Reply:
    if move is not None:
        return await _past(request, table, move, None)
    board = await boards.look(request.service, table, None)
    return await asyncio.to_thread(boards.reply, board, picture=request.sender.door == "mail")


async def _past(request: Request, table: TableId, move: int, user: UserId | None) -> Reply:
    past = await request.service.boards.past(table, move, user)
    info = await request.service.tables.info(table, user)
    lead = f"{request.game.title} board {info.board} after move {past.number} of {past.last}."
    text = writing.letter(paragraph(lead), *request.game.paragraphs(past.view, info.names))
    return Reply(f"{request.game.title} Board {info.board} Move {past.number}", text, info.board, table, to=user)


async def showas(request: Request) -> Reply:
    """Boards with one's own secrets: those that are named, or those of a kind."""
    words, me = request.asked.rest, request.me
    if len(words) == 1 and words[0].lower() in WHICH:
        kept = await _kept(request, me, words[0].lower(), request.asked.game)
        if not kept:
            return await _boards_of(request, [me.name], words[0].lower())
        words = tuple(str(each.info.board) for each in kept[:MOST_BOARDS])
    named = await _named(request, words)
    alone = len(named) == 1
    found = [
        await playing.about(request, table, alone=alone) if move is None else await _past(request, table, move, me.id)
        for table, move in named
    ]
    return found[0] if alone else _together(request, found)


async def history(request: Request) -> Reply:
    """All that was told at a board; or the boards that are over."""
    if not request.asked.rest:
        return Reply(f"{request.game.title} boards", (await _lobby(request, request.game, Status.OVER),))
    table = await request.table(place(request.asked.rest[0])[0])
    user = request.reader
    update = await request.service.watching.story(table, user)
    info = await request.service.tables.info(table, user)
    rows = [(writing.day(event.at), " ".join(event.sentences)) for event in update.events]
    played = writing.moves(await request.service.boards.written(table, user), info.names)
    lead = paragraph(f"{request.game.title} board {info.board}")
    text = writing.letter(lead, table_of(rows), played)
    return Reply(f"{request.game.title} Board {info.board} History", text, info.board, table, to=user)


# -- looking back ------------------------------------------------------------------------------


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


# -- lists -------------------------------------------------------------------------------------


async def games(request: Request) -> Reply:
    """The boards that are being played, or somebody's."""
    if request.asked.rest:
        return await show(request)
    return Reply(f"{request.game.title} boards", (await _lobby(request, request.game, Status.RUNNING),))


async def seeks(request: Request) -> Reply:
    """The boards that wait for players."""
    waiting = await _lobby(request, request.game, Status.WAITING)
    how = (
        *paragraph("Take a seat with"),
        *writing.commands(f"{request.asked.game} accept BOARD USERID {boards.PASSWORD}"),
    )
    return Reply(f"{request.game.title} boards", (waiting, how))


async def list_(request: Request) -> Reply:
    """The games, or their boards."""
    shelf = request.service.shelf
    games = [shelf.game(chosen(word, shelf, "game")) for word in request.asked.rest]
    if not games:
        rows = [(name, f"{shelf.game(name).title}. {shelf.game(name).summary}") for name in shelf]
        return Reply(f"{HOUSE} games", (paragraph("Games played here:"), table_of(rows)))
    blocks = [await _lobby(request, game, status) for game in games for status in (Status.RUNNING, Status.WAITING)]
    return Reply(f"{HOUSE} boards", tuple(blocks))


async def _lobby(request: Request, game: AnyGame, status: Status) -> Paragraph:
    """The boards of a game that everybody may see."""
    words = {Status.RUNNING: "being played", Status.WAITING: "waiting for players", Status.OVER: "that are over"}
    found = await request.service.lists.lobby(game.name, status, MOST_LISTED)
    return _titled(f"{game.title} boards {words[status]}:", _rows(request, found))


async def all_show(request: Request) -> Reply:
    """Somebody's boards of all games."""
    chosen(request.asked.word, ("show",), "word after all")
    name, *more = request.asked.rest
    which = chosen(more[0], WHICH, "kind of boards") if more else "all"
    return Reply(f"{HOUSE} boards", writing.letter(await somebodys(request, name, which, None)))


def _titled(title: str, rows: Paragraph) -> Paragraph:
    return *paragraph(title), *(rows or (Line("none", "  "),))


async def somebodys(request: Request, name: str, which: str, game: str | None) -> Paragraph:
    """Somebody's boards as everybody may know of them: all, those that go on or do not, or where they are to move."""
    person = await request.service.accounts.user_named(name)
    kept = await _kept(request, person, which, game)
    kinds = {
        "all": "Boards of {}",
        "active": "Boards that {} plays at",
        "inactive": "Boards of {} that are over or wait for players",
        "next": "Boards at which {} is to move",
    }
    return _titled(f"{kinds[which].format(person.name)}:", _rows(request, kept[:MOST_LISTED]))


async def _kept(request: Request, person: User, which: str, game: str | None) -> list[Listed]:
    """Those of somebody's boards that are of a kind."""
    mine = request.user is not None and request.user.id == person.id
    ended = which in ("all", "inactive")
    found = await request.service.lists.of_user(person.id, limit=200, public=not mine, over=ended)
    return [
        each
        for each in found
        if game in (None, each.info.terms.game)
        and (which == "all" or (each.info.status is Status.RUNNING) == (which != "inactive"))
        and (which != "next" or each.your_turn)
    ]


def _rows(request: Request, found: list[Listed]) -> Paragraph:
    rows = []
    for each in found:
        info = each.info
        title = request.service.shelf.game(info.terms.game).title
        rows.append((f"{info.board:>5}", title, f"{writing.players(info)}{_state(request, each)}"))
    return table_of(rows)


def _state(request: Request, each: Listed) -> str:
    if each.info.status is Status.WAITING:
        return ", waiting"
    if each.outcome is not None:
        game = request.service.shelf.game(each.info.terms.game)
        called_off = each.outcome.reason == "aborted"
        return ", called off" if called_off else f", over. {game.winning(each.outcome, each.info.names)}"
    return f", {each.info.names[each.seat]} to move" if each.your_turn and each.seat is not None else ""


def whose(rating: Rating) -> str:
    """Whose rating it is; a bot's word, by which it is challenged, stands beside what people call it."""
    if not rating.subject.startswith("bot:"):
        return rating.name
    bot = known_bot(rating.game, rating.name)
    return f"{bot.title} ({rating.name}, {bot.words})"


async def standings(request: Request) -> Reply:
    """The ratings, best first."""
    user = (await request.service.accounts.user_named(request.asked.rest[0])).id if request.asked.rest else None
    ratings = await request.service.ratings.ladder(request.asked.game, user, limit=MOST_LISTED)
    rows = [
        (
            f"{place:>3}",
            whose(each),
            f"{each.shown} ± {each.margin}",
            f"{each.role or ''} {plural(each.games, 'game')}".strip(),
        )
        for place, each in enumerate(ratings, 1)
    ]
    standings = table_of(rows) or paragraph("Nobody is rated yet.")
    text = writing.letter(paragraph(f"Standings of {request.game.title}:"), standings)
    return Reply(f"{request.game.title} standings", text)
