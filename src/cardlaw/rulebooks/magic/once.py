"""How often an ability triggers: once for one or more, so many times a turn (CR 603.2)."""

from __future__ import annotations

from cardlaw.kernel.law import rules
from cardlaw.kernel.state import State
from cardlaw.kernel.tables import USED
from cardlaw.rulebooks.magic.board import Watcher
from cardlaw.rulebooks.magic.face import Path


@rules("CR 603.2c")
def repeated(watcher: Watcher, word: str, done: list[tuple[int, Path, str]]) -> bool:
    """Whether an ability about "one or more" has triggered on this batch; if not, it is noted."""
    key = (watcher.obj, watcher.held.path, word)
    if key in done:
        return True
    done.append(key)
    return False


@rules("CR 603.2")
def may_trigger(state: State, watcher: Watcher, limit: int) -> bool:
    """Whether an ability may trigger again this turn; if so, the time is counted.

    Part of the event that would trigger it.
    """
    key = ("triggered", watcher.obj, *watcher.held.path)
    if state.used.get(key, 0) >= limit:
        return False
    state.add_to(USED, key, 1)
    return True
