"""Mails that are to be sent, to whom something was mailed last, and addresses that are confirmed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    confirmed = "whether who reads it has said so"
    op.add_column(
        "users", sa.Column("mail_confirmed", sa.Boolean(), nullable=False, server_default="0", comment=confirmed)
    )
    op.add_column(
        "users", sa.Column("mail_wish", sa.Text(), nullable=False, server_default="each", comment="each, daily or none")
    )
    op.create_table(
        "outbox",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="what it is about: one mail tells all that is new of it"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", SERIAL),
        sa.Column("table_id", sa.Text()),
        sa.Column("reason", sa.Text(), nullable=False, server_default=""),
        sa.Column(
            "content", sa.Text(), nullable=False, server_default="", comment="of a mail that is made at once, as JSON"
        ),
        sa.Column(
            "wanted",
            sa.Integer(),
            nullable=False,
            server_default="1",
            comment="how often there was something new to tell",
        ),
        sa.Column("born", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False, comment="when it is to be sent, or tried again"),
        sa.Column(
            "leased", sa.Float(), nullable=False, server_default="0", comment="until when some server is sending it"
        ),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("said", sa.Text(), nullable=False, server_default="", comment="what the relay said last"),
        sa.Column("given_up", sa.Boolean(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_outbox_user_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_outbox_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index(op.f("ix_outbox_user_id"), "outbox", ["user_id"])
    op.create_index(op.f("ix_outbox_table_id"), "outbox", ["table_id"])
    op.create_index("ix_outbox_due", "outbox", ["given_up", "due", "id"])
    op.create_table(
        "correspondence",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", SERIAL, nullable=False),
        sa.Column("wants", sa.Text(), nullable=False, server_default="turns", comment="all, turns or none"),
        sa.Column(
            "by_mail",
            sa.Boolean(),
            nullable=False,
            server_default="0",
            comment="whether they last acted there by mail",
        ),
        sa.Column(
            "mailed", sa.Integer(), nullable=False, server_default="0", comment="the last event that they were mailed"
        ),
        sa.Column(
            "last", sa.Text(), nullable=False, server_default="", comment="the Message-ID of the last mail to them"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_correspondence_table_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_correspondence_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_correspondence")),
    )
    op.create_index(op.f("ix_correspondence_user_id"), "correspondence", ["user_id"])
    op.create_table(
        "received",
        sa.Column("digest", sa.Text(), nullable=False, comment="of a mail that was dealt with"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_received")),
    )
    op.create_index(op.f("ix_received_at"), "received", ["at"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False, comment="what this house signs with"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )


def downgrade() -> None:
    for name in ("secrets", "received", "correspondence", "outbox"):
        op.drop_table(name)
    op.drop_column("users", "mail_wish")
    op.drop_column("users", "mail_confirmed")
