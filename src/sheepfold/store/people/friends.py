"""Rows of people among each other: favourites, recent opponents, challenges, messages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update

from sheepfold.store import Transaction, all_of, first_of, insert_new
from sheepfold.store.schema import boards, favourites, messages, seats, tables, users
from sheepfold.store.schema import challenge_limits as limits
from sheepfold.store.tables.lists import COUNTS


def add(tx: Transaction, user: int, other: int) -> None:
    tx.execute(insert_new(tx, favourites), {"user_id": user, "other_id": other})


def drop(tx: Transaction, user: int, other: int) -> None:
    tx.execute(delete(favourites).where((favourites.c.user_id == user) & (favourites.c.other_id == other)))


def favourites_of(tx: Transaction, user: int) -> list[str]:
    """The user's favourites by name."""
    query = select(users.c.name).join(favourites, favourites.c.other_id == users.c.id)
    return list(tx.execute(query.where(favourites.c.user_id == user).order_by(users.c.name_key)).scalars())


class FriendRow(NamedTuple):
    """Somebody whose favourite the user is, and who is theirs."""

    id: int
    name: str
    visible: bool


def friends_of(tx: Transaction, user: int) -> list[FriendRow]:
    """By name."""
    query = select(users.c.id, users.c.name, users.c.visible).where(_mutual(user) & ~users.c.closed & ~users.c.deleted)
    return all_of(tx, FriendRow, query.order_by(users.c.name_key))


def any_friend(tx: Transaction, user: int, among: Collection[int]) -> bool:
    """Whether one of those is a friend of the user's."""
    query = select(users.c.id).where(users.c.id.in_(among) & _mutual(user) & ~users.c.deleted)
    return tx.execute(query.limit(1)).first() is not None


def _mutual(user: int) -> ColumnElement[bool]:
    """Whether a person and the user are each other's favourites."""
    own, theirs = favourites.alias(), favourites.alias()
    liked = select(own.c.other_id).where(own.c.user_id == user)
    likes = exists().where((theirs.c.user_id == users.c.id) & (theirs.c.other_id == user))
    return users.c.id.in_(liked) & likes


def playing(tx: Transaction, among: Collection[int], status: str, access: str, most: int) -> list[tuple[int, str]]:
    """At which unfinished tables those sit that anybody may watch, or that have this access; the last to move first."""
    found = COUNTS & or_(tables.c.front.is_not(None), tables.c.access == access)
    query = select(seats.c.user_id, tables.c.id).join_from(seats, tables).where(found & (tables.c.status == status))
    query = query.where(seats.c.user_id.in_(among) & seats.c.ended_at.is_(None) & seats.c.sits)
    rows = tx.execute(query.order_by(tables.c.moved_at.desc(), tables.c.id).limit(most))
    return [(row.user_id, row.id) for row in rows]


def count(tx: Transaction, user: int) -> int:
    return int(tx.execute(select(func.count()).where(favourites.c.user_id == user)).scalar_one())


def played_with(tx: Transaction, user: int, games: int, most: int) -> list[str]:
    """Accounts that sat with the user in their last games, the last game first."""
    mine = select(seats.c.table_id).where((seats.c.user_id == user) & seats.c.ended_at.is_not(None))
    last = mine.order_by(seats.c.ended_at.desc()).limit(games).subquery()
    query = (
        select(users.c.name)
        .join(seats, seats.c.user_id == users.c.id)
        .join(last, last.c.table_id == seats.c.table_id)
        .where((users.c.id != user) & users.c.name_key.is_not(None) & ~users.c.closed & seats.c.sits)
        .group_by(users.c.id, users.c.name)
        .order_by(func.max(seats.c.ended_at).desc(), users.c.id)
        .limit(most)
    )
    return list(tx.execute(query).scalars())


