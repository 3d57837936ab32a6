"""When and from where sessions and tokens are used"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LASTED = 60 * 86_400
"""Seconds for which sessions were given until now."""


def upgrade() -> None:
    for table in ("sessions", "tokens"):
        op.add_column(table, sa.Column("address", sa.Text(), nullable=False, server_default=""))
        op.add_column(table, sa.Column("program", sa.Text(), nullable=False, server_default=""))
    for column in ("created_at", "used_at"):
        op.add_column("sessions", sa.Column(column, sa.Float(), nullable=False, server_default="0"))
    sessions = sa.table("sessions", sa.column("created_at"), sa.column("used_at"), sa.column("expires_at"))
    began = sessions.c.expires_at - LASTED
    op.execute(sessions.update().values(created_at=began, used_at=began))


def downgrade() -> None:
    for table in ("sessions", "tokens"):
        op.drop_column(table, "address")
        op.drop_column(table, "program")
    for column in ("created_at", "used_at"):
        op.drop_column("sessions", column)
