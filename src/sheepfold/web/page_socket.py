"""The line of a table's page: one message for whatever happened, with all that the page needs to show it."""

from __future__ import annotations

from contextlib import aclosing
from functools import partial
from typing import Final

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket

from sheepfold.play.terms import Sight, Update
from sheepfold.play.watching import watch_page
from sheepfold.web.api.shapes import Secret, happening
from sheepfold.web.messages import Command, Done, Sent, Taken
from sheepfold.web.pages.forms import Form
from sheepfold.web.problems import BadRequest
from sheepfold.web.site import Caller, Site, address_of
from sheepfold.web.socket import Ends, OneTableSocket, query
from sheepfold.web.wire import Count, OneLine, encode


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """What the page has already: the form by its mark, the last event and the last line of talk."""

    have: OneLine = ""
    since: Count = 0
    chat_since: Count = 0
    invite: Secret | None = None
    bare: bool = False
    """It was just loaded: it shows the form, but does not have its pieces as text."""
    hidden: bool = False
    text: bool = False


class Show(Command, tag="show", kw_only=True):
    """What the page wants to show from now on: without the viewer's secrets, with the board as text."""

    cost = 4.0

    hidden: bool = False
    text: bool = False


class PageSocket(OneTableSocket):
    """Each message holds what was told and said, how long ago the clocks were set, and what leads from the page's form
    to the next one; or that form as a whole, to a page that has another than the server knows."""

    cost = 4.0
    commands = msgspec.json.Decoder(Taken | Show)

    def __init__(self, websocket: WebSocket, door: Ends, site: Site, caller: Caller | None) -> None:
        super().__init__(websocket, door, site, caller)
        known = self.known = query(websocket, Known)
        self.text, self.payer = known.text, address_of(websocket)
        self.place = site.service.place(self.table, self.user, known.invite, known.since, known.chat_since)
        self.place.hidden = known.hidden

    async def tell(self) -> None:
        shown: Form | None = None
        async with aclosing(watch_page(self.place)) as sights:
            async for sight in sights:
                if sight.position.view is None:
                    raise BadRequest("This table has not begun.")
                form = await self.site.forms.of(sight, self.payer, text=self.text)
                change = self._first(form) if shown is None else self._next(shown, form)
                if change or sight.update.events or sight.update.chat:
                    await self.pass_on(self._message(sight, change))
                shown = form

    def _first(self, form: Form) -> bytes:
        forms, have = self.site.forms, self.known.have
        if self.known.bare or (known := form if have == form.mark else forms.known(self.table, have)) is None:
            return forms.whole(form, drawn=have == form.mark)
        return self._next(known, form) or b"{}"

    def _next(self, shown: Form, form: Form) -> bytes:
        return b"" if shown.mark == form.mark else self.site.forms.passage(shown, form)

    def _message(self, sight: Sight, change: bytes) -> Message:
        """One for all who are told the same and whose pages change alike."""
        at, update = sight.position, sight.update
        late = max(0.0, round(self.site.service.now - at.at, 1)) if at.clocks else None
        return self.site.copies.of((update, change), late, partial(_written, update, change, late))

    async def _do(self, command: Taken | Show) -> Sent:
        if isinstance(command, Show):
            self.text = command.text
            self.place.show(command.hidden)
            return Done(command.id)
        return await super()._do(command)


def _written(update: Update, change: bytes, late: float | None) -> bytes:
    parts = [b'{"is":"page"']
    if update.anew:
        parts += [b',"anew":true']
    if late is not None:
        parts += [b',"late":', encode(late)]
    if update.events:
        parts += [b',"events":', encode([happening(event) for event in update.events])]
    if update.chat:
        parts += [b',"chat":', encode(update.chat)]
    if change:
        parts += [b',"change":', change]
    return b"".join([*parts, b"}"])


PAGE_SOCKETS: Final = (("/table/{table}/line", PageSocket),)
