"""Somebody as the program knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sheepfold.play.terms import UserId


@dataclass(frozen=True, slots=True)
class User:
    """A person as the program knows them. A guest has no password and no mail address."""

    id: UserId
    name: str
    guest: bool
    mail: str | None
    created_at: float
    vacation_until: float | None
    closed: bool = False
    """Closed by the host: may not log in, sit or talk."""
    mail_confirmed: bool = False
    """Whether whoever reads mail at that address has said so."""
    mail_wish: str = "each"
    """How often they want to be mailed: ``each`` time, ``daily`` or ``none``."""


def user_from(row: Any) -> User:
    """A row of ``users``, perhaps joined with others."""
    return User(
        id=row.id,
        name=row.name,
        guest=row.name_key is None,
        mail=row.mail,
        created_at=row.created_at,
        vacation_until=row.vacation_until,
        closed=row.closed,
        mail_confirmed=row.mail_confirmed,
        mail_wish=row.mail_wish,
    )
