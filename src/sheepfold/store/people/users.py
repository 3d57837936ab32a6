"""Guests and accounts: one row each, found by number, name or mail address."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, delete, func, insert, or_, select, update

from sheepfold.store import Transaction, Values, all_of, first_of, schema
from sheepfold.store.people import friends
from sheepfold.store.schema import looks as known

users, sessions, tokens, seats = schema.users, schema.sessions, schema.tokens, schema.seats
chat, notes, browsers = schema.chat, schema.notes, schema.subscriptions
threads, limits, bounces = schema.correspondence, schema.challenge_limits, schema.bounces
others = schema.further_addresses
answered = schema.puzzle_answers


class UserRow(NamedTuple):
    """One row of users. Guests have no ``name_key``."""

    id: int
    name: str
    name_key: str | None
    mail: str | None
    mail_key: str | None
    mail_confirmed: bool
    mail_wish: str
    research: bool
    password: str | None
    created_at: float
    vacation_from: float | None
    vacation_until: float | None
    vacation_year: int
    vacation_used: float
    closed: bool
    muted: bool
    deleted: bool
    pushed: bool
    visible: bool
    puzzle_mail: int | None


COLUMNS: Final = [users.c[name] for name in UserRow._fields]
PERSONAL: Final = ("name_key", "mail", "mail_key", "password", "vacation_from", "vacation_until", "puzzle_mail")


def _found(tx: Transaction, where: ColumnElement[bool]) -> UserRow | None:
    return first_of(tx, UserRow, select(*COLUMNS).where(where))


def by_id(tx: Transaction, user: int) -> UserRow | None:
    """A user by number, deleted accounts included."""
    return _found(tx, users.c.id == user)


def by_ids(tx: Transaction, some: Collection[int]) -> list[UserRow]:
    return all_of(tx, UserRow, select(*COLUMNS).where(users.c.id.in_(some)))


def by_name(tx: Transaction, key: str) -> UserRow | None:
    """An account by its name."""
    return _found(tx, users.c.name_key == key)


def by_name_or_mail(tx: Transaction, name_key: str, mail_key: str) -> UserRow | None:
    return _found(tx, or_(users.c.name_key == name_key, users.c.mail_key == mail_key))


def by_mail(tx: Transaction, key: str) -> UserRow | None:
    return _found(tx, users.c.mail_key == key)


def alike(tx: Transaction, key: str, most: int) -> dict[str, str]:
    """Keys and names of open accounts whose keys begin like this one and have about its length."""
    begun = func.substr(users.c.name_key, 1, 1) == key[:1]
    near = func.length(users.c.name_key).between(len(key) - 2, len(key) + 2)
    query = select(users.c.name_key, users.c.name).where(begun & near & ~users.c.closed).limit(most)
    return {row.name_key: row.name for row in tx.execute(query)}


def add(tx: Transaction, created_at: float, values: Values) -> UserRow:
    """Add a user."""
    made: Any = insert(users).values(created_at=created_at, **values).returning(*COLUMNS)
    return UserRow(*tx.execute(made).one())


def change(tx: Transaction, user: int, values: Values) -> None:
    tx.execute(update(users).where(users.c.id == user).values(**values))


def change_account(tx: Transaction, user: int, values: Values) -> bool:
    """Change an account; whether it is one."""
    own = (users.c.id == user) & users.c.name_key.is_not(None)
    return tx.execute(update(users).where(own).values(**values)).rowcount == 1


def become_account(tx: Transaction, guest: int, values: Values) -> UserRow | None:
    """Turn a guest into an account; None: that is no guest."""
    own = (users.c.id == guest) & users.c.name_key.is_(None) & ~users.c.deleted
    return first_of(tx, UserRow, update(users).where(own).values(**values).returning(*COLUMNS))


def confirm_mail(tx: Transaction, user: int) -> bool:
    """Mark the mail address as confirmed; whether there was one."""
    asked = (users.c.id == user) & users.c.mail.is_not(None) & ~users.c.mail_confirmed
    return tx.execute(update(users).where(asked).values(mail_confirmed=True)).rowcount == 1


def take_puzzle_mail(tx: Transaction, day: int, most: int) -> list[int]:
    """Some who want the puzzle of the day and were not mailed that day's yet: they are from now on."""
    due = select(users.c.id).where(users.c.puzzle_mail < day).limit(most).with_for_update(skip_locked=True)
    found = list(tx.execute(due).scalars())
    if found:
        tx.execute(update(users).where(users.c.id.in_(found)).values(puzzle_mail=day))
    return found


def here_at(tx: Transaction, some: Collection[int]) -> dict[int, float]:
    """When these users last sent a request, to within ten minutes."""
    found: dict[int, float] = {}
    for kept in (sessions, tokens):
        query = select(kept.c.user_id, func.max(kept.c.used_at)).where(kept.c.user_id.in_(some))
        for user, used_at in tx.execute(query.group_by(kept.c.user_id)):
            found[user] = max(found.get(user, 0.0), used_at or 0.0)
    return found


def end_sessions(tx: Transaction, user: int) -> None:
    """Delete all the user's sessions."""
    tx.execute(delete(sessions).where(sessions.c.user_id == user))


