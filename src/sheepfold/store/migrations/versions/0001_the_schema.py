"""The schema of 0.1.0"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BEFORE_THE_FIRST = 100
"""Tables are called by numbers from 101 on."""


def upgrade() -> None:
    op.create_table(
        "budgets",
        sa.Column("key", sa.Text(), nullable=False, comment="a hash of what is counted and for whom"),
        sa.Column(
            "full_at", sa.Float(), nullable=False, comment="when the budget will be whole again; then the row may go"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_budgets")),
    )
    op.create_table(
        "chores",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False, comment="when some server is to do the next piece"),
        sa.Column("mark", sa.Text(), nullable=False, comment="where the last piece ended"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_chores")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False, comment="when some server was last alive"),
        sa.Column("ahead", sa.Float(), server_default="0", nullable=False, comment="of the clock that was read for it"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "ratings",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column(
            "careful", sa.Float(), server_default="0", nullable=False, comment="what somebody is at least likely worth"
        ),
        sa.PrimaryKeyConstraint("subject", "game", "role", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_careful", "ratings", ["careful", "subject", "game", "role"], unique=False)
    op.create_index("ix_ratings_game_careful", "ratings", ["game", "careful", "subject", "role"], unique=False)
    op.create_table(
        "received",
        sa.Column("digest", sa.Text(), nullable=False, comment="of a mail that was dealt with"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_received")),
    )
    op.create_index(op.f("ix_received_at"), "received", ["at"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False, comment="what this house signs with"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=True, comment="the name with case folded; NULL for guests"),
        sa.Column("mail", sa.Text(), nullable=True),
        sa.Column("mail_key", sa.Text(), nullable=True),
        sa.Column(
            "mail_confirmed",
            sa.Boolean(),
            server_default="0",
            nullable=False,
            comment="whether who reads it has said so",
        ),
        sa.Column("mail_wish", sa.Text(), server_default="each", nullable=False, comment="each, daily or none"),
        sa.Column(
            "research",
            sa.Boolean(),
            server_default="0",
            nullable=False,
            comment="whether finished games may be exported",
        ),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("vacation_from", sa.Float(), nullable=True),
        sa.Column("vacation_until", sa.Float(), nullable=True),
        sa.Column("vacation_year", sa.Integer(), server_default="0", nullable=False),
        sa.Column("vacation_used", sa.Float(), server_default="0", nullable=False, comment="seconds in vacation_year"),
        sa.Column("closed", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("muted", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("pushed", sa.Boolean(), server_default="0", nullable=False, comment="whether a browser may be told"),
        sa.Column(
            "visible",
            sa.Boolean(),
            server_default="1",
            nullable=False,
            comment="whether friends may see them here",
        ),
        sa.Column(
            "puzzle_mail",
            sa.Integer(),
            nullable=True,
            comment="the day whose puzzle was mailed last; NULL: none is wanted",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("mail_key", name=op.f("uq_users_mail_key")),
        sa.UniqueConstraint("name_key", name=op.f("uq_users_name_key")),
    )
    op.create_table(
        "bounces",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False, comment="when one came back last"),
        sa.Column("said", sa.Text(), nullable=False, comment="why, as whoever was to bring it said"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_bounces_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_bounces")),
    )
    op.create_table(
        "challenge_limits",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False, comment="boards at which others may seat the user at once"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_challenge_limits_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "game", name=op.f("pk_challenge_limits")),
    )
    op.create_table(
        "devices",
        sa.Column("hash", sa.Text(), nullable=False, comment="of the secret that a browser keeps"),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_devices_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", "user_id", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_expires_at"), "devices", ["expires_at"], unique=False)
    op.create_index(op.f("ix_devices_user_id"), "devices", ["user_id"], unique=False)
    op.create_table(
        "favourites",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "other_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
            comment="whom the user likes to play with",
        ),
        sa.ForeignKeyConstraint(["other_id"], ["users.id"], name=op.f("fk_favourites_other_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_favourites_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "other_id", name=op.f("pk_favourites")),
    )
    op.create_index(op.f("ix_favourites_other_id"), "favourites", ["other_id"], unique=False)
    op.create_table(
        "looks",
        sa.Column("look", sa.Text(), nullable=False, comment="what an account's name can be taken for"),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_looks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("look", name=op.f("pk_looks")),
    )
    op.create_index(op.f("ix_looks_user_id"), "looks", ["user_id"], unique=False)
    op.create_table(
        "messages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False, comment="whom it is to"
        ),
        sa.Column("sender_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("read_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["sender_id"], ["users.id"], name=op.f("fk_messages_sender_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_messages_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_index(op.f("ix_messages_sender_id"), "messages", ["sender_id"], unique=False)
    op.create_index("ix_messages_user_id", "messages", ["user_id", "read_at", "id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.Column("created_at", sa.Float(), server_default="0", nullable=False),
        sa.Column("used_at", sa.Float(), server_default="0", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("program", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False, comment="what was agreed, as JSON"),
        sa.Column("access", sa.Text(), nullable=False),
        sa.Column("host", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("open_key", sa.Text(), nullable=True),
        sa.Column("invite", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False, comment="secret until the game is over"),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False, comment="lines in the log"),
        sa.Column("moved_at", sa.Float(), nullable=False),
        sa.Column("to_move", sa.Text(), server_default="", nullable=False),
        sa.Column("clock", sa.Text(), server_default="{}", nullable=False, comment="seconds left by seat, as of since"),
        sa.Column("since", sa.Float(), server_default="0", nullable=False),
        sa.Column("due", sa.Float(), nullable=True, comment="when somebody must look at this table next"),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column(
            "crowd", sa.BigInteger(), server_default="0", nullable=False, comment="whoever counts as one host in lists"
        ),
        sa.Column(
            "together", sa.Boolean(), server_default="0", nullable=False, comment="whether several people sit here"
        ),
        sa.Column(
            "front",
            sa.Boolean(),
            nullable=True,
            comment="whether it is among its crowd's newest; NULL: in no public list",
        ),
        sa.Column(
            "listed_at", sa.Float(), server_default="0", nullable=False, comment="when it was opened, began or ended"
        ),
        sa.Column(
            "origin",
            sa.Text(),
            nullable=True,
            comment="where a practice table goes on from; empty: a record that was brought along",
        ),
        sa.ForeignKeyConstraint(["host"], ["users.id"], name=op.f("fk_tables_host")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("host", "open_key", name=op.f("uq_tables_host_open_key")),
    )
    op.create_index(
        "ix_tables_crowd_listed", "tables", ["crowd", "status", "together", "front", "listed_at", "id"], unique=False
    )
    op.create_index("ix_tables_due", "tables", ["due", "id"], unique=False)
    op.create_index(
        "ix_tables_game_listed", "tables", ["game", "status", "together", "front", "listed_at", "id"], unique=False
    )
    op.create_index("ix_tables_listed", "tables", ["status", "together", "front", "listed_at", "id"], unique=False)
    op.create_index("ix_tables_status_opened_at", "tables", ["status", "opened_at", "id"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=True),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("program", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index(op.f("ix_tokens_user_id"), "tokens", ["user_id"], unique=False)
    op.create_table(
        "trail",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False, comment="whether the host did it, to the user"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_trail_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trail")),
    )
    op.create_index(op.f("ix_trail_at"), "trail", ["at"], unique=False)
    op.create_index(op.f("ix_trail_user_id"), "trail", ["user_id"], unique=False)
    op.create_table(
        "boards",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
            comment="what people call the table by, from 101 on; never given twice",
        ),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_boards_table_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("table_id", name=op.f("uq_boards_table_id")),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column(
            "removes", sa.Integer(), nullable=True, comment="the line that the host removed, which this one tells of"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_chat_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_chat_user_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_chat")),
        sa.UniqueConstraint("table_id", "user_id", "key", name=op.f("uq_chat_table_id_user_id_key")),
    )
    op.create_index(op.f("ix_chat_user_id"), "chat", ["user_id"], unique=False)
    op.create_table(
        "correspondence",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("wants", sa.Text(), server_default="turns", nullable=False, comment="all, turns or none"),
        sa.Column(
            "by_mail", sa.Boolean(), server_default="0", nullable=False, comment="whether they last acted there by mail"
        ),
        sa.Column(
            "mailed", sa.Integer(), server_default="0", nullable=False, comment="the last event that they were mailed"
        ),
        sa.Column(
            "last", sa.Text(), server_default="", nullable=False, comment="the Message-ID of the last mail to them"
        ),
        sa.Column(
            "heard",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="the last line of talk that they were mailed",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_correspondence_table_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_correspondence_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_correspondence")),
    )
    op.create_index(op.f("ix_correspondence_user_id"), "correspondence", ["user_id"], unique=False)
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True, comment="the request's idempotency key"),
        sa.Column(
            "asked",
            sa.Text(),
            nullable=True,
            comment="a hash of the move as asked for, if in other words than its text",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_log_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_log")),
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_notes_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_notes_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_user_id"), "notes", ["user_id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="what it is about: one mail tells all that is new of it"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "content", sa.Text(), server_default="", nullable=False, comment="of a mail that is made at once, as JSON"
        ),
        sa.Column(
            "wanted",
            sa.Integer(),
            server_default="1",
            nullable=False,
            comment="how often there was something new to tell",
        ),
        sa.Column("born", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False, comment="when it is to be sent, or tried again"),
        sa.Column(
            "leased", sa.Float(), server_default="0", nullable=False, comment="until when some server is sending it"
        ),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("said", sa.Text(), server_default="", nullable=False, comment="what the relay said last"),
        sa.Column("given_up", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_outbox_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_outbox_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index("ix_outbox_due", "outbox", ["given_up", "due", "id"], unique=False)
    op.create_index(op.f("ix_outbox_table_id"), "outbox", ["table_id"], unique=False)
    op.create_index(op.f("ix_outbox_user_id"), "outbox", ["user_id"], unique=False)
    op.create_table(
        "queues",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("moves", sa.Text(), nullable=False, comment="[[text, when], …] as JSON"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_queues_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_queues")),
    )
    op.create_table(
        "results",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
            comment="in the order in which games ended",
        ),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
        sa.UniqueConstraint("table_id", name=op.f("uq_results_table_id")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="who sits here, or whom it is kept for",
        ),
        sa.Column("sits", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.Float(), nullable=True, comment="when the game ended"),
        sa.Column(
            "went",
            sa.Text(),
            nullable=True,
            comment="won, drawn, lost, or played for the score; NULL: it was called off, or is not over",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_seats_user_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id", "ended_at", "table_id"], unique=False)
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session", sa.Text(), nullable=False, comment="in which it was asked for; with it the notices end"),
        sa.Column("endpoint", sa.Text(), nullable=False, comment="where the browser's push service takes notices"),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column(
            "auth", sa.Text(), nullable=False, comment="with the other what only the browser can read is written"
        ),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.hash"], name=op.f("fk_subscriptions_session"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_subscriptions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_subscriptions_session"), "subscriptions", ["session"], unique=False)
    op.create_index(op.f("ix_subscriptions_user_id"), "subscriptions", ["user_id"], unique=False)
    op.create_table(
        "result_seats",
        sa.Column("result_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("subject", sa.Text(), nullable=False, comment="user:ID or bot:NAME"),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False, comment="the place, best 1; equals share it"),
        sa.Column("mu", sa.Float(), nullable=True, comment="the rating after this game, if it counted"),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["result_id"], ["results.id"], name=op.f("fk_result_seats_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "seat", name=op.f("pk_result_seats")),
    )
    op.create_index("ix_result_seats_subject", "result_seats", ["subject", "result_id"], unique=False)
    # A row that is no table's: where rows are numbered after the highest one, the first table gets 101.
    op.execute(f"INSERT INTO boards (id, table_id) VALUES ({BEFORE_THE_FIRST}, NULL)")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('boards', 'id'), (SELECT max(id) FROM boards))")
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("accuracy", sa.Text(), nullable=False, comment="of each seat, from 0 to 100, with blanks between"),
        sa.Column("body", sa.Text(), nullable=False, comment="the review as JSON; it knows no names"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reviews_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_reviews")),
    )
    op.create_table(
        "shared_replays",
        sa.Column("id", sa.Text(), nullable=False, comment="as it stands in the link"),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False, comment="the position that is looked at"),
        sa.Column("by", sa.Text(), nullable=False, comment="what whoever went there is called"),
        sa.Column("turns", sa.Integer(), nullable=False, comment="how many times somebody went somewhere"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_shared_replays_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_replays")),
    )
    op.create_index(op.f("ix_shared_replays_table_id"), "shared_replays", ["table_id"], unique=False)
    op.create_table(
        "puzzle_answers",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False, comment="what the user is worth at puzzles since then"),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_puzzle_answers_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name=op.f("pk_puzzle_answers")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_index("ix_tables_open_key", "tables", ["open_key"], unique=False)
    op.create_table(
        "deals",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False, comment="since 1970, UTC"),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False, comment="secret until the day is over"),
        sa.Column(
            "bot",
            sa.Boolean(),
            server_default="0",
            nullable=False,
            comment="whether the best bot has begun it",
        ),
        sa.PrimaryKeyConstraint("day", "game", name=op.f("pk_deals")),
    )
