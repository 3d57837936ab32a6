"""Letters made of the outbox's rows, when they are sent: from what their reader may know by then, and no earlier."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Protocol

from sheepfold.command.writing import BARE_ANSWER
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.words.paragraphs import Line, Paragraph, Text, as_it_is, paragraph, reread
from sheepfold.core.words.prose import listed, plural
from sheepfold.core.words.typed import quoted
from sheepfold.mail import addresses
from sheepfold.mail.compose import Letter, Picture
from sheepfold.mail.quoting import MOVE_ABOVE, WRITE_ABOVE
from sheepfold.mail.sending import Later, Made, ReadyLetter
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import PlayError
from sheepfold.play.notices.confirmation import LASTS
from sheepfold.play.notices.links import Purpose
from sheepfold.play.notices.mail_wishes import Reader, Thread
from sheepfold.play.notices.outbox import Kind, Mailed, Reason, Row
from sheepfold.play.notices.recipients import ABSENT
from sheepfold.play.service import Service
from sheepfold.play.terms import DAY, Position, TableId, UserId
from sheepfold.puzzles import written

MOST_LISTED: Final = 50
REASONS: Final = {
    Reason.TALK: "talk",
    Reason.NEWS: "move",
    Reason.REFUSED: "refused",
    Reason.INVITED: "invited",
    Reason.TURN: "move",
    Reason.OFFER: "offer",
    Reason.START: "new",
    Reason.NAG: "nag",
    Reason.OVER: "over",
}
"""Why somebody is told of a board, as the command language says it."""


THE_BOARD: Final = "The board:"
NO_MORE: Final = "No more mail about it:"


def letterhead(setup: MailSetup) -> tuple[str, ...]:
    """What stands on letters about boards beside what they tell."""
    pages = (f"{setup.origin}/table/", f"{setup.origin}/unsubscribe/") if setup.origin else ()
    leads = f"{THE_BOARD} {setup.origin}", f"{NO_MORE} {setup.origin}"
    return MOVE_ABOVE, WRITE_ABOVE, setup.sender, *pages, *leads


class BoardNews(Protocol):
    """What somebody is told of a board, as far as a letter needs it."""

    @property
    def subject(self) -> str: ...
    @property
    def paragraphs(self) -> Text: ...
    @property
    def board(self) -> int | None: ...
    @property
    def heard(self) -> int: ...
    @property
    def following(self) -> int: ...
    @property
    def picture(self) -> Scene | None: ...


class Teller(Protocol):
    """Tells somebody of a board; ``answered``: in a mail that they can answer."""

    async def __call__(
        self, service: Service, table: TableId, user: UserId, occasion: Any, *, answered: bool
    ) -> BoardNews: ...


@dataclass(frozen=True, slots=True)
class KeptReply:
    """A reply to a command, as the outbox keeps it until it is sent."""

    to: str
    subject: str
    paragraphs: Text
    board: int | None = None
    number: int = 0
    heard: int = 0
    following: int = 0
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    document: str = ""
    words: str = ""
    reply_to: str = ""

    def written(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> KeptReply:
        value = json.loads(text)
        written = value.pop("text", "")  # as it was kept before texts were data
        paragraphs = reread(value["paragraphs"]) if "paragraphs" in value else as_it_is(written)
        return cls(**value | {"references": tuple(value["references"]), "paragraphs": paragraphs})


class Letters:
    """Makes the letters of one server."""

    def __init__(self, service: Service, setup: MailSetup, tell: Teller) -> None:
        self._service, self._setup, self._tell = service, setup, tell

    async def letter(self, row: Row) -> Made:
        """What is to be sent for the row. Raises PlayError."""
        match row.kind:
            case Kind.TABLE:
                return await self._about_table(row)
            case Kind.DIGEST:
                return await self._digest(row)
            case Kind.CONFIRM:
                return await self._confirm(row)
            case Kind.RECOVER:
                return await self._recover(row)
            case Kind.REPLY:
                return await self._reply(row)
            case Kind.MESSAGE:
                return await self._message(row)
            case Kind.PUZZLE:
                return await self._puzzle(row)
            case Kind.PUSH:
                return None  # never claimed here

    # -- tables ----------------------------------------------------------------------------------

    async def _about_table(self, row: Row) -> Made:
        assert row.table is not None
        assert row.user is not None
        service, reason = self._service, Reason(row.reason)
        reader = await service.correspondence.reader(row.user)
        if reader is None or not reader.mail or reader.wish == "none":
            return None
        await service.correspondence.catch_up(row.table)
        if reason is Reason.INVITED and not await self._is_expected(row.table, row.user):
            return None
        thread = await service.correspondence.thread(row.table, row.user)
        position = (await service.look(row.table, row.user)).position
        nothing_new = reason is not Reason.NAG and position.number <= thread.mailed
        moved = reason in (Reason.TURN, Reason.NAG) and position.seat not in position.to_move
        if thread.wants != "none" and (nothing_new or moved) and await self._talk(row.table, row.user, thread):
            reason, nothing_new, moved = Reason.TALK, False, False
        if thread.wants == "none" or nothing_new or moved:
            return None
        waits = not (thread.by_mail or thread.wants == "all" or reason is Reason.NAG)
        if waits and reason in (Reason.OVER, Reason.NEWS, Reason.REFUSED) and reader.here_at >= row.born:
            return None  # a page of theirs has told them
        if waits and service.now < reader.here_at + ABSENT:
            return Later(reader.here_at + ABSENT)
        told = await self._tell(service, row.table, row.user, REASONS[reason], answered=self._setup.answers)
        again = (row.born,) if reason is Reason.NAG else ()  # nothing else has changed since the last one
        mark = await self._mark(row.table, row.user, position.number, reason, told.heard, *again)
        message_id = addresses.message_id(told.board, told.following, mark, self._setup.host)
        root = await self._root(row.table, row.user, told.board)
        letter = Letter(
            sender=self._setup.sender,
            to=reader.mail,
            subject=told.subject,
            paragraphs=told.paragraphs,
            message_id=message_id,
            at=service.now,
            lead=self._lead(position),
            picture=None if told.picture is None else await asyncio.to_thread(Picture.of, told.picture),
            envelope=await self._envelope(row.user),
            reply_to=await self._reply_to(row.table, row.user, told.board),
            in_reply_to=thread.last or root,
            references=tuple(dict.fromkeys((root, thread.last or root))),
            unsubscribe=await self._unsubscribe(row.table, row.user, told.board),
            footer=await self._footer(row.table, row.user),
        )
        return ReadyLetter(letter, Mailed(position.number, message_id, told.heard))

    async def _is_expected(self, table: TableId, user: UserId) -> bool:
        """Whether a seat is still kept for them."""
        return any(challenge.table == table for challenge in await self._service.challenges.waiting(user))

    async def _talk(self, table: TableId, user: UserId, thread: Thread) -> bool:
        """Whether something was said of which they are to be mailed."""
        if not (thread.by_mail or thread.wants == "all"):
            return False
        return any(line.user != user for line in await self._service.boards.chat(table, user, thread.heard))

    async def _mark(self, table: TableId, user: UserId, *about: object) -> str:
        """The same for the same content: who gets a mail twice can see it."""
        return await self._service.signing.mark(table, user, *map(str, about))

    async def _root(self, table: TableId, user: UserId, board: int | None) -> str:
        """What all mails about a board belong to."""
        return f"<board{board}.{await self._mark(table, user, 'root')}@{self._setup.host}>"

    async def _envelope(self, user: UserId) -> str:
        """Where mails to the user's confirmed address come back to."""
        if not self._setup.answers:
            return ""
        return addresses.bounce(await self._service.signing.sent_from(user), self._setup.host)

    async def _reply_to(self, table: TableId, user: UserId, board: int | None) -> str:
        if not self._setup.answers or board is None:
            return ""
        return addresses.board(board, await self._service.signing.seat(table, user), self._setup.host)

    async def _unsubscribe(self, table: TableId, user: UserId, board: int | None) -> tuple[str, ...]:
        found = []
        if self._setup.origin:
            found.append(await self._unsubscribe_page(table, user))
        if reply_to := await self._reply_to(table, user, board):
            found.append(f"mailto:{reply_to}?subject=unsubscribe")
        return tuple(found)

    async def _unsubscribe_page(self, table: TableId, user: UserId) -> str:
        link = await self._service.mailboxes.link("unsubscribe", user, table)
        return f"{self._setup.origin}/unsubscribe/{table}/{link}"

    def _lead(self, position: Position) -> str:
        if not self._setup.answers:
            return ""
        return MOVE_ABOVE if position.seat in position.to_move else WRITE_ABOVE

    async def _footer(self, table: TableId, user: UserId) -> Paragraph:
        if not self._setup.origin:
            return ()
        board, end = f"{self._setup.origin}/table/{table}", await self._unsubscribe_page(table, user)
        return _leading(THE_BOARD, board), _leading(NO_MORE, end)

    # -- once a day --------------------------------------------------------------------------------

    async def _digest(self, row: Row) -> Made:
        assert row.user is not None
        service = self._service
        reader = await service.correspondence.reader(row.user)
        if reader is None or not reader.mail or reader.wish == "none":
            return None
        waiting = [each for each in await service.tables_of(row.user, limit=MOST_LISTED, over=False) if each.your_turn]
        if not waiting:
            return None
        origin, subject = self._setup.origin, f"It is your turn at {plural(len(waiting), 'board')}"
        lines: list[Line] = []
        for each in waiting:
            info, game = each.info, each.info.terms.game
            command = f"{game} showas {quoted(reader.name)} PASSWORD {info.board}"
            lines += paragraph(f"{service.game(game).title} board {info.board}: {listed(info.names.values())}")
            lines.append(_link(f"{origin}/table/{info.id}") if origin else Line(command, "  ", whole=True))
        day = int(service.now // DAY)
        unsubscribe = (await self._unsubscribe_page("all", row.user),) if origin else ()
        footer = (_leading("One mail a day, or none:", f"{origin}/settings"),) if origin else ()
        text = paragraph(f"{subject}:"), tuple(lines)
        return ReadyLetter(await self._plain(reader, subject, text, f"digest {day}", footer, unsubscribe))

    async def _puzzle(self, row: Row) -> Made:
        """The puzzle of the day, unless its reader has answered it already."""
        assert row.user is not None
        service, id = self._service, row.content
        reader = await service.correspondence.reader(row.user)
        if reader is None or not reader.mail or not reader.puzzles:
            return None
        page = await service.puzzles.look(id, row.user)
        if page.answered is not None:
            return None
        found, origin, reply_to = page.shown, self._setup.origin, ""
        footer: Paragraph = ()
        how: Paragraph = (
            *paragraph("To answer, send"),
            Line(f"puzzle {quoted(reader.name)} PASSWORD ANSWER#{id}", "  ", whole=True),
        )
        if self._setup.answers:
            reply_to = addresses.puzzle(id, await service.mailboxes.link("puzzle", row.user, id), self._setup.host)
            how = paragraph(BARE_ANSWER)
        unsubscribe = [f"mailto:{reply_to}?subject=unsubscribe"] if reply_to else []
        if origin:
            end = await self._unsubscribe_page("puzzles", row.user)
            unsubscribe.insert(0, end)
            footer = _leading("The puzzle:", f"{origin}/puzzles/{id}"), _leading("No more puzzles by mail:", end)
        text = (*written.position(found), *written.question(found), how)
        subject, about = f"{found.game.title} puzzle of the day", f"puzzle {id}"
        letter = await self._plain(reader, subject, text, about, footer, tuple(unsubscribe), reply_to)
        picture = await asyncio.to_thread(lambda: Picture.of(written.picture(found)))
        return ReadyLetter(replace(letter, lead=WRITE_ABOVE if reply_to else "", picture=picture))

    # -- accounts ----------------------------------------------------------------------------------

    async def _confirm(self, row: Row) -> Made:
        assert row.user is not None
        user = await self._service.accounts.user(row.user)
        if not user.mail or user.mail_confirmed:
            return None
        link = await self._service.mailboxes.link("confirm", row.user)
        ways: list[Paragraph] = []
        if self._setup.origin:
            ways.append(paragraph(f"If that is you, open this page within {_lasts('confirm')}:"))
            ways.append((_link(f"{self._setup.origin}/confirm/{link}"),))
        if self._setup.answers:
            lead = "Or" if ways else "If that is you,"
            ways.append(paragraph(f"{lead} answer this mail. You need not write anything."))
        if not ways:
            return None  # nobody could say yes to it: the host has a link for them
        says = f"{user.name} at Sheepfold gave this as their mail address."
        text = paragraph(says), *ways, paragraph("If not, do nothing: no more mail will come.")
        reader = Reader(user.id, user.name, user.mail, "each", 0.0)
        reply_to = addresses.confirmation(link, self._setup.host) if self._setup.answers else ""
        return ReadyLetter(
            await self._plain(reader, "Is this your address?", text, f"confirm {row.born}", reply_to=reply_to)
        )

    async def _recover(self, row: Row) -> Made:
        assert row.user is not None
        reader = await self._service.correspondence.reader(row.user)
        if reader is None or not reader.mail or not self._setup.origin:
            return None
        link = await self._service.mailboxes.link("recover", row.user)
        wants = f"Somebody wants a new password for {reader.name} at Sheepfold."
        choose = f"{wants} If that is you, choose one within {_lasts('recover')}:"
        unless = "If not, do nothing: your password stays as it is."
        text = paragraph(choose), (_link(f"{self._setup.origin}/recover/{link}"),), paragraph(unless)
        return ReadyLetter(await self._plain(reader, "A new password", text, f"recover {row.born}"))

    async def _plain(
        self,
        reader: Reader,
        subject: str,
        text: Text,
        about: str,
        footer: Paragraph = (),
        unsubscribe: tuple[str, ...] = (),
        reply_to: str = "",
    ) -> Letter:
        mark = await self._service.signing.mark(reader.id, about)
        return Letter(
            sender=self._setup.sender,
            to=reader.mail,
            subject=subject,
            paragraphs=text,
            message_id=f"<{mark}@{self._setup.host}>",
            at=self._service.now,
            envelope=await self._envelope(reader.id),
            footer=footer,
            unsubscribe=unsubscribe,
            reply_to=reply_to,
        )

    async def _message(self, row: Row) -> Made:
        """What somebody wrote to somebody else, beside all boards."""
        assert row.user is not None
        reader = await self._service.correspondence.reader(row.user)
        if reader is None or not reader.mail or reader.wish == "none":
            return None
        found = await self._service.messages.unread_one(row.user, int(row.content))
        if found is None:
            return None
        reply_to = await self._answers_to(row.user, found.sender)
        command = f"message {quoted(reader.name)} PASSWORD {quoted(found.sender)}"
        how = "To answer from another address, send" if reply_to else "To answer, send"
        answer = *paragraph(how), Line(command, "  ", whole=True)
        text = paragraph(f"{found.sender} writes:"), paragraph(*found.text.splitlines()), answer
        subject, about = f"A message from {found.sender}", f"message {row.content}"
        letter = await self._plain(reader, subject, text, about, reply_to=reply_to)
        return ReadyLetter(replace(letter, lead=WRITE_ABOVE if reply_to else ""))

    async def _answers_to(self, user: UserId, name: str) -> str:
        """The address at which the user answers a personal message; empty: nobody is called so any more, or no mail
        comes in."""
        if not self._setup.answers:
            return ""
        try:
            person = str((await self._service.accounts.user_named(name)).id)
            link = await self._service.mailboxes.link("answer", user, person)
        except PlayError:
            return ""
        return addresses.answer(int(person), link, self._setup.host)

    # -- replies -----------------------------------------------------------------------------------

    async def _reply(self, row: Row) -> Made:
        stored = KeptReply.read(row.content)
        mark = await self._service.signing.mark(row.key)
        message_id = f"<{mark}@{self._setup.host}>"
        letter = Letter(
            sender=self._setup.sender,
            to=stored.to,
            subject=stored.subject,
            paragraphs=stored.paragraphs,
            message_id=message_id,
            at=self._service.now,
            picture=Picture(stored.document, stored.words) if stored.document else None,
            in_reply_to=stored.in_reply_to,
            references=stored.references,
            answer=True,
            reply_to=stored.reply_to,
            lead=WRITE_ABOVE if stored.reply_to else "",
        )
        if row.table is None or row.user is None:
            return ReadyLetter(letter)
        position = (await self._service.look(row.table, row.user)).position
        root = await self._root(row.table, row.user, stored.board)
        if stored.following:
            message_id = addresses.message_id(stored.board, stored.following, mark, self._setup.host)
        letter = replace(
            letter,
            message_id=message_id,
            envelope=await self._envelope(row.user),
            reply_to=await self._reply_to(row.table, row.user, stored.board),
            references=tuple(dict.fromkeys((root, *stored.references))),
            unsubscribe=await self._unsubscribe(row.table, row.user, stored.board),
            lead=self._lead(position) if stored.board is not None else "",
            footer=await self._footer(row.table, row.user),
        )
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
