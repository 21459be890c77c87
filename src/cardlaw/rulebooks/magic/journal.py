"""How an event stands in the journal: players as players."""

from __future__ import annotations

from typing import Any

from cardlaw.kernel.happen import Happening

#: events about an object or player: the index of that value, and the kind when it is a player
ABOUT_PLAYER = {
    "dealt damage": (1, "damaged a player"),
    "prevented": (1, "prevented for a player"),
    "became target": (0, "player became target"),
    "attacked": (1, "attacked a player"),
    "attached": (1, "attached to a player"),
    "unattached": (1, "unattached from a player"),
    "stayed": (1, "stayed off a player"),
    "entering unattached": (1, "entering unattached to a player"),
    "attached already": (1, "attached already to a player"),
    "enchanted": (1, "enchanted a player"),
}


def told(event: Happening) -> tuple[Any, ...]:
    """The head of an event as the journal keeps it: a player stands as a player."""
    kind, rule, causes, values = event[:4]
    about = ABOUT_PLAYER.get(kind)
    if about is not None and values[about[0]] < 0:
        at = about[0]
        return (about[1], rule, causes, *values[:at], -1 - values[at], *values[at + 1 :])
    return (kind, rule, causes, *values)
