"""Cookies, forged-request checks and the headers that every answer carries."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sheepfold.play.people.sessions import DEVICE_DAYS
from sheepfold.play.terms import DAY
from sheepfold.web.problems import NotAllowed
from sheepfold.web.settings import Settings

CSRF_HEADER: Final = "x-csrf-token"

HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""No script but our own files, nothing from another host, no frame around us."""

STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")


def is_https(settings: Settings, connection: HTTPConnection) -> bool:
    """Whether the browser reached us over TLS, by setting or by what the request says."""
    if settings.public_url:
        return settings.origin.startswith("https:")
    return connection.scope["scheme"] in ("https", "wss")  # not from the url: it holds the host as it was sent


@dataclass(frozen=True, slots=True)
class Cookie:
    """A secret that a browser keeps for us, for so many days."""

    end: str
    days: int

    def name(self, https: bool) -> str:
        """With TLS it binds the cookie to exactly this host; without it browsers refuse that prefix."""
        return ("__Host-sheepfold" if https else "sheepfold") + self.end

    def read(self, settings: Settings, connection: HTTPConnection) -> str:
        """The secret as the browser sent it; empty: it has none."""
        return connection.cookies.get(self.name(is_https(settings, connection)), "")

    def put(self, settings: Settings, connection: HTTPConnection, response: Response, secret: str) -> None:
        """Have the browser keep the secret; an empty one takes the cookie away."""
        https = is_https(settings, connection)
        name, age = self.name(https), self.days * DAY
        if secret:
            response.set_cookie(name, secret, max_age=age, path="/", secure=https, httponly=True, samesite="lax")
        else:
            response.delete_cookie(name, path="/", secure=https, httponly=True, samesite="lax")


SESSION: Final = Cookie("", 60)
DEVICE: Final = Cookie("-device", DEVICE_DAYS)
"""By which a browser is known again."""


def check_csrf(expected: str | None, sent: str | None, why: str) -> None:
    """Raises NotAllowed unless the sent token is the session's own, which no page of another site can read."""
    if not expected or not sent or not compare_digest(expected.encode(), sent.encode()):
        raise NotAllowed(why)


def check_origin(settings: Settings, connection: HTTPConnection) -> None:
    """Raises NotAllowed for a change, or a socket, that a page of another site asks for.

    Browsers send ``Origin`` or ``Sec-Fetch-Site`` with every such request; programs send neither and
    carry no cookies of anybody.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        ours = connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    elif settings.origin:
        ours = origin.lower() == settings.origin
    else:
        host = connection.headers.get("host", "").lower()
        ours = origin.lower() in (f"http://{host}", f"https://{host}")  # compared, not read: it can be anything
    if not ours:
        raise NotAllowed("This request comes from another site; open our own page and try again.")
