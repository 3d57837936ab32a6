"""The bus: tells other server processes that something was stored; they read it from the store.

A message holds a table, a kind and a number, nothing secret. Messages may be lost, doubled or late; one that says
``gap`` tells that some may have been lost. There is no bus by default, else PostgreSQL's NOTIFY or Redis
(``remote.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words.prose import shown

Kind: TypeAlias = Literal["log", "chat", "forget", "revoked", "clocks", "gap", "replay"]
EVERYBODY: Final = "*"
"""In place of a table: all of them."""


class BadBus(SheepfoldError):
    """The bus setting cannot be used."""


class BusMessage(NamedTuple):
    """``log``: the table's log has ``number`` lines now. ``chat``: its chat has. ``forget``: drop it from memory.
    ``revoked``: a session or token of user ``number`` ended. ``clocks``: time was given back at all tables.
    ``gap``: messages may have been lost. ``replay``: shared replay ``table`` went to another position."""

    table: str
    kind: Kind
    number: int = 0

    def encode(self) -> str:
        return f"{self.table} {self.kind} {self.number}"

    @classmethod
    def decode(cls, text: str) -> BusMessage | None:
        """The message; None for anything else on the channel."""
        match text.split(" "):
            case [table, "log" | "chat" | "forget" | "revoked" | "clocks" | "gap" | "replay" as kind, number] if (
                number.isascii() and number.isdigit() and len(number) < 19
            ):
                return cls(table, kind, int(number))
        return None


GAP: Final = BusMessage(EVERYBODY, "gap")
Receive: TypeAlias = Callable[[BusMessage], None]


class Bus:
    """For one process: there is nobody to tell. Start it once; ``publish`` neither waits nor fails."""

    shared = False
    """Whether other processes listen."""
    alive = True
    """Whether messages of others would arrive just now."""

    def start(self, receive: Receive) -> None:
        pass

    def publish(self, message: BusMessage) -> None:
        pass

    async def close(self) -> None:
        pass


def open_bus(setting: str, database: str) -> Bus:
    """The bus for ``local``, ``postgres`` (the store's own database) or ``redis://…``."""
    if setting == "local":
        return Bus()
    from sheepfold.live import remote  # here: one process needs no drivers

    if setting == "postgres" and database.startswith(("postgresql://", "postgres://")):
        return remote.PostgresBus(database)
    if setting.startswith(("redis://", "rediss://")):
        return remote.RedisBus(setting)
    raise BadBus(f"The bus must be local, postgres (with a PostgreSQL database) or redis://…, not {shown(setting)!r}.")
