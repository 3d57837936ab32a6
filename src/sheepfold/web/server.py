"""Runs the application under uvicorn, with limits that keep one client from harming the others."""

from __future__ import annotations

import logging
import os
from typing import Any

import uvicorn

from sheepfold.web.app import make_app
from sheepfold.web.logs import make_log
from sheepfold.web.settings import Settings


class ToOurLog(logging.Handler):
    """Hands what the server machinery says to our log, without traces: they can quote what was sent."""

    def __init__(self, log: Any) -> None:
        super().__init__(logging.WARNING)
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage().strip()
        if not text.startswith("Traceback"):
            self.log.warning("server", says=text[:200])


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    logging.basicConfig(handlers=[ToOurLog(make_log(settings.log_level))], level=logging.WARNING, force=True)
    uvicorn.run(
        make_app(settings),
        host=settings.address,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=settings.body_bytes,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    serve(Settings.read(os.environ))
