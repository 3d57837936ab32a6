"""Notices to browsers that have no page open: each once, readable by that browser alone, and sent nowhere else."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import pytest
import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mail.conftest import Post
from sheepfold.play.errors import BadRequest
from sheepfold.play.notices.push import MOST, SERVICES, is_allowed
from sheepfold.play.terms import Clock, UserId
from sheepfold.web.push import Pushing, public_key
from sheepfold.web.settings import Settings

pytestmark = pytest.mark.anyio

AUTH = b"sixteen letters!"


def written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class PushService:
    """What a browser's maker runs; ``status`` is what it answers."""

    origin: str = ""
    status: int = 201
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.p256dh = written(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def told(self) -> list[tuple[str, dict[str, str]]]:
        """What came for which browser, as the browser reads it."""
        return [
            (path, json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH)))
            for path, _, body in self.got
        ]


@pytest.fixture
def pushed() -> Iterator[PushService]:
    found = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(found.status)
            self.send_header("location", "http://127.0.0.1:1/inside")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


async def subscribe(post: Post, pushed: PushService, user: UserId, name: str) -> str:
    """In a browser that is logged in; the secret of its session."""
    secret, at = await post.service.sessions.new_session(user), f"{pushed.origin}/{name}"
    await post.service.push.subscribe(user, secret, at, pushed.p256dh, written(AUTH), (pushed.origin,))
    return secret


def pushing(post: Post, pushed: PushService) -> Pushing:
    return Pushing(post.service, Settings(push_services=pushed.origin), structlog.get_logger())


async def test_every_browser_of_whoever_is_to_move_is_told_once(post: Post, pushed: PushService) -> None:
    table, sending = await post.table(), pushing(post, pushed)
    await post.service.mail_wishes.wish(post.bob, "none")  # no mail is needed for it
    for name in ("phone", "desk"):
        await subscribe(post, pushed, post.bob, name)
    await post.service.tables.move(table, post.ann, "add 1")
    assert await pushing(post, pushed).drain()
    assert not await sending.drain()
    said = {"title": "Tiny", "body": "It is your turn.", "path": f"/table/{table}"}
    assert sorted(path for path, _ in pushed.told()) == ["/desk", "/phone"]
    assert all(told == said for _, told in pushed.told())
    headers = pushed.got[0][1]
    assert headers["authorization"].endswith(f"k={await public_key(post.service)}")
    assert (headers["topic"], headers["content-encoding"]) == (table, "aes128gcm")
    assert await post.send() == []


async def test_nobody_is_told_before_they_ask_nor_of_what_is_past_nor_of_live_games(
    post: Post, pushed: PushService
) -> None:
    table, live = await post.table(), await post.table(Clock("live", 600, 5))
    await post.service.tables.move(table, post.ann, "add 1")
    await post.drop_all()
    await subscribe(post, pushed, post.bob, "phone")
    await post.service.tables.move(live, post.ann, "add 1")
    await post.service.tables.move(table, post.bob, "add 1")
    await post.service.tables.move(table, post.ann, "add 1")
    await post.service.tables.move(table, post.bob, "add 1")
    await pushing(post, pushed).drain()
    assert pushed.got == []


async def test_a_browser_that_is_gone_is_forgotten_and_one_that_is_away_is_tried_again(
    post: Post, pushed: PushService
) -> None:
    table, sending = await post.table(), pushing(post, pushed)
    await subscribe(post, pushed, post.bob, "phone")
    await post.service.tables.move(table, post.ann, "add 1")
    for pushed.status in (503, 429, 302):  # nobody is led anywhere else either
        await sending.drain()
        post.wall.pass_by(3_600)
    assert len(pushed.got) == 3
    pushed.status = 410
    await sending.drain()
    assert await post.service.push.browsers(post.bob) == []
    assert [row for row in await post.service.outbox.rows() if row.kind == "push"] == []


async def test_a_new_password_ends_notices_and_a_browser_has_one_owner(post: Post, pushed: PushService) -> None:
    for user in (post.ann, post.bob):
        await subscribe(post, pushed, user, "shared")
    assert await post.service.push.browsers(post.ann) == []
    for number in range(MOST + 2):
        await subscribe(post, pushed, post.bob, f"more{number}")
    assert len(await post.service.push.browsers(post.bob)) == MOST
    await post.service.accounts.change_password(post.bob, "correct horse", "another horse")
    assert await post.service.push.browsers(post.bob) == []


async def test_whoever_logs_out_is_told_no_more_in_that_browser(post: Post, pushed: PushService) -> None:
    """However the session ends: there, from elsewhere, or with all others. What is on its way by then stays behind."""
    table, credentials = await post.table(), post.service.sessions
    phone, desk, _, here = [await subscribe(post, pushed, post.bob, name) for name in ("a", "b", "c", "d")]
    await post.service.tables.move(table, post.ann, "add 1")
    await credentials.end_session(phone)
    assert not await post.service.push.is_told(post.bob, phone)
    assert await post.service.push.is_told(post.bob, desk)
    named = {session.id: session.current for session in await credentials.sessions(post.bob, desk)}
    await credentials.end_one(post.bob, next(each for each, current in named.items() if current))
    await credentials.end_others(post.bob, here)
    await pushing(post, pushed).drain()
    assert [path for path, _ in pushed.told()] == ["/d"]
    assert [browser.endpoint[-2:] for browser in await post.service.push.browsers(post.bob)] == ["/d"]
    assert [row for row in await post.service.outbox.rows() if row.kind == "push"] == []


async def test_a_session_that_has_ended_asks_for_nothing(post: Post, pushed: PushService) -> None:
    secret = await subscribe(post, pushed, post.bob, "phone")
    await post.service.sessions.end_session(secret)
    at = f"{pushed.origin}/phone"
    with pytest.raises(BadRequest, match="log in again"):
        await post.service.push.subscribe(post.bob, secret, at, pushed.p256dh, written(AUTH), (pushed.origin,))
    assert await post.service.push.browsers(post.bob) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com/x",
        "https://127.0.0.1\\@fcm.googleapis.com/x",
        "https://[::1/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_but_to_push_services(endpoint: str) -> None:
    assert not is_allowed(endpoint, SERVICES)


def test_the_push_services_of_browsers_are_known() -> None:
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "db5p.notify.windows.com",
    ):
        assert is_allowed(f"https://{host}/wpush/v2/abc", SERVICES)


async def test_keys_that_are_none_are_refused(post: Post) -> None:
    for p256dh, auth in (("", ""), (written(b"\4" * 65), written(b"short")), ("é" * 87, written(AUTH))):
        with pytest.raises(BadRequest, match="keys cannot be read"):
            await post.service.push.subscribe(post.bob, "", "https://fcm.googleapis.com/x", p256dh, auth)
    with pytest.raises(BadRequest, match="cannot be sent"):
        await post.service.push.subscribe(post.bob, "", "https://127.0.0.1/x", written(b"\4" * 65), written(AUTH))
