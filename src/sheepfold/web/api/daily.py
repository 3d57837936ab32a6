"""Routes of puzzles, and of deals that everybody can play: the day's, and those of finished games against bots."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from sheepfold.core.drawing.sprites import board_data
from sheepfold.play.daily import Answered, BeatCard, DealCard, PuzzlePage, PuzzleStanding
from sheepfold.play.terms import TableInfo
from sheepfold.puzzles import called
from sheepfold.web.api.endpoint import Call, get, post, put
from sheepfold.web.api.shapes import PRINTABLE, GameName, Secret, Seek, TableId, as_json

PUZZLES = "Puzzles"
DEALS = "Deals"

PuzzleId: TypeAlias = Annotated[str, msgspec.Meta(max_length=16, pattern=r"^[0-9a-f]{1,16}$")]


class PuzzleQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Of which game; left out: of any."""

    game: GameName | None = None


class NewAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """One of the choices."""

    answer: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=PRINTABLE)]


class PuzzleMail(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the puzzle of the day is mailed to you."""

    wanted: bool


class PuzzleChoice(msgspec.Struct):
    """What may be answered, and what that is called among people."""

    answer: str
    words: str


class PuzzleCard(msgspec.Struct):
    """A puzzle: what ``seat`` knows of a position, as data, sprites and text, and a question about it. ``answered`` is
    null until you have answered."""

    id: str
    game: str
    kind: str
    options: dict[str, Any]
    seat: int
    question: str
    choices: list[PuzzleChoice]
    rating: int
    margin: int
    today: bool
    """Whether it is the puzzle of the day."""
    view: Any
    board: Any
    text: str
    answered: Answered | None


@get("/puzzles/next", PUZZLES, cost=25)
async def show_next_puzzle(call: Call, query: PuzzleQuery) -> PuzzleCard:
    """The puzzle nearest to your strength that you have not answered."""
    service = call.service
    return await _card(call, (await service.puzzles.next(call.user_id, query.game)).id)


@get("/puzzles/today", PUZZLES, cost=20)
async def show_puzzle_of_the_day(call: Call) -> PuzzleCard:
    """The puzzle of the day, which is the same for everybody from midnight to midnight UTC."""
    return await _card(call, call.service.puzzles.today.id)


@get("/puzzles/{puzzle}", PUZZLES, cost=20)
async def show_puzzle(call: Call, puzzle: PuzzleId) -> PuzzleCard:
    """A puzzle by its id."""
    return await _card(call, puzzle)


@post("/puzzles/{puzzle}/answer", PUZZLES, cost=20, counts="puzzles")
async def answer_puzzle(call: Call, puzzle: PuzzleId, body: NewAnswer) -> Answered:
    """Answer a puzzle, which you can do once: you and the puzzle are rated by it."""
    return await call.service.puzzles.answer(call.me.id, puzzle, body.answer)


@get("/me/puzzles", PUZZLES, cost=4, anonymous=False)
async def show_my_puzzles(call: Call) -> PuzzleStanding:
    """How you do at puzzles."""
    return await call.service.puzzles.standing(call.me.id)


async def _card(call: Call, puzzle: str) -> PuzzleCard:
    found = await call.service.puzzles.look(puzzle, call.user_id)
    return await call.leaf(lambda: _drawn(found))


def _drawn(found: PuzzlePage) -> PuzzleCard:
    shown = found.shown
    game, view, kind, names = shown.game, shown.view, shown.kind, called(shown)
    return PuzzleCard(
        id=shown.puzzle.id,
        game=game.name,
        kind=kind.name,
        options=dict(shown.puzzle.options),
        seat=shown.puzzle.seat,
        question=kind.question,
        choices=[PuzzleChoice(choice, kind.words(view, choice)) for choice in shown.solution.choices],
        rating=found.rating,
        margin=found.margin,
        today=found.today,
        view=as_json(view),
        board=board_data(game.board(view, names), ground=True),
        text=game.text(view, names),
        answered=found.answered,
    )


@put("/me/puzzles/mail", PUZZLES, cost=4, needs="account")
async def mail_me_puzzles(call: Call, body: PuzzleMail) -> None:
    """Have the puzzle of the day mailed to you from tomorrow on, or no more. It needs a confirmed address."""
    await call.service.mail_wishes.want_puzzles(call.me.id, wanted=body.wanted)


class Challenged(msgspec.Struct, forbid_unknown_fields=True):
    """The invitation, where the table that was played first is private."""

    invite: Secret | None = None


@get("/deals", DEALS, cost=12)
async def list_deals(call: Call) -> list[DealCard]:
    """Today's deals: everybody plays the same luck once.

    Results are null until you have played. The seed of a deal is published when its day (UTC) is over, its hash the day
    before.
    """
    return await call.service.deals.cards(call.user_id)


@get("/deals/{game}", DEALS, cost=6)
async def show_deal(call: Call, game: GameName) -> DealCard:
    """Today's deal of one game."""
    return await call.service.deals.card(game, call.user_id)


@post("/deals/{game}", DEALS, cost=20, counts="tables")
async def play_deal(call: Call, game: GameName) -> TableInfo:
    """Your table of today's deal: a new one, or the one that you have. Nobody else can see it."""
    return await call.service.deals.play(call.me.id, game, call.client)


@get("/tables/{table}/challenge", DEALS, cost=6)
async def show_challenge(call: Call, table: TableId, query: Seek) -> BeatCard:
    """A finished game of one person against bots, as a challenge: its result is null until you have played its deal."""
    return await call.service.deals.challenge(table, call.user_id, query.invite)


@post("/tables/{table}/challenge", DEALS, cost=20, counts="tables")
async def take_challenge(call: Call, table: TableId, body: Challenged) -> TableInfo:
    """Your table with that game's deal: a new one, or the one that you have."""
    return await call.service.deals.beat(call.me.id, table, body.invite, call.client)
