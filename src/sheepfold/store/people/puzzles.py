"""What people answered to puzzles, and what puzzles are worth by it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import insert, select, update

from sheepfold.store.drivers.port import Transaction, race, unless_there
from sheepfold.store.people.ratings import Strength
from sheepfold.store.schema import puzzle_answers, puzzle_ratings, users


class KeptAnswer(NamedTuple):
    """An answer of somebody's, and what they were worth after it."""

    puzzle: str
    right: bool
    at: float
    strength: Strength


def answers_of(tx: Transaction, user: int) -> list[KeptAnswer]:
    """All that somebody answered, the first first: no more than there are puzzles."""
    own = select(puzzle_answers).where(puzzle_answers.c.user_id == user)
    rows = tx.execute(own.order_by(puzzle_answers.c.at, puzzle_answers.c.puzzle))
    return [KeptAnswer(row.puzzle, row.right, row.at, Strength(row.mu, row.sigma)) for row in rows]


def lock(tx: Transaction, user: int) -> None:
    """Let one answer of somebody's come after the other."""
    tx.execute(select(users.c.id).where(users.c.id == user).with_for_update())


def keep(tx: Transaction, user: int, answer: KeptAnswer) -> bool:
    """Keep an answer; False: there is one already, which stays."""
    puzzle, right, at, (mu, sigma) = answer
    row = {"user_id": user, "puzzle": puzzle, "right": right, "at": at, "mu": mu, "sigma": sigma}
    return tx.execute(unless_there(tx.dialect.name, puzzle_answers), row).rowcount == 1


def strengths(tx: Transaction) -> dict[str, Strength]:
    """What the puzzles are worth that somebody answered."""
    rows = tx.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.mu, puzzle_ratings.c.sigma))
    return {row.puzzle: Strength(row.mu, row.sigma) for row in rows}


def strength(tx: Transaction, puzzle: str) -> Strength | None:
    """What one is worth, which nobody else changes meanwhile; None: nobody has answered it yet."""
    own = select(puzzle_ratings.c.mu, puzzle_ratings.c.sigma).where(puzzle_ratings.c.puzzle == puzzle)
    row = tx.execute(own.with_for_update()).first()
    return None if row is None else Strength(*row)


def move(tx: Transaction, puzzle: str, worth: Strength, *, solved: bool, new: bool) -> None:
    """What a puzzle is worth after another answer. Raises Lost in a race for the first."""
    values = worth._asdict()
    if new:
        with race():
            tx.execute(insert(puzzle_ratings).values(puzzle=puzzle, answers=1, solved=int(solved), **values))
        return
    more = {"answers": puzzle_ratings.c.answers + 1, "solved": puzzle_ratings.c.solved + int(solved)}
    tx.execute(update(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).values(**more, **values))
