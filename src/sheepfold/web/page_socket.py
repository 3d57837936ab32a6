"""The line of a table's page: one message for whatever happened, with all that the page needs to show it."""

from __future__ import annotations

from contextlib import aclosing
from typing import Final

import msgspec
from starlette.websockets import WebSocket

from sheepfold.play.watching import watch_page
from sheepfold.web.api.shapes import Secret
from sheepfold.web.gallery import Onlooker
from sheepfold.web.messages import Command, Done, Sent, Taken
from sheepfold.web.pages.forms import FOLDED, Form, Unfolded
from sheepfold.web.problems import Unreadable
from sheepfold.web.site import Caller, Site, address_of
from sheepfold.web.socket import Ends, OneTableSocket, query
from sheepfold.web.wire import Count, OneLine


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
    aids: bool = False


class Show(Command, tag="show", kw_only=True):
    """What the page wants to show from now on: without the viewer's secrets, with the board as text, with what could be
    worked out."""

    cost = 4.0

    hidden: bool = False
    text: bool = False
    aids: bool = False


class PageSocket(OneTableSocket):
    """Each message holds what was told and said, how long ago the clocks were set, and what leads from the page's form
    to the next one; or that form as a whole, to a page that has another than the server knows."""

    cost = 4.0
    commands = msgspec.json.Decoder(Taken | Show)

    def __init__(self, websocket: WebSocket, door: Ends, site: Site, caller: Caller | None) -> None:
        super().__init__(websocket, door, site, caller)
        known = self.known = query(websocket, Known)
        self.unfolded, self.payer = Unfolded(known.text, known.aids), address_of(websocket)
        self.place = site.service.place(self.table, self.user, known.invite, known.since, known.chat_since)
        self.place.hidden = known.hidden
        self.onlooker: Onlooker | None = None

    async def tell(self) -> None:
        shown: Form | None = None
        while True:
            shown, self.onlooker = await self._alone(shown)
            with self.onlooker:
                shown = await self._among_others(self.onlooker)
            self.onlooker = None

    async def _alone(self, shown: Form | None) -> tuple[Form, Onlooker]:
        """Tell what this viewer is told, until others who look on are told the same."""
        forms, messages = self.site.forms, self.site.page_messages
        async with aclosing(watch_page(self.place)) as sights:
            async for sight in sights:
                if sight.position.view is None:
                    raise Unreadable("This table has not begun.")
                form = await forms.of(sight, self.payer, self.unfolded)
                change = self._first(form) if shown is None else messages.leading(shown, form)
                shown = form
                if not (change or sight.update.events or sight.update.chat):
                    continue
                await self.pass_on(messages.of(sight, change))
                alone = self.unfolded != FOLDED
                joined = None if alone else self.site.gallery.join(sight, form, self.place, self.payer, self.say)
                if joined is not None:
                    return form, joined
        raise AssertionError  # it never ends by itself

    async def _among_others(self, onlooker: Onlooker) -> Form:
        """Tell what all are told who look on, as long as this viewer is one of them."""
        while (message := await onlooker.next()) is not None:
            await self.pass_on(message)
        self.place.go_on_from(onlooker.state.told)
        return onlooker.state.form

    def _first(self, form: Form) -> bytes:
        forms, have = self.site.forms, self.known.have
        if self.known.bare or (known := form if have == form.mark else forms.known(self.table, have)) is None:
            return forms.whole(form, drawn=have == form.mark)
        return self.site.page_messages.leading(known, form) or b"{}"

    async def _do(self, command: Taken | Show) -> Sent:
        if isinstance(command, Show):
            self.unfolded = Unfolded(command.text, command.aids)
            self.place.show(command.hidden)
            if self.onlooker is not None:
                self.onlooker.go()
            return Done(command.id)
        return await super()._do(command)


PAGE_SOCKETS: Final = (("/table/{table}/line", PageSocket),)
