"""Who may not talk, and lines that the host removed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("muted", sa.Boolean(), nullable=False, server_default="0"))
    op.add_column(
        "chat", sa.Column("removes", sa.Integer(), comment="the line that the host removed, which this one tells of")
    )


def downgrade() -> None:
    op.drop_column("chat", "removes")
    op.drop_column("users", "muted")