def expected_at(tx: Transaction, user: int, status: str, most: int) -> list[tuple[str, int, str, str, bool, float]]:
    """Tables of others that stand so with a seat kept for the user, the newest first: the table, its number, its game,
    who opened it, whether that is a guest, and when."""
    columns = (tables.c.id, boards.c.id, tables.c.game, users.c.name, users.c.name_key, tables.c.opened_at)
    query = select(*columns).select_from(seats).join(tables, tables.c.id == seats.c.table_id)
    query = query.join(boards, boards.c.table_id == tables.c.id).join(users, users.c.id == tables.c.host)
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & ~seats.c.sits & (tables.c.host != user)
    query = query.where(mine & (tables.c.status == status)).order_by(tables.c.opened_at.desc()).limit(most)
    return [(row[0], row[1], row[2], row[3], row[4] is None, row[5]) for row in tx.execute(query)]


def challenge_limit(tx: Transaction, user: int, game: str) -> int | None:
    """The user's limit of challenges; None: not set."""
    own = (limits.c.user_id == user) & (limits.c.game == game)
    found: int | None = tx.execute(select(limits.c.most).where(own)).scalar()
    return found


def set_challenge_limit(tx: Transaction, user: int, game: str, most: int | None) -> None:
    tx.execute(delete(limits).where((limits.c.user_id == user) & (limits.c.game == game)))
    if most is not None:
        tx.execute(insert(limits).values(user_id=user, game=game, most=most))


def boards_of(tx: Transaction, user: int, game: str) -> int:
    """At how many boards of the game the user sits."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & seats.c.sits & (tables.c.game == game)
    return tx.execute(select(func.count()).select_from(seats.join(tables)).where(mine)).scalar_one()


# -- messages --------------------------------------------------------------------------------------


class MessageRow(NamedTuple):
    """A stored message, with its sender's name."""

    id: int
    sender: str
    text: str
    at: float
    read_at: float | None


_MESSAGES: Final = select(messages.c.id, users.c.name, messages.c.text, messages.c.at, messages.c.read_at).join(
    users, users.c.id == messages.c.sender_id
)


def forget_read(tx: Transaction, user: int, before: float) -> None:
    """Delete messages to the user that were read before then."""
    tx.execute(delete(messages).where((messages.c.user_id == user) & (messages.c.read_at < before)))


def count_unread(tx: Transaction, user: int) -> int:
    """The number of unread messages to the user."""
    new = (messages.c.user_id == user) & messages.c.read_at.is_(None)
    return tx.execute(select(func.count()).where(new)).scalar_one()


def add_message(tx: Transaction, user: int, sender: int, text: str, at: float) -> int:
    """Store a message; returns its number."""
    new = insert(messages).values(user_id=user, sender_id=sender, text=text, at=at)
    number: int = tx.execute(new.returning(messages.c.id)).scalar_one()
    return number


def message_to(tx: Transaction, user: int, number: int) -> MessageRow | None:
    """One message to the user."""
    return first_of(tx, MessageRow, _MESSAGES.where((messages.c.id == number) & (messages.c.user_id == user)))


def unread(tx: Transaction, user: int) -> list[MessageRow]:
    """Unread messages to the user, the oldest first."""
    new = (messages.c.user_id == user) & messages.c.read_at.is_(None)
    return all_of(tx, MessageRow, _MESSAGES.where(new).order_by(messages.c.id))


def set_read(tx: Transaction, ids: Collection[int], at: float) -> None:
    tx.execute(update(messages).where(messages.c.id.in_(ids)).values(read_at=at))


def messages_of(tx: Transaction, user: int) -> list[dict[str, object]]:
    """Messages from and to the user, for the export of their own data."""
    mine = (messages.c.user_id == user) | (messages.c.sender_id == user)
    rows = tx.execute(select(messages).where(mine).order_by(messages.c.id)).mappings()
    return [{"to": row["user_id"], "from": row["sender_id"], "text": row["text"], "at": row["at"]} for row in rows]
