"""Forgetting a person: what the store keeps of somebody who deleted their account is nothing personal."""

from __future__ import annotations

from typing import Final

from sheepfold.play import names, trail
from sheepfold.play.invitations import readdress
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction, people

GONE: Final = "(deleted)"
"""What stands where they said something."""


def forget(tx: Transaction, user: UserId) -> None:
    """Nothing personal stays; the row itself does, so that the others' games stay whole."""
    readdress(tx, user, None)
    people.end_all(tx, user)
    names.release(tx, user)
    trail.forget(tx, user)
    people.forget(tx, user, names.NOBODY, GONE)
