"""Which line of talk somebody was mailed last"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    heard = sa.Column(
        "heard", sa.Integer(), nullable=False, server_default="0", comment="the last line of talk that they were mailed"
    )
    op.add_column("correspondence", heard)


def downgrade() -> None:
    op.drop_column("correspondence", "heard")
