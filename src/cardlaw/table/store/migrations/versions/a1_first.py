"""The first tables: games, seats, browsers, the journal."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "a1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and give the database a name of its own."""
    about = op.create_table(
        "about",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    assert about is not None
    op.bulk_insert(about, [{"name": "database", "value": secrets.token_hex(4)}])
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("book", sa.String(40), nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("holder", sa.LargeBinary, nullable=True, index=True),
        sa.Column("invited", sa.LargeBinary, nullable=True, unique=True),
    )
    op.create_table("browsers", sa.Column("holder", sa.LargeBinary, primary_key=True))
    op.create_table(
        "journal",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=True),
        sa.Column("page", sa.String(64), nullable=True),
        sa.Column("n", sa.BigInteger, nullable=True),
        sa.UniqueConstraint("game", "page", "n", name="one_line_a_message"),
    )
