"""The addresses at which mail comes in: those of boards, with the proof of who answers; of personal messages,
confirmations and consents; and those to which mails bounce. And the Message-IDs of mails about a board, by which an
answer says what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Word: TypeAlias = Literal["board", "answer", "confirm", "consent", "puzzle", "bounce", "command"]

_MESSAGE: Final = re.compile(r"<board([0-9]{1,9})\.([0-9]{1,6})\.[0-9a-z]{1,60}@([^<>@]+)>", re.IGNORECASE)
_LOCAL: Final = re.compile(
    r"(board|answer|confirm|consent|puzzle|bounce)([0-9]{0,9})\.([0-9a-z-]{1,60})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Inbox:
    """What an address of ours means. ``command``: nothing but that a command comes."""

    word: Word
    number: int | None = None
    """Of a board; or of the person to whom an answer goes."""
    token: str = ""


def board(number: int, token: str, host: str) -> str:
    """Where a seat's answers to mails about a board go."""
    return f"board{number}.{token}@{host}"


def answer(person: int, link: str, host: str) -> str:
    """Where an answer to somebody's personal message goes."""
    return f"answer{person}.{link}@{host}"


def confirmation(link: str, host: str) -> str:
    """Where an answer confirms that somebody reads the address that it was asked of."""
    return f"confirm.{link}@{host}"


def consent(link: str, host: str) -> str:
    """Where an answer has a command carried out that was sent in somebody's name."""
    return f"consent.{link}@{host}"


def puzzle(id: str, link: str, host: str) -> str:
    """Where somebody's answer to a puzzle goes."""
    return f"puzzle.{id}-{link}@{host}"


def bounce(token: str, host: str) -> str:
    """Where a mail comes back to that cannot be brought."""
    return f"bounce.{token}@{host}"


def read(address: str, host: str) -> Inbox | None:
    """What an address means; None: it is not ours."""
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if domain.lower() != host:
        return None
    found = _LOCAL.fullmatch(local)
    if found is None:
        return Inbox("command")
    match found[1].lower(), found[2], found[3].lower():
        case "board", number, token if number:
            return Inbox("board", int(number), token)
        case "answer", number, token if number:
            return Inbox("answer", int(number), token)
        case "confirm", "", token:
            return Inbox("confirm", token=token)
        case "consent", "", token:
            return Inbox("consent", token=token)
        case "puzzle", "", token:
            return Inbox("puzzle", token=token)
        case "bounce", "", token:
            return Inbox("bounce", token=token)
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
