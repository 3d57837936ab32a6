"""Budgets that all servers of one database share

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "budgets",
        sa.Column("key", sa.Text(), nullable=False, comment="a hash of what is counted and for whom"),
        sa.Column(
            "full_at", sa.Float(), nullable=False, comment="when the budget will be whole again; then the row may go"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_budgets")),
    )


def downgrade() -> None:
    op.drop_table("budgets")
