"""Every table has a number that people call it by, from 101 on"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

BEFORE_THE_FIRST = 100


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
            comment="what people call the table by, from 101 on; never given twice",
        ),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_boards_table_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("table_id", name=op.f("uq_boards_table_id")),
    )
    # A row that is no table's: where rows are numbered after the highest one, the first table gets 101.
    op.execute(f"INSERT INTO boards (id, table_id) VALUES ({BEFORE_THE_FIRST}, NULL)")
    op.execute(
        "INSERT INTO boards (id, table_id)"
        f" SELECT {BEFORE_THE_FIRST} + row_number() OVER (ORDER BY opened_at, id), id FROM tables"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('boards', 'id'), (SELECT max(id) FROM boards))")


def downgrade() -> None:
    op.drop_table("boards")
