"""The tables of the database: a new one is made from this, and whoever changes it writes a migration for older ones.

The truth of a game is its row in ``tables`` and its lines in ``log``; ``seats``, ``results`` and ``ratings`` follow
from them and serve lists and ladders.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
    func,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(column_0_N_label)s",
    }
)

SERIAL: Final = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only for INTEGER."""

users: Final = Table(
    "users",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True, comment="the name with case folded; NULL for guests"),
    Column("mail", Text),
    Column("mail_key", Text, unique=True),
    Column("mail_confirmed", Boolean, nullable=False, server_default="0", comment="whether who reads it has said so"),
    Column("mail_wish", Text, nullable=False, server_default="each", comment="each, daily or none"),
    Column("research", Boolean, nullable=False, server_default="0", comment="whether finished games may be exported"),
    Column("password", Text),
    Column("created_at", Float, nullable=False),
    Column("vacation_from", Float),
    Column("vacation_until", Float),
    Column("vacation_year", Integer, nullable=False, server_default="0"),
    Column("vacation_used", Float, nullable=False, server_default="0", comment="seconds in vacation_year"),
    Column("closed", Boolean, nullable=False, server_default="0"),
    Column("muted", Boolean, nullable=False, server_default="0"),
    Column("deleted", Boolean, nullable=False, server_default="0"),
    Column("pushed", Boolean, nullable=False, server_default="0", comment="whether a browser may be told"),
    Column("visible", Boolean, nullable=False, server_default="1", comment="whether friends may see them here"),
    Column("puzzle_mail", Integer, comment="the day whose puzzle was mailed last; NULL: none is wanted"),
)

looks: Final = Table(
    "looks",
    metadata,
    Column("look", Text, primary_key=True, comment="what an account's name can be taken for"),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, index=True),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("csrf", Text, nullable=False),
    Column("expires_at", Float, nullable=False, index=True),
    Column("created_at", Float, nullable=False, server_default="0"),
    Column("used_at", Float, nullable=False, server_default="0"),
    Column("address", Text, nullable=False, server_default=""),
    Column("program", Text, nullable=False, server_default=""),
)

devices: Final = Table(
    "devices",
    metadata,
    Column("hash", Text, primary_key=True, comment="of the secret that a browser keeps"),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("expires_at", Float, nullable=False, index=True),
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
    Column("address", Text, nullable=False, server_default=""),
    Column("program", Text, nullable=False, server_default=""),
)

