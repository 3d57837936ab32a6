"""What becomes of a mail that came in: a command is carried out, and what is answered goes to whom it may.

A mail is dealt with once, however often it comes. Machines are never answered. What a seat may know goes only to the
address that its owner has confirmed; strangers are answered once a day, since anybody can write their address into a
mail.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from sheepfold.command import Reply, Sender, holder, obey
from sheepfold.command.writing import letter
from sheepfold.core.words.paragraphs import paragraph
from sheepfold.core.words.prose import plural, quoted
from sheepfold.mail import addresses
from sheepfold.mail.addresses import Inbox
from sheepfold.mail.bodies import WRITE_ABOVE
from sheepfold.mail.compose import Letter, Picture
from sheepfold.mail.letters import KeptReply, letterhead
from sheepfold.mail.parsing import Incoming, Parsers
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.notices.mail_wishes import Reader
from sheepfold.play.rate_limits import HAIR, Claim, Claimed, hourly
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId

BOT_PATIENCE: Final = 10.0
"""Seconds for which an answer waits for the moves of bots."""
MOST_PREFIXES: Final = 8
"""Words that may stand before a subject."""
EXPIRED: Final[Mapping[str, str]] = {
    "board": "The address that this was sent to is not valid any more: answer the newest mail about the board.",
    "answer": "What you answered is too old: nothing was sent. Write a new one with message USERID PASSWORD TO.",
    "puzzle": "What you answered is too old: nothing was counted. The puzzle of the day is shown by: puzzle",
    "consent": "What you answered is too old, or its subject was changed: nothing was done. Send the command again.",
}
LAST_ANSWER: Final = "You have had many answers. What you send in the next {} is carried out, but not answered."
"""Below the last answer before an address that is known here has had too many."""
UNCONFIRMED: Final = (
    "What you may see of the board is sent only to an address that you have confirmed: see your settings, or the mail"
    " that asked for it."
)


class TooManyMails(Exception):
    """Over a rate limit: the relay keeps the mail and tries again."""


class Receiving:
    """One server's share: any of them may take any mail."""

    def __init__(self, service: Service, setup: MailSetup, log: Any, parsers: Parsers) -> None:
        self._service, self._setup, self._log, self._parsers = service, setup, log, parsers
        together = Claim.of("mails answered", "all unknown addresses")
        self._strangers = replace(together, rate=hourly(setup.strangers, setup.strangers))

    async def take(self, raw: bytes, envelope: str, to: Sequence[str]) -> None:
        """Parse a mail that is within its bounds, and deal with it. Raises TooManyMails, Busy, WorkerDied."""
        known = envelope and await self._service.mail_wishes.reader_at(envelope) is not None
        if known:  # whoever it is would pay for what anybody sends in their name
            claim = Claim.of("mails received", "all envelopes of people known here")
        elif envelope:
            claim = Claim.of("mails received", "envelope sender", envelope.casefold())
        else:
            claim = Claim.of("mails received", "all reports")
        if (await self._service.budgets.take(claim)).wait:
            raise TooManyMails
        await self.receive(await self._parsers.read(raw, envelope, self._setup.sender), to)

    async def receive(self, mail: Incoming, to: Sequence[str]) -> None:
        """Deal with a mail; it is stored what became of it when this returns. Raises TooManyMails, Busy."""
        if mail.failure:
            await self._bounced(mail, to)
        if mail.automatic:
            self._log.info("mail not answered", why=mail.automatic)
            return
        inbox = addresses.read(to[0], self._setup.host)  # one command per mail, whoever else it was sent to
        if inbox is not None and inbox.kind != "bounce" and not await self._service.outbox.knows(mail.digest):
            await self._deal_with(mail, inbox)

    async def _bounced(self, mail: Incoming, to: Sequence[str]) -> None:
        """Counts a report of delivery against the address that it is about, once."""
        inbox = addresses.read(to[0], self._setup.host)
        if inbox is None or inbox.kind != "bounce" or await self._service.outbox.knows(mail.digest):
            return
        if await self._service.bounces.reported(inbox.token, mail.failure, mail.failed):
            self._log.warning("an address is not mailed any more", said=mail.failure)
        await self._service.outbox.answer(mail.digest)

    async def _deal_with(self, mail: Incoming, inbox: Inbox) -> None:
        known = await self._service.mail_wishes.reader_at(mail.sender)
        sender, line, body = await self._identified(mail, inbox)
        owner = await holder(self._service, line) if sender.user is None else sender.user
        answered = await self._admit(mail.sender.casefold(), owner, known)
        reply = await self._obeyed(sender, inbox, line, body)
        to, reply = await self._addressed(mail, sender, reply, known, answered=answered)
        content = "" if not to else (await self._stored(mail, to, reply)).written()
        secret = reply.table is not None and reply.to is not None
        await self._service.outbox.answer(
            mail.digest, content, reply.to if secret else None, reply.table if secret else None
        )

    async def _identified(self, mail: Incoming, inbox: Inbox) -> tuple[Sender, str, str]:
        """Who writes, as far as the address that they write to proves it; the command, and its body."""
        head = letterhead(self._setup)
        sender = Sender("mail", address=mail.sender, letterhead=head, patience=BOT_PATIENCE, key=mail.digest)
        line, body = mail.command
        if inbox.kind == "confirm":
            with suppress(NotNow):
                sender = replace(sender, user=await self._service.addresses.check("confirm", inbox.token))
        if inbox.kind == "consent":
            line, user = await self._consented(mail.subject, inbox.token)
            return replace(sender, user=user, key=f"consent {inbox.token}"), line, mail.words
        if inbox.kind == "answer" and inbox.number is not None:
            with suppress(NotNow, NotFound):
                user = await self._service.addresses.check("answer", inbox.token, str(inbox.number))
                to = await self._service.accounts.user(inbox.number)
                return replace(sender, user=user), f"message {quoted(to.name)}", mail.words
        if inbox.kind == "puzzle":
            with suppress(NotNow):
                id, _, link = inbox.token.partition("-")
                user = await self._service.addresses.check("puzzle", link, id)
                return replace(sender, user=user), _about_puzzle(mail, id), ""
        if inbox.kind == "board" and inbox.number is not None:
            found = await self._service.mail_wishes.whose(inbox.number, inbox.token)
            answered = mail.references[-1] if mail.references else ""
            asked = addresses.move_asked(answered, inbox.number, self._setup.host)
            if found is not None:
                sender = replace(sender, user=found[1], board=inbox.number, asked=asked)
        return sender, line, body

    async def _consented(self, subject: str, link: str) -> tuple[str, UserId | None]:
        """The command that was asked about, below whatever a program puts before a subject, and who agrees to it."""
        words = subject.split()
        for at in range(min(len(words), MOST_PREFIXES)):
            line = " ".join(words[at:])
            with suppress(NotNow):
                return line, await self._service.addresses.check("consent", link, line.casefold())
        return "", None

    async def _admit(self, address: str, owner: UserId | None, known: Reader | None) -> bool:
        """Charge a mail to its owner, where a token or an address of ours proves who that is, else to all mails without
        proof: never to whom it names as its sender. Whether a stranger may be answered. Raises TooManyMails."""
        budgets = self._service.budgets
        claims = [Claim.of("mails obeyed", "all without proof")]
        if owner is not None:
            claims = [Claim.of("mails obeyed", "player", str(owner))]
        elif known is None:
            claims.append(Claim.of("mails obeyed", "unknown address", address))
        if (await budgets.take(*claims)).wait:
            raise TooManyMails
        if known is not None:
            return True
        once, together = Claim.of("mails answered", "unknown address", address), self._strangers
        if (await budgets.take(once)).wait:
            return False
        if not (await budgets.take(together)).wait:
            return True
        await budgets.give_back(once)
        if owner is None:
            raise TooManyMails
        return False

    async def _obeyed(self, sender: Sender, inbox: Inbox, line: str, body: str) -> Reply:
        """The reply to the command, which is carried out."""
        if inbox.kind == "confirm":
            return await self._confirmed(inbox)
        if inbox.kind in EXPIRED and sender.user is None:
            return Reply("Sheepfold Error", letter(paragraph(EXPIRED[inbox.kind])), ok=False)
        reply = await obey(self._service, sender, line, body)
        if inbox.kind == "puzzle":  # what comes of an answer can be answered as well
            reply = replace(reply, puzzle=reply.puzzle or inbox.token.partition("-")[0])
        if reply.ok and reply.table is not None and reply.to is not None:
            await self._service.mail_wishes.acted_by_mail(reply.table, reply.to)
        return reply

    async def _confirmed(self, inbox: Inbox) -> Reply:
        try:
            user = await self._service.addresses.confirm(inbox.token)
        except NotNow as error:
            return Reply("Sheepfold Error", letter(paragraph(str(error))), ok=False)
        thanks = "Thank you: mail about your boards comes to this address."
        return Reply("Sheepfold address", letter(paragraph(thanks)), to=user)

    # -- answering -------------------------------------------------------------------------------

    async def _addressed(
        self, mail: Incoming, sender: Sender, reply: Reply, known: Reader | None, *, answered: bool
    ) -> tuple[str, Reply]:
        """Where the answer goes, and what of it may: empty, if nobody is to be answered. ``answered``: a stranger may
        be."""
        user = reply.to if reply.to is not None else sender.user
        owner = None if user is None else await self._service.mail_wishes.reader(user)
        if owner is not None and owner.mail:
            own = (each for each in owner.further if each.casefold() == mail.sender.casefold())
            to, known = next(own, owner.mail), owner
        else:
            to = mail.sender
            if reply.table is not None and reply.to is not None:
                done = "It was done." if reply.ok else "It was refused, and nothing was changed."
                text = letter(paragraph(f"{done} {UNCONFIRMED}"))
                reply = Reply(reply.subject, text, reply.board, ok=reply.ok)
        kind = "address without proof" if user is None else "player"
        claim = Claim.of("mails answered", kind, to.casefold())
        if known is not None:
            taken = await self._service.budgets.take(claim)
            answered = not taken.wait
            reply = _with_warning(reply, claim, taken)
        if not to or not answered:
            self._log.info("mail not answered", why="too many answers")
            return "", reply
        return to, reply

    async def _stored(self, mail: Incoming, to: str, reply: Reply) -> KeptReply:
        picture = None if reply.picture is None else await asyncio.to_thread(Picture.of, reply.picture)
        reply_to = ""
        if reply.asks is not None:
            link = await self._service.addresses.link("consent", reply.asks, reply.subject.casefold())
            reply_to = addresses.reply_address("consent", link, self._setup.host)
        elif reply.puzzle and reply.to is not None:
            link = await self._service.addresses.link("puzzle", reply.to, reply.puzzle)
            reply_to = addresses.reply_address("puzzle", f"{reply.puzzle}-{link}", self._setup.host)
        letter = Letter(
            self._setup.sender,
            to,
            reply.subject,
            reply.paragraphs,
            message_id="",
            at=0.0,
            lead=WRITE_ABOVE if reply_to else "",
            picture=picture,
            reply_to=reply_to,
            in_reply_to=mail.message_id,
            references=tuple(dict.fromkeys((*mail.references, mail.message_id))) if mail.message_id else (),
            answer=True,
        )
        return KeptReply(letter, reply.board, reply.number, reply.heard, reply.following)


def _about_puzzle(mail: Incoming, id: str) -> str:
    """The command that an answer to a puzzle means: that address takes no others."""
    line = mail.words.strip().partition("\n")[0].strip()
    if "unsubscribe" in (line.lower(), mail.subject.strip().lower()):
        return "puzzle mail no"
    if line.split(" ")[0].lower() == "puzzle":
        return line
    return f"puzzle {line.rstrip('.!')}#{id}"


def _with_warning(reply: Reply, claim: Claim, taken: Claimed) -> Reply:
    """The reply; the last one before an address has had too many says so."""
    seconds = (sum(taken.used) + claim.cost - claim.rate.burst) / claim.rate.per_second
    if taken.wait or seconds <= HAIR:
        return reply
    minutes = plural(math.ceil((seconds - HAIR) / 60), "minute")
    return replace(reply, paragraphs=(*reply.paragraphs, paragraph(LAST_ANSWER.format(minutes))))
