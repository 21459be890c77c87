"""A procedure carried through outside a game: whatever it asks is answered at once."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from typing import Any

from cardlaw.kernel.choice import Choice, Option
from cardlaw.kernel.rulebook import Rulebook
from cardlaw.kernel.state import State

#: no text asks more often than this
MOST_ANSWERS = 60


def carry_through(
    book: Rulebook, state: State, course: Generator[Choice, Option, Any], number: int = 0
) -> None:
    """Carry a procedure to its end, giving the option of that number, or the last there is.

    ValueError if a question has no option, or if the questions do not end.
    """
    choice = next(course, None)
    for _ in range(MOST_ANSWERS):
        if choice is None:
            return
        options = list(islice(iter(book.space(state, choice)), number + 1))
        if not options:
            raise ValueError(f"the question {choice.kind!r} has no answer")
        try:
            choice = course.send(options[-1])
        except StopIteration:
            return
    raise ValueError("it asks without end")
