"""Tables whose terms may name somebody."""

from __future__ import annotations

import json

from sqlalchemy import or_, select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import seats, tables


def naming(tx: Transaction, user: int, name: str) -> list[tuple[str, str]]:
    """Tables where the user sits or is expected, or whose terms hold the name, each with its terms as JSON."""
    seated = select(seats.c.table_id).where(seats.c.user_id == user)
    named = tables.c.terms.contains(json.dumps(name), autoescape=True)
    query = select(tables.c.id, tables.c.terms).where(or_(tables.c.id.in_(seated), named))
    return [(row.id, row.terms) for row in tx.execute(query).all()]


def set_terms(tx: Transaction, table: str, terms: str) -> None:
    tx.execute(update(tables).where(tables.c.id == table).values(terms=terms))