audit_log: Final = Table(
    "trail",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
    Column("act", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("host", Boolean, nullable=False, comment="whether the host did it, to the user"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("terms", Text, nullable=False, comment="what was agreed, as JSON"),
    Column("access", Text, nullable=False),
    Column("host", ForeignKey(users.c.id)),
    Column("open_key", Text),
    Column("invite", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False, comment="secret until the game is over"),
    Column("opened_at", Float, nullable=False),
    Column("status", Text, nullable=False),
    Column("length", Integer, nullable=False, comment="lines in the log"),
    Column("moved_at", Float, nullable=False),
    Column("to_move", Text, nullable=False, server_default=""),
    Column("clock", Text, nullable=False, server_default="{}", comment="seconds left by seat, as of since"),
    Column("since", Float, nullable=False, server_default="0"),
    Column("due", Float, comment="when somebody must look at this table next"),
    Column("outcome", Text),
    Column("crowd", BigInteger, nullable=False, server_default="0", comment="whoever counts as one host in lists"),
    Column("together", Boolean, nullable=False, server_default="0", comment="whether several people sit here"),
    Column("front", Boolean, comment="whether it is among its crowd's newest; NULL: in no public list"),
    Column("listed_at", Float, nullable=False, server_default="0", comment="when it was opened, began or ended"),
    Column("origin", Text, comment="where a practice table goes on from; empty: a record that was brought along"),
    UniqueConstraint("host", "open_key"),
)
Index("ix_tables_due", tables.c.due, tables.c.id)
Index("ix_tables_status_opened_at", tables.c.status, tables.c.opened_at, tables.c.id)
_listed: Final = (tables.c.status, tables.c.together, tables.c.front, tables.c.listed_at, tables.c.id)
Index("ix_tables_listed", *_listed)
Index("ix_tables_game_listed", tables.c.game, *_listed)
Index("ix_tables_crowd_listed", tables.c.crowd, *_listed)

Index("ix_tables_open_key", tables.c.open_key)

deals: Final = Table(
    "deals",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False, comment="since 1970, UTC"),
    Column("game", Text, primary_key=True),
    Column("seed", LargeBinary, nullable=False, comment="secret until the day is over"),
    Column("bot", Boolean, nullable=False, server_default="0", comment="whether the best bot has begun it"),
)

boards: Final = Table(
    "boards",
    metadata,
    Column("id", SERIAL, primary_key=True, comment="what people call the table by, from 101 on; never given twice"),
    Column("table_id", ForeignKey(tables.c.id, ondelete="SET NULL"), unique=True),
)


@event.listens_for(boards, "after_create")
def _number_from_101(_: Table, conn: Connection, **more: object) -> None:
    """Adds a row that is no table's: rows are numbered after the highest one."""
    conn.execute(boards.insert().values(id=100))
    if conn.dialect.name == "postgresql":
        conn.execute(func.setval(func.pg_get_serial_sequence("boards", "id"), 100).select())


seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", ForeignKey(users.c.id), comment="who sits here, or whom it is kept for"),
    Column("sits", Boolean, nullable=False, server_default="0"),
    Column("bot", Text),
    Column("ended_at", Float, comment="when the game ended"),
    Column("went", Text, comment="won, drawn, lost, or played for the score; NULL: it was called off, or is not over"),
)
Index("ix_seats_user_id", seats.c.user_id, seats.c.ended_at, seats.c.table_id)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("key", Text, comment="the request's idempotency key"),
    Column("asked", Text, comment="a hash of the move as asked for, if in other words than its text"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("room", Text, nullable=False),
    Column("user_id", ForeignKey(users.c.id), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("key", Text),
    Column("removes", Integer, comment="the line that the host removed, which this one tells of"),
    UniqueConstraint("table_id", "user_id", "key"),
)

notes: Final = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, comment="whom it is to"),
    Column("sender_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("read_at", Float),
)
Index("ix_messages_user_id", messages.c.user_id, messages.c.read_at, messages.c.id)

challenge_limits: Final = Table(
    "challenge_limits",
    metadata,
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("most", Integer, nullable=False, comment="boards at which others may seat the user at once"),
)

queues: Final = Table(
    "queues",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("moves", Text, nullable=False, comment="[[text, when], …] as JSON"),
)

results: Final = Table(
    "results",
    metadata,
    Column("id", SERIAL, primary_key=True, comment="in the order in which games ended"),
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

result_seats: Final = Table(
    "result_seats",
    metadata,
    Column("result_id", ForeignKey(results.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("subject", Text, nullable=False, comment="user:ID or bot:NAME"),
    Column("role", Text, nullable=False),
    Column("rank", Integer, nullable=False, comment="the place, best 1; equals share it"),
    Column("mu", Float, comment="the rating after this game, if it counted"),
    Column("sigma", Float),
)
Index("ix_result_seats_subject", result_seats.c.subject, result_seats.c.result_id)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("careful", Float, nullable=False, server_default="0", comment="what somebody is at least likely worth"),
)
Index("ix_ratings_careful", ratings.c.careful, ratings.c.subject, ratings.c.game, ratings.c.role)
Index("ix_ratings_game_careful", ratings.c.game, ratings.c.careful, ratings.c.subject, ratings.c.role)

budgets: Final = Table(
    "budgets",
    metadata,
    Column("key", Text, primary_key=True, comment="a hash of what is counted and for whom"),
    Column("full_at", Float, nullable=False, comment="when the budget will be whole again; then the row may go"),
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False, comment="when some server was last alive"),
    Column("ahead", Float, nullable=False, server_default="0", comment="of the clock that was read for it"),
)

chores: Final = Table(
    "chores",
    metadata,
    Column("name", Text, primary_key=True),
    Column("due", Float, nullable=False, comment="when some server is to do the next piece"),
    Column("mark", Text, nullable=False, comment="where the last piece ended"),
)

outbox: Final = Table(
    "outbox",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("key", Text, nullable=False, unique=True, comment="what it is about: one mail tells all that is new of it"),
    Column("kind", Text, nullable=False),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), index=True),
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), index=True),
    Column("reason", Text, nullable=False, server_default=""),
    Column("content", Text, nullable=False, server_default="", comment="of a mail that is made at once, as JSON"),
    Column("wanted", Integer, nullable=False, server_default="1", comment="how often there was something new to tell"),
    Column("born", Float, nullable=False),
    Column("due", Float, nullable=False, comment="when it is to be sent, or tried again"),
    Column("leased", Float, nullable=False, server_default="0", comment="until when some server is sending it"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("said", Text, nullable=False, server_default="", comment="what the relay said last"),
    Column("given_up", Boolean, nullable=False, server_default="0"),
)
Index("ix_outbox_due", outbox.c.given_up, outbox.c.due, outbox.c.id)

