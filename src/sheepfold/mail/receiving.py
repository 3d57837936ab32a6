"""What becomes of a mail that came in: a command is carried out, and what is answered goes to whom it may.

A mail is dealt with once, however often it comes. Machines are never answered. What a seat may know goes only to the
address that its owner has confirmed; strangers are answered once a day, since anybody can write their address into a
mail.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sheepfold.command import Reply, Sender, obey
from sheepfold.command.writing import letter
from sheepfold.core.paragraphs import paragraph
from sheepfold.mail import addresses
from sheepfold.mail.addresses import Inbox
from sheepfold.mail.letter import Picture
from sheepfold.mail.letters import KeptReply
from sheepfold.mail.reading import Incoming
from sheepfold.mail.setup import MailSetup
from sheepfold.play.budgets import Claim, daily, hourly
from sheepfold.play.correspondence import Reader
from sheepfold.play.errors import NotNow
from sheepfold.play.service import Service

WRITER: Final = hourly(60, 240)
"""Mails from one address that are dealt with; what is beyond waits at the relay."""
READER: Final = hourly(60, 240)
"""Answers to one address that is known here,"""
UNPROVEN: Final = hourly(10, 30)
"""and those to mails that anybody may have written with that address on them."""
STRANGER: Final = daily(1)
"""Answers to one address that is not."""
EVERYBODY: Final = hourly(2_000, 20_000)
"""Mails of all strangers together."""
BOTS: Final = 10.0
"""Seconds for which an answer waits for the moves of bots."""
OLD: Final = "The address that this was sent to is not valid any more: answer the newest mail about the board."
UNCONFIRMED: Final = (
    "What you may see of the board is sent only to an address that you have confirmed: see your settings, or the mail"
    " that asked for it."
)


class TooMuch(Exception):
    """Later: the relay keeps it meanwhile."""


class Receiving:
    """One server's share: any of them may take any mail."""

    def __init__(self, service: Service, setup: MailSetup, log: Any) -> None:
        self._service, self._setup, self._log = service, setup, log
        self.received = 0

    async def receive(self, mail: Incoming, to: Sequence[str]) -> None:
        """Deal with a mail; it is stored what became of it when this returns. Raises TooMuch, Busy."""
        self.received += 1
        if mail.failure:
            await self._came_back(mail, to)
        if mail.automatic:
            self._log.info("mail not answered", why=mail.automatic)
            return
        for address in to[:1]:  # one command per mail, whoever else it was sent to
            inbox = addresses.read(address, self._setup.host)
            if inbox is not None and inbox.word != "bounce" and not await self._service.outbox.knows(mail.digest):
                await self._deal_with(mail, inbox)

    async def _came_back(self, mail: Incoming, to: Sequence[str]) -> None:
        """A mail of ours could not be brought: it is counted for whom it was to, once."""
        inbox = addresses.read(to[0], self._setup.host)
        if inbox is None or inbox.word != "bounce" or await self._service.outbox.knows(mail.digest):
            return
        if await self._service.bounces.reported(inbox.token, mail.failure):
            self._log.warning("an address is not mailed any more", said=mail.failure)
        await self._service.outbox.answer(mail.digest)

    async def _deal_with(self, mail: Incoming, inbox: Inbox) -> None:
        known = await self._service.correspondence.reader_at(mail.sender)
        claims = [Claim(f"mail from {mail.sender.casefold()}", WRITER)]
        if known is None:
            claims.append(Claim("mail from strangers", EVERYBODY))
        if (await self._service.budgets.take(*claims)).wait:
            raise TooMuch
        sender, reply = await self._obeyed(mail, inbox)
        to, reply = await self._addressed(mail, sender, reply, known)
        content = "" if not to else (await self._stored(mail, to, reply)).written()
        secret = reply.table is not None and reply.to is not None
        await self._service.outbox.answer(
            mail.digest, content, reply.to if secret else None, reply.table if secret else None
        )

    # -- carrying it out -------------------------------------------------------------------------

    async def _obeyed(self, mail: Incoming, inbox: Inbox) -> tuple[Sender, Reply]:
        """What was done, by whom."""
        sender = Sender("mail", address=mail.sender, patience=BOTS, key=mail.digest)
        line, body = mail.command
        if inbox.word == "confirm":
            return sender, await self._confirmed(inbox)
        if inbox.word == "board" and inbox.board is not None:
            found = await self._service.correspondence.whose(inbox.board, inbox.token)
            if found is None:
                return sender, Reply("Sheepfold Error", letter(paragraph(OLD)), ok=False)
            answered = mail.references[-1] if mail.references else ""
            asked = addresses.move_asked(answered, inbox.board, self._setup.host)
            sender = replace(sender, user=found[1], board=inbox.board, asked=asked)
        reply = await obey(self._service, sender, line, body)
        if reply.ok and reply.table is not None and reply.to is not None:
            await self._service.correspondence.acted_by_mail(reply.table, reply.to)
        return sender, reply

    async def _confirmed(self, inbox: Inbox) -> Reply:
        try:
            user = await self._service.mailboxes.confirm(inbox.token)
        except NotNow as error:
            return Reply("Sheepfold Error", letter(paragraph(str(error))), ok=False)
        thanks = "Thank you: mail about your boards comes to this address."
        return Reply("Sheepfold address", letter(paragraph(thanks)), to=user)

    # -- answering -------------------------------------------------------------------------------

    async def _addressed(self, mail: Incoming, sender: Sender, reply: Reply, known: Reader | None) -> tuple[str, Reply]:
        """Where the answer goes, and what of it may: empty, if nobody is to be answered."""
        user = reply.to if reply.to is not None else sender.user
        owner = None if user is None else await self._service.correspondence.reader(user)
        if owner is not None and owner.mail:
            to, known = owner.mail, owner
        else:
            to = mail.sender
            if reply.table is not None and reply.to is not None:
                done = "It was done." if reply.ok else "It was refused, and nothing was changed."
                text = letter(paragraph(f"{done} {UNCONFIRMED}"))
                reply = Reply(reply.subject, text, reply.board, ok=reply.ok)
        kind, rate = ("reader", READER) if user is not None else ("anybody", UNPROVEN)
        if known is None:
            kind, rate = "stranger", STRANGER
        claim = Claim(f"mail to {kind} {to.casefold()}", rate)
        if not to or (await self._service.budgets.take(claim)).wait:
            self._log.info("mail not answered", why="too many answers")
            return "", reply
        return to, reply

    async def _stored(self, mail: Incoming, to: str, reply: Reply) -> KeptReply:
        picture = None if reply.picture is None else await asyncio.to_thread(Picture.of, reply.picture)
        return KeptReply(
            to=to,
            subject=reply.subject,
            paragraphs=reply.paragraphs,
            board=reply.board,
            number=reply.number,
            following=reply.following,
            heard=reply.heard,
            in_reply_to=mail.message_id,
            references=tuple(dict.fromkeys((*mail.references, mail.message_id))) if mail.message_id else (),
            document=picture.document if picture else "",
            words=picture.words if picture else "",
        )
