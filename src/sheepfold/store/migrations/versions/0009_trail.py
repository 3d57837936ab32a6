"""The trail: who did what from where"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "trail",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("user_id", SERIAL, nullable=True),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False, comment="whether the host did it, to the user"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_trail_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trail")),
    )
    op.create_index(op.f("ix_trail_at"), "trail", ["at"])
    op.create_index(op.f("ix_trail_user_id"), "trail", ["user_id"])


def downgrade() -> None:
    op.drop_table("trail")
