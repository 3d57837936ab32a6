"""Forgetting a person: what the store keeps of somebody who deleted their account is nothing personal."""

from __future__ import annotations

from typing import Final

from sheepfold.play.host import audit_log
from sheepfold.play.people import names
from sheepfold.play.people.invitations import readdress
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction
from sheepfold.store.people import users

GONE: Final = "(deleted)"
"""What stands where they said something."""


def forget(tx: Transaction, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    readdress(tx, user, None)
    users.end_all(tx, user)
    names.release(tx, user)
    audit_log.forget(tx, user)
    users.forget(tx, user, names.NOBODY, GONE)
