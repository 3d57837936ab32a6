"""Runs the application under uvicorn, with limits that keep one client from harming the others."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sheepfold.core.options import shown
from sheepfold.play.setup import Setup
from sheepfold.web.app import make_app
from sheepfold.web.connections.connection import STATE, Bounds, Connection
from sheepfold.web.connections.pool import Connections, check_descriptors, room
from sheepfold.web.monitoring.logs import make_log
from sheepfold.web.settings import SettingError, Settings

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

SOCKETS: Final[dict[str, Any]] = {"ws": "websockets-sansio", "ws_per_message_deflate": False}
"""How uvicorn speaks over sockets: the quickest of its ways. Updates are too small to be worth packing."""

DEAF: Final = 60
"""Seconds after which the system drops a connection whose other end takes nothing any more."""


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
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF * 1000)
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
    """Look for cycles rarely: positions hold none and live long, and each search would walk them all.

    With 200 tables that took a quarter of the time, and up to half a second at once. With one table at a time the
    collector still has half as much to do: 15 searches instead of 163 (see decision 61).
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
        f"This server listens at {settings.address} without a trusted proxy: there is no TLS, and nothing but the "
        "server itself keeps floods off. Put nginx in front (deploy/nginx.conf) and name it with --trusted-proxies."
    )


class HttpServer(uvicorn.Server):
    """uvicorn with bounds on its connections, which says when it is open: not before its database is."""

    def __init__(
        self, settings: Settings, setup: Setup | None, bounds: Bounds, opened: Callable[[], None], **more: Any
    ) -> None:
        app: Any = make_app(settings, setup)
        proxied = ProxyHeadersMiddleware(app, settings.trusted_proxies)
        self.connections = Connections(
            settings.connections,
            bounds=replace(bounds, request_bytes=settings.body_bytes + 2 * bounds.head_bytes),
            per_address=settings.connections_per_address if settings.rate_limits else 0,
            per_player=settings.sockets_per_caller,
            is_proxy=proxied.trusted_hosts.__contains__,
        )
        config = uvicorn.Config(
            introduced(self.connections, proxied if settings.trusted_proxies else app),
            http="h11",
            h11_max_incomplete_event_size=bounds.head_bytes,
            timeout_keep_alive=ceil(bounds.idle_seconds),
            **SOCKETS,
            ws_max_size=settings.body_bytes,
            proxy_headers=False,
            access_log=False,
            log_config=None,
            log_level=logging.ERROR,  # a warning for each request that cannot be read would fill the log
            server_header=False,
            **more,
        )
        config.load()
        config.http_protocol_class = bounded(self.connections, config.http_protocol_class)
        super().__init__(config)
        self.settings, self.opened = settings, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.connections.resize(room(self.settings))
            self.connections.keep_looking(asyncio.get_running_loop())
            self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.connections.stopping = True
        await super().shutdown(sockets)


def bounded(connections: Connections, stock: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """The server's own protocol, each behind a connection of ours; what the server gives it is passed on."""

    class Bounded(Connection):
        __slots__ = ()

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(connections, lambda: stock(*given, **named))

    return Bounded


def introduced(connections: Connections, app: Any) -> Any:
    """The application, which finds in the ``state`` of each scope over which connection it came."""

    async def introducing(scope: Scope, receive: Receive, send: Send) -> None:
        if peer := scope.get("client"):
            scope.setdefault("state", {})[STATE] = connections.from_there(*peer)
        await app(scope, receive, send)

    return introducing


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
    check_descriptors(settings)
    server = HttpServer(settings, setup, Bounds(), opened, timeout_graceful_shutdown=5)
    spare_the_collector()
    with suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[door or listen(settings)])
    if not server.started:
        raise SettingError("The server cannot start; its log above says why.")


if __name__ == "__main__":
    serve(Settings.read(os.environ))
