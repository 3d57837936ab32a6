"""What accounts' names can be taken for

Names that are alike already stay as they are; the older account has the look, and nobody else gets one like it.
"""

from __future__ import annotations

from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

from sheepfold.core.lookalikes import looks

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    made = op.create_table(
        "looks",
        sa.Column("look", sa.Text(), nullable=False, comment="what an account's name can be taken for"),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_looks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("look", name=op.f("pk_looks")),
    )
    op.create_index(op.f("ix_looks_user_id"), "looks", ["user_id"])
    users = sa.table("users", sa.column("id"), sa.column("name"), sa.column("name_key"))
    found = sa.select(users).where(users.c.name_key.is_not(None)).order_by(users.c.id)
    rows = op.get_bind().execute(found).all()
    taken = {row.name_key for row in rows}
    owners: dict[str, int] = {}
    for row in rows:
        name = _plain(row.name, row.name_key, taken)
        if name != row.name:
            values = {"name": name, "name_key": name.casefold()}
            op.get_bind().execute(users.update().where(users.c.id == row.id).values(values))
        for look in looks(name):
            owners.setdefault(look, row.id)
    op.bulk_insert(made, [{"look": look, "user_id": user} for look, user in owners.items()])


def _plain(name: str, key: str, taken: set[str]) -> str:
    """Names are found by their plain letters from now on (NFKC); where another has them, a number is put behind."""
    plain = normalize("NFKC", name)
    if plain == name:
        return name
    found = next(
        found
        for found in (plain, *(f"{plain} {number}" for number in range(2, len(taken) + 3)))
        if found.casefold() == key or found.casefold() not in taken
    )
    taken.add(found.casefold())
    return found


def downgrade() -> None:
    op.drop_table("looks")
