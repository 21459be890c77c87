"""Opening a database: SQLite in a file by default, PostgreSQL by URL, and its migrations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from cardlaw.collection import data_folder

#: seconds to wait for another process that writes, or for a server that does not answer
PATIENCE = 10
FILE = "table.sqlite"
MIGRATIONS = Path(__file__).with_name("migrations")


class StoreFault(ValueError):
    """The database cannot be used; the text is one sentence."""


def open_database(url: str = "") -> Engine:
    """An engine for a database whose tables are those of this version. StoreFault says why not.

    Without a URL it is a file in the folder of the user's data.
    """
    target = _target(url)
    shown = target.render_as_string(hide_password=True)
    try:
        engine = _engine(target)
        _migrate(engine)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        raise StoreFault(f"the database {shown} cannot be opened: {reason}") from None
    except CommandError:
        raise StoreFault(
            f"the database {shown} is of another version of Cardlaw; use that version, or a new one"
        ) from None
    except ModuleNotFoundError:
        raise StoreFault(
            "PostgreSQL needs the extra of that name: pip install 'cardlaw[postgresql]'"
        ) from None
    return engine


def _target(url: str) -> URL:
    if not url:
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreFault(f"the folder {folder} cannot be made: {reason}") from None
        return URL.create("sqlite", database=str(folder / FILE))
    try:
        target = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreFault(
            "this is no address of a database; write sqlite:///FILE or postgresql://HOST/NAME"
        ) from None
    if target.get_backend_name() == "postgresql":
        return target.set(drivername="postgresql+psycopg")
    if target.get_backend_name() == "sqlite" and target.database not in (None, "", ":memory:"):
        if target.query:
            raise StoreFault("the address of a file of SQLite has nothing behind a question mark")
        return target.set(drivername="sqlite")
    raise StoreFault(
        f"games are kept in a file of SQLite or in PostgreSQL, not in {target.drivername}"
    )


def _engine(target: URL) -> Engine:
    if target.get_backend_name() != "sqlite":
        wait = {"connect_timeout": PATIENCE}
        return create_engine(target, pool_pre_ping=True, connect_args=wait)
    engine = create_engine(target, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _prepare(connection: Any, record: object) -> None:
    """What is committed is on the disk, also after the power fails."""
    # The driver would begin no transaction before a savepoint.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
