"""What somebody is told of a board: the summary, the drawing, the moves, the talk, and how to answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from sheepfold.command import writing
from sheepfold.command.request import Reply
from sheepfold.core.contract import TABLE_ENDINGS, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.verdict import AS_LEFT, decided, ending, headline, verdict
from sheepfold.core.words.paragraphs import Line, Paragraph, Text, paragraph, written
from sheepfold.core.words.prose import quoted
from sheepfold.play.notices.mail_wishes import Thread
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.service import Service
from sheepfold.play.tables.log import Declined, Ended, Offered, Opened, Sat, TableFact, table_sentence
from sheepfold.play.terms import (
    ChatLine,
    OfferKind,
    OpenOffer,
    Position,
    RatingChange,
    Seen,
    Status,
    TableId,
    TableInfo,
    UserId,
    Written,
)

MOST_TALK: Final = 20
"""So many lines of talk are quoted."""
PASSWORD: Final = "PASSWORD"

Way: TypeAlias = Literal["typed", "known", "answer"]
"""How the reader may move: with userid and password; without, since the door knows them; by answering the mail."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as one reader may know it."""

    service: Service
    info: TableInfo
    position: Position
    news: tuple[Seen, ...]
    moves: tuple[Written, ...]
    following: int
    """The number of the next move."""
    talk: tuple[ChatLine, ...]
    now: float
    user: UserId | None
    opened: Any = None
    """Everything turned up, once people ended the game and its rules did not."""
    heard: int = 0
    """The last line of talk that there is for the reader."""
    ratings: tuple[RatingChange, ...] = ()
    resting: Mapping[Seat, float] = field(default_factory=dict)
    """Who is on vacation, and until when."""
    example: str = ""
    """A move that the reader may play now."""
    new: bool = False
    """Whether the reader hears of it for the first time."""
    way: Way = "typed"
    """How the reader may move."""

    @property
    def game(self) -> AnyGame:
        return self.service.shelf.game(self.info.terms.game)

    @property
    def subject(self) -> str:
        """``Mutton Board 101 bob``: game, board, whose turn it is."""
        turn = writing.turn(self.info, self.position)
        state = "" if turn else {Status.WAITING: "waiting", Status.OVER: "over"}.get(self.info.status, "")
        return f"{self.game.title} Board {self.info.board} {turn or state}".rstrip()

    def paragraphs(self) -> Text:
        """The whole letter."""
        info, position = self.info, self.position
        game = self.game
        options = " ".join(game.options.make(info.terms.options).words())
        result = self._result()
        ended = "" if position.outcome is None else verdict(game, position.outcome, info.names)
        if result and position.outcome is not None:
            ended = headline(game, position.outcome, info.names, None)  # the scoreboard has the points
        shown = () if self.shown is None else game.paragraphs(self.shown, info.names)
        said = written(shown).casefold()
        return writing.letter(
            paragraph(f"{self.game.title} board {info.board}: {self._who()}.", writing.terms(info, options)),
            paragraph(writing.standing(info, ended)),
            *result,
            *self._offers(),
            self._decided(),
            paragraph(*(words for words in self._told() if words.casefold() not in said)),
            paragraph(AS_LEFT if self._left else ""),
            *shown,
            writing.moves(self.moves, info.names),
            paragraph(*(f"{line.name} writes: {line.text}" for line in self.talk)),
            writing.clocks(info, position, self.now) if info.status is Status.RUNNING else (),
            writing.resting(self.resting, info.names) if info.status is Status.RUNNING else (),
            writing.ratings(self.ratings, info.names),
            self.answers(),
        )

    def _told(self) -> list[str]:
        """What happened, in words, without what the first lines of the letter tell."""
        above: tuple[type, ...] = () if self.info.status is Status.WAITING else (Opened, Sat)
        if self.position.outcome is not None and self.position.outcome.reason != "aborted":
            above += (Ended,)
        told = [pair for event in self.news for pair in zip(event.facts, event.worded, strict=True)]
        asked = {offer.kind for offer in self.asked}
        return [
            words
            for fact, words in told
            if words and not isinstance(fact, above) and not (isinstance(fact, Offered) and fact.kind in asked)
        ]

    @property
    def asked(self) -> list[OpenOffer]:
        """What is proposed to the reader."""
        return [offer for offer in self.info.offers if self.position.seat in offer.waiting_for]

    def _result(self) -> Text:
        """The scoreboard of a game that is over and was not called off."""
        outcome, view, names = self.position.outcome, self.position.view, self.info.names
        if outcome is None or view is None:
            return ()
        told = ending(self.game, outcome, view, names, None)
        return () if told.scoreboard is None else told.scoreboard.paragraphs()

    @property
    def shown(self) -> Any:
        """The view of which the letter shows text and picture; None: the game has not begun."""
        return self.position.view if self.opened is None else self.opened

    @property
    def _left(self) -> bool:
        """Whether the game ended before its rules ended it: then the position still waits for a move."""
        outcome = self.position.outcome
        return outcome is not None and outcome.reason in TABLE_ENDINGS and self.position.view is not None

    def _who(self) -> str:
        view = self.position.view
        roles = {seat: "" if view is None else self.game.role(view, seat) for seat in self.info.names}
        return writing.players(self.info, roles)

    def answers(self) -> Paragraph:
        """The commands that the reader, or whoever is waited for, may answer with."""
        if self.position.seat is not None and self.way == "answer":
            proposed = any(offer.kind is OfferKind.REMATCH for offer in self.info.offers)
            again = self.info.status is Status.OVER and self.info.rematch is None and not proposed
            return *self._commands(), *paragraph(*[writing.Phrase.PLAY_AGAIN] * again, writing.Phrase.HOW_TO_TALK)
        return self._commands()

    def _commands(self) -> Paragraph:
        seat = self.position.seat
        if self.info.status is not Status.RUNNING:
            return ()
        lines: Paragraph = ()
        for mover in self.position.to_move:
            info = self.info.seats[mover - 1]
            if info.kind == "bot" or seat not in (None, mover):
                continue
            if mover == seat and self.way == "answer":
                lines += paragraph(writing.Phrase.BARE_MOVE)
                continue
            who = "send" if mover == seat else f"{info.called} sends"
            given = self._given(mover)
            typed = writing.commands(f"{self._start}#{self.following} {given}MOVE")
            lines += (*paragraph(f"To move, {who}"), *typed)
        how = paragraph(writing.how_written(self.info.terms.game)) if lines else ()
        return *lines, *self._notation(), *how, *self._withdrawal(seat)

    def _notation(self) -> Paragraph:
        """How the reader's next move is written, and one that may be played."""
        if not self.example:
            return ()
        forms = self.game.forms_now(self.position.view)
        lines = (Line(line.words, f"  {line.first}", " " * (2 + len(line.first))) for line in forms)
        return *paragraph("Write it like this:"), *lines, Line(f"{writing.Phrase.LEGAL} {self.example}")

    def _withdrawal(self, seat: Seat | None) -> Paragraph:
        """How somebody gets out of what others have begun for them."""
        if seat is None or not (self.new and self.seated):
            return ()
        command = f"{self.info.terms.game} reject {self.info.board} {self._given(seat)}"
        by = "answer" if self.way == "answer" else "send"
        lead = f"Somebody seated you here. Until you move you may withdraw without loss: {by}"
        typed = writing.commands("reject" if self.way == "answer" else command.rstrip())
        return *paragraph(lead), *typed

    @property
    def seated(self) -> bool:
        """Whether others seated the reader."""
        seat = self.position.seat
        return seat is not None and self.info.terms.seats[seat - 1].kind == "user" and self.user != self.info.host

    def _given(self, seat: Seat) -> str:
        """Userid and password, where they cannot be left out."""
        typed = self.way == "typed" or self.position.seat is None
        return f"{quoted(self.info.seats[seat - 1].name)} {PASSWORD} " if typed else ""

    @property
    def _start(self) -> str:
        """How a move at the board begins."""
        return f"{self.info.terms.game} move {self.info.board}"

    def _decided(self) -> Paragraph:
        """That nothing can change any more who wins, and how to end the game there."""
        seat, view = self.position.seat, self.position.view
        if seat is None or view is None or self.info.status is not Status.RUNNING:
            return ()
        words = decided(self.game, view, self.info.names, seat)
        if not words or any(offer.kind is OfferKind.END for offer in self.info.offers):
            return paragraph(words)
        return *paragraph(f"{words} To end the game here, send"), *writing.commands(f"{self._lead}end")

    @property
    def _lead(self) -> str:
        """What stands before a word in the place of a move."""
        return "" if self.way == "answer" else f"{self._start} {self._given(self.position.seat or 0)}"

    def _offers(self) -> Text:
        """What is proposed to the reader, and how to answer."""
        lead = self._lead
        by = "Answer" if self.way == "answer" else "Agree or refuse"
        said = [table_sentence(self.info.terms.game, _offered(offer), self.info.names) for offer in self.asked]
        return tuple(
            paragraph(f"{words} {by} with") + writing.commands(f"{lead}accept", f"{lead}reject") for words in said
        )


