"""Seats that are kept for somebody by name: what becomes of them when the name changes or goes."""

from __future__ import annotations

from dataclasses import replace

from sheepfold.play.people.names import name_key
from sheepfold.play.tables import repository
from sheepfold.play.terms import SeatPlan, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import invitations, users


def readdress(tx: Transaction, user: UserId, name: str | None) -> None:
    """Wherever a seat was kept for the user's present name, it is kept for ``name``; None: anybody may have it.

    Also where a bot has taken the seat over, and nothing but the name is left of them.
    """
    old = users.by_id(tx, user)
    assert old is not None
    for table, text in invitations.naming(tx, user, old.name):
        terms = repository.terms_from(text)
        kept = [plan.kind == "user" and name_key(plan.name) == old.name_key for plan in terms.seats]
        other = SeatPlan() if name is None else SeatPlan("user", name)
        plans = tuple(other if own else plan for plan, own in zip(terms.seats, kept, strict=True))
        if plans != terms.seats:
            invitations.set_terms(tx, table, repository.terms_json(replace(terms, seats=plans)))
