"""What can be wrong with a request at a table: one class per kind, so that doors can answer alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.errors import SheepfoldError

if TYPE_CHECKING:
    from sheepfold.play.terms import Update


class PlayError(SheepfoldError):
    """A request that the service refuses. Its text is for the person; nothing was changed."""


class NotFound(PlayError):
    """No such table, user, line or token; or it is private, which looks the same (HTTP 404)."""


class Forbidden(PlayError):
    """It exists, but this user may not do that (HTTP 403)."""


class NotNow(PlayError):
    """It may be done, but not in the present situation (HTTP 409)."""


class KeyUsed(PlayError):
    """The request's key belongs to another request that was carried out (HTTP 409)."""


class BadRequest(PlayError):
    """It could never be done as it was asked (HTTP 422)."""


class FieldError(BadRequest):
    """What is wrong about one field of a form."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


class TooMany(PlayError):
    """A limit is reached; later it may work (HTTP 429)."""


class Busy(PlayError):
    """The store does not answer just now; the same request with the same key may be sent again (HTTP 503)."""


class SetBack(Busy):
    """The store has lost what is in memory, which was dropped: whoever asked asks again."""


class Stale(PlayError):
    """The position moved on before the move came: ``update`` holds what the sender has missed (HTTP 409)."""

    def __init__(self, sentence: str, update: Update) -> None:
        super().__init__(sentence)
        self.update = update
