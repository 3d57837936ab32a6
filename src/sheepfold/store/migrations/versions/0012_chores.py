"""What nobody comes back to is found and let go, a little at a time"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chores",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False, comment="when some server is to do the next piece"),
        sa.Column("mark", sa.Text(), nullable=False, comment="where the last piece ended"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_chores")),
    )
    op.create_index("ix_chat_user_id", "chat", ["user_id"])
    op.create_index("ix_notes_user_id", "notes", ["user_id"])


def downgrade() -> None:
    op.drop_index("ix_notes_user_id", "notes")
    op.drop_index("ix_chat_user_id", "chat")
    op.drop_table("chores")
