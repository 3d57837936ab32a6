"""What pages are told: one message for whatever happened, made once for all whose pages change alike."""

from __future__ import annotations

from functools import partial

from starlette.types import Message

from sheepfold.play.service import Service
from sheepfold.play.terms import Sight, Update
from sheepfold.web.api.shapes import happening
from sheepfold.web.copies import Copies
from sheepfold.web.pages.forms import Form, Forms
from sheepfold.web.wire import encode


class PageMessages:
    """One per process."""

    def __init__(self, service: Service, forms: Forms) -> None:
        self._service, self._forms, self._copies = service, forms, Copies()

    def leading(self, shown: Form, form: Form) -> bytes:
        """What leads a page from what it shows to the next form; empty: nothing has to."""
        return b"" if shown.mark == form.mark else self._forms.passage(shown, form)

    def of(self, sight: Sight, change: bytes) -> Message:
        """One for all who are told the same and whose pages change alike."""
        at, update = sight.position, sight.update
        late = max(0.0, round(self._service.now - at.at, 1)) if at.clocks else None
        return self._copies.of((update, change), late, partial(_written, update, change, late))


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
