"""The bus between server processes: none by default, PostgreSQL's NOTIFY, or Redis."""

from __future__ import annotations

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import shown
from sheepfold.live.bus import EVERYBODY, Bus, LocalBus, Word

__all__ = ["EVERYBODY", "BadBus", "Bus", "LocalBus", "Word", "open_bus"]


class BadBus(SheepfoldError):
    """The bus setting cannot be used."""


def open_bus(setting: str, database: str) -> Bus:
    """The bus for ``local``, ``postgres`` (the store's own database) or ``redis://…``."""
    if setting == "local":
        return LocalBus()
    if setting == "postgres" and database.startswith(("postgresql://", "postgres://")):
        from sheepfold.live.postgres import PostgresBus

        return PostgresBus(database)
    if setting.startswith(("redis://", "rediss://")):
        from sheepfold.live.redis import RedisBus

        return RedisBus(setting)
    raise BadBus(f"The bus must be local, postgres (with a PostgreSQL database) or redis://…, not {shown(setting)!r}.")