correspondence: Final = Table(
    "correspondence",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("wants", Text, nullable=False, server_default="turns", comment="all, turns or none"),
    Column("by_mail", Boolean, nullable=False, server_default="0", comment="whether they last acted there by mail"),
    Column("mailed", Integer, nullable=False, server_default="0", comment="the last event that they were mailed"),
    Column("last", Text, nullable=False, server_default="", comment="the Message-ID of the last mail to them"),
    Column("heard", Integer, nullable=False, server_default="0", comment="the last line of talk that they were mailed"),
)

favourites: Final = Table(
    "favourites",
    metadata,
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column(
        "other_id",
        ForeignKey(users.c.id, ondelete="CASCADE"),
        primary_key=True,
        index=True,
        comment="whom the user likes to play with",
    ),
)

subscriptions: Final = Table(
    "subscriptions",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column(
        "session",
        ForeignKey(sessions.c.hash, ondelete="CASCADE"),
        nullable=False,
        index=True,
        comment="in which it was asked for; with it the notices end",
    ),
    Column("endpoint", Text, nullable=False, unique=True, comment="where the browser's push service takes notices"),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False, comment="with the other what only the browser can read is written"),
    Column("created_at", Float, nullable=False),
)

further_addresses: Final = Table(
    "further_addresses",
    metadata,
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True, index=True, comment="the address with case folded"),
    Column("address", Text, nullable=False, comment="a further one, which gets copies of the user's mail"),
    Column("confirmed", Boolean, nullable=False, server_default="0", comment="whether who reads it has said so"),
)

bounces: Final = Table(
    "bounces",
    metadata,
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("times", Integer, nullable=False),
    Column("at", Float, nullable=False, comment="when one came back last"),
    Column("said", Text, nullable=False, comment="why, as whoever was to bring it said"),
)

received: Final = Table(
    "received",
    metadata,
    Column("digest", Text, primary_key=True, comment="of a mail that was dealt with"),
    Column("at", Float, nullable=False, index=True),
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("accuracy", Text, nullable=False, comment="of each seat, from 0 to 100, with blanks between"),
    Column("body", Text, nullable=False, comment="the review as JSON; it knows no names"),
    Column("at", Float, nullable=False),
)

shared_replays: Final = Table(
    "shared_replays",
    metadata,
    Column("id", Text, primary_key=True, comment="as it stands in the link"),
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("ply", Integer, nullable=False, comment="the position that is looked at"),
    Column("by", Text, nullable=False, comment="what whoever went there is called"),
    Column("turns", Integer, nullable=False, comment="how many times somebody went somewhere"),
    Column("at", Float, nullable=False),
)

puzzle_answers: Final = Table(
    "puzzle_answers",
    metadata,
    Column("user_id", ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("right", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Column("mu", Float, nullable=False, comment="what the user is worth at puzzles since then"),
    Column("sigma", Float, nullable=False),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

secrets: Final = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False, comment="what this house signs with"),
)
