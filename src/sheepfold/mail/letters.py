"""Rows of the outbox made into letters when they are sent, from what their reader may know by then."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sheepfold.command import board_mail
from sheepfold.command.writing import Phrase, commands
from sheepfold.core.words.paragraphs import Diagram, Line, Paragraph, Text, paragraph, reread
from sheepfold.core.words.prose import listed, plural, quoted
from sheepfold.mail import addresses
from sheepfold.mail.bodies import MOVE_ABOVE, WRITE_ABOVE
from sheepfold.mail.compose import Letter, Picture
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import PlayError
from sheepfold.play.notices.addresses import LASTS, Purpose
from sheepfold.play.notices.mail_wishes import Reader, Thread
from sheepfold.play.notices.outbox import Kind, Mailed, MailRow, Reason
from sheepfold.play.notices.recipients import ABSENT
from sheepfold.play.service import Service
from sheepfold.play.terms import DAY, Position, TableId, UserId
from sheepfold.puzzles import written

MOST_LISTED: Final = 50
THE_BOARD: Final = "The board:"
NO_MORE: Final = "No more mail about it:"


def letterhead(setup: MailSetup) -> tuple[str, ...]:
    """What stands on letters about boards beside what they tell."""
    pages = (f"{setup.origin}/table/", f"{setup.origin}/unsubscribe/") if setup.origin else ()
    leads = f"{THE_BOARD} {setup.origin}", f"{NO_MORE} {setup.origin}"
    return MOVE_ABOVE, WRITE_ABOVE, setup.sender, *pages, *leads


@dataclass(frozen=True, slots=True)
class ReadyLetter:
    """A letter, and what its reader will have been told when it is sent."""

    letter: Letter
    mailed: Mailed | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """The reader has a page open: the row waits until then."""

    due: float


@dataclass(frozen=True, slots=True)
class KeptReply:
    """The letter that answers a command, as the outbox keeps it until it is sent, and what it tells of the board."""

    letter: Letter
    board: int | None = None
    number: int = 0
    heard: int = 0
    following: int = 0

    def written(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> KeptReply:
        value = json.loads(text)
        letter: dict[str, Any] = value["letter"]
        letter |= {name: tuple(part) for name, part in letter.items() if isinstance(part, list)}
        letter["paragraphs"] = reread(letter["paragraphs"])
        letter["picture"] = None if letter["picture"] is None else Picture(**letter["picture"])
        return cls(**value | {"letter": Letter(**letter)})


class Letters:
    """Makes the letters of one server."""

    def __init__(self, service: Service, setup: MailSetup) -> None:
        self._service, self._setup = service, setup

    async def letter(self, row: MailRow) -> ReadyLetter | Later | None:
        """What is to be sent for the row; None: nothing any more. Raises PlayError."""
        if row.kind == Kind.REPLY:
            return await self._reply(row)
        if row.kind == Kind.CONFIRM:
            return await self._confirm(row)
        reader = None if row.user is None else await self._service.mail_wishes.reader(row.user)
        if reader is None or not reader.mail:
            return None
        match row.kind:
            case Kind.RECOVER:
                return await self._recover(row, reader)
            case Kind.PUZZLE if reader.puzzles:
                return await self._puzzle(row, reader)
            case Kind.TABLE if reader.wish != "none":
                return await self._about_table(row, reader)
            case Kind.DIGEST if reader.wish != "none":
                return await self._digest(reader)
            case Kind.MESSAGE if reader.wish != "none":
                return await self._message(row, reader)
        return None

    # -- tables ----------------------------------------------------------------------------------

    async def _about_table(self, row: MailRow, reader: Reader) -> ReadyLetter | Later | None:
        assert row.table is not None
        service, table, user = self._service, row.table, reader.id
        await service.mail_wishes.catch_up(table)
        thread = await service.mail_wishes.thread(table, user)
        position = (await service.watching.look(table, user)).position
        reason = await self._reason(row, reader, thread, position)
        if reason is None:
            return None
        if not (thread.by_mail or thread.wants == "all" or reason is Reason.NAG):
            if reason in (Reason.OVER, Reason.NEWS, Reason.REFUSED) and reader.here_at >= row.born:
                return None  # a page of theirs has told them
            if service.now < reader.here_at + ABSENT:
                return Later(reader.here_at + ABSENT)
        told = await board_mail(service, table, user, reason, answered=self._setup.answers)
        again = (row.born,) if reason is Reason.NAG else ()  # nothing else has changed since the last one
        mark = await self._mark(table, user, position.number, reason, told.heard, *again)
        message_id = addresses.message_id(told.board, told.following, mark, self._setup.host)
        root = await self._root(table, user, told.board)
        letter = self._letter(
            reader,
            told.subject,
            told.paragraphs,
            message_id,
            picture=None if told.picture is None else await asyncio.to_thread(Picture.of, told.picture),
            in_reply_to=thread.last or root,
            references=tuple(dict.fromkeys((root, thread.last or root))),
        )
        letter = await self._at_board(letter, table, user, told.board, position)
        return ReadyLetter(letter, Mailed(position.number, message_id, told.heard))

    async def _reason(self, row: MailRow, reader: Reader, thread: Thread, position: Position) -> Reason | None:
        """Why the reader is to be mailed of the row's table by now; None: there is nothing new for them."""
        assert row.table is not None
        reason = Reason(row.reason)
        if thread.wants == "none":
            return None
        if reason is Reason.INVITED:
            waiting = await self._service.challenges.waiting(reader.id)
            if all(challenge.table != row.table for challenge in waiting):
                return None  # the seat is not kept any more
        told = reason is not Reason.NAG and position.number <= thread.mailed
        moved = reason in (Reason.TURN, Reason.NAG) and position.seat not in position.to_move
        if not told and not moved:
            return reason
        if not (thread.by_mail or thread.wants == "all"):
            return None
        talk = await self._service.boards.chat(row.table, reader.id, thread.heard)
        return Reason.TALK if any(line.user != reader.id for line in talk) else None

    async def _mark(self, table: TableId, user: UserId, *about: object) -> str:
        """The same for the same content: who gets a mail twice can see it."""
        return await self._service.links.mark(table, user, *map(str, about))

    async def _root(self, table: TableId, user: UserId, board: int | None) -> str:
        """The Message-ID to which all mails about a board refer."""
        return f"<board{board}.{await self._mark(table, user, 'root')}@{self._setup.host}>"

    async def _at_board(
        self, letter: Letter, table: TableId, user: UserId, board: int | None, position: Position
    ) -> Letter:
        """The letter with what every letter about a board has: where answers, bounces and cancellations go."""
        setup, reply_to, lead = self._setup, "", ""
        unsubscribe: list[str] = []
        footer: Paragraph = ()
        if setup.origin:
            end = await self._unsubscribe_page(table, user)
            unsubscribe.append(end)
            footer = _leading(THE_BOARD, f"{setup.origin}/table/{table}"), _leading(NO_MORE, end)
        if setup.answers and board is not None:
            lead = MOVE_ABOVE if position.seat in position.to_move else WRITE_ABOVE
            reply_to = addresses.reply_address("board", await self._service.links.seat(table, user), setup.host, board)
            unsubscribe.append(f"mailto:{reply_to}?subject=unsubscribe")
        return replace(
            letter,
            lead=lead,
            envelope=await self._envelope(user),
            reply_to=reply_to,
            unsubscribe=tuple(unsubscribe),
            footer=footer,
        )

    async def _envelope(self, user: UserId) -> str:
        """Where mails to the user's confirmed address bounce to."""
        if not self._setup.answers:
            return ""
        return addresses.reply_address("bounce", await self._service.links.sent_from(user), self._setup.host)

    async def _unsubscribe_page(self, table: TableId, user: UserId) -> str:
        link = await self._service.addresses.link("unsubscribe", user, table)
        return f"{self._setup.origin}/unsubscribe/{table}/{link}"

    # -- once a day --------------------------------------------------------------------------------

    async def _digest(self, reader: Reader) -> ReadyLetter | None:
        service = self._service
        waiting = [
            each for each in await service.lists.of_user(reader.id, limit=MOST_LISTED, over=False) if each.your_turn
        ]
        if not waiting:
            return None
        origin, subject = self._setup.origin, f"It is your turn at {plural(len(waiting), 'board')}"
        lines: list[Line | Diagram] = []
        for each in waiting:
            info, game = each.info, each.info.terms.game
            lines += paragraph(f"{service.shelf.game(game).title} board {info.board}: {listed(info.names.values())}")
            command = commands(f"{game} showas {quoted(reader.name)} PASSWORD {info.board}")
            lines += (_link(f"{origin}/table/{info.id}"),) if origin else command
        unsubscribe = (await self._unsubscribe_page("all", reader.id),) if origin else ()
        footer = (_leading("One mail a day, or none:", f"{origin}/settings"),) if origin else ()
        text, about = (paragraph(f"{subject}:"), tuple(lines)), f"digest {int(service.now // DAY)}"
        return await self._plain(reader, subject, text, about, footer=footer, unsubscribe=unsubscribe)

    async def _puzzle(self, row: MailRow, reader: Reader) -> ReadyLetter | None:
        """The puzzle of the day, unless its reader has answered it already."""
        service, setup, id = self._service, self._setup, row.content
        page = await service.puzzles.look(id, reader.id)
        if page.answered is not None:
            return None
        found, reply_to, unsubscribe = page.shown, "", list[str]()
        how = (*paragraph("To answer, send"), *commands(f"puzzle {quoted(reader.name)} PASSWORD ANSWER#{id}"))
        footer: Paragraph = ()
        if setup.origin:
            end = await self._unsubscribe_page("puzzles", reader.id)
            unsubscribe.append(end)
            footer = _leading("The puzzle:", f"{setup.origin}/puzzles/{id}"), _leading("No more puzzles by mail:", end)
        if setup.answers:
            link = await service.addresses.link("puzzle", reader.id, id)
            reply_to = addresses.reply_address("puzzle", f"{id}-{link}", setup.host)
            unsubscribe.append(f"mailto:{reply_to}?subject=unsubscribe")
            how = paragraph(Phrase.BARE_ANSWER)
        return await self._plain(
            reader,
            f"{found.game.title} puzzle of the day",
            (*written.position(found), *written.question(found), how),
            f"puzzle {id}",
            footer=footer,
            unsubscribe=tuple(unsubscribe),
            reply_to=reply_to,
            picture=await asyncio.to_thread(lambda: Picture.of(written.picture(found))),
        )

    # -- accounts ----------------------------------------------------------------------------------

    async def _confirm(self, row: MailRow) -> ReadyLetter | None:
        assert row.user is not None
        user, setup, further = await self._service.accounts.user(row.user), self._setup, row.content
        known = user.mail_confirmed or not user.mail
        if further:
            known_further = await self._service.addresses.further(row.user)
            known = all(each.confirmed or each.address != further for each in known_further)
        if known:
            return None
        purpose: Purpose = "copy" if further else "confirm"
        link = await self._service.addresses.link(purpose, row.user, further.casefold())
        ways: list[Paragraph] = []
        if setup.origin:
            ways.append(paragraph(f"If that is you, open this page within {_lasts('confirm')}:"))
            ways.append((_link(f"{setup.origin}/confirm/{link}"),))
        if setup.answers:
            lead = "Or" if ways else "If that is you,"
            ways.append(paragraph(f"{lead} answer this mail. You need not write anything."))
        if not ways:
            return None  # nobody could say yes to it: the host has a link for them
        says = f"{user.name} at Sheepfold gave this as their mail address."
        text = paragraph(says), *ways, paragraph("If not, do nothing: no more mail will come.")
        reader = Reader(user.id, user.name, further or user.mail or "", "each", 0.0)
        reply_to = addresses.reply_address("confirm", link, setup.host) if setup.answers else ""
        return await self._plain(
            reader, "Is this your address?", text, f"confirm {row.born} {further}", reply_to=reply_to, lead=""
        )

    async def _recover(self, row: MailRow, reader: Reader) -> ReadyLetter | None:
        if not self._setup.origin:
            return None
        link = await self._service.addresses.link("recover", reader.id)
        wants = f"Somebody wants a new password for {reader.name} at Sheepfold."
        choose = f"{wants} If that is you, choose one within {_lasts('recover')}:"
        unless = "If not, do nothing: your password stays as it is."
        text = paragraph(choose), (_link(f"{self._setup.origin}/recover/{link}"),), paragraph(unless)
        return await self._plain(reader, "A new password", text, f"recover {row.born}", further=())

    async def _message(self, row: MailRow, reader: Reader) -> ReadyLetter | None:
        """What somebody wrote to somebody else, beside all boards."""
        found = await self._service.messages.unread_one(reader.id, int(row.content))
        if found is None:
            return None
        reply_to = await self._answers_to(reader.id, found.sender)
        how = paragraph("To answer from another address, send" if reply_to else "To answer, send")
        answer = *how, *commands(f"message {quoted(reader.name)} PASSWORD {quoted(found.sender)}")
        text = paragraph(f"{found.sender} writes:"), paragraph(*found.text.splitlines()), answer
        subject, about = f"A message from {found.sender}", f"message {row.content}"
        return await self._plain(reader, subject, text, about, reply_to=reply_to)

    async def _answers_to(self, user: UserId, name: str) -> str:
        """The address at which the user answers a personal message; empty: nobody is called so any more, or no mail
        comes in."""
        if not self._setup.answers:
            return ""
        try:
            person = (await self._service.accounts.user_named(name)).id
            link = await self._service.addresses.link("answer", user, str(person))
        except PlayError:
            return ""
        return addresses.reply_address("answer", link, self._setup.host, person)

    async def _plain(
        self, reader: Reader, subject: str, text: Text, about: str, *, reply_to: str = "", **more: Any
    ) -> ReadyLetter:
        """A letter that is about no board. ``about``: what makes its Message-ID; ``more``: further fields."""
        mark = await self._service.links.mark(reader.id, about)
        fields = {"reply_to": reply_to, "lead": WRITE_ABOVE if reply_to else "", **more}
        fields["envelope"] = await self._envelope(reader.id)
        return ReadyLetter(self._letter(reader, subject, text, f"<{mark}@{self._setup.host}>", **fields))

    def _letter(self, reader: Reader, subject: str, text: Text, message_id: str, **more: Any) -> Letter:
        """A letter to all addresses of its reader."""
        letter = Letter(self._setup.sender, reader.mail, subject, text, message_id, self._service.now)
        return replace(letter, **({"further": reader.further} | more))

    # -- replies -----------------------------------------------------------------------------------

    async def _reply(self, row: MailRow) -> ReadyLetter:
        stored = KeptReply.read(row.content)
        mark = await self._service.links.mark(row.key)
        message_id = f"<{mark}@{self._setup.host}>"
        if row.table is not None and stored.following:
            message_id = addresses.message_id(stored.board, stored.following, mark, self._setup.host)
        letter = replace(stored.letter, message_id=message_id, at=self._service.now)
        if row.table is None or row.user is None:
            return ReadyLetter(letter)
        root = await self._root(row.table, row.user, stored.board)
        letter = replace(letter, references=tuple(dict.fromkeys((root, *letter.references))))
        position = (await self._service.watching.look(row.table, row.user)).position
        letter = await self._at_board(letter, row.table, row.user, stored.board, position)
        return ReadyLetter(letter, Mailed(stored.number, message_id, stored.heard) if stored.number else None)


def _link(address: str) -> Line:
    """A page to be opened, in a line of its own."""
    return Line(address, "  ", link=address)


def _leading(words: str, address: str) -> Line:
    """Where a page is found, in words."""
    return Line(f"{words} {address}", more="", link=address)


def _lasts(purpose: Purpose) -> str:
    """For how long a link works, in words."""
    hours = int(LASTS[purpose] // 3600)
    return plural(hours // 24, "day") if hours >= 48 else plural(hours, "hour")
