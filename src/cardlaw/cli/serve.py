"""``cardlaw play`` in the browser: starts the server of the table and opens it."""

from __future__ import annotations

import logging
import webbrowser
from threading import Timer

from cardlaw.cli.output import fail

#: seconds after which the browser is opened; the server listens by then
SOON = 0.5
MISSING = (
    "the table in the browser needs the extra of that name: pip install 'cardlaw[table]' "
    "(in the terminal: cardlaw play vs --terminal)"
)


def serve_command(
    host: str, port: int | None, database: str, origins: tuple[str, ...], browser: bool
) -> int:
    """Serve the table until somebody ends it. Exit code 2 if it cannot be."""
    try:
        from cardlaw.table import serving  # noqa: PLC0415
        from cardlaw.table.logbook import keep_log  # noqa: PLC0415
        from cardlaw.table.server import Settings  # noqa: PLC0415  an extra
        from cardlaw.table.store import StoreFault  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("cardlaw"):
            raise
        return fail(MISSING)
    if port is not None and not 0 <= port < 65536:
        return fail(f"there is no port {port}; ports are numbers up to 65535")
    keep_log("%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("cardlaw").setLevel(logging.INFO)
    try:
        more = tuple(map(serving.origin_of, origins))
        found = serving.listening(host, port)
    except (serving.BadOrigin, serving.CannotListen) as error:
        return fail(str(error))
    taken = found.getsockname()[1]
    address = serving.address(host, taken)

    def ready() -> None:
        print(f"The table is at {address} (Ctrl-C ends it)", flush=True)
        if browser:
            Timer(SOON, webbrowser.open, (address,)).start()

    settings = Settings(database=database, origins=serving.origins_of(host, taken, more))
    try:
        serving.serve(settings, found, ready)
    except StoreFault as fault:
        return fail(str(fault))
    finally:
        found.close()
    return 0
