"""Notices end with the session in which they were asked for"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """In which session earlier ones were asked for is not known, so those browsers must ask again."""
    _anew(
        sa.Column("session", sa.Text(), nullable=False, comment="in which it was asked for; with it the notices end"),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.hash"], name=op.f("fk_subscriptions_session"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_subscriptions_session"), "subscriptions", ["session"])


def downgrade() -> None:
    _anew()


def _anew(*more: sa.schema.SchemaItem) -> None:
    """The table without a row, and with so much more than it had at first."""
    op.drop_table("subscriptions")
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "subscriptions",
        sa.Column("id", number, nullable=False),
        sa.Column("user_id", number, nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False, comment="where the browser's push service takes notices"),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column(
            "auth", sa.Text(), nullable=False, comment="with the other what only the browser can read is written"
        ),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_subscriptions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_subscriptions_endpoint")),
        *more,
    )
    op.create_index(op.f("ix_subscriptions_user_id"), "subscriptions", ["user_id"])
