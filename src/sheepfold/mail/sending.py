"""Sending what the outbox holds: make the letter, write it, hand it to the relay, and only then forget it.

Between the relay's word that it has a mail and our commit that it has, a crash lets the mail go out again: every mail
goes out at least once. A second one has the same Message-ID, by which mail programs know it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from sheepfold.mail.compose import Composers, Letter, Unwritten
from sheepfold.mail.relay import Dropped, MailRefused, Relay, RelayDown, RelaySession
from sheepfold.play.errors import Busy, PlayError
from sheepfold.play.host.background import keep_draining
from sheepfold.play.notices.outbox import Kind, Mailed, Row
from sheepfold.play.service import Service

AT_ONCE: Final = 20
"""Mails that are taken from the outbox together."""
PAUSE: Final = 1.0
"""Seconds between looks at the outbox."""
SHORT: Final = 2.0
"""Seconds until a relay that was away is tried again; each time twice as long,"""
LONG: Final = 60.0
"""but no longer than this."""


@dataclass(frozen=True, slots=True)
class ReadyLetter:
    """A letter, and what its reader will have been told when it is sent."""

    letter: Letter
    mailed: Mailed | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """Not now: its reader is here."""

    due: float


Made: TypeAlias = ReadyLetter | Later | None
"""What comes of a row; None: there is nothing to tell any more."""


class Writer(Protocol):
    """Makes letters of the outbox's rows."""

    async def letter(self, row: Row) -> Made:
        """Raises PlayError where the table cannot be shown."""
        ...


class Sending:
    """One server's share of the sending: several may, each mail is sent by one of them."""

    def __init__(self, service: Service, writer: Writer, relay: Relay, composers: Composers, log: Any) -> None:
        self._outbox, self._bounces, self._accounts = service.outbox, service.bounces, service.accounts
        self._writer, self._relay, self._composers, self._log = writer, relay, composers, log
        self._away = 0.0
        self.sent = 0

    async def run(self) -> None:
        """For ever; a relay or a store that is away is waited for."""
        with suppress(RelayDown):
            async with self._relay.line() as line:
                self._learn(line)
        await keep_draining(
            self.drain, lambda found: self._away or (0.0 if found else PAUSE), self._log, "sending mail failed"
        )

    async def drain(self) -> bool:
        """Send some of what is due; whether there was any. Raises Busy."""
        rows = await self._outbox.claim(AT_ONCE)
        ready = [(row, made) for row in rows if (made := await self._made(row)) is not None]
        if not ready:
            return bool(rows)
        left = list(ready)
        try:
            async with self._relay.line() as line, self._composed([made.letter for _, made in ready]) as mails:
                self._learn(line)
                while left:
                    row, made = left[0]
                    try:
                        mail = await mails[len(ready) - len(left)]
                        if not await self._outbox.hold(row):
                            left.pop(0)  # it took so long that somebody else sends it
                            continue
                        await line.send(made.letter.to, mail, made.letter.envelope)
                    except MailRefused as refused:
                        await self._refused(row, refused)
                    except Unwritten as fault:
                        await self._refused(row, MailRefused(str(fault), for_good=False))
                    else:
                        await self._outbox.sent(row, made.mailed)
                        self.sent += 1
                    left.pop(0)
            self._away = 0.0
        except RelayDown as down:
            self._away = min(max(SHORT, 2 * self._away), LONG)
            self._log.warning("the relay takes no mail", reason=str(down), again_in=self._away)
            if isinstance(down, Dropped):  # or a mail that breaks the line would hold up all others for ever
                await self._refused(left.pop(0)[0], MailRefused(str(down), for_good=False))
            for row, _ in left:
                await self._outbox.later(row)
        return True

    def _learn(self, line: RelaySession) -> None:
        """Let nobody sign up with an address that the relay will not take."""
        self._accounts.plain_addresses = not line.any_letters

    @asynccontextmanager
    async def _composed(self, letters: Sequence[Letter]) -> AsyncIterator[list[asyncio.Task[bytes]]]:
        """The mails, on which all composers work while the first are sent."""
        tasks = [asyncio.create_task(self._composers.compose(letter)) for letter in letters]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _made(self, row: Row) -> ReadyLetter | None:
        """The row's letter, unless there is nothing to send now."""
        try:
            made = await self._writer.letter(row)
        except Busy:
            raise
        except PlayError as error:
            self._log.warning("a mail cannot be made", about=row.key, reason=str(error))
            made = None
        if isinstance(made, ReadyLetter):
            return made
        await (self._outbox.drop(row) if made is None else self._outbox.later(row, made.due))
        return None

    async def _refused(self, row: Row, refused: MailRefused) -> None:
        if refused.nobody and row.user is not None and row.kind is not Kind.CONFIRM:
            await self._bounces.failed(row.user, str(refused))
        if await self._outbox.refused(row, str(refused), for_good=refused.for_good):
            self._log.error("a mail is given up", number=row.id, about=row.key, said=str(refused))
