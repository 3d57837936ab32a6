"""Whom somebody likes to play with"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "favourites",
        sa.Column("user_id", number, nullable=False),
        sa.Column("other_id", number, nullable=False, comment="whom the user likes to play with"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_favourites_user_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other_id"], ["users.id"], name=op.f("fk_favourites_other_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "other_id", name=op.f("pk_favourites")),
    )
    op.create_index(op.f("ix_favourites_other_id"), "favourites", ["other_id"])


def downgrade() -> None:
    op.drop_table("favourites")
