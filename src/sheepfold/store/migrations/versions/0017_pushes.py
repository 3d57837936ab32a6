"""Browsers that are told although no page of theirs is open"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False, comment="where the browser's push service takes notices"),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column(
            "auth", sa.Text(), nullable=False, comment="with the other what only the browser can read is written"
        ),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_subscriptions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_subscriptions_user_id"), "subscriptions", ["user_id"])
    op.add_column(
        "users",
        sa.Column("pushed", sa.Boolean(), nullable=False, server_default="0", comment="whether a browser may be told"),
    )


def downgrade() -> None:
    op.drop_column("users", "pushed")
    op.drop_table("subscriptions")
