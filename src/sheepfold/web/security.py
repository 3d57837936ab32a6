"""Cookies, forged-request checks and the headers that every answer carries."""

from __future__ import annotations

from hmac import compare_digest
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sheepfold.play.people.sessions import DEVICE_DAYS
from sheepfold.web.problems import NotAllowed
from sheepfold.web.settings import Settings

CSRF_HEADER: Final = "x-csrf-token"
SESSION_DAYS: Final = 60

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


def cookie_name(https: bool) -> str:
    """With TLS the name binds the cookie to exactly this host; without it browsers refuse that prefix."""
    return "__Host-sheepfold" if https else "sheepfold"


def session_cookie(settings: Settings, connection: HTTPConnection) -> str | None:
    """The session's secret as the browser sent it."""
    return connection.cookies.get(cookie_name(is_https(settings, connection)))


def set_session(settings: Settings, connection: HTTPConnection, response: Response, secret: str) -> None:
    https = is_https(settings, connection)
    response.set_cookie(
        cookie_name(https), secret, max_age=SESSION_DAYS * 86400, path="/", secure=https, httponly=True, samesite="lax"
    )


def clear_session(settings: Settings, connection: HTTPConnection, response: Response) -> None:
    https = is_https(settings, connection)
    response.delete_cookie(cookie_name(https), path="/", secure=https, httponly=True, samesite="lax")


def device_cookie(settings: Settings, connection: HTTPConnection) -> str:
    """The secret by which a browser is known again, as it sent it; empty: it has none."""
    return connection.cookies.get(_device_name(is_https(settings, connection)), "")


def set_device(settings: Settings, connection: HTTPConnection, response: Response, secret: str) -> None:
    https = is_https(settings, connection)
    response.set_cookie(
        _device_name(https), secret, max_age=DEVICE_DAYS * 86400, path="/", secure=https, httponly=True, samesite="lax"
    )


def _device_name(https: bool) -> str:
    return cookie_name(https) + "-device"


def check_csrf(expected: str, sent: str | None) -> None:
    """Raises Forbidden unless the sent token is the session's own, which no page of another site can read."""
    if sent is None or not compare_digest(expected.encode(), sent.encode()):
        raise NotAllowed("This change needs the session's token in the header X-CSRF-Token; GET /me tells it.")


def check_origin(settings: Settings, connection: HTTPConnection) -> None:
    """Raises Forbidden for a change, or a socket, that a page of another site asks for.

    Browsers send ``Origin`` or ``Sec-Fetch-Site`` with every such request; programs send neither and
    carry no cookies of anybody.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise NotAllowed("This request comes from another site; open our own page and try again.")
        return
    if settings.origin:
        ours = origin.lower() == settings.origin
    else:
        host = connection.headers.get("host", "").lower()
        ours = origin.lower() in (f"http://{host}", f"https://{host}")  # compared, not read: it can be anything
    if not ours:
        raise NotAllowed("This request comes from another site; open our own page and try again.")
