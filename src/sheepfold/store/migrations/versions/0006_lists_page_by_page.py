"""Lists are read page by page, by index, and nobody fills them

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LISTED = ["status", "together", "front", "listed_at", "id"]

FILLED = (
    """
    UPDATE tables SET crowd = COALESCE(host, 0),
        listed_at = CASE WHEN status = 'over' THEN moved_at ELSE opened_at END,
        together = (SELECT count(*) > 1 FROM seats WHERE seats.table_id = tables.id AND seats.sits)
    """,
    """
    UPDATE tables SET front = id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY crowd, status, together ORDER BY listed_at DESC, id DESC) AS place
        FROM tables WHERE access <> 'private' AND (outcome IS NULL OR outcome NOT LIKE '%"aborted"%')
    ) AS ranked WHERE place <= 3)
    WHERE access <> 'private' AND (outcome IS NULL OR outcome NOT LIKE '%"aborted"%')
    """,
    """
    UPDATE seats SET ended_at = (SELECT moved_at FROM tables WHERE tables.id = seats.table_id)
    WHERE table_id IN (SELECT id FROM tables WHERE status = 'over')
    """,
    "UPDATE ratings SET careful = mu - 2 * sigma",
)


NEW = (
    ("tables", "crowd", sa.BigInteger(), "0", "whoever counts as one host in lists"),
    ("tables", "together", sa.Boolean(), "0", "whether several people sit here"),
    ("tables", "front", sa.Boolean(), None, "whether it is among its crowd's newest; NULL: in no public list"),
    ("tables", "listed_at", sa.Float(), "0", "when it was opened, began or ended"),
    ("seats", "ended_at", sa.Float(), None, "when the game ended"),
    ("ratings", "careful", sa.Float(), "0", "what somebody is at least likely worth"),
)
"""Columns: of which table, their name and kind, what they hold at first (None: nothing), and why."""


def upgrade() -> None:
    for table, name, kind, default, comment in NEW:
        column = sa.Column(name, kind, server_default=default, nullable=default is None, comment=comment)
        op.add_column(table, column)
    for statement in FILLED:
        op.execute(statement)
    op.drop_index("ix_tables_status_opened_at", "tables")
    op.create_index("ix_tables_status_opened_at", "tables", ["status", "opened_at", "id"])
    op.create_index("ix_tables_listed", "tables", LISTED)
    op.create_index("ix_tables_game_listed", "tables", ["game", *LISTED])
    op.create_index("ix_tables_crowd_listed", "tables", ["crowd", *LISTED])
    op.drop_index("ix_seats_user_id", "seats")
    op.create_index("ix_seats_user_id", "seats", ["user_id", "ended_at", "table_id"])
    op.create_index("ix_result_seats_subject", "result_seats", ["subject", "result_id"])
    op.create_index("ix_ratings_careful", "ratings", ["careful", "subject", "game", "role"])
    op.create_index("ix_ratings_game_careful", "ratings", ["game", "careful", "subject", "role"])


def downgrade() -> None:
    for name in ("ix_ratings_game_careful", "ix_ratings_careful"):
        op.drop_index(name, "ratings")
    op.drop_index("ix_result_seats_subject", "result_seats")
    op.drop_index("ix_seats_user_id", "seats")
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    for name in ("ix_tables_crowd_listed", "ix_tables_game_listed", "ix_tables_listed", "ix_tables_status_opened_at"):
        op.drop_index(name, "tables")
    op.create_index("ix_tables_status_opened_at", "tables", ["status", "opened_at"])
    with op.batch_alter_table("ratings") as batch:
        batch.drop_column("careful")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("ended_at")
    with op.batch_alter_table("tables") as batch:
        for name in ("listed_at", "front", "together", "crowd"):
            batch.drop_column(name)
