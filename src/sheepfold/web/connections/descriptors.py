"""How many connections a process has descriptors for: games are stored and bots are asked with descriptors, too."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from typing import Final

from sheepfold.web.connections.pool import LEAST
from sheepfold.web.settings import SettingError, Settings

ENOUGH: Final = 65_536
"""Descriptors that one process can make use of."""
RESERVED: Final = 20
"""Descriptors for what the server opens after its start: databases, the bus, files for sorting."""
PER_WORKER: Final = 6
"""Descriptors to start a bot's process and to talk to it."""
USED: Final = 24
"""Descriptors that a server has open before anybody comes, at least."""


def descriptors() -> int:
    """How many this process may have open: as many as the system lets it ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # a system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def check_descriptors(settings: Settings) -> None:
    """Raises SettingError where there are too few for any server."""
    needed = USED + RESERVED + PER_WORKER * settings.bot_workers + LEAST
    if (found := descriptors()) < needed:
        raise SettingError(f"The system lets this server open {found} files, and it needs {needed}; see ulimit -n.")


def room(settings: Settings) -> int:
    """How many connections there may be, now that everything else is open."""
    reserved = RESERVED + PER_WORKER * settings.bot_workers
    return min(settings.connections, descriptors() - len(os.listdir("/dev/fd")) - reserved)