async def look(
    service: Service, table: TableId, user: UserId | None, *, mailed: bool = False, since: float | None = None
) -> Board:
    """The board as the user may know it, with what happened since their last move, and what was said since then or that
    move; in a letter that is ``mailed``, with what stood in none before. Raises NotFound."""
    numbers = await service.boards.next_numbers(table, user)  # first: it is never newer than what the board shows
    update = await service.watching.look(table, user)
    info = update.info or await service.tables.info(table, user)
    news = await service.boards.news(table, user)
    over = info.status is Status.OVER
    opened = await service.boards.opened(table, user) if over else None
    changes = await service.ratings.changes(table) if over else []
    thread = await service.mail_wishes.thread(table, user) if mailed and user is not None else Thread()
    fresh = (await service.watching.look(table, user, since=thread.mailed)).events if thread.mailed else ()
    talk = await service.boards.chat(table, user, thread.heard, MOST_TALK)
    heard = talk[-1].number if talk else thread.heard
    if not thread.last:
        before = news.since if since is None else since
        talk = tuple(line for line in talk if line.at > (news.since if line.user == user else before))
    return Board(
        service,
        info,
        update.position,
        fresh or news.events,
        await service.boards.written(table, user),
        numbers[-1],
        talk,
        service.now,
        user,
        opened,
        heard,
        tuple(changes),
        await service.boards.resting(table, user),
        await service.boards.example(table, user),
    )


