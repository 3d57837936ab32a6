"""Notices to browsers that have no page open: which browsers, what they are told, and where nothing is sent to.

A notice says which table and why, and nothing of the game: whoever holds the telephone reads it.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from sheepfold.play.errors import BadRequest, PlayError
from sheepfold.play.notices.outbox import MailRow, Reason
from sheepfold.play.people.sessions import hash_of
from sheepfold.play.tables import access
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction, race
from sheepfold.store.notices import outbox
from sheepfold.store.notices.outbox import SubscriptionRow
from sheepfold.store.people import sessions

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST: Final = 10
"""Browsers of one person."""
LONGEST: Final = 1_000
"""Characters of an endpoint."""
SERVICES: Final = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of the browsers that people have. Nothing is sent anywhere else: anybody could name a machine
behind our walls."""
WORDS: Final = {
    Reason.NEWS: "Something happened at your table.",
    Reason.REFUSED: "Your proposal was refused.",
    Reason.INVITED: "Somebody wants to play with you.",
    Reason.TURN: "It is your turn.",
    Reason.OFFER: "A proposal waits for your answer.",
    Reason.START: "The game begins.",
    Reason.NAG: "The others wait for you.",
    Reason.OVER: "The game is over.",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """What a browser is told, and which."""

    browser: SubscriptionRow
    title: str
    body: str
    path: str


class PushNotices:
    """One per service: ``service.push``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def key(self, make: Callable[[], str]) -> str:
        """What this house signs notices with: the same for all its servers, made once."""
        return await self._engine.write(lambda tx: outbox.signing_key(tx, "vapid", make))

    async def subscribe(
        self, user: UserId, secret: str, endpoint: str, p256dh: str, auth: str, services: Sequence[str] = SERVICES
    ) -> None:
        """Tell that browser of the user's turns, as long as the session of that secret lasts. Raises BadRequest."""
        if not is_allowed(endpoint, services):
            raise BadRequest("Notifications cannot be sent to this browser from here.")
        if _length(p256dh) != 65 or _length(auth) != 16:
            raise BadRequest("This browser's keys cannot be read. Switch notifications off and on again.")
        now, session = self._engine.now, hash_of(secret)

        def work(tx: Transaction) -> None:
            logged_in = sessions.session(tx, session, now)
            if logged_in is None or logged_in.user.id != user:
                raise BadRequest("You are logged out in this browser: log in again first.")
            with race():
                outbox.add_subscription(tx, user, session, endpoint, p256dh, auth, now, MOST)

        await self._engine.write(work)
        await self._engine.forget_tables(user)

    async def unsubscribe(self, user: UserId, endpoint: str) -> None:
        """Tell that browser no more."""
        await self._engine.write(lambda tx: outbox.drop_endpoint(tx, user, endpoint))

    async def gone(self, browser: SubscriptionRow) -> None:
        """There is no such browser any more."""
        await self._engine.write(lambda tx: outbox.drop_subscription(tx, browser.id))

    async def is_told(self, user: UserId, secret: str) -> bool:
        """Whether a browser is told as long as the session of that secret lasts."""
        return any(browser.session == hash_of(secret) for browser in await self.browsers(user))

    async def browsers(self, user: UserId) -> list[SubscriptionRow]:
        return await self._engine.read(lambda tx: outbox.subscriptions_of(tx, [user]))

    async def notice(self, row: MailRow) -> Notice | None:
        """What is to be told for a row of the outbox; None: nothing any more. Raises Busy."""
        browser = await self._engine.read(lambda tx: outbox.subscription(tx, int(row.content)))
        if browser is None or row.table is None or browser.user_id != row.user:
            return None
        try:
            await self._engine.fresh(row.table)
            table = await access.seen(self._engine, row.table, row.user, None)
        except PlayError:
            return None
        reason, seat = Reason(row.reason), table.seat_of(row.user)
        if reason in (Reason.TURN, Reason.NAG) and seat not in table.awaited:
            return None
        return Notice(browser, table.game.title, WORDS[reason], f"/table/{row.table}")


def is_allowed(endpoint: str, services: Sequence[str]) -> bool:
    """Whether an endpoint is at one of the services: hosts over HTTPS, ``*`` for any below, or whole origins."""
    try:
        found = urlsplit(endpoint)
        host, port = found.hostname or "", found.port
    except ValueError:
        return False
    if len(endpoint) > LONGEST or not endpoint.isascii() or found.username is not None or "\\" in endpoint:
        return False
    if f"{found.scheme}://{found.netloc}" in services:
        return True
    if found.scheme != "https" or port not in (None, 443) or not host:
        return False
    return any(host == name or (name[:2] == "*." and host.endswith(name[1:])) for name in services)


def _length(text: str) -> int:
    """How many bytes are written so; 0: none."""
    try:
        return len(urlsafe_b64decode(text + "=" * (-len(text) % 4))) if len(text) < 200 and text.isascii() else 0
    except (Error, ValueError):
        return 0
