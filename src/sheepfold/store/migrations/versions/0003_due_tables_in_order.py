"""What is due is read page by page

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_tables_due", "tables")
    op.create_index("ix_tables_due", "tables", ["due", "id"])


def downgrade() -> None:
    op.drop_index("ix_tables_due", "tables")
    op.create_index("ix_tables_due", "tables", ["due"])