def reply(board: Board, *, picture: bool, subject: str = "", lead: str = "") -> Reply:
    """A letter about a board, perhaps with something before it. With a picture it takes some milliseconds, in which
    nobody's move should wait for it."""
    info, view = board.info, board.shown
    drawn: Any = board.game.picture(view, info.names) if picture and view is not None else None
    return Reply(
        subject or board.subject,
        writing.letter(paragraph(lead), *board.paragraphs()),
        info.board,
        info.id,
        drawn,
        to=board.user,
        number=board.position.number,
        heard=board.heard,
        following=board.following,
    )


async def board_mail(
    service: Service, table: TableId, user: UserId, reason: Reason, *, answered: bool = False
) -> Reply:
    """What somebody is told of a board unasked: that there is a new one, that it is their turn, that they are waited
    for. ``answered``: they can answer it. Raises NotFound."""
    way: Way = "answer" if answered else "typed"
    board = replace(await look(service, table, user, mailed=True), new=reason is Reason.START, way=way)
    prefix = {Reason.START: "New ", Reason.NAG: "Nag: "}.get(reason, "")
    lead, info = "", board.info
    host = next((info.names[seat.seat] for seat in info.seats if seat.user == info.host), "")
    match reason:
        case Reason.NAG:
            lead = "The others wait for your move at this board."
        case Reason.START if host and board.seated:
            lead = f"{host} invites you to a game of {board.game.title}."
        case Reason.INVITED:
            typed = f"{info.terms.game} accept {info.board} or {info.terms.game} reject {info.board}"
            how = f"Answer with accept or reject in the first line, or send {typed}."
            lead = f"{host or 'Somebody'} wants to play {board.game.title} with you. {how}"
    about = f"{host or 'Somebody'} wants to play with you" if reason is Reason.INVITED else ""
    about = about or await _proposal(board, reason)
    subject = f"{board.game.title} Board {info.board} {about}" if about else board.subject
    return await asyncio.to_thread(reply, board, subject=prefix + subject, picture=True, lead=lead)


def _offered(offer: OpenOffer) -> Offered:
    return Offered(offer.kind, offer.by, offer.about, offer.bot)


async def _proposal(board: Board, reason: Reason) -> str:
    """What is proposed to the reader, or was refused to them; empty: it is about something else."""
    said: list[TableFact] = []
    if reason is Reason.OFFER:
        said = [_offered(offer) for offer in board.asked]
    if reason is Reason.REFUSED:
        story = (await board.service.watching.story(board.info.id, board.user)).events
        said = [fact for event in story for fact in event.facts if isinstance(fact, Declined)]
    found = table_sentence(board.info.terms.game, said[-1], board.info.plain_names) if said else ""
    return found.removesuffix(".")
