"""Notices to browsers that have no page open: taken from the outbox, written so that only the browser can read them,
and handed to its push service.

The library and what it stands on are imported when the first browser asks: most houses never need them.
"""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64encode
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from sheepfold.play.host.background import keep_draining
from sheepfold.play.notices.outbox import MailRow
from sheepfold.play.notices.push import Notice, is_allowed
from sheepfold.play.service import Service
from sheepfold.web.settings import Settings

if TYPE_CHECKING:
    from py_vapid import Vapid02

AT_ONCE: Final = 20
"""Notices that are taken from the outbox together."""
PAUSE: Final = 2.0
"""Seconds between looks at the outbox."""
PATIENCE: Final = 10.0
"""Seconds for an answer of a push service; all of a batch together take less than a lease lasts."""
KEPT: Final = 86_400
"""Seconds for which a push service keeps a notice for a browser that is off."""
SIGNED: Final = 12 * 3600
"""Seconds for which a signature is good."""
GONE: Final = (404, 410)


class Pushing:
    """One server's share of it: several may, each notice is sent by one of them. What is not sent by
    the end stays in the outbox."""

    def __init__(self, service: Service, settings: Settings, log: Any) -> None:
        self._service, self._log = service, log
        self._services = tuple(settings.push_services.split())
        self._about = settings.origin if settings.origin.startswith("https:") else "mailto:sheepfold@localhost"

    async def run(self) -> None:
        """For ever; a store or a push service that is away is waited for."""
        await keep_draining(self.drain, lambda found: 0.0 if found else PAUSE, self._log, "sending notices failed")

    async def drain(self) -> bool:
        """Send some of what is due; whether there was any. Raises Busy."""
        rows = await self._service.outbox.claim(AT_ONCE, push=True)
        await asyncio.gather(*map(self._deal_with, rows))
        return bool(rows)

    async def _deal_with(self, row: MailRow) -> None:
        service = self._service
        notice = await service.push.notice(row)
        if notice is None or not is_allowed(notice.browser.endpoint, self._services):
            await service.outbox.drop(row)
            return
        status, said = await self._sent(notice)
        if 200 <= status < 300:
            await service.outbox.sent(row)
        elif status in GONE:
            await service.push.gone(notice.browser)
        else:
            await service.outbox.refused(row, said, for_good=400 <= status < 500 and status != 429)

    async def _sent(self, notice: Notice) -> tuple[int, str]:
        """What the push service answered; 0: nothing."""
        key = await vapid(self._service)
        return await asyncio.to_thread(_post, key, notice, self._about, self._service.now)


def _post(key: Vapid02, notice: Notice, about: str, now: float) -> tuple[int, str]:
    import requests
    from pywebpush import WebPusher, WebPushException

    browser, at = notice.browser, urlsplit(notice.browser.endpoint)
    told = {"title": notice.title, "body": notice.body, "path": notice.path}
    claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": int(now) + SIGNED, "sub": about}
    headers = {**key.sign(claims), "topic": notice.path.rpartition("/")[2], "urgency": "normal"}
    with requests.Session() as session:
        session.trust_env, session.max_redirects = False, 0  # nowhere but where it was checked
        try:
            keys = {"p256dh": browser.p256dh, "auth": browser.auth}
            pusher = WebPusher({"endpoint": browser.endpoint, "keys": keys}, requests_session=session)
            answer = pusher.send(json.dumps(told).encode(), headers, ttl=KEPT, timeout=PATIENCE)
        except requests.RequestException as error:
            return 0, type(error).__name__
        except (WebPushException, ValueError) as error:  # keys that are none
            return GONE[0], type(error).__name__
    return answer.status_code, f"{answer.status_code} {answer.reason}"[:200]


async def vapid(service: Service) -> Vapid02:
    """What this house signs notices with."""
    return _read(await service.push.key(_fresh))


@cache
def _read(pem: str) -> Vapid02:
    """Kept: the key is the same for every notice."""
    from py_vapid import Vapid02

    return Vapid02.from_pem(pem.encode())


def _fresh() -> str:
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


async def public_key(service: Service) -> str:
    """The other half, by which a browser knows our notices."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = await vapid(service)
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
