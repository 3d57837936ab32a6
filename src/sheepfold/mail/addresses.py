"""The addresses at which mail comes in: boards', with the proof of who answers, and that of a confirmation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Word: TypeAlias = Literal["board", "confirm", "command"]

_LOCAL: Final = re.compile(r"(?:board([0-9]{1,9})|confirm)\.([0-9a-z-]{1,60})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Inbox:
    """What an address of ours means. ``command``: nothing but that a command comes."""

    word: Word
    board: int | None = None
    token: str = ""


def board(number: int, token: str, host: str) -> str:
    """Where a seat's answers to mails about a board go."""
    return f"board{number}.{token}@{host}"


def confirmation(link: str, host: str) -> str:
    """Where an answer confirms that somebody reads the address that it was asked of."""
    return f"confirm.{link}@{host}"


def read(address: str, host: str) -> Inbox | None:
    """What an address means; None: it is not ours."""
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if domain.lower() != host:
        return None
    found = _LOCAL.fullmatch(local)
    if found is None:
        return Inbox("command")
    if found[1]:
        return Inbox("board", int(found[1]), found[2].lower())
    return Inbox("confirm", token=found[2].lower())
