"""The server's log: one event a line, whatever a stranger has sent."""

from __future__ import annotations

import logging
import re

#: what would begin another line, or tell a terminal to do something
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _named(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


class Plain(logging.Formatter):
    """Writes control characters as their names; only the trace of a fault has several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  as it is called
        """The line of an event."""
        return _CONTROL.sub(_named, super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802  as it is called
        """The lines of a fault."""
        told = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(_CONTROL.sub(_named, line) for line in told.split("\n"))


def keep_log(form: str) -> None:
    """Write what is logged to the errors of the process, each event in a form of ``logging``."""
    handler = logging.StreamHandler()
    handler.setFormatter(Plain(form))
    logging.basicConfig(handlers=[handler])
