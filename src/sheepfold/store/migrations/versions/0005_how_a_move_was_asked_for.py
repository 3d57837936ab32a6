"""A key stands for one move, also where it was asked for in other words

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    asked = sa.Column("asked", sa.Text(), comment="a hash of the move as asked for, if in other words than its text")
    op.add_column("log", asked)


def downgrade() -> None:
    op.drop_column("log", "asked")
