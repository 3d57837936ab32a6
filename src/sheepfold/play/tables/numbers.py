"""Finding tables by the numbers that people call them by."""

from __future__ import annotations

from sheepfold.core.prose import listed
from sheepfold.play.errors import NotFound
from sheepfold.play.terms import TableId
from sheepfold.store import Transaction
from sheepfold.store.tables import numbers


def found(tx: Transaction, number: int) -> TableId:
    """The table of that number. Raises NotFound."""
    table = numbers.table(tx, number)
    if table is None:
        raise no_board(number)
    return table


def no_board(*numbers: int) -> NotFound:
    """What is said of a number that is nobody's, or belongs to a table that the asker may not see."""
    return NotFound(f"There is no board {listed(map(str, numbers), 'or')} here.")
