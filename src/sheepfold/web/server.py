"""Runs the application under uvicorn, with limits that keep one client from harming the others."""

from __future__ import annotations

import errno
import gc
import logging
import os
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, Final

import uvicorn

from sheepfold.core.words.prose import shown
from sheepfold.play.setup import Setup
from sheepfold.web.app import make_app
from sheepfold.web.frames import LimitedSocket
from sheepfold.web.logs import make_log
from sheepfold.web.settings import SettingError, Settings

HEAD_BYTES: Final = 32 * 1024
"""Of a head, of a chunk's head, of all trailers."""
IDLE_SECONDS: Final = 15
"""How long a connection is kept for the next request."""
DEAF_SECONDS: Final = 60
"""After which the system drops a connection whose other end takes nothing any more."""
RECEIVED_BYTES: Final = 16 * 1024
"""What the system keeps of what a client sent: as much is read at once, and then others have their turn."""
OWN_DESCRIPTORS: Final = 44
"""What a server has open before anybody comes, and what it opens later: databases, the bus, files for sorting."""
PER_WORKER: Final = 6
"""Descriptors to start a bot's process and to talk to it."""
FEWEST_CONNECTIONS: Final = 8
"""Fewer would be no server at all."""


class ToOurLog(logging.Handler):
    """Hands what the server machinery says to our log, without traces: they can quote what was sent."""

    def __init__(self, log: Any) -> None:
        super().__init__(logging.WARNING)
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage().strip()
        if not text.startswith("Traceback"):
            self.log.warning("server", says=text[:200])


def listen(settings: Settings, ports: int = 1) -> socket.socket:
    """A socket at the address, on the first free one of so many ports. Raises SettingError."""
    family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
    for port in range(settings.port, min(settings.port + ports, 65536)):
        door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio delays small answers
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # every connection inherits it: who takes nothing is let go
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BYTES)
        try:
            door.bind((settings.address, port))
            door.listen(2048)
        except OSError as error:
            door.close()
            if error.errno != errno.EADDRINUSE:
                raise SettingError(
                    f"The server cannot listen at {shown(settings.address)}:{port}: {error.strerror or error}."
                ) from None
        else:
            return door
    raise SettingError(f"Port {settings.port} is in use already; choose another with --port.")


def spare_the_collector() -> None:
    """Look for cycles rarely: positions hold none and live long, and each search walks them all.

    With 100 tables that took 14 % of the processor's time, and takes 4 % like this (decision 74).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def missing(settings: Settings) -> str:
    """What a server lacks that faces a network without a proxy, in one line; empty: it lacks nothing."""
    with suppress(ValueError):  # a name
        if ip_address(settings.address).is_loopback:
            return ""
    if settings.trusted_proxies or settings.address == "localhost":
        return ""
    return (
        f"This server listens at {settings.address} without a trusted proxy: there is no TLS, and only the server "
        "itself limits floods. Put nginx in front (deploy/nginx.conf) and name it with --trusted-proxies."
    )


def configuration(settings: Settings, app: Any, room: int, **more: Any) -> uvicorn.Config:
    """uvicorn as it comes, but for a rate limit on the frames of WebSockets."""
    named = uvicorn.Config(app, ws="websockets-sansio", log_config=None)
    named.load()
    stock: Any = named.ws_protocol_class
    limited: Any = partial(LimitedSocket, stock)
    return uvicorn.Config(
        app,
        http="h11",
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_keep_alive=IDLE_SECONDS,
        limit_concurrency=room,
        ws=limited,
        ws_max_size=settings.body_bytes,
        ws_per_message_deflate=False,  # updates are too small to be worth packing
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,  # a warning for each request that cannot be read would fill the log
        server_header=False,
        **more,
    )


def claim_descriptors(settings: Settings) -> int:
    """How many connections there may be. The process may have so many descriptors open, and those that it needs itself:
    the system takes no more connections then. Raises SettingError where there are too few for any server."""
    needed = OWN_DESCRIPTORS + PER_WORKER * settings.bot_workers
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = settings.connections + needed
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (ValueError, OSError):  # a system may allow fewer than it says
        most = min(most, soft)
    if most < needed + FEWEST_CONNECTIONS:
        raise SettingError(
            f"The system lets this server open {most} files, and it needs {needed + FEWEST_CONNECTIONS}; see ulimit -n."
        )
    return most - needed


def serve(
    settings: Settings,
    door: socket.socket | None = None,
    opened: Callable[[], None] = lambda: None,
    setup: Setup | None = None,
) -> None:
    """Serve until told to stop, behind an open socket or at the settings' address; ``opened`` is called once.

    ``setup`` replaces what follows from the settings, as in ``make_app``.
    """
    log = make_log(settings.log_level)
    logging.basicConfig(handlers=[ToOurLog(log)], level=logging.WARNING, force=True)
    if lacks := missing(settings):
        log.warning("no proxy", says=lacks)
    room = claim_descriptors(settings)
    app = make_app(settings, setup, opened)
    server = uvicorn.Server(configuration(settings, app, room, timeout_graceful_shutdown=5))
    spare_the_collector()
    with suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[door or listen(settings)])
    if not server.started:
        raise SettingError("The server cannot start; its log above says why.")


if __name__ == "__main__":
    serve(Settings.read(os.environ))
