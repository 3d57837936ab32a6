"""0.1.0: where migrations begin. A new database is made from ``schema.py`` and stamped as the newest revision; those
that come after this one change a database that is older."""

from __future__ import annotations

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass
