"""The server's log: what strangers send begins no line and gives no terminal a command."""

import logging

import pytest

from cardlaw.table.logbook import Plain


def written(text: str, fault: BaseException | None = None) -> str:
    trace = None if fault is None else (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("table", logging.ERROR, __file__, 1, "said %s", (text,), trace)
    return Plain("%(levelname)s %(message)s").format(record)


@pytest.mark.parametrize(
    "text", ["x\nINFO all is well", "\x1b[31m", "\x9b31m", "\u202eabc", "\ud83d"]
)
def test_an_event_is_one_line_of_plain_text(text: str) -> None:
    line = written(text)
    assert line.startswith("ERROR said ") and line.isprintable()


def test_letters_of_every_language_stay() -> None:
    assert written("Größe, размер") == "ERROR said Größe, размер"


def test_a_fault_has_its_trace_but_nothing_else_in_lines() -> None:
    try:
        raise ValueError("one\x1b[2J\x07")
    except ValueError as error:
        told = written("x", error)
    assert "Traceback" in told and all(line.isprintable() for line in told.split("\n"))
