"""Rows of what comes anew every day: answers to puzzles, and what puzzles are worth by them; seeds of deals, and the
tables at which a deal is played."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import exists, insert, select, update

from sheepfold.store import Transaction, first_of, insert_new, race
from sheepfold.store.people.ratings import Strength
from sheepfold.store.schema import deals, puzzle_answers, puzzle_ratings, seats, tables, users


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


def keep_answer(tx: Transaction, user: int, answer: KeptAnswer) -> bool:
    """Keep an answer; False: there is one already, which stays."""
    puzzle, right, at, (mu, sigma) = answer
    row = {"user_id": user, "puzzle": puzzle, "right": right, "at": at, "mu": mu, "sigma": sigma}
    return tx.execute(insert_new(tx, puzzle_answers), row).rowcount == 1


def strengths(tx: Transaction) -> dict[str, Strength]:
    """What the puzzles are worth that somebody answered."""
    rows = tx.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.mu, puzzle_ratings.c.sigma))
    return {row.puzzle: Strength(row.mu, row.sigma) for row in rows}


def strength(tx: Transaction, puzzle: str) -> Strength | None:
    """What one is worth, which nobody else changes meanwhile; None: nobody has answered it yet."""
    own = select(puzzle_ratings.c.mu, puzzle_ratings.c.sigma).where(puzzle_ratings.c.puzzle == puzzle)
    return first_of(tx, Strength, own.with_for_update())


def move_puzzle(tx: Transaction, puzzle: str, worth: Strength, *, solved: bool, new: bool) -> None:
    """What a puzzle is worth after another answer. Raises Lost in a race for the first."""
    values = worth._asdict()
    if new:
        with race():
            tx.execute(insert(puzzle_ratings).values(puzzle=puzzle, answers=1, solved=int(solved), **values))
        return
    more = {"answers": puzzle_ratings.c.answers + 1, "solved": puzzle_ratings.c.solved + int(solved)}
    tx.execute(update(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).values(**more, **values))


# -- deals -----------------------------------------------------------------------------------------


class PlayedDeal(NamedTuple):
    """A table at which a deal is played, and whose it is."""

    table: str
    user: int
    name: str
    guest: bool
    status: str
    outcome: str | None
    """As JSON."""
    bot: bool
    """Whether nobody but bots sits there."""


def seed(tx: Transaction, game: str, day: int) -> bytes | None:
    found = tx.execute(select(deals.c.seed).where((deals.c.game == game) & (deals.c.day == day))).scalar()
    return None if found is None else bytes(found)


def keep_seed(tx: Transaction, game: str, day: int, seed: bytes) -> None:
    """One that is there already stays."""
    tx.execute(insert_new(tx, deals), {"game": game, "day": day, "seed": seed, "bot": False})


def claim_bot(tx: Transaction, game: str, day: int) -> bool:
    """Whether the strongest bot is still to play it: true once."""
    free = (deals.c.game == game) & (deals.c.day == day) & ~deals.c.bot
    return tx.execute(update(deals).where(free).values(bot=True)).rowcount == 1


def played(tx: Transaction, key: str) -> list[PlayedDeal]:
    """All tables that were opened under a key, in the order of their opening."""
    own = ~exists().where((seats.c.table_id == tables.c.id) & seats.c.sits)
    query = select(
        tables.c.id, users.c.id, users.c.name, users.c.name_key.is_(None), tables.c.status, tables.c.outcome, own
    ).join(users, users.c.id == tables.c.host)
    rows = tx.execute(query.where(tables.c.open_key == key).order_by(tables.c.opened_at, tables.c.id))
    return [
        PlayedDeal(id, user, name, bool(guest), status, outcome, bool(bot))
        for id, user, name, guest, status, outcome, bot in rows
    ]
