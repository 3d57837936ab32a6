"""The addresses at which mail comes in: those of boards, with the proof of who answers; of personal messages,
confirmations and consents; and those to which mails bounce. And the Message-IDs of mails about a board, by which an
answer says what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["board", "answer", "confirm", "consent", "puzzle", "bounce"]
"""An answer to it goes to a board; to whoever wrote a personal message; confirms that somebody reads an address; has a
command carried out that was sent in somebody's name; answers a puzzle. A ``bounce`` is a mail that came back."""

_NUMBERED: Final = re.compile(r"(board|answer)([0-9]{1,9})\.([0-9a-z-]{1,60})")
_LINKED: Final = re.compile(r"(confirm|consent|puzzle|bounce)\.([0-9a-z-]{1,60})")
IN_TEXTS: Final = r"(?:(?:board|answer)[0-9]+|confirm|consent|puzzle|bounce)\.[0-9a-z-]{6,}@"
"""How one of our addresses begins where it stands in a text."""
_MESSAGE: Final = re.compile(r"<board([0-9]{1,9})\.([0-9]{1,6})\.[0-9a-z]{1,60}@([^<>@]+)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Inbox:
    """What an address of ours means. ``kind``: one of ``Kind``, or ``command``."""

    kind: str
    number: int | None = None
    """Of a board; or of the person to whom an answer goes."""
    token: str = ""


def reply_address(kind: Kind, token: str, host: str, number: int | str = "") -> str:
    """Where answers to a mail go, or where it bounces to. ``number``: of the board, or of whoever is answered."""
    return f"{kind}{number}.{token}@{host}"


def read(address: str, host: str) -> Inbox | None:
    """What an address means; None: it is not ours."""
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if domain.lower() != host:
        return None
    if found := _NUMBERED.fullmatch(local.lower()):
        return Inbox(found[1], int(found[2]), found[3])
    if found := _LINKED.fullmatch(local.lower()):
        return Inbox(found[1], token=found[2])
    return Inbox("command")


def message_id(number: int | None, following: int, mark: str, host: str) -> str:
    """The Message-ID of a mail about a board at which that move is the next."""
    return f"<board{number}.{following}.{mark}@{host}>"


def move_asked(message_id: str, number: int, host: str) -> int | None:
    """Which move was the next at that board when the mail was written; None: it does not say."""
    found = _MESSAGE.fullmatch(message_id)
    if found is None or (int(found[1]), found[3].lower()) != (number, host):
        return None
    return int(found[2]) or None