def end_all(tx: Transaction, user: int) -> None:
    """Delete all the user's sessions, tokens and known devices."""
    for table in (sessions, tokens, schema.devices, schema.subscriptions):
        tx.execute(delete(table).where(table.c.user_id == user))


def forget(tx: Transaction, user: int, name: str, said: str) -> None:
    """Erase personal data. The row stays under that name, so that others' games stay whole; lines of chat are replaced
    with ``said``."""
    mailed = (schema.outbox, schema.correspondence, schema.bounces, schema.further_addresses, schema.messages)
    tx.execute(delete(schema.favourites).where(schema.favourites.c.other_id == user))
    for kept in (
        schema.notes,
        schema.challenge_limits,
        schema.subscriptions,
        schema.favourites,
        schema.puzzle_answers,
        *mailed,
    ):
        tx.execute(delete(kept).where(kept.c.user_id == user))
    tx.execute(delete(schema.messages).where(schema.messages.c.sender_id == user))
    lines = (schema.chat.c.user_id == user) & (schema.chat.c.text != "")
    tx.execute(update(schema.chat).where(lines).values(text=said))
    tx.execute(delete(schema.ratings).where(schema.ratings.c.subject == f"user:{user}"))
    values = {
        "name": name,
        "deleted": True,
        "mail_confirmed": False,
        "research": False,
        **dict.fromkeys(PERSONAL),
    }
    tx.execute(update(users).where(users.c.id == user).values(values))


def names_are_free(tx: Transaction, looks: Collection[str], user: int | None) -> bool:
    """Whether no other account has any of these names."""
    others = select(known.c.user_id).where(known.c.look.in_(looks) & (known.c.user_id != (user or 0)))
    return tx.execute(others.limit(1)).first() is None


def claim_names(tx: Transaction, looks: Collection[str], user: int) -> None:
    """Replace the names that the user holds."""
    release_names(tx, user)
    tx.execute(insert(known), [{"look": look, "user_id": user} for look in looks])


def release_names(tx: Transaction, user: int) -> None:
    tx.execute(delete(known).where(known.c.user_id == user))


def agreed(tx: Transaction, among: Collection[int]) -> set[int]:
    """Which of them let their finished games be exported for research."""
    return set(tx.execute(select(users.c.id).where(users.c.id.in_(among) & users.c.research)).scalars())


def gathered(tx: Transaction, user: int) -> dict[str, Any]:
    """The user's data for JSON, without secrets."""

    def rows(*columns: Column[Any], order: Column[Any] | None = None) -> list[dict[str, Any]]:
        own = select(*columns).where(columns[0].table.c.user_id == user).order_by(order)
        return [dict(row) for row in tx.execute(own).mappings()]

    me = tx.execute(select(users).where(users.c.id == user)).one()
    fields = (
        "id", "name", "mail", "mail_confirmed", "mail_wish", "research", "created_at", "closed", "muted", "visible",
        "vacation_from", "vacation_until", "vacation_year", "vacation_used",
    )  # fmt: skip
    said = rows(chat.c.table_id, chat.c.room, chat.c.text, chat.c.at, chat.c.removes, order=chat.c.at)
    return {
        "account": {name: getattr(me, name) for name in fields}
        | {"guest": me.name_key is None, "puzzle_mail": me.puzzle_mail is not None},
        "talk": [line for line in said if line.pop("removes") is None],
        "messages": friends.messages_of(tx, user),
        "limits": rows(limits.c.game, limits.c.most),
        "notes": rows(notes.c.table_id, notes.c.text),
        "favourites": friends.favourites_of(tx, user),
        "browsers_told": rows(browsers.c.endpoint, browsers.c.created_at),
        "puzzles": rows(answered.c.puzzle, answered.c.right, answered.c.at, order=answered.c.at),
        "further_addresses": rows(others.c.address, others.c.confirmed, order=others.c.key),
        "mail_came_back": rows(bounces.c.times, bounces.c.at, bounces.c.said),
        "mailed_of": rows(threads.c.table_id, threads.c.wants),
    }


def matching(tx: Transaction, match: str, limit: int, before: int | None) -> list[tuple[UserRow, int]]:
    """People whose name or mail address has ``match`` in it, the newest first, and at how many tables they sit or sat;
    with a lower number than ``before``."""
    games = select(func.count()).where(seats.c.user_id == users.c.id).scalar_subquery()
    sought = match.casefold()
    query = select(*COLUMNS, games.label("games")).where(~users.c.deleted).order_by(users.c.id.desc())
    if before is not None:
        query = query.where(users.c.id < before)
    if match:  # SQLite's own small letters are ASCII's only: guests, who have no key, are found as they are written too
        keys = [(users.c.name, match), (func.lower(users.c.name), sought), (users.c.name_key, sought)]
        hits = (column.contains(word, autoescape=True) for column, word in (*keys, (users.c.mail_key, sought)))
        query = query.where(or_(*hits))
    return [(UserRow(*row[:-1]), row.games) for row in tx.execute(query.limit(limit))]
