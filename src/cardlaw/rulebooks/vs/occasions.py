"""Which events there are for the cards (502, 511): what powers watch, replace and bring about."""

from __future__ import annotations

from cardlaw.rulebooks.vs import words

#: events by which an object leaves its zone: where it goes
LEAVING = {
    "put into pile": words.KOED,
    "KO'd": words.KOED,
    "discarded": words.KOED,
    "returned to hand": words.HAND,
    "put into deck": words.DECK,
    "removed from the game": words.REMOVED,
    "became a resource": words.RESOURCES,
}
#: events whose object is looked at as it was before them
BEFORE = (*LEAVING, "stunned")
#: what may come in the place of an event
INSTEAD = ("stunned", "exhausted")
_BUILD = (words.RESOURCE, words.RECRUIT, words.FORMATION)
#: the cards' words for a time -> its steps, and whether only its player's own are meant
TIMES: dict[str, tuple[tuple[int, ...], bool]] = {
    "draw phase": ((words.DRAW,), False),
    "build phase": (_BUILD, False),
    "own build phase": (_BUILD, True),
    "recruit step": ((words.RECRUIT,), True),
    "formation step": ((words.FORMATION,), True),
    "attack step": ((words.ATTACK,), True),
    "combat phase": ((words.ATTACK,), False),
    "recovery phase": ((words.RECOVERY,), False),
}
#: the events that a replacement effect may replace
REPLACEABLE = ("stunned", "KO'd", "returned to hand", "removed from the game", "put into deck")
#: how a character comes into play
WAYS = ("recruited", "substituted", "shifted", "put")
#: events about an object that powers may watch
OF_OBJECTS = (
    *(kind for kind in LEAVING if kind != "put into pile"),
    "stunned",
    "recovered",
    "exhausted",
    "readied",
    "attached",
    "entered play",
    "played",
    "moved",
    "flipped",
    "became an attacker",
    "became the defender",
    "stunned a defender",
    "powered up",
    "reinforced",
    "counters",
)
#: events about a player that powers may watch
OF_PLAYERS = ("drew", "lost endurance", "gained endurance", "put into the resource row")
#: states that an effect may set, with the event that sets them and the one that ends them
SETTING = {
    "stunned": ("stunned", "recovered"),
    "exhausted": ("exhausted", "readied"),
    "face up": ("", "turned down"),
    "attacker": ("", "left the attack"),
    "defender": ("became the defender", ""),
    "reinforced": ("reinforced", "lost reinforcement"),
    "powered up": ("powered up", ""),
}
