"""Those who only look on: one watches the table for all of them, and each passes on what that one was told.

All who look on see the same. Whoever has been told as much as the others, and shows the same form, joins them; from
then on nothing is looked at, drawn or compared for each of them. Whoever is slow, or wants to see something else,
goes on alone from where they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import NamedTuple, Self

from starlette.types import Message

from sheepfold.play.service import Service
from sheepfold.play.terms import Access, Sight, TableId
from sheepfold.play.watching import Place, ToldSoFar, watch_page
from sheepfold.web.page_messages import PageMessages
from sheepfold.web.pages.forms import Form, Forms


class PageState(NamedTuple):
    """How far a page has come: which form it shows, and what it was told."""

    form: Form
    told: ToldSoFar


class Onlooker:
    """Somebody among the others, who was told as much as ``state`` says. As long as it is entered, what all are told is
    said at once to whoever can take it (``say``), and for others it is what ``next`` gives."""

    def __init__(self, watcher: Watcher, state: PageState, say: Callable[[Message], bool]) -> None:
        self._watcher, self.state, self._say = watcher, state, say
        self._news: Message | None = None
        self._gone = False
        self._some = asyncio.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._watcher.leave(self)

    def tell(self, message: Message, state: PageState) -> None:
        """There is news; who has not even passed on the last goes on alone."""
        if self._news is not None:
            self.go()
        elif not self._gone:
            self.state = state
            if not self._say(message):
                self._news = message
                self._some.set()

    def go(self) -> None:
        """From now on alone, after what was heard already."""
        self._gone = True
        self._some.set()

    async def next(self) -> Message | None:
        """What is told next and could not be said; None: nothing more is told, here."""
        while self._news is None:
            if self._gone:
                return None
            self._some.clear()
            await self._some.wait()
        news, self._news = self._news, None
        return news


class Watcher:
    """The one who watches a table for all who look on."""

    def __init__(self, gallery: Gallery, place: Place, state: PageState, payer: str) -> None:
        self._gallery, self._place, self.state, self._payer = gallery, place, state, payer
        place.go_on_from(state.told)
        self._onlookers: set[Onlooker] = set()
        self._task = asyncio.create_task(self._watch())

    def join(self, say: Callable[[Message], bool]) -> Onlooker:
        joined = Onlooker(self, self.state, say)
        self._onlookers.add(joined)
        return joined

    def leave(self, onlooker: Onlooker) -> None:
        self._onlookers.discard(onlooker)
        if not self._onlookers:
            self._gallery.close(self)
            self._task.cancel()

    @property
    def table(self) -> TableId:
        return self._place.table

    async def _watch(self) -> None:
        forms, messages = self._gallery.forms, self._gallery.messages
        try:
            async with aclosing(watch_page(self._place)) as sights:
                async for sight in sights:
                    form = await forms.of(sight, self._payer)
                    change = messages.leading(self.state.form, form)
                    self.state = PageState(form, self._place.told)
                    if change or sight.update.events or sight.update.chat:
                        message = messages.of(sight, change)
                        for onlooker in self._onlookers:
                            onlooker.tell(message, self.state)
        except Exception:
            pass  # whatever it is, each of them meets it alone, and it is dealt with there
        finally:
            self._gallery.close(self)
            for onlooker in self._onlookers:
                onlooker.go()


class Gallery:
    """All who look on, at all tables of this process."""

    def __init__(self, service: Service, forms: Forms, messages: PageMessages) -> None:
        self._service, self.forms, self.messages = service, forms, messages
        self._watchers: dict[TableId, Watcher] = {}

    def join(
        self, sight: Sight, form: Form, place: Place, payer: str, say: Callable[[Message], bool]
    ) -> Onlooker | None:
        """Among the others, if there are none yet, or all have come as far as this place and this form of its page;
        None: not now, or not at all, since it is about what not everybody may see. ``payer``: as for ``Forms.of``;
        ``say`` sends a message at once, or says that it cannot."""
        if sight.own is not None or sight.info.terms.access is Access.PRIVATE:
            return None
        state = PageState(form, place.told)
        watcher = self._watchers.get(form.table)
        if watcher is None:
            nobodys = self._service.place(form.table, None, None, None, 0)
            watcher = self._watchers[form.table] = Watcher(self, nobodys, state, payer)
        elif (watcher.state.form.mark, watcher.state.told) != (form.mark, state.told):
            return None
        return watcher.join(say)

    def close(self, watcher: Watcher) -> None:
        if self._watchers.get(watcher.table) is watcher:
            del self._watchers[watcher.table]
