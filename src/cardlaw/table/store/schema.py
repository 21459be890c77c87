"""The tables of the database: games, who holds their seats, and the lines of their journals."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

#: what this database is, by names
about = Table(
    "about",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("book", String(40), nullable=False),
    Column("position", LargeBinary, nullable=False),
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
)

#: a seat belongs to whoever has the token of which this is the hash
seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("holder", LargeBinary, nullable=True, index=True),
    #: the hash of the secret in a link that gives the seat away, once
    Column("invited", LargeBinary, nullable=True, unique=True),
)

#: the hashes of the tokens that were given to browsers
browsers = Table("browsers", metadata, Column("holder", LargeBinary, primary_key=True))

journal = Table(
    "journal",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("data", Text, nullable=False),
    Column("seat", SmallInteger, nullable=True),
    Column("page", String(64), nullable=True),
    Column("n", BigInteger, nullable=True),
    # A message that is sent again is never carried out twice.
    UniqueConstraint("game", "page", "n", name="one_line_a_message"),
)
