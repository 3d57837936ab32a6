"""By how much the time that all servers agree on is ahead of the clock that it was read from

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "heartbeat",
        sa.Column("ahead", sa.Float(), nullable=False, server_default="0", comment="of the clock that was read for it"),
    )


def downgrade() -> None:
    op.drop_column("heartbeat", "ahead")
