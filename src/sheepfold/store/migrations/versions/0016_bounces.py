"""Whose mails come back"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bounces",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False, comment="when one came back last"),
        sa.Column("said", sa.Text(), nullable=False, comment="why, as whoever was to bring it said"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_bounces_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_bounces")),
    )


def downgrade() -> None:
    op.drop_table("bounces")
