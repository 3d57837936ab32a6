"""People write to each other beside the table, and say at how many boards others may seat them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_messages_user_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["sender_id"], ["users.id"], name=op.f("fk_messages_sender_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_index("ix_messages_user_id", "messages", ["user_id", "read_at", "id"])
    op.create_index("ix_messages_sender_id", "messages", ["sender_id"])
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


def downgrade() -> None:
    op.drop_table("challenge_limits")
    op.drop_table("messages")
